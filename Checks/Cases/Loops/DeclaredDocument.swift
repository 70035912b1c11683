/// A random document with a document type that declares entities and default attributes.
///
/// The seed determines it completely.
struct DeclaredDocument {
    private var random: SeededGenerator
    /// The names of the entities that may be referred to: each refers only to those before it.
    private var entities: [String] = []
    /// The entities that may be referred to in attribute values.
    private var plainEntities: [String] = []
    private(set) var text = ""

    init(seed: Int) {
        random = SeededGenerator(seed: UInt64(seed))
        if oneIn(3) { text += "<?xml version='1.0'\(pick(["", " standalone='yes'"])) ?>" + space }
        if oneIn(4) { text += "<!-- c&x; -->" + space }
        text += "<!DOCTYPE\(pick([" ", "\n"]))a\(space)[" + space
        for name in ["v", "e", "é", "w.1"].shuffled(using: &random) {
            let value = oneIn(4) ? "" : plain
            text += "<!ENTITY \(name) \"\(value)\">" + space
            (entities, plainEntities) = (entities + [name], plainEntities + [name])
        }
        for name in ["m", "n", "o"] {
            let value = content(2, quote: "'")
            text += "<!ENTITY \(name) \"\(value)\">" + space
            entities.append(name)
        }
        for element in ["a", "b", "p:c"] where oneIn(2) {
            text += "<!ATTLIST \(element) \(pick(["k CDATA", "l NMTOKENS", "xmlns CDATA", "p:k CDATA"])) "
            text += "\(pick(["'x'", "'&v; y'", "#FIXED 'z'"]))>" + space
        }
        if oneIn(4) { text += "<!ATTLIST b xml:space (default|preserve) 'preserve'>" }
        text += "]\(space)>" + space + element(3, "a", quote: "\"'", isRoot: true) + space
        if oneIn(4) { text += "<?end \(space)of?>" + space }
        if oneIn(3) { text = text.replacing("\n", with: "\r\n") }
    }

    private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    private var space: String { mutating get { pick(["", "", " ", "\n", "\n  "]) } }

    /// Characters and references that are allowed in content, in entities and in attribute values.
    private var plain: String {
        mutating get {
            let isCharacter = plainEntities.isEmpty || oneIn(2)
            let reference = isCharacter ? pick(["&#65;", "&amp;", "&#38;#38;", "&#x20;"]) : "&\(pick(plainEntities));"
            let references = "\(reference)\(reference)"
            return pick(["x", "é€", " ", "  ", "\n", "&lt;", "&gt;", reference, "y\(reference)", references])
        }
    }

    private mutating func content(_ depth: Int, quote: String) -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1: space
            case 2: plain
            case 3, 4: entities.isEmpty ? "z" : "&\(pick(entities));"
            case 5: pick(["<!--c&v;-->", "<?p  q?>", "<![CDATA[&v;]]>", "<![CDATA[]]>"])
            default: depth == 0 ? "" : element(depth - 1, pick(["a", "b", "p:c"]), quote: quote)
            }
        }.joined()
    }

    private mutating func element(_ depth: Int, _ name: String, quote: String, isRoot: Bool = false) -> String {
        var tag = "<\(name)"
        if name.hasPrefix("p:") || isRoot { tag += " xmlns:p=\(quoted("urn:p", quote))" }
        for attribute in ["k", "l", "xml:space", "q"].shuffled(using: &random) where oneIn(4) {
            let value = attribute == "xml:space" ? pick(["preserve", "default"]) : plain + (oneIn(2) ? plain : "")
            tag += pick([" ", "\n "]) + attribute + pick(["=", " = "]) + quoted(value, quote)
        }
        tag += space
        return oneIn(4) ? tag + "/>" : "\(tag)>\(content(depth, quote: quote))</\(name)\(space)>"
    }

    private mutating func quoted(_ value: String, _ quotes: String) -> String {
        let quote = pick(quotes.map(String.init))
        return quote + value + quote
    }
}
