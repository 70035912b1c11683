import Synchronization

/// A dictionary that is no view: one that was made by hand, or that transformations left.
final class MadeDictionary: Sendable {
    private struct Contents {
        var pairs: [(key: String, value: XMLValue)] = []
        var positions: [ExactKey: Int] = [:]
    }

    /// Only changed when the object goes.
    private let contents: Mutex<Contents>
    /// The element of a document that it was made of.
    let origin: (context: DictionaryContext, element: Int)?

    /// Values of one key become a list, and so do single ones of the keys in `lists`.
    init(
        _ pairs: [(String, XMLValue)], lists forced: Set<ExactKey> = [],
        origin: (context: DictionaryContext, element: Int)? = nil
    ) {
        var contents = Contents()
        var lists: [Int: [XMLValue]] = [:]
        for (key, value) in pairs {
            if let position = contents.positions[ExactKey(key)] {
                lists[position, default: contents.pairs[position].value.array].append(value)
            } else {
                contents.positions[ExactKey(key)] = contents.pairs.count
                contents.pairs.append((key, value))
            }
        }
        for key in forced {
            guard let position = contents.positions[key], lists[position] == nil else { continue }
            lists[position] = contents.pairs[position].value.array
        }
        for (position, values) in lists { contents.pairs[position].value = XMLValue(.list(.made(values))) }
        self.contents = Mutex(contents)
        self.origin = origin
    }

    /// Lets go of what nests in it without recursion, with which a deep document would overflow the stack.
    deinit {
        var pending = takeNested()
        while var inner = pending.popLast() {
            if isKnownUniquelyReferenced(&inner) { pending += inner.takeNested() }
        }
    }

    /// The dictionaries in this one, which becomes empty.
    private func takeNested() -> [MadeDictionary] {
        contents.withLock { contents in
            let nested = contents.pairs.flatMap { $0.value.madeDictionaries }
            contents = Contents()
            return nested
        }
    }

    var pairs: [(key: String, value: XMLValue)] { contents.withLock { $0.pairs } }

    subscript(key: String) -> XMLValue? {
        contents.withLock { contents in contents.positions[ExactKey(key)].map { contents.pairs[$0].value } }
    }
}

extension XMLValue {
    /// The dictionary that it is, or those of a list, if they were made.
    fileprivate var madeDictionaries: [MadeDictionary] {
        switch storage {
        case .dictionary(let dictionary):
            if case .made(let made) = dictionary.storage { [made] } else { [] }
        case .list(.made(let values)): values.flatMap(\.madeDictionaries)
        default: []
        }
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
