import CLibXML2
import CheckCases
import Testing

@testable import LibXML

/// The messages that replace libxml2's own.
@Suite struct Libxml2MessageTests {
    @Test("Every code that concerns parsing, of every version from 2.9.14 to 2.15, has a message")
    func complete() {
        for (number, name) in Libxml2Codes.known {
            #expect(Libxml2Message.entry(for: number) != nil, "\(number) \(name)")
        }
    }

    @Test(
        "So does every code of the installed version",
        .enabled(if: !Libxml2Codes.installed.isEmpty, "there is no header"))
    func installed() {
        #expect(Libxml2Codes.installed.count > 100)
        for (number, name) in Libxml2Codes.installed {
            #expect(Libxml2Codes.known[number] == name)
            #expect(Libxml2Message.entry(for: number) != nil, "\(number) \(name)")
        }
    }

    @Test("A message is one line about the document, without a full stop, and names no function of libxml2")
    func style() throws {
        let rows =
            Libxml2Message.generalRows + Libxml2Message.characterRows + Libxml2Message.markupRows
            + Libxml2Message.documentTypeRows + Libxml2Message.namespaceRows + Libxml2Message.htmlRows
        for row in rows {
            #expect(row.text == row.text.inOneLine)
            #expect(!row.text.hasSuffix(".") && !row.text.contains("  "))
            let first = try #require(row.text.first)
            #expect(first.isLowercase || first == "“" || row.text.hasPrefix("HTML") || row.text.hasPrefix("CDATA"))
            #expect(!row.text.contains(/[xh]t?ml[A-Z]|Parse|PERef|expecting|expected/))
            #expect(row.text.count { $0 == "“" } == row.text.count { $0 == "”" })
        }
    }

    @Test("A code that no version has yet is named by its number")
    func future() {
        var report = Self.report(xmlParserErrors(9999))
        report.libxml2Message = "the next thing"
        #expect(report.message == "libxml2 reports error 9999, which LibXML does not know")
    }

    @Test("A name that libxml2 does not report leaves no gap")
    func names() {
        func message(_ code: xmlParserErrors, _ first: String?, _ second: String? = nil) -> String {
            var report = Self.report(code)
            report.strings = (first, second, nil)
            return report.message
        }
        #expect(message(XML_ERR_TAG_NAME_MISMATCH, "a", "b") == "the end tag </b> does not match <a>")
        #expect(message(XML_ERR_ATTRIBUTE_WITHOUT_VALUE, "a b") == "the attribute “a b” has no value")
        #expect(message(XML_ERR_ATTRIBUTE_WITHOUT_VALUE, nil) == "the attribute has no value")
    }

    private static func report(_ code: xmlParserErrors) -> Libxml2Report {
        var error = unsafe xmlError()
        unsafe error.code = Int32(code.rawValue)
        return unsafe Libxml2Report(error, at: 0, isInEntity: false)
    }

    @Test("No message holds libxml2's own text, which is kept for the debug description", arguments: documents)
    func ownWords(document: String) {
        for diagnostic in Self.diagnostics(of: document) {
            guard diagnostic.libxml2Code != nil else {
                #expect(diagnostic.debugDescription == diagnostic.description)
                continue
            }
            guard let text = diagnostic.libxml2Message.value else {
                Issue.record("the text of libxml2 is lost: \(diagnostic)")
                continue
            }
            let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            #expect(diagnostic.debugDescription.hasSuffix("\"\(line.inOneLine)\""))
            // Some messages begin with the name of a function.
            for part in [line[...]] + line.split(separator: ":", maxSplits: 1).dropFirst() {
                let words = part.drop { $0 == " " }
                #expect(words.count < 8 || !diagnostic.description.contains(words), "\(diagnostic)")
            }
        }
    }

    private static let documents: [String] = {
        var documents = MalformedDocuments.all.map(\.input)
        documents += FaultTests.all.map(\.text)
        documents += messages.map(\.document)
        documents += Pages.all.map(\.text)
        return documents
    }()

    /// The diagnostics of a document by every way of reading.
    private static func diagnostics(of document: String) -> [XMLDiagnostic] {
        var found: [XMLDiagnostic] = []
        func read(_ body: () throws(XMLError) -> [XMLDiagnostic]) {
            do throws(XMLError) { found += try body() } catch { found += error.diagnostics }
        }
        read { () throws(XMLError) in try XMLTree(parsing: document).diagnostics }
        read { () throws(XMLError) in try XMLTree(parsing: document, options: .recovering).diagnostics }
        read { () throws(XMLError) in try XMLTree(parsing: document, options: .init(recovery: .libxml2)).diagnostics }
        read { () throws(XMLError) in try XMLTree(html: document).diagnostics }
        read { () throws(XMLError) in
            var reader = XMLReader(parsing: document)
            while try reader.next() != nil {}
            return reader.diagnostics
        }
        return found
    }

    @Test("A fault is described in terms of the document", arguments: messages)
    func golden(document: String, message: String) {
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: document) }
        #expect(error?.message == message)
    }

    static let messages: [(document: String, message: String)] = [
        ("<?xml encoding='UTF-8'?><a/>", "malformed XML declaration: the version is missing"),
        ("<?xml version=1.0?><a/>", "malformed XML declaration: the value of “version” is not in quotes"),
        (
            "<?xml version='1.0' encoding='8'?><a/>",
            "malformed XML declaration: “8” is not allowed here in the value of “encoding”"
        ),
        (
            "<?xml version='1.0' standalone='maybe'?><a/>",
            "malformed XML declaration: the value of “standalone” is neither “yes” nor “no”"
        ),
        ("<?xml version='1.0'encoding='UTF-8'?><a/>", "malformed XML declaration: white space is missing before “e”"),
        ("<?xml version='1.0' enc='UTF-8'?><a/>", "malformed XML declaration: expected “?>”, found “e”"),
        ("<a><?p,q?></a>", "white space is missing after the target “p” of a processing instruction"),
        (
            "<!DOCTYPE a [<!ENTITY e '<b'>]><a>&e;</a>",
            "the replacement text of this entity is not well-formed: “>” is missing at the end of a tag or declaration"
        ),
        (
            "<!DOCTYPE a [<!ENTITY e '</a>'>]><a>&e;</a>",
            "the replacement text of this entity is not well-formed: start tags and end tags do not match"
        ),
        ("<a xmlns:p=''/>", "the prefix “p” cannot be bound to an empty URI"),
        (
            "<a xmlns:xml='u'/>",
            "the prefix “xml” can only be bound to http://www.w3.org/XML/1998/namespace"
        ),
        ("<a xmlns:xmlns='u:v'/>", "the prefix “xmlns” cannot be declared"),
        (
            "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
            "the default namespace cannot be bound to http://www.w3.org/2000/xmlns/, which is reserved for “xmlns”"
        ),
    ]

    @Test("So is a warning")
    func warnings() throws {
        let warnings = try XMLTree(parsing: "<?xml version='1.1'?><a b='' xmlns='c'><d xmlns:p='%'/></a>").diagnostics
        #expect(warnings.allSatisfy { $0.severity == .warning })
        #expect(
            warnings.map(\.description) == [
                "1:20: warning: the version “1.1” of XML is not known; it is read as 1.0",
                "1:30: warning: the URI “c” of the default namespace is relative",
                "1:43: warning: the URI “%” of the prefix “p” is not valid",
            ])
    }

    @Test("So is a fault of a page")
    func pages() throws {
        let page = "<p id=1 id=2>a &nosuch b</i></p><p <b>x</b>"
        let messages = try XMLTree(html: page).diagnostics.map(\.message)
        #expect(messages.contains("the end tag </i> does not match the open elements"))
        // Newer versions of libxml2 report less.
        let others: Set = [
            "the end tag </i> does not match the open elements", "the end tag </b> does not match the open elements",
            "the attribute “id” appears twice in one tag", "“;” is missing after a reference",
            "a name is missing or begins with a character that is not allowed there",
        ]
        #expect(others.isSuperset(of: messages))
    }

    @Test("libxml2's text does not count when diagnostics are compared")
    func equality() {
        var first = XMLDiagnostic(.malformed, "wrong", libxml2Code: 1)
        let second = first
        first.libxml2Message.value = "internal error: \"x\"\n"
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(first.debugDescription == "error: wrong\nlibxml2: code 1, \"internal error: \"x\"\"")
        #expect(XMLError(second).debugDescription == "error: wrong\nlibxml2: code 1")
    }
}
