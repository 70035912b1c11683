// Roles that no document could match.

extension CodedType {
    /// The error of the roles of a type, or of the cases of a choice and of their associated values; nil for none.
    static func error(
        of roles: [String: XMLCodingRole], _ labels: [String: XMLCodingRole], type: String, _ kind: Kind,
        _ cases: (any CodingKey.Type)?
    ) -> XMLError? {
        func error(_ found: String) -> XMLError { XMLError(.invalidPath, "\(type).xmlRoles has \(found)") }
        if let error = (Array(roles.values) + labels.values).lazy.compactMap(\.path?.error).first { return error }
        let roles = roles.inOrder(by: { $0.key < $1.key })
        if let (key, _) = labels.first(where: { $0.value.isOfPropertiesOnly }) {
            return error("a role for “\(key)” that only properties of structures can have")
        }
        switch kind {
        case .choice where roles.isEmpty && cases == nil: return error("no cases")
        case .choice:
            if roles.contains(where: { $0.value.kind == .flattened }) { return error("a case that is flattened") }
            if let (key, _) = roles.first(where: { !$0.value.isOfCases }) {
                return error("the case “\(key)”, which is neither an element nor a text")
            }
        case .typedChoice:
            let isTyped = roles.allSatisfy { if case .type = $0.value.kind { true } else { false } }
            if !isTyped { return error("cases by name beside cases by type") }
        default:
            if roles.contains(where: { $0.value.kind == .flattened }),
                let (key, _) = roles.first(where: { $0.value.isWide })
            {
                return error("flattened properties beside “\(key)”, which is for the rest of the element")
            }
            let parts = roles.filter { $0.value.isPart }
            guard let (key, role) = parts.first, let other = parts.dropFirst().first(where: { $0.value == role })?.key
            else { return nil }
            return error("“\(key)” and “\(other)”, which are both for the same part of an element")
        }
        var keys: [XMLCodingRole: String] = [:]
        for (key, role) in roles {
            let role = if case .element(nil) = role.kind { XMLCodingRole.element(key) } else { role }
            // A case without a role is the element of its name.
            let plain = role.elementName.flatMap { $0 != key && cases?.init(stringValue: $0) != nil ? $0 : nil }
            if let other = keys[role] ?? plain.flatMap({ name in roles.contains { $0.key == name } ? nil : name }) {
                return XMLError(
                    .invalidPath,
                    "the cases “\(other)” and “\(key)” of \(type) have the same role: one would never be read")
            }
            keys.set(role, to: key)
        }
        return nil
    }
}

extension XMLCodingRole {
    /// Whether it stands for everything that no other key of a type reads, or for all content of an element.
    var isWide: Bool { kind == .element(.any) || kind == .attribute(.any) || kind == .content }

    /// Whether it is for a part of an element that has no name.
    fileprivate var isPart: Bool { isWide || kind == .comments }

    fileprivate var isOfPropertiesOnly: Bool { isPart || kind == .flattened }

    /// Whether it can be a case of a choice by name.
    fileprivate var isOfCases: Bool {
        switch kind {
        case .any, .element, .text, .map: true
        case .path(let path): !path.leadsToAttributes && !(path.isText && path.steps.count > 1)
        case .attribute, .content, .comments, .flattened, .type: false
        }
    }

    /// The local name of the element in which its value is; nil for other roles and for all names.
    fileprivate var elementName: String? {
        switch kind {
        case .element(let test?) where test != .any: test.localName
        case .path(let path): path.childTest == .any ? nil : path.childTest.localName
        default: nil
        }
    }
}
