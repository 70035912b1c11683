// The errors of one call: see ``XMLDecoder/InvalidElements``.

/// A value that could not be decoded as a type, in one document.
struct FailedValue: Hashable {
    private let type: ObjectIdentifier
    private let kind: DecodingPosition.Kind
    private let index: Int
    private let parent: Int
    private let word: Int
    /// The key of a value that is missing, and its scope: several types may share the element.
    private let key: String?
    private let scope: UInt16

    init(_ type: Any.Type, _ position: DecodingPosition, missing key: String? = nil) {
        self.type = ObjectIdentifier(type)
        kind = position.kind
        index = position.index
        parent = position.parent
        word = position.kind == .word ? position.key : 0
        self.key = key
        scope = key == nil ? 0 : position.scope
    }
}

/// The state of a call that collects errors.
struct CollectedErrors {
    struct Entry {
        var error: XMLError
        /// The value that failed, and the value whose decoding ended because of it, if they are known.
        var failed: FailedValue?
        var ended: FailedValue?
    }

    /// The errors that will be thrown.
    var errors: [Entry] = []
    /// The errors in a value that could not be decoded, until it is known whether the program handles them.
    var pending: [Entry] = []
    /// The values whose errors are known. Another value is in the place of each, so that the rest can be decoded.
    var replaced: Set<FailedValue> = []
    /// The elements of lists whose errors are known.
    var skipped: Set<FailedValue> = []
    /// The values that could not be decoded, with their errors.
    var failed: [(value: FailedValue, error: XMLError)] = []

    /// Discards the errors of a value whose failure the program has handled.
    mutating func dropPending() {
        for entry in pending {
            if let failed = entry.failed { replaced.remove(failed) }
            if let ended = entry.ended { skipped.remove(ended) }
        }
        pending = []
    }
}

extension DecodingSession {
    private var isCollecting: Bool { options.invalidElements == .collect || isFindingKeys }

    /// Decodes the value of a call.
    func root<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        guard isCollecting else {
            let value = try value(type, at: position)
            try checkRoot(at: position)
            try finish()
            return value
        }
        let value = try collect(at: position) {
            let value = try self.value(type, at: position)
            try checkRoot(at: position)
            return value
        }
        try finish()
        guard let value else { throw xmlError(.invalidValue, "the value cannot be decoded", at: position) }
        return value
    }

    /// Ends a call.
    ///
    /// - Throws: all errors that were collected, in the order of the document.
    func finish() throws(XMLError) {
        guard !collected.errors.isEmpty else { return }
        defer { collected = CollectedErrors() }
        // Unknown elements in a value are found again if the value is decoded again.
        var seen: Set<XMLError> = []
        let errors = collected.errors.map(\.error).enumerated().inOrder { left, right in
            let (one, other) = (left.element.location?.byteOffset, right.element.location?.byteOffset)
            return (one ?? .max, left.offset) < (other ?? .max, right.offset)
        }.map(\.element).filter { seen.add($0) }
        var diagnostics = errors.prefix(Self.collectedLimit).map(\.diagnostic)
        let more = errors.count - diagnostics.count
        if more > 0 { diagnostics.append(XMLDiagnostic(.invalidValue, "\(more) more errors")) }
        throw XMLError(errors[0].diagnostic, diagnostics: diagnostics)
    }

    /// Calls `body` for an element of a list, whose error the options may allow.
    ///
    /// - Parameter position: the place of an error that has none, as a type's own initializer may throw.
    func attempt<Value>(at position: DecodingPosition?, _ body: () throws -> Value) throws -> Value? {
        let place = position ?? DecodingPosition(.element, root)
        switch options.invalidElements {
        case .throw: return try body()
        case .collect: return try collect(at: place, body)
        case .skip: break
        }
        do {
            return try body()
        } catch {
            if isFinal(error, at: place) { throw error }
            warn(xmlError(of: error, at: place).diagnostic)
            return nil
        }
    }

    /// Whether an error cannot be collected or skipped. This is the error of a canceled task, or of a list in an
    /// attribute, which cannot contain elements with keys.
    private func isFinal(_ error: any Error, at position: DecodingPosition) -> Bool {
        error is CancellationError || (error as? XMLError)?.code == .cancelled
            || position.kind == .word && attributeWithKeyLookup == position.index
    }

    private func xmlError(of error: any Error, at position: DecodingPosition) -> XMLError {
        XMLError(thrown: error) ?? xmlError(.invalidValue, "\(error)", at: position)
    }

    /// Decodes a value, and collects its errors. Returns nil if there are any.
    ///
    /// A decoder sees only the first error of a value, which ends its initializer. It is called again, with another
    /// value in the place of the one that failed, until no further error is found. An error that a program handles
    /// itself is not collected.
    private func collect<Value>(at position: DecodingPosition, _ body: () throws -> Value) throws -> Value? {
        let ended = FailedValue(Value.self, position)
        if collected.skipped.contains(ended) { return nil }
        var count = 0
        while true {
            do {
                let value = try body()
                guard count > 0 else { return value }
                collected.skipped.add(ended)
                return nil
            } catch {
                if isFinal(error, at: position) { throw error }
                let found = xmlError(of: error, at: position)
                let failed = collected.failed.last { $0.error == found }?.value
                collected.failed = []
                // An error of the program after the first one may result from a value that was replaced.
                if count == 0 || failed != nil {
                    collected.errors.append(CollectedErrors.Entry(error: found, failed: failed, ended: ended))
                }
                collected.errors += collected.pending
                collected.pending = []
                count += 1
                guard let failed, count < Self.attemptLimit, collected.replaced.add(failed) else {
                    collected.skipped.add(ended)
                    return nil
                }
            }
        }
    }

    /// Decodes a type from an element without its required values, to find all keys that it looks up.
    func findKeys<Value: Decodable>(of type: Value.Type, at position: DecodingPosition) {
        let before = (collected, isFindingKeys)
        (collected, isFindingKeys) = (CollectedErrors(), true)
        defer { (collected, isFindingKeys) = before }
        _ = try? collect(at: position) { try value(type, at: position) }
    }

    /// The number of errors in one value, apart from those in the elements of its lists, after which no others are
    /// looked for.
    private static var attemptLimit: Int { 64 }

    /// The number of errors that are thrown together.
    private static var collectedLimit: Int { 1_000 }

    /// Returns a value in the place of one that failed before, so that the next error is found.
    ///
    /// - Throws: the error of a value that fails for the first time, and every error unless errors are collected.
    @inline(never)
    func replaced<Value>(
        _ position: DecodingPosition, missing key: String? = nil, with value: @autoclosure () -> Value?,
        _ error: () -> any Error
    ) throws -> Value {
        guard isCollecting else { throw error() }
        if isReplaced(Value.self, position, missing: key), let value = value() { return value }
        throw noted(error(), Value.self, position, missing: key)
    }

    /// Whether a value that cannot be decoded has a stand-in.
    private func isReplaced(_ type: Any.Type, _ position: DecodingPosition, missing key: String?) -> Bool {
        position.kind == .absent || collected.replaced.contains(FailedValue(type, position, missing: key))
    }

    private func noted(
        _ error: any Error, _ type: Any.Type, _ position: DecodingPosition, missing key: String?
    ) -> any Error {
        let failed = FailedValue(type, position, missing: key)
        if let found = XMLError(thrown: error) { collected.failed.append((failed, found)) }
        return error
    }

    /// Throws the error of a number, unless zero is its stand-in.
    @inline(never)
    func reject(_ number: ParsedInteger, as type: Any.Type, at position: DecodingPosition) throws {
        if isCollecting, isReplaced(type, position, missing: nil) { return }
        let error = number.isNumber ? outOfRange(type, at: position) : invalid(type, at: position)
        throw isCollecting ? noted(error, type, position, missing: nil) : error
    }

    func warn(_ diagnostic: XMLDiagnostic) {
        guard !isFindingKeys else { return }
        var diagnostic =
            hasLocations ? diagnostic : XMLDiagnostic(diagnostic.code, diagnostic.message, help: diagnostic.help)
        diagnostic.severity = .warning
        options.diagnosticHandler?(diagnostic)
    }
}
