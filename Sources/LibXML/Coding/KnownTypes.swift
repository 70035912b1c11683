import Synchronization

/// The properties of a type that decide how a coder treats each of its values.
struct KnownType: BitwiseCopyable {
    fileprivate var id = 0
    var kind = CodedType.Kind.plain
    /// Whether an empty element does not have a value of the type.
    var isText = false
    /// Whether values are written as a text.
    var isScalar = false
    /// The scope of the keys; 0 for types without roles.
    var scope: UInt16 = 0
    /// The scope of the choice by name whose cases are values, or are in values; 0 for other types.
    var choice: UInt16 = 0
    var isList = false
    /// Whether the type is an optional or a list, whose elements are coded in its place.
    var isContainer = false

    init() {}

    init(_ coded: CodedType, scope: UInt16, choice: UInt16 = 0) {
        kind = coded.kind
        isText = coded.isText
        isScalar = coded.isScalar
        self.scope = scope
        self.choice = choice
        isList = coded.isList
        isContainer = coded.isContainer
    }
}

/// A property whose value is flattened into the element of its type: the place of another scope of keys.
struct OuterKey: Hashable {
    /// The scope of the type with the property.
    let scope: UInt16
    let key: String
    /// The type of the value.
    let type: ObjectIdentifier

    init(scope: UInt16, key: String, type: Any.Type) {
        self.scope = scope
        self.key = key
        self.type = ObjectIdentifier(type)
    }
}

/// The types that a call has coded, and the scopes of their keys: one for each type with roles.
struct KnownTypes<Keys: AnyObject> {
    /// The types that were asked for last, by their addresses.
    private var recent = [KnownType](repeating: KnownType(), count: 64)
    private(set) var scopes: [Keys]

    init(_ scopes: [Keys]) { self.scopes = scopes }

    /// Types of one kind are at small distances, and others far apart.
    @inline(__always)
    private static func place(_ id: Int) -> Int { (id >> 4 ^ id >> 10) & 63 }

    /// What is known of a type that was asked for before; nil for others.
    @inline(__always)
    func recent(_ type: Any.Type) -> KnownType? {
        let id = Int(bitPattern: ObjectIdentifier(type))
        let found = recent[Self.place(id)]
        return found.id == id ? found : nil
    }

    mutating func add(_ known: KnownType, for type: Any.Type) {
        var known = known
        known.id = Int(bitPattern: ObjectIdentifier(type))
        recent[Self.place(known.id)] = known
    }

    /// The first scope whose keys fit, or a new one.
    mutating func scope(where isFound: (Keys) -> Bool, orNew make: () -> Keys) -> UInt16 {
        if let scope = scopes.firstIndex(where: isFound) { return UInt16(scope) }
        scopes.append(make())
        return UInt16(scopes.count - 1)
    }
}

/// The scopes of finished calls, which the next calls with the same options use: a server handles many messages of one
/// kind.
final class ScopePool<Scopes: AnyObject>: Sendable {
    private let scopes = Mutex<[SendableBox<Scopes>]>([])
    private var limit: Int { 16 }

    /// Removes and returns the scopes that fit and were put there last. No other call uses them meanwhile.
    func take(where isFitting: (Scopes) -> Bool) -> Scopes? {
        let found = scopes.locked { scopes in
            scopes.lastIndex { isFitting($0.value) }.map { scopes.remove(at: $0) }
        }
        return found?.value
    }

    func put(_ found: Scopes) {
        let box = SendableBox(value: found)
        scopes.locked { scopes in
            if scopes.count == limit { scopes.removeFirst() }
            scopes.append(box)
        }
    }
}
