import Synchronization

/// What encoders have found, for the next values: a server sends many messages of one kind.
enum EncodingPool {
    private static let scopes = Mutex<[SendableBox<EncodingScopes>]>([])
    private static var limit: Int { 16 }

    /// Calls `body` with a session, and keeps what it has found.
    static func withSession<Result>(
        _ options: XMLEncoder, around bindings: NamespaceBindings = NamespaceBindings(),
        _ body: (EncodingSession) throws -> Result
    ) throws -> Result {
        var session = EncodingSession(options, take(options) ?? EncodingScopes(options), around: bindings)
        let result = try body(session)
        // The program may have kept an encoder, which uses the scopes.
        if isKnownUniquelyReferenced(&session), session.scopes.isSmall { put(session.scopes) }
        return result
    }

    private static func take(_ options: XMLEncoder) -> EncodingScopes? {
        let found = scopes.locked { scopes in
            scopes.lastIndex { $0.value.fits(options) }.map { scopes.remove(at: $0) }
        }
        return found?.value
    }

    private static func put(_ found: EncodingScopes) {
        let box = SendableBox(value: found)
        scopes.locked { scopes in
            if scopes.count == limit { scopes.removeFirst() }
            scopes.append(box)
        }
    }
}

extension EncodingScopes {
    /// Whether it is what an encoder with these options would find.
    fileprivate func fits(_ options: XMLEncoder) -> Bool {
        strategy.isSame(as: options.keyEncodingStrategy) && invalidNames == options.writingOptions.invalidNames
    }

    /// Whether it may be kept. What is kept is then bounded, whatever the keys of dictionaries are.
    fileprivate var isSmall: Bool {
        planCount <= 512 && names.modify { $0.count <= 512 } && strategy.isSame(as: strategy)
    }
}

extension XMLEncoder.KeyEncodingStrategy {
    /// Whether two strategies are known to be the same, as closures never are.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertToSnakeCase),
            (.convertToKebabCase, .convertToKebabCase), (.convertToCapitalized, .convertToCapitalized),
            (.convertToUppercase, .convertToUppercase):
            true
        default: false
        }
    }
}
