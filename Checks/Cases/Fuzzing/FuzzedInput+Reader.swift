import LibXML

// The pull reader, compared with the tree.

extension FuzzedInput {
    func runReader() throws {
        var options = options
        var tree: XMLTree?
        var fault: XMLError?
        do throws(XMLError) {
            if chooses(7) {
                options.recovery = .repair(repair)
                tree = try XMLTree(parsing: document, options: options.recovering(.repair(repair)))
            } else {
                tree = try XMLTree(parsing: document, options: options)
            }
        } catch {
            fault = error
        }
        try checkWalk(tree, fault, options)
        try checkElement(tree, options)
        checkMoving(options)
    }

    private func reader(_ options: XMLParsingOptions) -> XMLReader {
        guard chooses(6) else { return XMLReader(parsing: document, options: options) }
        var rest = pieces[...]
        let input = XMLInput.chunks { rest.popFirst().map(Array.init) }
        guard let reader = try? XMLReader(parsing: input, options: options) else {
            fatalError("a closure cannot fail to open")
        }
        return reader
    }

    /// Checks that a reader reports the content of the tree, and fails with its error.
    private func checkWalk(_ tree: XMLTree?, _ fault: XMLError?, _ options: XMLParsingOptions) throws(BrokenProperty) {
        let walk = Walk(reader(options))
        if let tree {
            // Content after a repaired root element is in further roots, which a reader does not have.
            let difference = walk.difference(to: Walk(tree))
            try expect(difference == nil || options.recovery != nil && walk.error == nil, difference ?? "")
        } else if options.recovery == nil {
            // If a document has invalid bytes and another fault, either may be reported.
            let codes = [fault?.code, walk.error?.code]
            guard !codes.contains(.invalidEncoding) else { return try expect(walk.error != nil, "no error") }
            try expect(
                walk.error?.kindAndPlace == fault?.kindAndPlace,
                "reader: \(walk.error?.kindAndPlace ?? "no error"), tree: \(fault?.kindAndPlace ?? "no error")")
        } else {
            try expect(walk.error != nil, "a reader has no error, a tree \(fault?.kindAndPlace ?? "none")")
        }
    }

    /// Checks that an element that is read as a whole equals that of the tree.
    private func checkElement(_ tree: XMLTree?, _ options: XMLParsingOptions) throws(BrokenProperty) {
        let elements = tree.map { Array($0.descendants) } ?? []
        let wanted = number(below: elements.count)
        var element: XMLTree.Element?
        var reader = reader(options)
        do throws(XMLError) {
            var number = 0
            while element == nil, let event = try reader.next() {
                guard event == .startElement else { continue }
                if number == wanted { element = try reader.readElement() }
                number += 1
            }
            while try reader.next() != nil {}
        } catch {
            try expect(tree == nil, "\(error)")
        }
        guard tree != nil, let element else { return }
        let expected = elements[wanted]
        try checkInvariants(element)
        try expect(element.hasSameContent(as: expected), "read “\(element.source)”, the tree has “\(expected.source)”")
        try expect(element.sourceRange == expected.sourceRange, "\(element.sourceRange), \(expected.sourceRange)")
        try expect(element.location == expected.location, "\(element.location), \(expected.location)")
    }

    /// Checks that every use of a reader ends, with the reader at a valid position.
    private func checkMoving(_ options: XMLParsingOptions) {
        var reader = reader(options)
        var state = number(below: 256)
        func look(_ reader: borrowing XMLReader) {
            _ = (reader.name, reader.namespaceURI, reader.depth, reader.value, reader.location, reader.attributes)
            _ = reader[attribute: "a"]
        }
        func move(_ reader: inout XMLReader) throws -> Bool {
            state = (state &* 75 &+ 74) % 65_537
            switch state % 9 {
            case 0: try reader.skip()
            case 1: return try reader.readToNextSibling()
            case 2: return try reader.readToNextSibling("b")
            case 3: _ = try reader.readElementText()
            case 4: _ = try? reader.readElement()
            case 5: _ = try? reader.readDictionary()
            case 6:
                try reader.forEachElement("b") { reader in
                    look(reader)
                    if state % 2 == 0 { while try reader.next() != nil { look(reader) } }
                    state += 1
                }
            default: break
            }
            look(reader)
            return try reader.next() != nil
        }
        // A move that reports progress has consumed input, or is at the position of the next event.
        for _ in 0..<document.count * 2 + 10 {
            guard (try? move(&reader)) == true else { return }
        }
    }
}
