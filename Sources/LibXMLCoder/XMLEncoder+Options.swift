internal import Foundation
internal import LibXML

extension XMLEncoder {
    /// The encoder of LibXML with these options.
    var configuredEncoder: LibXML.XMLEncoder {
        var encoder = LibXML.XMLEncoder()
        encoder.writingOptions.declaration = .never
        encoder.nilEncodingStrategy = .omittedOrEmpty
        encoder.listElementName = nil
        encoder.usesChoiceKeys = true
        encoder.superKey = "super"
        encoder.sortsKeys = outputFormatting.contains(.sortedKeys)
        if outputFormatting.contains(.noEmptyElements) { encoder.writingOptions.emptyElementTags = .twoTags }
        if outputFormatting.contains(.prettyPrinted) {
            let indentation =
                switch prettyPrintIndentation {
                case .spaces(let count): String(repeating: " ", count: count)
                case .tabs(let count): String(repeating: "\t", count: count)
                }
            encoder.writingOptions.whiteSpace = .indented(by: indentation)
        }
        if stringEncodingStrategy == .cdata { encoder.stringEncodingStrategy = .cdata }
        if !userInfo.isEmpty { encoder.userInfo = sendable(userInfo) }
        encoder.nonConformingFloatEncodingStrategy =
            switch nonConformingFloatEncodingStrategy {
            case .throw: .throw
            case .convertToString(let positive, let negative, let nan):
                .convertToString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
            }
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = dates
        if let data { encoder.dataEncodingStrategy = data }
        if case .custom(let strategy) = nodeEncodingStrategy {
            encoder.roleStrategy = Self.roles(strategy, UncodedValue(userInfo: userInfo))
        }
        return encoder
    }

    /// The name of the root element for a type.
    func rootName(of type: Any.Type) -> String {
        let name = String("\(type)".prefix { $0 != "<" })
        if case .custom = keyEncodingStrategy { return name }
        return keys.name(for: name)
    }

    private var keys: LibXML.XMLEncoder.KeyEncodingStrategy {
        switch keyEncodingStrategy {
        case .useDefaultKeys: .useDefaultKeys
        // LibXML keeps the first word of a key together: `URLPath` is `url_path`.
        case .convertToSnakeCase: .custom { $0.separated(by: "_") }
        case .convertToKebabCase: .custom { $0.separated(by: "-") }
        case .capitalized: .custom { $0.prefix(1).uppercased() + $0.dropFirst() }
        case .uppercased: .custom { $0.uppercased() }
        case .lowercased: .custom { $0.lowercased() }
        case .custom(let convert): .custom { [convert = OneTask(convert)] in convert.value([PlainKey($0)]).stringValue }
        }
    }

    private var dates: LibXML.XMLEncoder.DateEncodingStrategy {
        switch dateEncodingStrategy {
        case .deferredToDate: .coded { try $0.encode(to: $1) }
        case .secondsSince1970: .custom { "\(try $0.finite().timeIntervalSince1970)" }
        case .millisecondsSince1970: .custom { "\(try $0.finite().timeIntervalSince1970 * 1000)" }
        case .iso8601: .custom { try $0.finite().formatted(.iso8601) }
        case .formatted(let formatter): .custom { [formatter = OneTask(formatter)] in formatter.value.string(from: $0) }
        case .custom(let encode): .coded { [encode = OneTask(encode)] in try encode.value($0, $1) }
        }
    }

    private var data: LibXML.XMLEncoder.DataEncodingStrategy? {
        switch dataEncodingStrategy {
        case .base64: nil
        case .deferredToData: .coded { try [UInt8]($0).encode(to: $1) }
        case .custom(let encode): .coded { [encode = OneTask(encode)] in try encode.value($0, $1) }
        }
    }

    /// XMLCoder calls the closure with the type of a list for the elements in it. Its answer counts if that for the
    /// type is the one for types that the closure does not know.
    private static func roles(_ strategy: @escaping XMLEncodingClosure, _ encoder: UncodedValue) -> XMLRoleStrategy {
        let encoder = OneTask(encoder)
        return XMLRoleStrategy.custom { type, key in
            guard let type = type as? any Encodable.Type else { return nil }
            let own = strategy(type, encoder.value)(key)
            guard own == nil || own == strategy(Unknown.self, encoder.value)(key) else { return own?.role }
            return strategy(type.list, encoder.value)(key)?.role ?? own?.role
        }.forAllTypes
    }
}

/// A type that no closure knows.
private struct Unknown: Encodable {}

extension Date {
    /// The date itself.
    fileprivate func finite() throws -> Date {
        if timeIntervalSinceReferenceDate.isFinite { return self }
        throw EncodingError.invalidValue(
            timeIntervalSinceReferenceDate, .init(codingPath: [], debugDescription: "the date is not finite"))
    }
}

extension Encodable {
    /// The type of a list of this type.
    fileprivate static var list: any Encodable.Type { [Self].self }
}
