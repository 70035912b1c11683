import LibXML

/// A line of what `xmldict events` writes.
struct EventLine {
    /// What the line tells of; nil for nothing.
    let event: XMLReader.Event?
    let depth: Int
    /// The name of an element, a document type, an entity or a processing instruction.
    let name: String
    /// Whether an element is written as one tag.
    let isEmpty: Bool
    /// The text of what has some.
    let value: String?

    /// With the numbers and names of libxml2's xmlTextReader, and a line feed at the end.
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
        // A processing instruction without data has no value to libxml2, but may have one.
        let text = type == 7 && value?.isEmpty == true ? nil : value
        return "\(depth) \(type) \(name) \(isEmpty ? 1 : 0) \(hasValue ? 1 : 0)" + (text.map { " " + $0 } ?? "") + "\n"
    }
}

extension EventLine {
    /// The line of what a reader stands at.
    init(_ reader: borrowing XMLReader) {
        self.init(
            event: reader.event, depth: reader.depth, name: reader.name, isEmpty: reader.isEmptyElement,
            value: reader.value)
    }
}
