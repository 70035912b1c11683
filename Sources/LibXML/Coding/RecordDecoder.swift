import Synchronization

/// Decodes the records of one document, which share what is known of their names.
struct RecordDecoder {
    private var scopes: DecodingScopes?
    /// Why records, or values in them, were omitted.
    private var omitted: OmittedValues?

    /// Returns the value of a record; nil for one that is omitted: see ``XMLDecoder/InvalidElements/skip``.
    mutating func decode<Value: Decodable>(
        _ type: Value.Type, from element: XMLTree.Element, _ decoder: XMLDecoder
    ) throws -> Value? {
        let position = DecodingPosition(.element, element.entry)
        guard decoder.invalidElements == .skip else {
            let session = DecodingSession(element.tape, root: element.entry, decoder, scopes: scopes)
            scopes = session.scopes
            return try session.root(type, at: position)
        }
        let session = DecodingSession(element.tape, root: element.entry, reporting(decoder), scopes: scopes)
        scopes = session.scopes
        return try session.attempt(at: position) { try session.root(type, at: position) }
    }

    /// A decoder that also collects its warnings.
    private mutating func reporting(_ decoder: XMLDecoder) -> XMLDecoder {
        let omitted = omitted ?? OmittedValues()
        self.omitted = omitted
        var reporting = decoder
        let handler = decoder.diagnosticHandler
        reporting.diagnosticHandler = { diagnostic in
            omitted.diagnostics.locked { $0.append(diagnostic) }
            handler?(diagnostic)
        }
        return reporting
    }

    /// Removes and returns the reasons why records, or values in them, were omitted.
    mutating func takeOmitted() -> [XMLDiagnostic] {
        omitted?.diagnostics.locked { diagnostics in
            defer { diagnostics = [] }
            return diagnostics
        } ?? []
    }
}

private final class OmittedValues: Sendable {
    let diagnostics = Mutex<[XMLDiagnostic]>([])
}
