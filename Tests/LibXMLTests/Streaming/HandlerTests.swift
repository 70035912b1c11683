import CheckCases
import LibXML
import Testing

@Suite struct HandlerTests {
    /// Records the events that it receives, with their places.
    struct Recorder: XMLHandler {
        var lines: [String] = []
        private func place(_ location: XMLLocation) -> String { "\(location.line):\(location.column)" }

        mutating func startDocument() { lines.append("start") }
        mutating func endDocument() { lines.append("end") }

        mutating func startElement(_ element: borrowing XMLElementEvent) {
            let attributes = element.attributes.map { " \($0.qualifiedName)=\($0.value)" }.joined()
            lines.append("<\(element.qualifiedName)\(attributes)> \(element.depth) \(place(element.location))")
        }

        mutating func endElement(_ element: borrowing XMLElementEvent) {
            lines.append("</\(element.qualifiedName)> \(element.depth)")
        }

        mutating func text(_ text: borrowing XMLTextEvent) {
            lines.append("text \(text.string.debugDescription) \(place(text.location))")
        }

        mutating func cdata(_ text: borrowing XMLTextEvent) {
            lines.append("cdata \(text.string.debugDescription) \(place(text.location))")
        }

        mutating func comment(_ text: borrowing XMLTextEvent) {
            lines.append("comment \(text.string.debugDescription) \(place(text.location))")
        }

        mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) {
            lines.append("pi \(instruction.target ?? "") \(instruction.string) \(place(instruction.location))")
        }

        mutating func entityReference(_ reference: borrowing XMLTextEvent) {
            lines.append("reference \(reference.string)")
        }
        mutating func diagnostic(_ diagnostic: XMLDiagnostic) { lines.append("warning \(diagnostic.code)") }
    }

    static let document = """
        <?xml version='1.0'?>
        <!DOCTYPE r SYSTEM 'r.dtd' [<!ENTITY e 'v<x/>w'><!ATTLIST a d CDATA 'dd'>]>
        <r xmlns='urn:r'><!-- c --><a k='1 &lt; 2' p:l='3' xmlns:p='urn:p'/>text &amp; more
        &e;<![CDATA[<&>
        ]]><?pi data?>&unknown;</r>
        <!-- end -->
        """

    static let events = [
        "start", "<r> 1 3:1", "comment \" c \" 3:18", "<a k=1 < 2 p:l=3 d=dd> 2 3:28", "</a> 2",
        "text \"text & more\\nv\" 3:69", "<x> 2 4:1", "</x> 2", "text \"w\" 4:1", "cdata \"<&>\\n\" 4:4",
        "pi pi data 5:4", "reference &unknown;", "</r> 1", "comment \" end \" 6:1",
    ]

    /// Notes whether its storage is shared, so that a change would copy it.
    struct Owner: XMLHandler {
        final class Storage {}
        var storage = Storage()
        var isShared = false

        mutating func startElement(_ element: borrowing XMLElementEvent) {
            isShared = isShared || !isKnownUniquelyReferenced(&storage)
        }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    @Test("The state of a handler is moved, and not copied")
    func ownership() throws {
        var owner = Owner()
        for _ in 0..<2 { try owner.parse("<r/>") }
        #expect(throws: XMLError.self) { try owner.parse("<r>") }
        try owner.parse("<r/>")
        #expect(!owner.isShared)
    }

    @Test("Much white space outside of the root element moves only places", arguments: ["", "é"])
    func outerSpace(text: String) throws {
        let space = String(repeating: " ", count: 100_000)
        let parts = [
            "<!DOCTYPE r [<!ENTITY e 'x'>", "]>", "<!-->c-->", "<?p d?>", "<r>&e;\(text)</r>", "<!--d-->", "",
        ]
        let document = parts.joined(separator: space)
        let column = (parts.prefix(4).joined(separator: space) + space).count + 1
        let tree = try XMLTree(parsing: document)
        #expect(tree.root.text == "x\(text)" && tree.root.location.column == column)
        var parser = XMLPushParser(handler: Recorder())
        for chunk in Array(document.utf8).chunks(of: 1_000) { try parser.feed(chunk) }
        #expect(try parser.finish().lines.contains("<r> 1 1:\(column)"))
        for fault in ["x", "<r/>"] {
            let error = #expect(throws: XMLError.self) { try XMLTree(parsing: document + fault) }
            #expect(error?.code == .contentAfterRootElement)
            #expect(error?.location?.column == document.unicodeScalars.count + 1)
        }
    }

    @Test("A handler receives each event, with its place, whatever the pieces", arguments: [1, 7, 1000])
    func events(size: Int) throws {
        var parser = XMLPushParser(handler: Recorder())
        for chunk in Array(Self.document.utf8).chunks(of: size) { try parser.feed(chunk) }
        let recorder = try parser.finish()
        #expect(recorder.lines.filter { !$0.hasPrefix("warning") } == Self.events + ["end"])
        #expect(recorder.lines.filter { $0.hasPrefix("warning") } == ["warning unresolvedEntity"])
    }

    @Test("Events are the nodes of the tree", arguments: 1...6)
    func sameAsTree(seed: UInt64) throws {
        let document = DocumentGenerator(seed: seed).document(size: 100_000)
        var recorder = Recorder()
        try recorder.parse(document)
        let tree = try XMLTree(parsing: document)
        var starts: [String] = []
        func walk(_ element: XMLTree.Element, depth: Int) {
            let attributes = element.attributes.map { " \($0.qualifiedName)=\($0.value)" }.joined()
            let place = element.location
            starts.append("<\(element.qualifiedName)\(attributes)> \(depth) \(place.line):\(place.column)")
            for child in element.elements { walk(child, depth: depth + 1) }
        }
        walk(tree.root, depth: 1)
        #expect(recorder.lines.filter { $0.hasPrefix("<") && !$0.hasPrefix("</") } == starts)
    }

    @Test("Text begins where it does in the tree, with the line end", arguments: [7, 100_000])
    func lineEnds(size: Int) throws {
        struct Places: XMLHandler {
            var places: [Int] = []
            mutating func text(_ text: borrowing XMLTextEvent) { places.append(text.location.byteOffset) }
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
        }
        let text = "<r>\r\n<a/>x\r\n<a>\r\n</a>\r\né<a/>\n\r\n<a/>\r<a/>&#13;\r\n<a/>"
        let filler = "<a/>\r\n<!--\(String(repeating: "-x", count: 35_000))-->\r\n"
        let document = Array("\(text)\(filler)\(filler)\(String(repeating: "\r\ny", count: 100_000))</r>".utf8)
        var parser = XMLPushParser(handler: Places())
        for chunk in document.chunks(of: size) { try parser.feed(chunk) }
        let places = try parser.finish().places
        var expected: [Int] = []
        func walk(_ element: XMLTree.Element) {
            for child in element.children {
                if let element = child.element { walk(element) }
                if child.kind == .text { expected.append(child.location.byteOffset) }
            }
        }
        walk(try XMLTree(parsing: document).root)
        #expect(places == expected)
    }

    struct Stopper: XMLHandler {
        var names: [String] = []
        var isDocumentDone = false
        mutating func startElement(_ element: borrowing XMLElementEvent) {
            names.append(element.localName)
            if element.isNamed("b") { element.stopParsing() }
        }
        mutating func endDocument() { isDocumentDone = true }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    @Test("The end of an element that began long ago has the place of its beginning")
    func longAgo() throws {
        struct Ends: XMLHandler {
            var places: [String: Int] = [:]
            mutating func endElement(_ element: borrowing XMLElementEvent) {
                if !element.isNamed("a") { places[element.localName] = element.startTagLocation.line }
            }
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        var ends = Ends()
        try ends.parse("<?xml version='1.0'?>\n<r>\n<g>\n\(String(repeating: "<a>text</a>\n", count: 30_000))</g></r>")
        #expect(ends.places == ["r": 2, "g": 3])
    }

    @Test("A handler that throws at the beginning receives no further events")
    func throwingAtStart() throws {
        struct Never: XMLHandler {
            struct No: Error {}
            var count = 0
            func startDocument() throws { throw No() }
            mutating func startElement(_ element: borrowing XMLElementEvent) { count += 1 }
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        var never = Never()
        #expect(throws: Never.No.self) { try never.parse("<r/>") }
        #expect(never.count == 0)
    }

    @Test("A handler ends the parse without an error")
    func stop() throws {
        var stopper = Stopper()
        try stopper.parse("<r><a/><b/><c/></nonsense>")
        #expect(stopper.names == ["r", "a", "b"])
        #expect(!stopper.isDocumentDone)

        var parser = XMLPushParser(handler: Stopper())
        try parser.feed("<r><b>".utf8)
        let isStopped = parser.isStopped
        #expect(isStopped)
        try parser.feed("<<<".utf8)
        let names = try parser.finish().names
        #expect(names == ["r", "b"])
    }

    struct Unwilling: XMLHandler {
        struct No: Error, Equatable {}
        var count = 0
        mutating func text(_ text: borrowing XMLTextEvent) throws {
            count += 1
            if count == 2 { throw No() }
        }
        mutating func startElement(_ element: borrowing XMLElementEvent) {}
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
    }

    @Test("An error of a handler ends the parse and is thrown unchanged")
    func throwing() throws {
        var unwilling = Unwilling()
        #expect(throws: Unwilling.No()) { try unwilling.parse("<r>1<a/>2<b/>3</r>") }
        #expect(unwilling.count == 2)
    }

    @Test("A fault comes after the events before it")
    func faults() throws {
        var recorder = Recorder()
        let error = try #require(throws: XMLError.self) { try recorder.parse("<r>\n<a></b></r>") }
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location?.line == 2)
        #expect(recorder.lines.last == "<a> 2 2:1")
    }

    @Test("Names are compared as written and as expanded names")
    func names() throws {
        struct Names: XMLHandler {
            var found: [String] = []
            mutating func startElement(_ element: borrowing XMLElementEvent) {
                if element.isNamed("p:a") { found.append("written") }
                if element.isNamed(XMLName("a", namespaceURI: "urn:p")) { found.append("expanded") }
                if element.isNamed("q:a") || element.isNamed(XMLName("a")) { found.append("wrong") }
                found += [element[attribute: "p:k"], element[attribute: XMLName("k", namespaceURI: "urn:p")]]
                    .compactMap(\.self)
            }
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        var names = Names()
        try names.parse("<p:a xmlns:p='urn:p' p:k='v' k='w'/>")
        #expect(names.found == ["written", "expanded", "v", "v"])
    }
}
