import CheckCases
import LibXML
import Testing

/// Documents that are copied event by event.
@Suite struct WritingEventsTests {
    @Test("A copy is equal, and has the same prologue", arguments: 0..<40)
    func copy(_ seed: Int) throws {
        let text = DocumentGenerator(seed: UInt64(seed)).document(size: seed % 5 == 0 ? 150_000 : 2_000)
        let tree = try XMLTree(parsing: text)
        var reader = XMLReader(parsing: text)
        let writer = try XMLWriter()
        while try reader.next() != nil {
            if reader.depth == 0, let declaration = reader.declaration { #expect(declaration == tree.declaration) }
            try writer.write(reader)
        }
        let copy = try XMLTree(parsing: writer.xmlBytes())
        let isSame = copy == tree
        #expect(isSame)
        #expect(copy.documentType == tree.documentType)
        let declarations = [copy, tree].map { $0.root.descendants.map { $0.namespaceDeclarations.count } }
        #expect(declarations[0] == declarations[1])
    }

    @Test("An element in another place gets the namespaces that it needs")
    func part() throws {
        var reader = XMLReader(parsing: "<p:a xmlns:p='u' xmlns='v'><b p:c='1'><d xmlns=''/></b></p:a>")
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.element("r", ["xmlns:p": "other"]) {
            while try reader.next() != nil { if reader.localName != "a" { try writer.write(reader) } }
        }
        #expect(
            try writer.xmlString()
                == "<r xmlns:p=\"other\"><b p:c='1' xmlns=\"v\" xmlns:p=\"u\"><d xmlns=\"\"/></b></r>")
    }

    @Test("References that are not resolved stay if the document type does")
    func references() throws {
        let text = "<!DOCTYPE a SYSTEM 'x.dtd'><a>x&e;y</a>"
        var reader = XMLReader(parsing: text)
        let writer = try XMLWriter(options: .init(declaration: .never))
        while try reader.next() != nil { try writer.write(reader) }
        #expect(
            try writer.xmlString() == "<!DOCTYPE a SYSTEM \"x.dtd\">\n<a>x&e;y</a>")
        #expect(try XMLTree(parsing: text).root.xmlString() == "<a>x&amp;e;y</a>")
    }
}
