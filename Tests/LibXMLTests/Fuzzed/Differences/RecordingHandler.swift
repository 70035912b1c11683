@testable import LibXML

/// Records the events that it receives as steps of a walk.
struct RecordingHandler: XMLHandler {
    var steps: [Walk.Step] = []
    var diagnostics: [XMLDiagnostic] = []

    mutating func startElement(_ element: borrowing XMLElementEvent) {
        steps.append(
            Walk.Step(
                what: "start", depth: element.depth, name: element.qualifiedName, uri: element.namespaceURI,
                attributes: element.attributes, location: element.location))
    }

    mutating func endElement(_ element: borrowing XMLElementEvent) {
        steps.append(
            Walk.Step(what: "end", depth: element.depth, name: element.qualifiedName, uri: element.namespaceURI))
    }

    mutating func text(_ text: borrowing XMLTextEvent) { add(text.isWhiteSpace ? "space" : "text", text) }
    mutating func cdata(_ text: borrowing XMLTextEvent) { add("cdata", text) }
    mutating func comment(_ text: borrowing XMLTextEvent) { add("comment", text) }

    mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) {
        add("instruction", instruction, name: instruction.target ?? "")
    }

    mutating func entityReference(_ reference: borrowing XMLTextEvent) {
        add("reference", reference, name: String(reference.string.dropFirst().dropLast()))
    }

    mutating func diagnostic(_ diagnostic: XMLDiagnostic) { diagnostics.append(diagnostic) }

    private mutating func add(_ what: String, _ event: borrowing XMLTextEvent, name: String = "") {
        steps.append(
            Walk.Step(what: what, depth: event.depth, name: name, value: event.string, location: event.location))
    }
}
