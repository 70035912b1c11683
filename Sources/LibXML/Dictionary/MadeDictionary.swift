/// A dictionary that is no view: one that was made by hand, or that transformations left.
final class MadeDictionary: Sendable {
    let pairs: [(key: String, value: XMLValue)]
    /// The element of a document that it was made of.
    let origin: (context: DictionaryContext, element: Int)?
    private let positions: [String: Int]

    /// Values of one key become a list, and so do single ones of the keys in `lists`.
    init(
        _ pairs: [(String, XMLValue)], lists forced: Set<String> = [],
        origin: (context: DictionaryContext, element: Int)? = nil
    ) {
        var unique: [(key: String, value: XMLValue)] = []
        var positions: [String: Int] = [:]
        var lists: [Int: [XMLValue]] = [:]
        for (key, value) in pairs {
            if let position = positions[key] {
                lists[position, default: unique[position].value.array].append(value)
            } else {
                positions[key] = unique.count
                unique.append((key, value))
            }
        }
        for key in forced {
            if let position = positions[key], lists[position] == nil { lists[position] = unique[position].value.array }
        }
        for (position, values) in lists { unique[position].value = XMLValue(.list(.made(values))) }
        self.pairs = unique
        self.positions = positions
        self.origin = origin
    }

    subscript(key: String) -> XMLValue? { positions[key].map { pairs[$0].value } }
}

// MARK: Literals

extension XMLDictionary: ExpressibleByDictionaryLiteral {
    /// A dictionary made by hand. Values of one key become a list.
    public init(dictionaryLiteral pairs: (String, XMLValue)...) {
        self.init(.made(MadeDictionary(pairs)))
    }

    /// A dictionary made of keys and values, in their order. Values of one key become a list.
    public init(_ pairs: some Sequence<(key: String, value: XMLValue)>) {
        self.init(.made(MadeDictionary(pairs.map { ($0.key, $0.value) })))
    }
}

extension XMLValue {
    public init(_ string: String) { self.init(.string(string)) }
    public init(_ number: Int) { self.init(.number(.int(number))) }
    public init(_ number: Double) { self.init(.number(.double(number))) }
    public init(_ value: Bool) { self.init(.number(.bool(value))) }
    public init(_ dictionary: XMLDictionary) { self.init(.dictionary(dictionary)) }
    public init(_ values: [XMLValue]) { self.init(.list(.made(values))) }

    /// Nothing, as an empty element gives. `nil` is no literal for it, or `value == nil` would ask for this.
    public static let null = Self(.null)
}

extension XMLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self.init(value) }
    public init(integerLiteral value: Int) { self.init(value) }
    public init(floatLiteral value: Double) { self.init(value) }
    public init(booleanLiteral value: Bool) { self.init(value) }
    public init(arrayLiteral values: XMLValue...) { self.init(values) }

    public init(dictionaryLiteral pairs: (String, XMLValue)...) {
        self.init(.dictionary(XMLDictionary(.made(MadeDictionary(pairs)))))
    }
}
