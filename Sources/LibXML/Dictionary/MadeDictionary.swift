import Synchronization

/// A dictionary that is not a view: one that was created in code, or by transformations.
final class MadeDictionary: Sendable {
    /// The element from which a dictionary was created.
    struct Origin: Sendable {
        let context: DictionaryContext
        let element: Int
    }

    /// A member, before the members of one key are combined into a list.
    struct Part: Sendable {
        var key: String
        var value: XMLValue
        var source: Source
    }

    /// The part of an element from which a member was created.
    enum Source: Sendable {
        case element, attribute, attributes, namespace, namespaces, text
        /// Another part, or no specific part.
        case other
    }

    fileprivate struct Contents {
        var pairs: [(key: String, value: XMLValue)] = []
        var positions: [ExactKey: Int] = [:]
        /// Only for a dictionary with an origin.
        var parts: [Part] = []
    }

    /// Changed only when the object is destroyed.
    private let contents: Mutex<Contents>
    private let lists: Set<ExactKey>
    let origin: Origin?

    /// Creates a dictionary from keys and values. Values with the same key become a list.
    init(_ pairs: [(String, XMLValue)]) {
        var contents = Contents()
        contents.add(pairs.map { Part(key: $0.0, value: $0.1, source: .other) }, lists: [])
        self.contents = Mutex(contents)
        lists = []
        origin = nil
    }

    /// Creates a dictionary of an element. Values with the same key become a list, as do single values of the keys in
    /// `lists`.
    init(_ parts: [Part], lists: Set<ExactKey>, origin: Origin) {
        var contents = Contents()
        contents.add(parts, lists: lists)
        contents.parts = parts
        self.contents = Mutex(contents)
        self.lists = lists
        self.origin = origin
    }

    deinit {
        var remains = MadeRemains()
        takeNested(into: &remains)
        remains.release()
    }

    /// Moves the nested values out of this dictionary, which becomes empty.
    func takeNested(into remains: inout MadeRemains) {
        contents.locked { contents in
            for pair in contents.pairs { remains.add(pair.value) }
            contents = Contents()
        }
    }

    var pairs: [(key: String, value: XMLValue)] { contents.locked { $0.pairs } }

    /// The members of a dictionary with an origin, not combined by key.
    var parts: [Part] { contents.locked { $0.parts } }

    /// The keys and values that come from child elements.
    var elementPairs: [(key: String, value: XMLValue)] {
        var contents = Contents()
        contents.add(parts.filter { $0.source == .element }, lists: lists)
        return contents.pairs
    }

    subscript(key: String) -> XMLValue? {
        contents.locked { contents in contents.positions[ExactKey(key)].map { contents.pairs[$0].value } }
    }
}

extension MadeDictionary.Contents {
    /// Combines members by key.
    fileprivate mutating func add(_ parts: [MadeDictionary.Part], lists forcedLists: Set<ExactKey>) {
        var lists: [Int: [XMLValue]] = [:]
        for part in parts {
            let key = ExactKey(part.key)
            if let position = positions[key] {
                lists[position, default: pairs[position].value.array].append(part.value)
            } else {
                positions[key] = pairs.count
                pairs.append((part.key, part.value))
            }
        }
        for key in forcedLists {
            guard let position = positions[key], lists[position] == nil else { continue }
            lists[position] = pairs[position].value.array
        }
        for (position, values) in lists { pairs[position].value = XMLValue(values) }
    }
}

// MARK: Literals

extension XMLDictionary: ExpressibleByDictionaryLiteral {
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

extension XMLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self.init(value) }
    /// Creates a string with the digits of an integer.
    public init(integerLiteral value: Int) { self.init(value) }
    /// Creates a string with a number.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Creates the string `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(value) }
    /// Creates a list.
    public init(arrayLiteral values: XMLValue...) { self.init(values) }

    /// Creates a dictionary.
    public init(dictionaryLiteral pairs: (String, XMLValue)...) {
        self.init(.dictionary(XMLDictionary(.made(MadeDictionary(pairs)))))
    }
}
