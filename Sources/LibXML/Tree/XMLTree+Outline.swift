extension XMLTree {
    /// Writes the tree as readable lines: one for each node, attribute and namespace declaration.
    ///
    /// Lines are indented by depth, and contain the location as `@line:column`.
    ///
    /// ```
    /// element @1:1 order {urn:example}
    ///   attribute @1:8 id "7"
    ///   text @1:15 "\n  "
    /// ```
    ///
    /// Strings are escaped as in Swift.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func writeOutline(to output: inout some TextOutputStream) {
        if let declaration {
            let place = tape.source.position(at: tape.source.textStart).place
            var line = "declaration @\(place) version \(declaration.version.quoted)"
            if let encoding = declaration.encoding { line += " encoding \(encoding.quoted)" }
            if let isStandalone = declaration.isStandalone { line += " standalone \(isStandalone)" }
            output.write(line + "\n")
        }
        var writer = Outline(tape)
        writer.write(from: tape.firstChild(Tape.document), to: tape.end(Tape.document), &output)
    }

    /// The tree as readable lines: see ``writeOutline(to:)``.
    public var outline: String {
        var text = ""
        writeOutline(to: &text)
        return text
    }
}

private struct Outline {
    let tape: Tape
    /// The last position; the search for the next one starts there.
    private var position: Position
    /// The ends of the open elements.
    private var ends: [Int] = []

    init(_ tape: Tape) {
        self.tape = tape
        position = tape.source.startPosition
    }

    mutating func write(from start: Int, to end: Int, _ output: inout some TextOutputStream) {
        var index = start
        while index < end {
            while let last = ends.last, index >= last { ends.removeLast() }
            let head = tape.head(index)
            let place = place(at: tape.sourceRange(index).lowerBound)
            write(describe(index, head.kind), place, &output)
            if head.kind == .element {
                ends.append(tape.end(index))
                writeTag(index, place, &output)
                index = tape.firstChild(index)
            } else {
                index = tape.next(index)
            }
        }
    }

    private func write(_ line: (kind: String, text: String), _ place: String, _ output: inout some TextOutputStream) {
        output.write(String(repeating: "  ", count: ends.count) + "\(line.kind) @\(place) \(line.text)\n")
    }

    private mutating func writeTag(_ element: Int, _ place: String, _ output: inout some TextOutputStream) {
        guard tape.tagHead(tape.firstEntry(in: element)) != nil else { return }
        let ranges = tape.attributeRanges(of: element)
        var tag = tape.tag(of: element)
        while let (index, head) = tag.next(tape) {
            let (name, line) = describePart(index, head)
            let range = ranges[Array(name.utf8)]
            write(line, range.map { self.place(at: $0.lowerBound) } ?? place, &output)
        }
    }

    private func describePart(_ index: Int, _ head: TapeHead) -> (name: String, line: (String, String)) {
        if head.kind == .namespace {
            let prefix = tape.string(head.prefix)
            let uri = (tape.string(tape.uri(ofDeclaration: index)) ?? "").quoted
            return (prefix.map { "xmlns:" + $0 } ?? "xmlns", ("namespace", prefix.map { "\($0) \(uri)" } ?? uri))
        }
        let name = tape.qualifiedName(head.name)
        let kind = head.isDefaulted ? "default" : "attribute"
        return (name, (kind, "\(name)\(namespace(head)) \(tape.dataString(index).quoted)"))
    }

    private func describe(_ index: Int, _ kind: TapeKind) -> (String, String) {
        let data = tape.dataString(index).quoted
        return switch kind {
        case .element: ("element", tape.qualifiedName(tape.nameNumber(index)) + namespace(tape.head(index)))
        case .text: ("text", data)
        case .cdata: ("cdata", data)
        case .comment: ("comment", data)
        case .entityReference: ("reference", data)
        case .processingInstruction: ("instruction", "\(tape.string(tape.head(index).target) ?? "") \(data)")
        case .documentType: ("doctype", documentType(index))
        case .document, .attribute, .namespace: ("", "")
        }
    }

    private func namespace(_ head: TapeHead) -> String {
        tape.string(tape.name(head.name).uri).map { " {\($0)}" } ?? ""
    }

    private func documentType(_ index: Int) -> String {
        let type = tape.documentType(index)
        var text = tape.string(type.name) ?? ""
        if let id = tape.string(type.publicID) { text += " public \(id.quoted)" }
        if let id = tape.string(type.systemID) { text += " system \(id.quoted)" }
        return text
    }

    /// Returns the line and column of an offset. The search starts at the last position if the offset is after it.
    private mutating func place(at offset: Int) -> String {
        position = tape.source.position(at: offset, from: position)
        return position.place
    }
}

extension String {
    /// The text in quotes, with invisible characters escaped as in Swift.
    fileprivate var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\"", "\\": text += "\\\(scalar)"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Position {
    fileprivate var place: String { "\(line):\(column)" }
}
