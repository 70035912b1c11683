/// Generates documents with every construct of XML and an optional number of faults, the same for the same seed.
struct DocumentGrammar {
    /// The characters of the words of a document, which its encoding must contain.
    enum Alphabet: Sendable {
        case ascii, western, japanese, any

        var words: [String] {
            let ascii = ["tea", "x", "0123456789 0123456789", "] ]", "a > b", "]]", "-", "k=v", "\"", "'"]
            return switch self {
            case .ascii: ascii
            case .western: ascii + ["Grüße", "à côté", "é", "\u{A0}"]
            case .japanese: ascii + ["日本語", "テキスト", "日"]
            case .any: ascii + ["Grüße", "日本語", "😀", "é", "\u{85}", "\u{2028}", "\u{FFFD}", "\u{7F}", "e\u{301}"]
            }
        }
    }

    var choices: SeededChoices
    let words: [String]
    var text = ""
    /// The number of faults still to be generated.
    var faults = 0
    /// Entities that can be referred to in content.
    var entities: [String] = []
    /// Entities that can be referred to in attribute values.
    var attributeEntities: [String] = []
    /// The prefixes in scope, for each open element.
    var prefixes: [[String]] = [[]]
    /// The number of bytes by which the content of the document may still grow.
    var budget: Int

    init(seed: UInt64, alphabet: Alphabet, faults: Int = 0) {
        choices = SeededChoices(seed: seed)
        words = alphabet.words
        self.faults = faults
        budget = 0
        budget = choices.pick([30, 100, 300, 300, 1_000, 3_000])
    }

    /// Returns the document.
    ///
    /// - Parameter encoding: the encoding in the XML declaration; nil for no encoding.
    mutating func document(encoding: String?) -> String {
        addDeclaration(encoding: encoding)
        addMisc()
        if choices.chance(oneIn: 3) {
            addDocumentType()
            addMisc()
        }
        if choices.chance(oneIn: 60) { text += "<r" } else { addElement(depth: 0) }
        addMisc()
        return text
    }

    // MARK: Parts of every document

    private mutating func addDeclaration(encoding: String?) {
        guard encoding != nil || choices.chance(oneIn: 3) else { return }
        if hasFault() { return text += choices.pick(Self.declarationFaults) }
        let quote = choices.pick(["\"", "'"])
        text += "<?xml version=\(quote)1.\(choices.chance(oneIn: 20) ? "1" : "0")\(quote)"
        if let encoding { text += " encoding\(choices.pick(["=", " = "]))\(quote)\(encoding)\(quote)" }
        if choices.chance(oneIn: 4) { text += " standalone=\(quote)\(choices.pick(["yes", "no"]))\(quote)" }
        text += choices.pick(["?>", "?>\n", " ?>\r\n"])
    }

    private mutating func addMisc() {
        while choices.chance(oneIn: 3) {
            switch choices.number(below: 3) {
            case 0: text += choices.pick(["\n", " ", "\r\n\t", "\r"])
            case 1: addComment()
            default: addInstruction()
            }
            if hasFault() { text += choices.pick(Self.miscFaults) }
        }
    }

    mutating func addComment() {
        text += "<!--\(choices.chance(oneIn: 6) ? run() : word())\(choices.pick(["", " ", "\r\n"]))"
        let end = word()
        // A hyphen must not end a comment or be next to another hyphen.
        text += end == "-" ? " -->" : " \(end)-->"
    }

    mutating func addInstruction() {
        let target = choices.pick(["pi", "p-1", "xml-style", "é"])
        text += "<?\(words.contains("é") || target != "é" ? target : "pi")"
        if choices.chance(oneIn: 2) { text += " \(word())\(choices.pick(["", "\r\n", "?"]))\(word())" }
        text += "?>"
    }

    // MARK: Choices

    mutating func word() -> String { choices.pick(words) }

    /// Returns a text that ends near a multiple of the sizes in which libxml2 and this package read, or is as long as
    /// one of them.
    mutating func run() -> String {
        let character = choices.pick(["c", "c", "c", words.last ?? "c", "\n", " "])
        let size = choices.pick([
            300, 300, 512, 512, 512, 512, 1_000, 4_096, 4_096, 8_192, choices.chance(oneIn: 3) ? 65_536 : 512,
        ])
        let target = choices.chance(oneIn: 3) ? size : size - text.utf8.count % size
        let count = max(0, target - 6 + choices.number(below: 12)) / character.utf8.count
        return String(repeating: character, count: count)
    }

    /// Returns whether to generate a fault here.
    mutating func hasFault() -> Bool {
        guard faults > 0, choices.chance(oneIn: 8) else { return false }
        faults -= 1
        return true
    }
}
