@_spi(Checks) import LibXML
import Testing

/// The same documents through the pull reader.
@Suite(.enabled(if: Catalogue.folder != nil, "set XMLCONF to the folder of the W3C's conformance tests"))
struct ReaderConformanceTests {
    @Test("A reader accepts the same documents as a tree, and reports the same errors")
    func faults() throws {
        for test in Catalogue.cases {
            let expected = Result { () throws(XMLError) in try XMLTree(parsing: .file(test.path)) }
            let found = Result { () throws(XMLError) in
                var reader = try XMLReader(parsing: .file(test.path))
                while try reader.next() != nil {}
            }
            switch (expected, found) {
            case (.success, .success): break
            case (.failure(let expected), .failure(let found)):
                #expect(found.code == expected.code, "\(test): \(found), \(expected)")
                #expect(found.location == expected.location, "\(test): \(found), \(expected)")
            case (.success, .failure(let error)): Issue.record("\(test) is not accepted: \(error)")
            case (.failure, .success): Issue.record("\(test) is accepted")
            }
        }
    }

    @Test("A reader's elements are those of the tree")
    func content() throws {
        for test in Catalogue.cases {
            guard let tree = try? XMLTree(parsing: .file(test.path)) else { continue }
            var reader = try XMLReader(parsing: .file(test.path))
            while try reader.next() != nil, reader.event != .startElement {}
            let element = try reader.readElement()
            #expect(element.hasSameContent(as: tree.root), "\(test)")
            #expect(element.sourceRange == tree.root.sourceRange, "\(test)")
        }
    }
}
