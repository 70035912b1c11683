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
        /// xmlTextReader omits an empty CDATA section, counts references to entities otherwise, and has no end of an empty
        /// element that comes from an entity.
        case otherCount
        /// Up to 2.12, a reference to an entity that is not read is a node without a value. Later, it is no node.
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

        /// Whether the loaded version of libxml2 no longer differs in this way.
        var isGone: Bool {
            switch self {
            case .referenceWithoutValue: Catalogue.hasLibxml2("2.13")
            case .lineEndInCDATA: Catalogue.hasLibxml2("2.14")
            default: false
            }
        }
    }

    private struct Comparison {
        var documents = 0
        var nodes = 0
        var exceptions: [Exception: Int] = [:]
        /// The lines of the open elements, as xmlTextReader reports them.
        private var openLines: [Int] = []
        private var hasEntities = false
        private var hasReturns = false

        /// - Parameter isWellFormed: what the suite says of the document; nil for other documents.
        mutating func compare(_ path: String, isWellFormed: Bool? = nil) throws {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let (theirs, isAccepted) = TextReader.nodes(of: bytes)
            let (ours, fault) = XMLReader.nodes(of: bytes)
            guard isAccepted == (fault == nil) else {
                #expect(isAccepted, "\(path)")
                #expect(isWellFormed == false, "\(path): \(fault.map { "\($0)" } ?? "")")
                return except(.acceptsFault)
            }
            guard isAccepted else { return }
            hasEntities = bytes.contains("<!ENTITY".utf8)
            hasReturns = bytes.contains(0x0D)
            openLines = []
            if theirs.count == ours.count { documents += 1 } else { except(.otherCount) }
            for (index, (their, our)) in zip(theirs, ours).enumerated() {
                // After a node that only one of them has, all others are at other places.
                if theirs.count != ours.count,
                    (their.kind, their.name, their.isEmpty) != (our.kind, our.name, our.isEmpty)
                {
                    return
                }
                compare(their, our, nextLine: index + 1 < ours.count ? ours[index + 1].line : .max, path)
            }
        }

        /// - Parameter nextLine: the line of the next node, before which this one ends.
        private mutating func compare(_ their: ReadNode, _ our: ReadNode, nextLine: Int, _ path: String) {
            nodes += 1
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
            if our.kind == .startElement, !our.isEmpty { openLines.append(their.line) }
            let startLine = our.kind == .endElement ? openLines.popLast() : nil
            if their.line != our.line {
                switch our.kind {
                case .documentType where their.line == -1: except(.documentTypeWithoutLine)
                case .endElement where their.line == startLine: except(.lineOfStartTag)
                case .startElement, .text, .comment, .processingInstruction:
                    if (our.line...nextLine).contains(their.line) {
                        except(.lineOfEnd)
                    } else {
                        exceptOther(their, our, path)
                    }
                case .cdata where their.line < our.line: except(.lineOfOtherNode)
                default: exceptOther(their, our, path)
                }
                expected.line = their.line
            }
            #expect(their == expected, "\(path)")
        }

        private mutating func exceptOther(_ their: ReadNode, _ our: ReadNode, _ path: String) {
            #expect(hasEntities || hasReturns, "\(path): line \(their.line) of \(their), and \(our.line)")
            except(hasEntities ? .lineOfOtherNode : .carriageReturn)
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
        for test in Catalogue.cases where !test.hasExternalEntities {
            try comparison.compare(test.path, isWellFormed: test.isWellFormed)
        }
        #expect(comparison.documents > 750)
        #expect(comparison.nodes > 2_900)
        #expect((comparison.exceptions[.otherCount] ?? 0) < 10)
        #expect((comparison.exceptions[.lineOfOtherNode] ?? 0) + (comparison.exceptions[.carriageReturn] ?? 0) < 100)
        for exception in Exception.allCases {
            let occurs = (comparison.exceptions[exception] ?? 0) > 0
            #expect(occurs == !exception.isGone, "\(exception)")
        }
    }
}
