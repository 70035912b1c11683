import Synchronization

/// What decoders have found for small documents, for the next documents with the same names: a server receives many
/// messages of one kind.
enum ScopePool {
    private static let scopes = Mutex<[SendableBox<DecodingScopes>]>([])
    private static var limit: Int { 16 }

    /// Calls `body` with a session for an element.
    static func withSession<Result, Failure>(
        _ tape: Tape, root: Int, _ options: XMLDecoder, _ body: (DecodingSession) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var session = DecodingSession(tape, root: root, options, scopes: take(tape, KeyOptions(options)))
        let result = try body(session)
        // The program may have kept a decoder, which uses the scopes.
        if isKnownUniquelyReferenced(&session), session.scopes.isSmall { put(session.scopes) }
        return result
    }

    private static func take(_ tape: Tape, _ options: KeyOptions) -> DecodingScopes? {
        let found = scopes.locked { scopes in
            scopes.lastIndex { $0.value.fits(tape, options) }.map { scopes.remove(at: $0) }
        }
        return found?.value
    }

    private static func put(_ found: DecodingScopes) {
        let box = SendableBox(value: found)
        scopes.locked { scopes in
            if scopes.count == limit { scopes.removeFirst() }
            scopes.append(box)
        }
    }
}
