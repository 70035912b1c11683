// Faults of documents that exceed a limit. All engines report the same ones.

extension XMLParsingLimits {
    func tooDeep(at offset: Int) -> Fault {
        Fault(
            .tooDeep, "elements nest deeper than the limit of \(depth)", at: offset,
            help: "increase XMLParsingLimits.depth")
    }

    func tooManyAttributes(at offset: Int) -> Fault {
        Fault(
            .tooManyAttributes, "an element has more attributes than the limit of \(attributesPerElement)", at: offset)
    }

    func tooManyNamespaces(at offset: Int) -> Fault {
        Fault(
            .tooManyNamespaces, "more namespace declarations are in scope than the limit of \(namespacesInScope)",
            at: offset)
    }

    func tagTooLong(at offset: Int) -> Fault {
        Fault(.tagTooLong, "a tag is longer than the limit of \(tagSize) bytes", at: offset)
    }

    func nameTooLong(at offset: Int) -> Fault {
        Fault(.nameTooLong, "a name is longer than the limit of \(nameLength) bytes", at: offset)
    }

    func tooManyNames(at offset: Int) -> Fault {
        Fault(.tooManyNames, "the document has more distinct names than the limit of \(distinctNames)", at: offset)
    }

    /// - Parameter what: the construct that contains the text, such as “a comment”.
    func textTooLong(_ what: StaticString, at offset: Int) -> Fault {
        Fault(.textTooLong, "\(what) is longer than the limit of \(textLength) bytes", at: offset)
    }

    func entitiesTooLarge(at offset: Int) -> Fault {
        Fault(
            .entityExpansionTooLarge,
            "entities expand to more than ten times the document plus the limit of \(entityExpansion) bytes", at: offset
        )
    }

    /// - Parameter name: the name of the input, since the error has no location.
    func inputTooLarge(_ name: String?) -> XMLError {
        XMLError(
            .inputTooLarge,
            "\(name.map { "\($0): " } ?? "")larger than the limit of \(min(inputSize, Self.addressableSize)) bytes")
    }

    /// Returns the fault of a document whose tape would be too large.
    static func inputTooLarge(at offset: Int) -> Fault {
        Fault(.inputTooLarge, "the document is larger than a tree can address", at: offset)
    }

    func recordTooLarge(at offset: Int) -> Fault {
        Fault(
            .recordTooLarge, "a record is larger than the limit of \(recordSize) bytes", at: offset,
            help: "increase XMLParsingLimits.recordSize")
    }
}

extension XMLParsingOptions {
    /// The maximum number of faults that are kept. Strict parsing stops when a document has more.
    var faultLimit: Int { repair?.diagnosticLimit ?? 100 }
}
