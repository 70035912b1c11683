// Dictionaries and values that are created in code.

extension XMLDictionary: ExpressibleByDictionaryLiteral {
    /// Creates an empty dictionary.
    public init() { self.init(.made(.empty)) }

    /// Creates a dictionary from keys and values. Values with the same key become a list.
    public init(dictionaryLiteral pairs: (String, XMLValue)...) {
        self.init(.made(MadeDictionary(pairs)))
    }

    /// Creates a dictionary from keys and values, in their order. Values with the same key become a list.
    public init(_ pairs: some Sequence<(key: String, value: XMLValue)>) {
        self.init(.made(MadeDictionary(pairs.map { ($0.key, $0.value) })))
    }
}

extension XMLDictionary {
    /// Creates a dictionary from keys and values, in their order, as `Dictionary` does. Values with the same key become
    /// a list.
    public init(uniqueKeysWithValues pairs: some Sequence<(String, XMLValue)>) {
        self.init(.made(MadeDictionary(Array(pairs))))
    }
}

extension XMLValue {
    /// Creates a string.
    public init(_ string: String) { self.init(.string(string)) }
    /// Creates a number, which is also a number in JSON.
    public init(_ number: Int) { self.init(.number(.int(number))) }
    /// Creates a number, which is also a number in JSON, or null if it is infinite or NaN.
    public init(_ number: Double) { self.init(.number(.double(number))) }
    /// Creates a Boolean, which is also a Boolean in JSON.
    public init(_ value: Bool) { self.init(.number(.bool(value))) }
    /// Creates a value from a dictionary.
    public init(_ dictionary: XMLDictionary) { self.init(.dictionary(dictionary)) }
    /// Creates a list.
    public init(_ values: [XMLValue]) { self.init(.list(.made(MadeList(values)))) }

    /// The null value, as of an empty element. `nil` is not a literal for it, since `value == nil` would then compare
    /// with null.
    public static let null = Self(.null)
}

extension XMLValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self.init(value) }
    /// Creates a number, which is also a number in JSON: use `"7"` for text.
    public init(integerLiteral value: Int) { self.init(value) }
    /// Creates a number, which is also a number in JSON.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Creates a Boolean, which is also a Boolean in JSON.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// Creates a list.
    public init(arrayLiteral values: XMLValue...) { self.init(values) }

    /// Creates a dictionary.
    public init(dictionaryLiteral pairs: (String, XMLValue)...) {
        self.init(.dictionary(XMLDictionary(.made(MadeDictionary(pairs)))))
    }
}
