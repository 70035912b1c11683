import Foundation

extension XMLDictionary {
    /// Creates a dictionary from plain values, such as those of ``anyDictionary()``: strings, numbers, Booleans, `NSNull`, `nil`,
    /// `[Any]` and `[String: Any]`.
    ///
    /// The keys are sorted, because plain dictionaries have no order.
    ///
    /// - Throws: ``XMLError/Code/invalidValue`` with the path of a value of another type; ``XMLError/Code/tooDeep`` for values that nest
    ///   deeper than 256 levels.
    public init(plain dictionary: [String: Any]) throws(XMLError) {
        self.init(try PlainReader().members(of: dictionary, []))
    }
}

extension XMLValue {
    /// Creates a value from a plain value: see ``XMLDictionary/init(plain:)``.
    ///
    /// - Throws: the errors of ``XMLDictionary/init(plain:)``.
    public init(plain value: Any) throws(XMLError) {
        self = try PlainReader().value(value, [])
    }
}

/// Converts plain values.
private struct PlainReader {
    private static let depthLimit = 256

    func members(of dictionary: [String: Any], _ path: [String]) throws(XMLError) -> [(key: String, value: XMLValue)] {
        var members: [(key: String, value: XMLValue)] = []
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            members.append((key, try self.value(value, path + [key])))
        }
        return members
    }

    func value(_ value: Any, _ path: [String]) throws(XMLError) -> XMLValue {
        guard path.count <= Self.depthLimit else {
            throw XMLError(.tooDeep, "the values nest deeper than \(Self.depthLimit) levels")
        }
        switch value {
        case let value as XMLValue: return value
        case let dictionary as XMLDictionary: return XMLValue(dictionary)
        case let text as String: return XMLValue(text)
        case is NSNull: return .null
        case let number as NSNumber where type(of: value) is NSNumber.Type: return XMLValue(number.stringValue)
        case let value as Bool: return XMLValue(value)
        case let number as any BinaryInteger: return XMLValue(String(describing: number))
        case let number as any BinaryFloatingPoint: return XMLValue(Double(number))
        case let dictionary as [String: Any]: return XMLValue(XMLDictionary(try members(of: dictionary, path)))
        case let list as [Any]:
            var values: [XMLValue] = []
            for (index, value) in list.enumerated() { values.append(try self.value(value, path + ["[\(index)]"])) }
            return XMLValue(values)
        case let optional as any OptionalValue:
            return try optional.wrapped.map { value throws(XMLError) in try self.value(value, path) } ?? .null
        default:
            var diagnostic = XMLDiagnostic(.invalidValue, "a value of type \(type(of: value)) has no form in XML")
            diagnostic.path = path.joined(separator: ".").replacing(".[", with: "[")
            throw XMLError(diagnostic)
        }
    }
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? {
        switch self {
        case .some(let value): value
        case .none: nil
        }
    }
}
