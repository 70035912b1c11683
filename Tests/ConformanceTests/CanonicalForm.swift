import LibXML

extension XMLTree {
    /// James Clark's first canonical form: attributes by name, no comments, references for what would not survive.
    var canonicalForm: String {
        var text = ""
        for node in children { node.writeCanonicalForm(to: &text) }
        return text
    }
}

extension XMLTree.Node {
    fileprivate func writeCanonicalForm(to text: inout String) {
        switch kind {
        case .comment, .documentType: break
        case .processingInstruction: text += "<?\(target ?? "") \(self.text ?? "")?>"
        case .text, .cdata, .entityReference: text += (self.text ?? "").escaped
        case .element:
            guard let element else { return }
            let names = element.attributes.map { ($0.qualifiedName, $0.value) }
            let namespaces = element.namespaceDeclarations.map { ($0.prefix.map { "xmlns:" + $0 } ?? "xmlns", $0.uri) }
            text += "<\(element.qualifiedName)"
            for (name, value) in (names + namespaces).sorted(by: { $0.0 < $1.0 }) {
                text += " \(name)=\"\(value.escaped)\""
            }
            text += ">"
            for node in element.children { node.writeCanonicalForm(to: &text) }
            text += "</\(element.qualifiedName)>"
        }
    }
}

extension String {
    fileprivate var escaped: String {
        let references: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
        ]
        return unicodeScalars.map { references[$0] ?? String($0) }.joined()
    }
}
