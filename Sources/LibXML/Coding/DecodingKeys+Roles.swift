// The roles of a type, and the cases of a choice.

extension DecodingKeys {
    struct RoleState {
        var choices: [Choice]?
        /// The keys with roles that no container has contained so far; nil before the first container.
        var unknown: Set<String>?
    }

    /// A case of an ``XMLChoice``.
    struct Choice {
        var key: String
        var number: Int
        /// The name of its elements in errors.
        var name: String
        var isText: Bool
    }

    /// The cases of a choice by name: those for all names come last.
    func choices(_ tape: Tape) -> [Choice] {
        if let choices = roleState.modify({ $0.choices }) { return choices }
        let keys = roles.keys.inOrder() + plainCases(tape)
        let choices = keys.map { key in
            let number = number(of: key, tape)
            let plan = plan(of: number)
            return Choice(
                key: key, number: number, name: plan.test?.description ?? key, isText: plan.role.kind == .text)
        }
        let sorted =
            choices.filter { !$0.name.hasPrefix("*") } + choices.filter { $0.name.hasPrefix("*:") }
            + choices.filter { $0.name == "*" }
        roleState.modify { $0.choices = sorted }
        return sorted
    }

    /// The cases without a role whose names are in a document.
    private func plainCases(_ tape: Tape) -> [String] {
        guard let type, type.caseKeys != nil else { return [] }
        let names = (0..<tape.nameCount).compactMap { tape.string(tape.name($0).local) }
        return Set(names.compactMap { conversion.key(conversion.key(for: $0), isKey: type.hasPlainCase) }).inOrder()
    }

    /// Records a container with the type's own keys: they may have roles.
    func use<Key: CodingKey>(_ type: Key.Type) {
        // A type with several types of keys may not use all of them for each value.
        guard let keys = self.type?.roles.keys, !keys.isEmpty, "\(type)" == "CodingKeys" else { return }
        let unknown = roleState.modify { $0.unknown } ?? Set(keys)
        guard !unknown.isEmpty else { return }
        let rest = unknown.filter { Key(stringValue: $0) == nil }
        roleState.modify { $0.unknown = rest }
    }

    /// - Throws: the error of a role whose path is malformed.
    @inline(never)
    func checkPaths() throws {
        if let error = type?.roleError { throw error }
    }

    /// Checks, after a value was decoded, that all roles belong to a key.
    @inline(never)
    func checkRoles(_ session: DecodingSession, at position: DecodingPosition) throws {
        guard let type, !type.isClass, let key = roleState.modify({ $0.unknown })?.min() else { return }
        let message = "\(type.name).xmlRoles has a role for “\(key)”, which is not a coding key"
        throw DecodingError.dataCorrupted(session.context(.invalidValue, message, at: position))
    }
}

extension NameTest {
    /// The prefix that an attribute with this name declares, which is empty for `xmlns`; nil for other names.
    var declaredPrefix: String? {
        guard case .written(let name) = self, name.isDeclaration else { return nil }
        return String(name.dropFirst(6))
    }
}
