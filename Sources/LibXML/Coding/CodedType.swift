import Synchronization

/// The properties of a Swift type that coders need, determined once in a process.
final class CodedType: Sendable {
    enum Kind: UInt8 {
        /// Decodes itself.
        case plain
        /// A type of ``TextValue`` whose own code writes another form.
        case value
        /// An enumeration, or another type, with raw values.
        case rawValue
        /// A type with roles for its keys.
        case roles
        /// An enumeration whose case is chosen by the name of the element, or by its `xsi:type`.
        case choice, typedChoice
        /// A list of a choice by name.
        case choices
        case optional
        /// A dictionary that has one value for a key.
        case dictionary
    }

    /// Where a property is because of the type of its value: see ``XMLPropertyRole``.
    enum Mark: UInt8 { case none, attribute, element, both }

    /// How a type contains values of another type.
    enum Container { case optional, list, located }

    let kind: Kind
    let type: Any.Type
    let name: String
    /// The roles of keys; of the cases of a choice.
    let roles: [String: XMLCodingRole]
    /// The roles of the associated values of all cases of a choice, by label.
    let labels: [String: XMLCodingRole]
    /// The type of the keys of the cases of a choice by name, if it is known: a case without a role is an element.
    let caseKeys: (any CodingKey.Type)?
    /// The strategies for keys without a role; nil for that of the coder.
    let decodingStrategy, encodingStrategy: XMLRoleStrategy?
    let mark: Mark
    /// The error of a role whose path is malformed.
    let roleError: XMLError?
    /// The choice of a list of choices.
    let content: CodedType?
    /// The choice by name whose elements a list of this type contains.
    private let listed: CodedType?
    /// The type of the value of an optional.
    let wrapped: CodedType?
    /// Whether an empty element does not have a value of the type, unless the empty text is a raw value.
    let isText: Bool
    /// Whether values are written as a text.
    let isScalar: Bool
    /// Whether the type is one of the lists of the standard library.
    let isList: Bool
    let isClass: Bool
    /// Whether the type is an optional or a list, whose elements are coded in its place.
    let isContainer: Bool
    /// Whether properties are structures in the element of the type itself.
    let hasFlattened: Bool
    /// Whether a property is the rest, or the content, of an element.
    let hasRest: Bool

    private init(_ type: Any.Type) {
        self.type = type
        name = "\(type)"
        isClass = type is AnyObject.Type
        isList = type is any ElementList.Type
        isContainer = type is any ContainerType.Type
        mark = Mark((type as? any XMLPropertyRole.Type)?.xmlRole)
        var (decodingStrategy, encodingStrategy): (XMLRoleStrategy?, XMLRoleStrategy?)
        var roles: [String: XMLCodingRole] = [:]
        var isScalar = false
        var (content, listed): (CodedType?, CodedType?)
        var wrapped: CodedType?
        var isText =
            (type as? any TextValue.Type).map { !$0.acceptsEmptyText }
            ?? (type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type)
        if type is any ReadTextValue.Type {
            kind = .value
        } else if let coded = type as? any XMLCodingRoles.Type, !isContainer,
            !(type is any RawRepresentable.Type) || type is any XMLChoice.Type || !coded.xmlRoles.isEmpty
        {
            roles = coded.xmlRoles
            let isTyped = roles.values.contains { if case .type = $0.kind { true } else { false } }
            kind = type is any XMLChoice.Type ? (isTyped ? .typedChoice : .choice) : .roles
            decodingStrategy = kind == .roles ? coded.xmlDecodingStrategy : .byKey
            encodingStrategy = kind == .roles ? coded.xmlEncodingStrategy : .byKey
        } else {
            let rawValue = (type as? any RawRepresentable.Type).map { CodedType.rawValueType(of: $0) }
            var found = rawValue.map { $0 == String.self || CodedType.of($0).isText } ?? false ? Kind.rawValue : .plain
            if let container = type as? any ContainerType.Type {
                let inner = CodedType.of(container.content)
                let choice = inner.kind == .choice && inner.content == nil ? inner : inner.listed
                isScalar = container.container == .located && inner.isScalar
                switch container.container {
                case .list: (content, found) = (choice, choice == nil ? .plain : .choices)
                case .optional:
                    (listed, isText) = (choice, inner.isText)
                    (wrapped, found) = (inner, .optional)
                case .located:
                    (listed, isText) = (choice, inner.isText)
                    if inner.kind == .choice || inner.kind == .choices {
                        (content, found) = (inner.content ?? inner, inner.kind)
                    }
                }
            }
            if found == .plain, let dictionary = type as? any DictionaryType.Type, !dictionary.takesLists {
                found = .dictionary
            }
            kind = found
        }
        let isChoice = kind == .choice && content == nil || kind == .typedChoice
        // Keys that take any string do not say which cases there are.
        let caseKeys = (isChoice ? FirstRequest(of: type).keys : nil).flatMap {
            $0.init(stringValue: "\0") == nil ? $0 : nil
        }
        labels = caseKeys.map { keys in roles.filter { keys.init(stringValue: $0.key) == nil } } ?? [:]
        self.caseKeys = caseKeys
        self.roles = labels.isEmpty ? roles : roles.filter { [labels] in labels[$0.key] == nil }
        (self.decodingStrategy, self.encodingStrategy) = (decodingStrategy, encodingStrategy)
        self.isScalar =
            isScalar || kind == .rawValue || type == String.self || type == Bool.self
            || type is any TextValue.Type || type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
        self.content = content
        self.listed = listed
        self.wrapped = wrapped
        self.isText = isText || kind == .rawValue
        hasFlattened = self.roles.values.contains { $0.kind == .flattened }
        roleError = Self.error(of: self.roles, labels, type: name, kind, caseKeys)
        hasRest = self.roles.values.contains { $0.isWide }
    }

    /// Whether a choice has a case without a role.
    func hasPlainCase(_ key: String) -> Bool { roles[key] == nil && caseKeys?.init(stringValue: key) != nil }

    /// Whether values are elements of documents, or nil.
    var isOfDocuments: Bool {
        wrapped?.isOfDocuments ?? (type == XMLTree.Element.self || type == XMLDictionary.self || type == XMLValue.self)
    }

    /// Whether values have keys, so that they can be in the element of another type.
    var isStructure: Bool { (kind == .plain || kind == .roles) && !isScalar && !isText && !isList && !isContainer }

    /// The choice by name whose cases are values, or are in values, whatever the key of the property is.
    var choice: CodedType? { content ?? listed ?? (kind == .choice ? self : nil) }

    /// Whether the type declares roles.
    var hasRoles: Bool { kind == .roles || (kind == .choice || kind == .typedChoice) && content == nil }

    /// The type whose roles its keys have: the choice for a list of choices. Nil for a type without roles.
    var owner: CodedType? { hasRoles ? self : content }

    /// Whether the empty text is a raw value of a type, whose initializer is called only for such a text.
    static func acceptsEmptyText(_ type: Any.Type) -> Bool {
        func accepts<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
            ("" as? Value.RawValue).map { Value(rawValue: $0) != nil } ?? false
        }
        if let container = type as? any ContainerType.Type, container.container != .list {
            return acceptsEmptyText(container.content)
        }
        return (type as? any RawRepresentable.Type).map { accepts($0) } ?? false
    }

    private static func rawValueType<Value: RawRepresentable>(of type: Value.Type) -> Any.Type { Value.RawValue.self }

    private static let known = Mutex<[ObjectIdentifier: CodedType]>([:])

    static func of(_ type: Any.Type) -> CodedType {
        let id = ObjectIdentifier(type)
        if let found = known.locked({ $0[id] }) { return found }
        // The roles are computed by code of the program, which may use a decoder.
        let made = CodedType(type)
        // Another thread may have been first. Scopes compare types by identity.
        return known.locked { known in
            if let found = known[id] { return found }
            known.set(id, to: made)
            return made
        }
    }

    /// The key of the case for an expanded name as `xsi:type`; nil for an element without it.
    func key(ofType name: XMLName?) -> String? {
        roles.first { if case .type(let type) = $0.value.kind { type == name } else { false } }?.key
    }

    /// The expanded names of the types of all cases, sorted.
    var typeNames: [XMLName] {
        roles.values.compactMap { if case .type(let type) = $0.kind { type } else { nil } }
            .inOrder { $0.description < $1.description }
    }
}

extension CodedType.Mark {
    fileprivate init(_ role: XMLCodingRole?) {
        self =
            switch role {
            case .attribute: .attribute
            case .element: .element
            case .elementAndAttribute: .both
            default: .none
            }
    }
}

/// A type that contains decoded values of another.
protocol ContainerType {
    static var content: Any.Type { get }
    static var container: CodedType.Container { get }
}

/// A dictionary with keys from the document.
protocol DictionaryType {
    /// Whether a value can be several elements, or the keys are not those of a coder.
    static var takesLists: Bool { get }
    static var value: Any.Type { get }
}

extension Dictionary: DictionaryType {
    static var value: Any.Type { Value.self }

    static var takesLists: Bool {
        guard Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type else {
            return true
        }
        var type: Any.Type = Value.self
        while let container = type as? any ContainerType.Type, container.container != .list { type = container.content }
        return type == XMLValue.self || CodedType.of(type).isList || CodedType.of(type).kind == .choices
    }
}

/// An optional of any type.
protocol OptionalType {
    var isNil: Bool { get }
}

extension Optional: OptionalType {
    var isNil: Bool { if case nil = self { true } else { false } }
}

extension Optional: ContainerType {
    static var content: Any.Type { Wrapped.self }
    static var container: CodedType.Container { .optional }
}

extension Array: ContainerType {
    static var content: Any.Type { Element.self }
    static var container: CodedType.Container { .list }
}

extension ContiguousArray: ContainerType {
    static var content: Any.Type { Element.self }
    static var container: CodedType.Container { .list }
}

extension Set: ContainerType {
    static var content: Any.Type { Element.self }
    static var container: CodedType.Container { .list }
}

extension Located: ContainerType {
    static var content: Any.Type { Value.self }
    static var container: CodedType.Container { .located }
}
