import LibXML

/// A line of the output of `xmldict events`.
struct EventLine {
    /// The event that the line describes; nil if the reader is not at an event.
    let event: XMLReader.Event?
    let depth: Int
    /// The name of an element, a document type, an entity or a processing instruction.
    let name: String
    /// Whether an element is an empty-element tag.
    let isEmpty: Bool
    /// The text of a node that has text.
    let value: String?

    /// The line, with the numbers and names of libxml2's xmlTextReader, and a line feed at the end.
    var text: String {
        let (type, name, hasValue): (Int, String, Bool) =
            switch event {
            case .startElement: (1, name, false)
            case .text: (3, "#text", true)
            case .cdata: (4, "#cdata-section", true)
            case .entityReference: (5, name, false)
            case .processingInstruction: (7, name, true)
            case .comment: (8, "#comment", true)
            case .documentType: (10, name, false)
            case .whiteSpace: (14, "#text", true)
            case .endElement: (15, name, false)
            case nil: (0, "--", false)
            }
        let value = hasValue ? value : nil
        // libxml2 reports that a processing instruction may have a value, even if it has no data and thus no value.
        let text = type == 7 && value?.isEmpty == true ? nil : value
        return "\(depth) \(type) \(name) \(isEmpty ? 1 : 0) \(hasValue ? 1 : 0)" + (text.map { " " + $0 } ?? "") + "\n"
    }
}

extension EventLine {
    /// Creates the line for the current event of a reader.
    init(_ reader: borrowing XMLReader) {
        // libxml2 does not count the element itself.
        let isTag = reader.event == .startElement || reader.event == .endElement
        self.init(
            event: reader.event, depth: isTag ? reader.depth - 1 : reader.depth, name: reader.qualifiedName,
            isEmpty: reader.isEmptyElement, value: reader.value)
    }
}
