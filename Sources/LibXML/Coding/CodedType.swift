import Synchronization

/// What a decoder needs to know of a Swift type, found once in the process.
final class CodedType: Sendable {
    enum Kind: UInt8 {
        /// Decodes itself.
        case plain
        /// Types of Foundation, which decode themselves differently.
        case date, url, decimal, data, uuid
        /// An enumeration, or another type, with raw values.
        case rawValue
        /// A type with roles for its keys.
        case roles
        /// An enumeration whose case is chosen by the name of the element, or by its `xsi:type`.
        case choice, typedChoice
        /// An optional or a list of a choice by name.
        case choices
    }

    let kind: Kind
    let name: String
    let roles: [String: XMLCodingRole]
    /// The error of a role whose path is malformed.
    let roleError: XMLError?
    /// The type of the values of an optional or a list of choices.
    let content: CodedType?
    let isClass: Bool

    private init(_ type: Any.Type) {
        name = "\(type)"
        isClass = type is AnyObject.Type
        var content: CodedType?
        if let foundation = Self.foundationKind(type) {
            kind = foundation
            roles = [:]
        } else if let coded = type as? any XMLCodingRoles.Type {
            roles = coded.xmlRoles
            let isTyped = roles.values.contains { if case .type = $0.kind { true } else { false } }
            kind = type is any XMLChoice.Type ? (isTyped ? .typedChoice : .choice) : .roles
        } else {
            roles = [:]
            if let container = type as? any ContainerType.Type {
                let inner = CodedType.of(container.content)
                content = inner.kind == .choice ? inner : inner.content
            }
            kind = content != nil ? .choices : type is any RawRepresentable.Type ? .rawValue : .plain
        }
        self.content = content
        roleError = roles.values.lazy.compactMap(\.path?.error).first
    }

    private static let known = Mutex<[ObjectIdentifier: CodedType]>([:])

    static func of(_ type: Any.Type) -> CodedType {
        let id = ObjectIdentifier(type)
        if let found = known.locked({ $0[id] }) { return found }
        // The roles are computed by code of the program, which may use a decoder.
        let made = CodedType(type)
        known.locked { $0[id] = made }
        return made
    }

    /// The key of the case for an expanded name as `xsi:type`; nil for an element without it.
    func key(ofType name: XMLName?) -> String? {
        roles.first { if case .type(let type) = $0.value.kind { type == name } else { false } }?.key
    }

    /// The expanded names of the types of all cases, sorted.
    var typeNames: [XMLName] {
        roles.values.compactMap { if case .type(let type) = $0.kind { type } else { nil } }
            .sorted { $0.description < $1.description }
    }
}

extension CodedType.Kind {
    /// Whether the type needs text.
    var isText: Bool {
        switch self {
        case .date, .url, .decimal, .data, .uuid, .rawValue: true
        case .plain, .roles, .choice, .typedChoice, .choices: false
        }
    }
}

/// A type that contains decoded values of another.
protocol ContainerType {
    static var content: Any.Type { get }
}

extension Optional: ContainerType {
    static var content: Any.Type { Wrapped.self }
}

extension Array: ContainerType {
    static var content: Any.Type { Element.self }
}

extension ContiguousArray: ContainerType {
    static var content: Any.Type { Element.self }
}

extension Set: ContainerType {
    static var content: Any.Type { Element.self }
}

extension Located: ContainerType {
    static var content: Any.Type { Value.self }
}
