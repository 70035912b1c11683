/// What is written for a coding key, in 12 bytes.
struct EncodingPlan: BitwiseCopyable {
    enum Role: UInt8 {
        case element, attribute, text
        /// An element, attribute or text inside of other elements.
        case path
        case map
        /// A case of a choice by `xsi:type`.
        case type
        /// The children and text of an element of a document, without an element of its own.
        case content
        case comment
        /// An element for a key of a dictionary.
        case entry
        /// Nothing can be written.
        case invalid
    }

    var role: Role
    /// Whether a role was declared for the key.
    var isExplicit = false
    /// Whether it is an element without a prefix.
    var isPlain = false
    /// Whether a text is also written as an attribute.
    var isMirrored = false
    /// The kind of node for a value.
    var kind = EncodedNode.Kind.element
    /// The number of the name of the element or attribute; 0 if it has none.
    var name: UInt32 = 0
    /// Whether it stands for the elements or attributes that no other key has.
    var isRest: Bool { name == 0 && (role == .element || role == .attribute || role == .content) }
    /// With a strategy, the plan of the attribute that a decoder reads if the element is missing; 0 for no attribute.
    var attribute: UInt32 = 0
}

/// The parts of a plan that are rarely needed.
struct EncodingPlanDetail {
    /// An element around a value.
    struct Wrapper {
        var name: UInt32
        var isInAnyNamespace: Bool
    }

    var key: String
    /// The keys of the scope.
    var keys: EncodingKeys?
    /// Whether the key stands for its local name in every namespace.
    var isInAnyNamespace = false
    /// Whether a text is written as an attribute, by its role.
    var isWrittenAsAttribute = false
    /// The elements around the value, from the outermost to the innermost.
    var wrappers: [Wrapper] = []
    /// Where the keys and values of a map are in its entries.
    var map: (key: String, value: String)?
    /// The type of a case of a choice.
    var type: XMLName?
    var error: XMLError?
}

/// The plans for the keys of one scope. One call uses it at a time.
final class EncodingKeys: CodedKeys {
    private struct State {
        var hasSharedNames = false
        var hasSharedPaths = false
        var isPrepared = false
        /// Whether a key stands for the elements or attributes that no other key has.
        var hasRest = false
    }

    private let state = UncheckedCell(State())
    private let table = UncheckedCell(NumberedKeys<(number: UInt32, plan: EncodingPlan)>())

    required init(
        _ options: KeyOptions, type: CodedType? = nil, _ kind: Kind = .properties, in outer: OuterKey? = nil
    ) {
        super.init(options, type: type, kind, in: outer)
        state.modify { ($0.hasSharedNames, $0.hasSharedPaths) = (sharesElement, sharesElement) }
    }

    /// The keys that were looked up, with the numbers of their plans.
    var keys: [(key: String, number: UInt32)] {
        table.modify { table in table.entries.map { ($0.key, $0.value.number) } }
    }

    /// Whether several of the keys may be written with one local name in one element.
    @inline(__always)
    var hasSharedNames: Bool {
        get { state.modify { $0.hasSharedNames } }
        set { state.modify { $0.hasSharedNames = newValue } }
    }

    /// Whether the paths of several keys end with one local name, or several keys are texts.
    var hasSharedPaths: Bool {
        get { state.modify { $0.hasSharedPaths } }
        set { state.modify { $0.hasSharedPaths = newValue } }
    }

    /// Whether a key stands for the elements or attributes that no other key has.
    @inline(__always)
    var hasRest: Bool { state.modify { $0.hasRest } }

    /// Whether the plans of all keys with roles were made.
    @inline(__always)
    var isPrepared: Bool {
        get { state.modify { $0.isPrepared } }
        set { state.modify { $0.isPrepared = newValue } }
    }

    /// Whether another key of a type of keys stands for the attribute from which a key may be read.
    func hasAttribute<Key: CodingKey>(besides key: String, of type: Key.Type) -> Bool {
        guard let number = table.modify({ $0.number(of: key) }) else { return false }
        return hasAttribute(besides: number, of: type, table)
    }

    /// Returns the plan for a key and its number, if the key is the one that is expected next.
    @inline(__always)
    func expected(_ key: String) -> (UInt32, EncodingPlan)? {
        table.modify { table in table.expected(key).map { table[$0] } }
    }

    /// Returns the number of the plan for a key; nil if the key was not looked up before.
    func number(of key: String) -> UInt32? {
        if let (number, _) = expected(key) { return number }
        return table.modify { table in table.number(of: key).map { table[table.follow($0)].number } }
    }

    /// Adds the plan for a key, unless it has been added in the meantime. Returns its number.
    func add(_ key: String, _ number: UInt32, _ plan: EncodingPlan) -> UInt32 {
        if let known = self.number(of: key) { return known }
        if plan.isRest { state.modify { $0.hasRest = true } }
        table.modify { table in
            table.add(key, (number, plan))
            _ = table.follow(table.count - 1)
        }
        return number
    }
}
