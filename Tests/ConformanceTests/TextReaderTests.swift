import Foundation
import LibXML
import Testing

/// ``XMLReader`` beside libxml2's xmlTextReader, node by node: kind, depth, name, namespace, value, emptiness and line.
@Suite struct TextReaderTests {
    /// How the two differ. Each of these must occur in the W3C's tests, and nothing else may.
    private enum Exception: String, CaseIterable {
        /// xmlTextReader ends without an error, though the document contains one of namespaces, or its encoding
        /// contradicts its declaration.
        case acceptsFault
        /// xmlTextReader omits an empty CDATA section, and counts references to entities otherwise.
        case otherCount
        /// The node of a reference to an entity has no value.
        case referenceWithoutValue
        /// Up to 2.13, a line end in a CDATA section is not normalized.
        case lineEndInCDATA
        /// The document type declaration has no line.
        case documentTypeWithoutLine
        /// The line of a node is that of its end: of a start tag, text, comment or instruction of several lines.
        case lineOfEnd
        /// The line of an end tag is that of the start tag.
        case lineOfStartTag
        /// A CDATA section has the line of the node before it, and a node of an entity a line of the entity, or none.
        case lineOfOtherNode
        /// A carriage return alone ends no line.
        case carriageReturn
    }

    private struct Comparison {
        var documents = 0
        var nodes = 0
        var exceptions: [Exception: Int] = [:]

        mutating func compare(_ path: String) throws {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let (theirs, isWellFormed) = TextReader.nodes(of: bytes)
            let (ours, fault) = XMLReader.nodes(of: bytes)
            guard isWellFormed == (fault == nil) else {
                #expect(isWellFormed, "\(path)")
                let codes: [XMLError.Code] = [
                    .undeclaredPrefix, .invalidName, .duplicateAttribute, .invalidNamespaceDeclaration,
                    .contradictoryEncoding,
                ]
                let message = fault.map { "\($0)" } ?? ""
                #expect(
                    codes.contains { $0 == fault?.code } || message.contains("is not expected in"),
                    "\(path): \(message)")
                return exceptions[.acceptsFault, default: 0] += 1
            }
            guard isWellFormed else { return }
            documents += 1
            guard theirs.count == ours.count else {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.contains("<!ENTITY") || text.contains("<![CDATA[]]>"), "\(path)")
                return exceptions[.otherCount, default: 0] += 1
            }
            nodes += ours.count
            let hasEntities = bytes.contains("<!ENTITY".utf8)
            for (their, our) in zip(theirs, ours) {
                compare(their, our, path, hasEntities: hasEntities, hasReturns: bytes.contains(0x0D))
            }
        }

        private mutating func compare(
            _ their: ReadNode, _ our: ReadNode, _ path: String, hasEntities: Bool, hasReturns: Bool
        ) {
            func expectOther() {
                #expect(hasEntities || hasReturns, "\(path): line \(their.line) of \(their), and \(our.line)")
                except(hasEntities ? .lineOfOtherNode : .carriageReturn)
            }
            var expected = our
            if their.value != our.value {
                if our.kind == .reference, their.value == "" {
                    except(.referenceWithoutValue)
                    expected.value = ""
                } else if our.kind == .cdata, their.value?.replacing("\r\n", with: "\n") == our.value {
                    except(.lineEndInCDATA)
                    expected.value = their.value
                }
            }
            if their.line != our.line {
                switch our.kind {
                case .documentType where their.line == -1: except(.documentTypeWithoutLine)
                case .endElement where their.line < our.line: except(.lineOfStartTag)
                case .startElement, .text, .comment, .processingInstruction:
                    if their.line > our.line { except(.lineOfEnd) } else { expectOther() }
                case .cdata where their.line < our.line: except(.lineOfOtherNode)
                default: expectOther()
                }
                expected.line = their.line
            }
            #expect(their == expected, "\(path)")
        }

        private mutating func except(_ exception: Exception) { exceptions[exception, default: 0] += 1 }
    }

    @Test("The examples")
    func examples() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples")
        var comparison = Comparison()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".xml") {
            try comparison.compare(folder.appending(path: file).path)
        }
        #expect(comparison.documents >= 2)
        #expect(comparison.nodes > 40)
    }

    @Test(
        "The W3C's tests",
        .enabled(if: Catalogue.folder != nil, "set XMLCONF to the folder of the W3C's conformance tests"))
    func conformance() throws {
        var comparison = Comparison()
        for test in Catalogue.cases where !test.hasExternalEntities { try comparison.compare(test.path) }
        #expect(comparison.documents > 700)
        #expect(comparison.nodes > 2_900)
        let normalizes = XMLLibrary.libxml2Version.compare("2.14", options: .numeric) != .orderedAscending
        for exception in Exception.allCases where !(normalizes && exception == .lineEndInCDATA) {
            #expect((comparison.exceptions[exception] ?? 0) > 0, "\(exception)")
        }
    }
}
