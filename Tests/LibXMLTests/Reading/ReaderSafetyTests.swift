import Foundation
import Testing

@testable import LibXML

@Suite struct ReaderSafetyTests {
    @Test("Nothing outside the document is ever read, by no way of reading")
    func external() throws {
        let secret = try TemporaryFile("<secret>leaked</secret>".utf8)
        let declarations = try TemporaryFile("<!ENTITY d 'leaked'><!ATTLIST r a CDATA 'leaked'>".utf8)
        let url = "file://\(secret.path)"
        let documents = [
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(url)'>]><r>&e;</r>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(secret.path)'>]><r>&e;&e;</r>",
            "<!DOCTYPE r [<!ENTITY e PUBLIC 'x' '\(url)'>]><r>&e;</r>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(url)'><!ENTITY f '&e;'>]><r>&f;&f;</r>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(url)'>]><r a='&e;'/>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(url)'><!ENTITY f '&e;'>]><r a='&f;'/>",
            "<!DOCTYPE r SYSTEM '\(declarations.path)'><r>&d;</r>",
            "<!DOCTYPE r SYSTEM '\(declarations.path)'><r a='&d;'>&d;</r>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM '\(declarations.path)'> %p;]><r>&d;</r>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM 'file://\(declarations.path)'><!ENTITY % q '%p;'> %q;]><r>&d;</r>",
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='\(url)'/></r>",
            "<?xml-stylesheet href='\(url)'?><r/>",
        ]
        for text in documents {
            let walk = Walk(XMLReader(parsing: text))
            #expect(!walk.steps.description.contains("leaked"), "\(text)")
            var reader = XMLReader(parsing: text)
            try? reader.forEachElement("r") { element in
                let whole = try element.readElement()
                #expect(!whole.description.contains("leaked") && !whole.textContent.contains("leaked"))
                #expect(whole.attributes.allSatisfy { !$0.value.contains("leaked") })
            }
            reader = XMLReader(parsing: text)
            while let event = try? reader.next() {
                if event == .startElement { #expect((try? reader.readElementText())?.contains("leaked") != true) }
            }
        }
    }

    @Test("References that are not resolved are events, warnings, or errors")
    func unresolved() throws {
        var reader = XMLReader(parsing: "<!DOCTYPE r [<!ENTITY e SYSTEM 'e.xml'>]>\n<r>a&e;b</r>")
        var values: [String?] = []
        while try reader.next() != nil { values.append(reader.value) }
        #expect(values == [nil, nil, "a", "&e;", "b", nil])
        #expect(reader.diagnostics.map(\.code) == [.unresolvedEntity])
        #expect(reader.diagnostics.first?.location?.line == 2 && reader.diagnostics.first?.location?.column == 5)
        var options = XMLParsingOptions()
        options.unresolvedEntities = .error
        for text in ["<!DOCTYPE r [<!ENTITY e SYSTEM 'e.xml'>]><r>\n&e;</r>", "<!DOCTYPE r SYSTEM 'r'><r>\n&e;</r>"] {
            let error = ReaderFaultTests.error(of: text, options)
            #expect(error?.code == .unresolvedEntity)
            #expect(error?.location?.line == 2 && error?.location?.column == 1)
        }
    }

    @Test("A stream takes no more memory the longer it is")
    func memory() async {
        await #expect(processExitsWith: .success) {
            var left = 400
            let piece = (0..<1_500).map {
                "<order id='\($0)'>\n  <item xml:id='i\($0)'>é&amp;</item><!-- c --></order>\n"
            }.joined()
            var reader = XMLReader {
                left -= 1
                return Array((left == 399 ? "<orders>" : left == 0 ? "</orders>" : left < 0 ? "" : piece).utf8)
            }
            _ = try reader.readToFollowing("order")
            for _ in 0..<40_000 { _ = try reader.readToFollowing("order") }
            let memory = residentMemory().now
            var count = 0
            try? reader.forEachElement("order") { order in
                count += 1
                if count % 3 == 0 { _ = try order.readDictionary() }
                if count == 500_000 { throw CancellationError() }
            }
            #expect(count == 500_000)
            #expect(isSanitized || residentMemory().peak - memory < 4 << 20)
            #expect(reader.location.line > 1_000_000)
        }
    }

    @Test("A hostile document is an error, or a result, in time", arguments: Hostile.allCases)
    func hostile(_ hostile: Hostile) async {
        await #expect(processExitsWith: .success) { [name = hostile.rawValue as String] in
            let hostile = try #require(Hostile(rawValue: name))
            let text = hostile.document
            let memory = residentMemory().now
            limitProcessorTime(toSeconds: isSanitized ? 200 : 20)
            let code = ReaderFaultTests.error(of: text)?.code
            #expect(code == hostile.code)
            #expect(isSanitized || residentMemory().peak - memory < 64 << 20 + 16 * text.utf8.count)
        }
    }

    @Test("A reader that is dropped in mid-document lets go of everything")
    func dropped() throws {
        final class Owner {}
        weak var source: Owner?
        do {
            let owner = Owner()
            source = owner
            var reader = XMLReader { withExtendedLifetime(owner) { Array("<a><b>text</b>".utf8) } }
            for _ in 0..<3 { try reader.next() }
        }
        #expect(source == nil)
        for count in 0..<6 {
            var reader = XMLReader(parsing: "<!DOCTYPE a [<!ENTITY e '<i>x</i>'>]><a>t&e;<![CDATA[c]]></a>")
            for _ in 0..<count { try reader.next() }
        }
    }

    @Test(
        "Every encoding, in pieces of one byte, has the places of the tree",
        arguments: ["UTF-16LE", "UTF-32BE", "ISO-8859-5", "Shift_JIS", "ISO-2022-JP"])
    func encodings(encoding: String) throws {
        let word = encoding == "ISO-8859-5" ? "Привет" : "日本"
        let text = "<r>" + String(repeating: "<a k='\(word)'>\(word)\r\n</a>\n", count: 200) + "</r>"
        let bytes = try #require(encode(text, as: encoding))
        var options = XMLParsingOptions()
        options.encoding = encoding
        let expected = Walk(try XMLTree(parsing: bytes, options: options))
        var rest = bytes[...]
        #expect(Walk(XMLReader(options: options) { rest.popFirst().map { [$0] } }).difference(to: expected) == nil)
        #expect(Walk(XMLReader(parsing: bytes, options: options)).difference(to: expected) == nil)
    }
}
