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
    /// The kind of node for a value.
    var kind = EncodedNode.Kind.element
    /// The number of the name of the element or attribute; 0 if it has none.
    var name: UInt32 = 0
    /// Whether it is for the elements or attributes of no other key.
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
    /// The elements around the value, from the outermost to the innermost.
    var wrappers: [Wrapper] = []
    /// Where the keys and values of a map are in its entries.
    var map: (key: String, value: String)?
    /// The type of a case of a choice.
    var type: XMLName?
    var error: XMLError?
}

/// The plans for the keys of one scope. One call uses it at a time.
final class EncodingKeys {
    enum Kind {
        /// The coding keys of a type. A key may be a role.
        case properties
        /// Names in roles, which are never converted.
        case literal
        /// The keys of a dictionary, which are names of elements and nothing else.
        case entries
        /// The labels of the associated values of a choice.
        case labels
    }

    private struct Entry {
        let key: String
        /// The number of bytes of a key in ASCII; -1 for another key.
        let asciiCount: Int
        let number: UInt32
        let plan: EncodingPlan
        /// The key that followed this one the last time: types encode their properties in the same order.
        var successor: Int

        @inline(__always)
        func has(_ other: String) -> Bool { other.isSame(as: key, asciiCount: asciiCount) }
    }

    private struct KeyOfType: Hashable {
        let key: String
        let type: ObjectIdentifier
    }

    private struct State {
        var entries: [Entry] = []
        /// Whether another key of a type of keys is the attribute with the name of a key.
        var marked: [KeyOfType: Bool] = [:]
        /// The numbers of the keys, if there are many.
        var numbers: [ExactKey: Int] = [:]
        var last = 0
        var hasSharedNames = false
        var hasSharedPaths = false
        var isPrepared = false
        /// Whether a key is for the elements or attributes of no other key.
        var hasRest = false

        static let many = 24

        @inline(__always)
        mutating func expected(_ key: String) -> (UInt32, EncodingPlan)? {
            guard last < entries.count, case let next = entries[last].successor, entries[next].has(key)
            else { return nil }
            last = next
            return (entries[next].number, entries[next].plan)
        }

        mutating func follow(_ number: Int) -> UInt32 {
            entries[last].successor = number
            last = number
            return entries[number].number
        }

        func number(of key: String) -> Int? {
            guard entries.count > Self.many else { return entries.firstIndex { $0.has(key) } }
            return numbers[key]
        }

        mutating func add(_ key: String, _ number: UInt32, _ plan: EncodingPlan) {
            entries.append(
                Entry(key: key, asciiCount: key.asciiCount, number: number, plan: plan, successor: entries.count))
            if plan.isRest { hasRest = true }
            guard entries.count > Self.many else { return }
            if numbers.isEmpty {
                for (number, entry) in entries.enumerated() { numbers[entry.key] = number }
            } else {
                numbers[key] = entries.count - 1
            }
        }
    }

    /// The type with the roles of these keys; nil for keys without roles.
    let type: CodedType?
    let kind: Kind
    /// The roles that the type declares for these keys.
    let roles: [String: XMLCodingRole]
    /// The strategy for keys without a role.
    let strategy: XMLRoleStrategy
    /// The property whose value is flattened into the element of another type; nil for keys of an element of their own.
    let outer: OuterKey?
    /// Whether other types may have keys in the same elements.
    let sharesElement: Bool
    /// Whether keys without a value are recorded, with the attributes that a decoder would read for them.
    let recordsAbsent: Bool
    /// Whether they are the cases of a choice.
    let isOfCases: Bool
    /// Whether texts may be attributes without an explicit role.
    let makesAttributes: Bool
    private let state = UncheckedCell(State())

    init(_ kind: Kind, type: CodedType? = nil, _ strategy: XMLRoleStrategy, in outer: OuterKey? = nil) {
        self.type = type
        self.strategy = kind == .properties || kind == .labels ? type?.strategy ?? strategy : .byKey
        roles = (kind == .labels ? type?.labels : type?.roles) ?? [:]
        self.kind = kind
        self.outer = outer
        sharesElement = outer != nil || kind == .properties && type?.hasFlattened ?? false
        isOfCases = kind != .labels && (type?.kind == .choice || type?.kind == .typedChoice)
        makesAttributes =
            self.strategy.makesAttributes || roles.values.contains { $0.isWrittenAsAttribute }
        recordsAbsent = sharesElement || makesAttributes || !self.strategy.isByKey
        state.modify { ($0.hasSharedNames, $0.hasSharedPaths) = (sharesElement, sharesElement) }
    }

    /// The keys that were asked for, with the numbers of their plans.
    var keys: [(key: String, number: UInt32)] { state.modify { state in state.entries.map { ($0.key, $0.number) } } }

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

    /// Whether a key is for the elements or attributes of no other key.
    @inline(__always)
    var hasRest: Bool { state.modify { $0.hasRest } }

    /// Whether the plans of all keys with roles were made.
    @inline(__always)
    var isPrepared: Bool {
        get { state.modify { $0.isPrepared } }
        set { state.modify { $0.isPrepared = newValue } }
    }

    /// Whether a type of keys has another key for the attribute with the name of a key.
    func hasMarkedKey<Key: CodingKey>(for key: String, in type: Key.Type) -> Bool {
        let id = KeyOfType(key: key, type: ObjectIdentifier(type))
        if let known = state.modify({ $0.marked[id] }) { return known }
        let isMarked = type.hasMarkedKey(for: key)
        state.modify { $0.marked.set(id, to: isMarked) }
        return isMarked
    }

    /// Returns the plan for a key and its number, if the key is the one that is expected next.
    @inline(__always)
    func expected(_ key: String) -> (UInt32, EncodingPlan)? { state.modify { $0.expected(key) } }

    /// Returns the number of the plan for a key; nil if it was not asked for before.
    func number(of key: String) -> UInt32? {
        if let (number, _) = expected(key) { return number }
        return state.modify { state in state.number(of: key).map { state.follow($0) } }
    }

    /// Adds the plan for a key, unless it was added meanwhile. Returns its number.
    func add(_ key: String, _ number: UInt32, _ plan: EncodingPlan) -> UInt32 {
        if let known = self.number(of: key) { return known }
        return state.modify { state in
            state.add(key, number, plan)
            return state.follow(state.entries.count - 1)
        }
    }
}
