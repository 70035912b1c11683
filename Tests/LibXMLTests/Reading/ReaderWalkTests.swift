import CheckCases
import Foundation
import LibXML
import Testing

@Suite struct ReaderWalkTests {
    static let documents = [
        "<a/>", "<a></a>", "<a>x</a>", "<a> <b k='v'/>\n<c> </c>t</a>\n", "<a>\r\nx\ry</a>",
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- c --><?p  data ?><a x='1' y=\"&lt;&amp;&#10;\n z\"/><!--d-->\n<?q?>",
        "<a><![CDATA[x\r\ny\rz]]><![CDATA[]]>t<![CDATA[u]]></a>",
        "<p:a xmlns:p='u' xmlns='v'><b p:c='1' c='2'/><p:b xmlns:p='w'/><b xmlns=''/></p:a>",
        "<!DOCTYPE a [<!ENTITY t 'x'><!ENTITY e '<i k=\"&t;\">&t;</i>'>]><a b='&t;&amp;'>1&t;2&e;3&t;</a>",
        "<!DOCTYPE a [<!ENTITY t 'x'><!ENTITY e '&t;<i/>&t;'>]><a>&e;<b>&e;</b>&t;&t;<c/>&t;</a>",
        "<!DOCTYPE a [<!ENTITY e ''>]><a>&e;<b>&e;</b>x&e;y</a>",
        "<!DOCTYPE a [<!ENTITY e ''><!ENTITY c '<![CDATA[q]]>'>]><a>&e;&c;<b/>&lt;t&c;&c;x&c;</a>",
        "<!DOCTYPE a [<!ENTITY e ''>]><a>&e;\r1<b/>&e;\r\n<b/>&e;&e;é<b/>&e;&lt;<b/>&e;&#13;</a>",
        "<!DOCTYPE r [<!ENTITY e '<i p:k=\"1\"/><p:j>&f;</p:j>'><!ENTITY f '<n/>'>]><r xmlns='u' xmlns:p='v'>&e;<x xmlns='w'>&e;</x></r>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a>1&e;2</a>", "<!DOCTYPE a SYSTEM 'x'><a k='&u;'>1&u;2</a>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'x'><!ENTITY f '1&e;2'>]><a>0&f;3</a>",
        "<!DOCTYPE a [<!ATTLIST a d CDATA 'y' n NMTOKENS #IMPLIED><!ENTITY w ' x\n  y'>]><a n=' p  q '/>",
        "<!DOCTYPE a [<!ATTLIST b d CDATA 'y'>]><a><b/><b d='z' c='1'/></a>",
        "<!DOCTYPE r [<!ENTITY f '<i>x<j/></i>'><!ENTITY g '<k/>'>]><r>&f;/&g;/<l>&g;</l></r>",
        "<a>é日本😀<b>日</b>\r\né&lt;é</a>", "<a>&amp;x</a>", "<a>x&#65;&#x1F600;</a>", "<a xml:lang='de' xml:id='i'/>",
        "<a xmlns:x='not a uri' xmlns:r='relative'/>",
        "<!DOCTYPE a [<?p ]> \(String(repeating: "]>", count: 3_000))?><!ENTITY e 'x'>]><a>&e;</a>",
        "<!DOCTYPE a [<?p don't?><!ENTITY e 'x'><?q <!-- \"]>'?>]><?r don't?><a>&e;</a><?s don't?>",
        "<!-- c --><!DOCTYPE a [<!-- it's ]> \(String(repeating: "]>", count: 3_000))--><!ENTITY e 'x'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY lt2 '&#38;#60;'><!ENTITY e 'a&#9;b&#38;amp;c&lt2;'>]><a k='&e;'>&e;</a>",
    ]

    @Test("A reader meets what the tree holds", arguments: documents)
    func walk(text: String) throws {
        let expected = Walk(try XMLTree(parsing: text))
        let found = Walk(XMLReader(parsing: text))
        #expect(found.difference(to: expected) == nil)
    }

    @Test("Each tag is handed out after at most one more piece than the one with its end", arguments: [1, 7, 100, 600])
    func latency(size: Int) throws {
        let long = String(repeating: "v", count: 6_000)
        let items = String(repeating: "<e k='v'>text</e>\n<f/>", count: 100)
        let text = Array(
            "<?xml version='1.0'?><r>\(items)<![CDATA[x]]><b k='\(long)'>\(items)</b><!--\(long)-->\(items)</r>".utf8)
        var fed = 0
        var reader = try XMLReader(
            parsing: .chunks {
                guard fed < text.count else { return nil }
                defer { fed = min(fed + size, text.count) }
                return Array(text[fed..<min(fed + size, text.count)])
            })
        var latest = 0
        while let event = try reader.next() {
            guard event == .startElement || event == .endElement else { continue }
            let end = try #require(text[reader.location.byteOffset...].firstIndex(of: UInt8(ascii: ">"))) + 1
            latest = max(latest, (fed - end) / size)
        }
        #expect(latest <= 1)
    }

    @Test("Made documents, in pieces of any size", arguments: 0..<60)
    func generated(seed: Int) throws {
        let text = DocumentGenerator(seed: UInt64(seed)).document(size: seed % 3 == 0 ? 20_000 : 2_000)
        let expected = Walk(try XMLTree(parsing: text))
        #expect(Walk(XMLReader(parsing: text)).difference(to: expected) == nil)
        var rest = Array(text.utf8)[...]
        let size = [1, 7, 100, 511, 512, 5000][seed % 6]
        let reader = try XMLReader(
            parsing: .chunks {
                let piece = rest.prefix(size)
                rest = rest.dropFirst(size)
                return piece.isEmpty ? nil : Array(piece)
            })
        #expect(Walk(reader).difference(to: expected) == nil)
    }
}
