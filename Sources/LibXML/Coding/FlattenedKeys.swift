import Synchronization

/// The keys that a structure looks up, and those of the structures that are flattened into it.
enum FlattenedKeys {
    /// A key, with the type that declares roles for it.
    typealias Key = (owner: CodedType?, key: String)

    private static let known = Mutex<[ObjectIdentifier: [Key]]>([:])

    /// Returns the keys of a type that can be decoded; none for another one. They are found once in the process.
    static func of(_ type: Any.Type) -> [Key] {
        guard let decodable = type as? any Decodable.Type else { return [] }
        if let found = known.locked({ $0[ObjectIdentifier(type)] }) { return found }
        let found = find(decodable)
        known.locked { $0[ObjectIdentifier(type)] = found }
        return found
    }

    private static func find(_ type: any Decodable.Type) -> [Key] {
        guard let root = try? XMLTree(parsing: "<r/>").root else { return [] }
        let session = DecodingSession(root.tape, root: root.entry, XMLDecoder())
        var place = DecodingPosition(.element, root.entry)
        place.scope = session.scopes.flattened(type, in: OuterKey(scope: 0, key: "", type: type))
        session.shared.append(SharedElement(root.entry))
        session.findKeys(of: type, at: place)
        return session.shared[0].keys.compactMap { key in
            let keys = session.scopes[key.scope]
            return keys[key.number].role == .flattened ? nil : (keys.type, keys.text(key.number))
        }
    }
}
