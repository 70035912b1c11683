import LibXML

/// Records the events that it receives as steps of a walk. It is a class, so that they can be read after an error.
final class RecordingHandler: XMLHandler {
    var steps: [Walk.Step] = []
    var diagnostics: [XMLDiagnostic] = []

    func startElement(_ element: borrowing XMLElementEvent) {
        steps.append(
            Walk.Step(
                what: "start", depth: element.depth, name: element.qualifiedName, uri: element.namespaceURI,
                attributes: element.attributes, location: element.location))
    }

    func endElement(_ element: borrowing XMLElementEvent) {
        steps.append(
            Walk.Step(what: "end", depth: element.depth, name: element.qualifiedName, uri: element.namespaceURI))
    }

    func text(_ text: borrowing XMLTextEvent) { add(text.isWhiteSpace ? "space" : "text", text) }
    func cdata(_ text: borrowing XMLTextEvent) { add("cdata", text) }
    func comment(_ text: borrowing XMLTextEvent) { add("comment", text) }

    func processingInstruction(_ instruction: borrowing XMLTextEvent) {
        add("instruction", instruction, name: instruction.target ?? "")
    }

    func entityReference(_ reference: borrowing XMLTextEvent) {
        add("reference", reference, name: String(reference.string.dropFirst().dropLast()))
    }

    func diagnostic(_ diagnostic: XMLDiagnostic) { diagnostics.append(diagnostic) }

    private func add(_ what: String, _ event: borrowing XMLTextEvent, name: String = "") {
        steps.append(
            Walk.Step(what: what, depth: event.depth, name: name, value: event.string, location: event.location))
    }
}
