import Synchronization

/// A dictionary that is no view: one that was made by hand, or that transformations left.
final class MadeDictionary: Sendable {
    /// The element of a document that a dictionary was made of.
    struct Origin: Sendable {
        let context: DictionaryContext
        let element: Int
    }

    /// A member before those of one key become a list.
    struct Part: Sendable {
        var key: String
        var value: XMLValue
        var source: Source
    }

    /// What of an element a member was made of.
    enum Source: Sendable {
        case element, attribute, attributes, namespace, namespaces, text
        /// Something else, or nothing in particular.
        case other
    }

    fileprivate struct Contents {
        var pairs: [(key: String, value: XMLValue)] = []
        var positions: [ExactKey: Int] = [:]
        /// Where the dictionary has an origin.
        var parts: [Part] = []
    }

    /// Only changed when the object goes.
    private let contents: Mutex<Contents>
    private let lists: Set<ExactKey>
    let origin: Origin?

    /// A dictionary made by hand. Values of one key become a list.
    init(_ pairs: [(String, XMLValue)]) {
        var contents = Contents()
        contents.add(pairs.map { Part(key: $0.0, value: $0.1, source: .other) }, lists: [])
        self.contents = Mutex(contents)
        lists = []
        origin = nil
    }

    /// A dictionary made of an element. Values of one key become a list, and so do single ones of the keys in `lists`.
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

    /// Takes what nests in this dictionary, which becomes empty.
    func takeNested(into remains: inout MadeRemains) {
        contents.locked { contents in
            for pair in contents.pairs { remains.add(pair.value) }
            contents = Contents()
        }
    }

    var pairs: [(key: String, value: XMLValue)] { contents.locked { $0.pairs } }

    /// The members, those of one key apart, of a dictionary with an origin.
    var parts: [Part] { contents.locked { $0.parts } }

    /// The keys and values of what child elements became.
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
    /// Puts members of one key together.
    fileprivate mutating func add(_ parts: [MadeDictionary.Part], lists forced: Set<ExactKey>) {
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
        for key in forced {
            guard let position = positions[key], lists[position] == nil else { continue }
            lists[position] = pairs[position].value.array
        }
        for (position, values) in lists { pairs[position].value = XMLValue(values) }
    }
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
    /// A string.
    public init(_ string: String) { self.init(.string(string)) }
    /// A number, which stands in JSON as one.
    public init(_ number: Int) { self.init(.number(.int(number))) }
    /// A number, which stands in JSON as one; null where JSON has none for it.
    public init(_ number: Double) { self.init(.number(.double(number))) }
    /// A Boolean, which stands in JSON as one.
    public init(_ value: Bool) { self.init(.number(.bool(value))) }
    /// A dictionary.
    public init(_ dictionary: XMLDictionary) { self.init(.dictionary(dictionary)) }
    /// A list.
    public init(_ values: [XMLValue]) { self.init(.list(.made(MadeList(values)))) }

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
