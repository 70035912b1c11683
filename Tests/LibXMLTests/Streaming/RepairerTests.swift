import CheckCases
import Foundation
import LibXML
import Testing

/// The verdicts and repairs of a document that is not kept in memory.
@Suite struct RepairerTests {
    /// What is reported for a document: the code and the place of each diagnostic.
    struct Verdict: Equatable, CustomStringConvertible {
        var isWellFormed: Bool
        var faults: [String]

        init(isWellFormed: Bool, _ diagnostics: [XMLDiagnostic]) {
            self.isWellFormed = isWellFormed
            faults = diagnostics.map {
                "\($0.code) \($0.severity) \($0.location?.description ?? "-")+\($0.location?.byteOffset ?? -1)"
            }
        }

        init(_ bytes: [UInt8], options: XMLParsingOptions = .init()) {
            do throws(XMLError) {
                self.init(isWellFormed: true, try XMLTree(parsing: bytes, options: options).diagnostics)
            } catch {
                self.init(isWellFormed: false, error.diagnostics)
            }
        }

        init(_ bytes: [UInt8], piece: Int, options: XMLParsingOptions = .init()) {
            do throws(XMLError) {
                var checker = XMLRepairer(options: options, returnsText: false)
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    try checker.feed(bytes[start..<min(start + piece, bytes.count)])
                }
                try checker.finish()
                self.init(isWellFormed: true, checker.diagnostics)
            } catch {
                self.init(isWellFormed: false, error.diagnostics)
            }
        }

        var description: String { "\(isWellFormed ? "well-formed" : "malformed"): \(faults)" }
    }

    private static let documents: [String] =
        MalformedDocuments.all.map(\.input) + [
            "<a/>", "", " ", "<r><p:a/><q:b c:d=''/></r>", "<r><p:a/><b></r>", "<r xmlns:xml='u'><p:a/>&x;</r>",
            "<r xmlns:a=''><a:b/></r><c/>", "<r xmlns='relative'/>", "<?xml version='1.0' encoding='none'?><a/>",
            "<!DOCTYPE a [<!ENTITY e '<p:b/>'>]><a>&e;&f;</a>", "<a b:c='' b:c=''/>", "<a xml:space='x'/>",
            "<:a/>", "<a:/>", "<a:b:c/>",
        ]

    @Test("The faults are those of a tree, however the document is divided", arguments: [1, 7, 1 << 20])
    func verdicts(piece: Int) {
        for document in Self.documents {
            let bytes = Array(document.utf8)
            let (expected, found) = (Verdict(bytes), Verdict(bytes, piece: piece))
            #expect(found == expected, "\(document)")
        }
    }

    @Test(
        "A malformed file has the faults that it has for a tree",
        .enabled(if: ReaderFaultTests.folder != nil, "set BROKEN to a folder of broken documents"))
    func files() throws {
        let folder = try #require(ReaderFaultTests.folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".xml") {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            let (expected, found) = (Verdict(bytes), Verdict(bytes, piece: 64 << 10))
            #expect(found == expected, "\(name)")
        }
    }

    /// Returns the repaired document and its repairs, or nil and the faults.
    private static func repaired(_ bytes: [UInt8], piece: Int, _ repair: XMLRepairOptions) -> (String?, Verdict) {
        var options = XMLParsingOptions()
        options.recovery = .repair(repair)
        do {
            var repairer = XMLRepairer(options: options)
            var text: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try repairer.feed(bytes[start..<min(start + piece, bytes.count)])
                text += repairer.takeBytes()
            }
            text += try repairer.finish()
            return (String(decoding: text, as: UTF8.self), Verdict(isWellFormed: true, repairer.diagnostics))
        } catch {
            return (nil, Verdict(isWellFormed: false, error.diagnostics))
        }
    }

    @Test("The repaired text is that of a recovered tree", arguments: [1, 7, 1 << 20])
    func repairs(piece: Int) {
        for document in Self.documents {
            for bytes in [Array(document.utf8), encode(document, as: "UTF-16") ?? []] where !bytes.isEmpty {
                let expected = try? XMLTree(parsing: bytes, options: .recovering)
                let (text, verdict) = Self.repaired(bytes, piece: piece, XMLRepairOptions())
                // White space beside further root elements, which are omitted, has no meaning.
                #expect(
                    text?.withoutEnd == expected.map { String(decoding: $0.utf8Source, as: UTF8.self).withoutEnd },
                    "\(document)")
                #expect(verdict.isWellFormed == (expected != nil), "\(document)")
            }
        }
    }

    @Test("The declaration of the written text is that of UTF-8")
    func declaration() {
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        for piece in [1, 20, 100] {
            let (text, _) = Self.repaired(latin, piece: piece, XMLRepairOptions())
            #expect(text == "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><a>é</a>")
        }
    }

    @Test("An error is thrown again, and an excerpt of the document is kept")
    func errors() throws {
        var checker = XMLRepairer(options: .init(), returnsText: false)
        try checker.feed("<r>\n<p:a/>\n".utf8)
        let error = try #require(throws: XMLError.self) { try checker.feed("<b></r>  ".utf8) }
        #expect(throws: error) { try checker.feed("</r>".utf8) }
        #expect(error.diagnostics.map(\.code) == [.undeclaredPrefix, .mismatchedEndTag])
        #expect(error.diagnostics.allSatisfy { $0.snippet() != nil })
    }
}

extension String {
    /// The text without white space at its end.
    fileprivate var withoutEnd: Substring { prefix(reversed().drop(while: \.isWhitespace).count) }
}
