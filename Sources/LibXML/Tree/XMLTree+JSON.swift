extension XMLTree {
    /// Writes the tree, with everything except locations, as JSON in several pieces.
    ///
    /// An element is `{"name": LOCAL, "prefix": P, "ns": URI, "attrs": {"{uri}name": VALUE}, "children": […]}`, where
    /// the prefix and the namespace may be null. Text is a string; other nodes are `{"cdata": …}`, `{"comment": …}`,
    /// `{"pi": TARGET, "data": …}` and `{"entity": "&name;"}`. The outermost object is the root element. Nodes before
    /// and after the root are in its additional members `prolog` and `epilog`, which are omitted if empty.
    ///
    /// - Parameters:
    ///   - pretty: whether to indent the text.
    ///   - sink: receives the text in UTF-8, in pieces of at least 64 KiB; the last piece may be shorter.
    /// - Throws: the errors that `sink` throws.
    /// - Complexity: O(*n*) in the size of the document.
    @_spi(Checks) @_spi(Command) public func writeJSON<Failure: Error>(
        pretty: Bool = false, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = TreeJSON(tape: tape, text: JSONText(isPretty: pretty))
        try writer.writeDocument(sink)
    }

    /// Returns the tree as JSON: see ``writeJSON(pretty:to:)``.
    @_spi(Checks) public func json(pretty: Bool = false) -> String {
        var text = ""
        writeJSON(pretty: pretty) { text += String(decoding: $0, as: UTF8.self) }
        return text
    }
}

private struct TreeJSON: ~Copyable {
    let tape: Tape
    var text: JSONText
    /// The ends of the open elements.
    private var ends: [Int] = []

    init(tape: Tape, text: consuming JSONText) {
        self.tape = tape
        self.text = text
    }

    mutating func writeDocument<Failure: Error>(_ sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        let end = tape.end(Tape.document)
        let root = tape.root ?? end
        try writeElement(root, sink)
        try writeNodes("prolog", from: tape.firstChild(Tape.document), to: root, sink)
        try writeNodes("epilog", from: tape.next(root), to: end, sink)
        text.endObject()
        try sink(text.take())
    }

    /// Writes an element without its closing bracket.
    private mutating func writeElement<Failure: Error>(
        _ root: Int, _ sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        begin(root)
        var index = tape.firstChild(root)
        while !ends.isEmpty {
            if index >= ends[ends.count - 1] {
                ends.removeLast()
                text.endArray()
                if !ends.isEmpty { text.endObject() }
            } else if tape.kind(index) == .element {
                begin(index)
                index = tape.firstChild(index)
            } else {
                writeLeaf(index)
                index = tape.next(index)
            }
            if text.isFull { try sink(text.take()) }
        }
    }

    private mutating func begin(_ element: Int) {
        let name = tape.name(tape.nameNumber(element))
        text.beginObject()
        text.key("name")
        write(string: name.local)
        text.key("prefix")
        write(string: name.prefix)
        text.key("ns")
        write(string: name.uri)
        text.key("attrs")
        text.beginObject()
        for attribute in XMLTree.Attributes(tape: tape, element: element) {
            text.key(attribute.name.description)
            tape.withData(attribute.entry) { text.string($0) }
        }
        text.endObject()
        text.key("children")
        text.beginArray()
        ends.append(tape.end(element))
    }

    private mutating func write(string number: Int) {
        if number == Int(TapeHead.none) { text.null() } else { tape.withString(number) { text.string($0) } }
    }

    private mutating func writeNodes<Failure: Error>(
        _ key: String, from start: Int, to end: Int, _ sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        guard start < end else { return }
        text.key(key)
        text.beginArray()
        var index = start
        while index < end {
            if tape.kind(index) == .element {
                // HTML without implied elements may have several elements at the top level.
                try writeElement(index, sink)
                text.endObject()
            } else {
                writeLeaf(index)
            }
            index = tape.next(index)
        }
        text.endArray()
    }

    private mutating func writeLeaf(_ index: Int) {
        switch tape.kind(index) {
        case .text: tape.withData(index) { text.string($0) }
        case .cdata: writeObject("cdata", index)
        case .comment: writeObject("comment", index)
        case .entityReference: writeObject("entity", index)
        case .processingInstruction:
            text.beginObject()
            text.key("pi")
            write(string: tape.head(index).target)
            text.key("data")
            tape.withData(index) { text.string($0) }
            text.endObject()
        case .documentType:
            let type = tape.documentType(index)
            text.beginObject()
            text.key("doctype")
            write(string: type.name)
            text.key("public")
            write(string: type.publicID)
            text.key("system")
            write(string: type.systemID)
            text.endObject()
        case .document, .element, .attribute, .namespace: break
        }
    }

    private mutating func writeObject(_ key: String, _ index: Int) {
        text.beginObject()
        text.key(key)
        tape.withData(index) { text.string($0) }
        text.endObject()
    }
}
