@_spi(Checks) import LibXML

extension ComparedDocument {
    /// An encoding, and the byte order mark and declaration of documents in it.
    private struct Form {
        var name: String
        var alphabet = DocumentGrammar.Alphabet.any
        var mark: [UInt8] = []
        /// The name in the XML declaration, if a declaration is required.
        var declared: String?
    }

    private static let forms = [
        Form(name: "UTF-8", mark: [0xEF, 0xBB, 0xBF]),
        Form(name: "UTF-8", declared: "UTF-8"), Form(name: "UTF-8", alphabet: .ascii, declared: "utf-8"),
        Form(name: "UTF-16LE", mark: [0xFF, 0xFE]), Form(name: "UTF-16BE", mark: [0xFE, 0xFF], declared: "UTF-16"),
        Form(name: "UTF-16LE", declared: "UTF-16"), Form(name: "UTF-16BE", declared: "UTF-16"),
        Form(name: "ISO-8859-1", alphabet: .western, declared: "ISO-8859-1"),
        Form(name: "windows-1252", alphabet: .western, declared: "windows-1252"),
        Form(name: "EUC-JP", alphabet: .japanese, declared: "EUC-JP"), Form(name: "GB18030", declared: "GB18030"),
        Form(name: "Shift_JIS", alphabet: .japanese, declared: "Shift_JIS"),
        Form(name: "UTF-32LE", mark: [0xFF, 0xFE, 0, 0], declared: "UTF-32"),
        Form(name: "UTF-32BE", declared: "UTF-32"),
        Form(name: "US-ASCII", alphabet: .ascii, declared: "US-ASCII"),
    ]

    /// Creates the document of a seed: one of the grammar, well-formed in half of the cases, or a changed one.
    package init(seed: UInt64, corpus: DocumentCorpus) {
        var choices = SeededChoices(seed: seed)
        let kind = choices.number(below: 10)
        let faults = kind < 5 ? 0 : 1 + choices.number(below: 3)
        let form = choices.chance(oneIn: 2) ? Form(name: "UTF-8") : choices.pick(Self.forms)
        var grammar = DocumentGrammar(seed: choices.next(), alphabet: form.alphabet, faults: kind < 8 ? faults : 0)
        let text = grammar.document(encoding: form.declared)
        var document = ComparedDocument(text: text, encoding: form.name, mark: form.mark)
        if document == nil || kind >= 8 {
            var bytes = document?.bytes ?? Array(text.utf8)
            if choices.chance(oneIn: 2), !corpus.documents.isEmpty { bytes = choices.pick(corpus.documents) }
            var mutation = DocumentMutation(choices: SeededChoices(seed: choices.next()), tokens: corpus.tokens)
            document = ComparedDocument(bytes: mutation.mutate(bytes))
        }
        self = document ?? ComparedDocument(bytes: [])
        pieceSeed = choices.next()
        options = Self.options(&choices)
    }

    private static func options(_ choices: inout SeededChoices) -> XMLParsingOptions {
        var options = XMLParsingOptions()
        if choices.chance(oneIn: 4) { options.unresolvedEntities = .error }
        if choices.chance(oneIn: 12) { options.encoding = choices.pick(["UTF-8", "ISO-8859-1", "UTF-16", "GB18030"]) }
        // With a higher limit, documents that contain entities take most of the time.
        options.limits.entityExpansion = 1 << 16
        guard choices.chance(oneIn: 5) else { return options }
        switch choices.number(below: 9) {
        case 0: options.limits.depth = 1 + choices.number(below: 4)
        case 1: options.limits.attributesPerElement = choices.number(below: 4)
        case 2: options.limits.namespacesInScope = choices.number(below: 3)
        case 3: options.limits.tagSize = 4 + choices.number(below: 60)
        case 4: options.limits.nameLength = 1 + choices.number(below: 6)
        case 5: options.limits.distinctNames = 1 + choices.number(below: 8)
        case 6: options.limits.textLength = choices.pick([1, 10, 100, 511, 512, 1_000])
        case 7: options.limits.entityExpansion = choices.pick([0, 1, 100, 1_000])
        default: options.limits.inputSize = choices.pick([1, 50, 200, 1_000])
        }
        return options
    }
}
