import Synchronization

/// The properties of a type that decide how a coder treats each of its values.
struct KnownType: BitwiseCopyable {
    fileprivate var id = 0
    var kind = CodedType.Kind.plain
    /// Whether an empty element does not have a value of the type, unless the empty text is a raw value.
    var isText = false
    /// Whether values are written as a text.
    var isScalar = false
    /// The scope of the keys; 0 for types without roles.
    var scope: UInt16 = 0
    /// The scope of the choice by name whose cases are values, or are in values; 0 for other types.
    var choice: UInt16 = 0
    var isList = false
    /// Where a property is because of the type of its value.
    var mark = CodedType.Mark.none
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
        mark = coded.mark
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
struct KnownTypes<Keys: CodedKeys> {
    /// The types that were looked up last, by their addresses.
    private var recent = [KnownType](repeating: KnownType(), count: 64)
    private(set) var scopes: [Keys]

    init(_ scopes: [Keys]) { self.scopes = scopes }

    /// Types of one kind are at small distances, and others far apart.
    @inline(__always)
    private static func place(_ id: Int) -> Int { (id >> 4 ^ id >> 10) & 63 }

    /// What is known of a type that was looked up before; nil for others.
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

    /// The scope of some keys, which is made for the first request.
    mutating func scope(
        _ kind: CodedKeys.Kind, of type: CodedType?, in outer: OuterKey?, _ options: KeyOptions
    ) -> UInt16 {
        if let scope = scopes.firstIndex(where: { $0.kind == kind && $0.type === type && $0.outer == outer }) {
            return UInt16(scope)
        }
        scopes.append(Keys(options, type: type, kind, in: outer))
        return UInt16(scopes.count - 1)
    }
}

/// The results of decoders or encoders for the types and keys of the program.
protocol CodedScopes: AnyObject {
    associatedtype Keys: CodedKeys
    var options: KeyOptions { get }
    var types: UncheckedCell<KnownTypes<Keys>> { get }
}

extension CodedScopes {
    @inline(__always)
    func known(_ type: Any.Type) -> KnownType { types.modify { $0.recent(type) } ?? find(type) }

    @inline(never)
    private func find(_ type: Any.Type) -> KnownType {
        let known = known(CodedType.of(type))
        types.modify { $0.add(known, for: type) }
        return known
    }

    func known(_ coded: CodedType) -> KnownType {
        var known = KnownType(
            coded, scope: coded.owner.map { scope(of: $0) } ?? 0, choice: coded.choice.map { scope(of: $0) } ?? 0)
        // The strategy may give roles to the keys of any structure.
        if options.roles.needsType, coded.isStructure, coded.kind == .plain,
            !(coded.type is any Decodable.Type) || FirstRequest(of: coded.type).keys != nil
        {
            (known.kind, known.scope) = (.roles, scope(of: coded))
        }
        return known
    }

    func scope(_ kind: CodedKeys.Kind = .properties, of type: CodedType?, in outer: OuterKey? = nil) -> UInt16 {
        types.modify { $0.scope(kind, of: type, in: outer, options) }
    }

    /// The scope of the keys of a structure that is flattened into an element with the keys of another scope.
    func flattened(_ type: Any.Type, in outer: OuterKey) -> UInt16 { scope(of: CodedType.of(type).owner, in: outer) }

    /// The scope of the associated values of a choice.
    func labels(_ choice: UInt16) -> UInt16 {
        guard let type = types.modify({ $0.scopes[Int(choice)].type }), !type.labels.isEmpty else { return 0 }
        return scope(.labels, of: type)
    }

    /// The scope of names that are never converted.
    var literal: UInt16 { scope(.literal, of: nil) }
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
