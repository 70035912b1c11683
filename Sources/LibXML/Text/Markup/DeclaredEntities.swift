/// The general entities that a document declares itself.
package struct DeclaredEntities: Sendable {
    /// The replacement texts by name: the value between the quotes, which is empty for external entities.
    private let texts: [String: String]

    /// Finds the declarations in the text of a document type declaration.
    init(in text: String) {
        let predefined = ["lt", "gt", "amp", "apos", "quot"].map { ($0, "") }
        let declared = text.matches(of: /<!ENTITY\s+([^\s"'>%]+)\s+("[^"]*"|'[^']*')?/).map { match in
            let text = match.2.map(String.init) ?? ""
            // Such a reference is replaced when the declaration is read (XML 1.0, section 4.5).
            return (String(match.1), text.replacing("&#38;", with: "&").replacing("&#x26;", with: "&"))
        }
        texts = Dictionary(predefined + declared) { first, _ in first }
    }

    func contains(_ name: String) -> Bool { texts[name] != nil }

    /// The names of the undeclared entities that an entity is, or refers to, directly or through others.
    func undeclared(from name: String) -> Set<String> { Self.undeclared(from: name) { texts[$0] } }

    /// - Parameter text: returns the replacement text of an entity; nil if it is not declared.
    static func undeclared(from name: String, _ text: (_ name: String) -> String?) -> Set<String> {
        var found: Set<String> = []
        var known: Set = [name]
        var open = [name]
        while let name = open.popLast() {
            guard let text = text(name) else {
                found.insert(name)
                continue
            }
            for reference in references(in: text) where reference.hasPrefix("&") {
                let name = String(reference.dropFirst())
                if !name.hasPrefix("#"), known.insert(name).inserted { open.append(name) }
            }
        }
        return found
    }

    /// The references in a replacement text, `&name` or `%name`, each once.
    static func references(in text: String) -> [String] {
        var names: Set<String> = []
        var start: String.Index?
        let bytes = text.utf8
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "%"): start = index
            case UInt8(ascii: ";"):
                if let start { names.insert(String(text[start..<index])) }
                start = nil
            default: break
            }
        }
        return Array(names)
    }
}
