import CheckCases
import Testing

@testable import LibXML

/// Properties of every repaired document, checked on random documents.
@Suite struct RepairPropertyTests {
    static let seeds = [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE rss [<!ENTITY e "v<b>w</b>">]>
        <rss version="2.0" xmlns:m="urn:m"><channel><title>Tom &amp; Jerry &e; é 日本 😀</title>
        <!-- a comment --><item m:id='1' href="http://a/?b=c&amp;d=e"><![CDATA[<p>x & y</p>]]></item>
        <?pi data?><item m:id='2'>&#65;&#x42;<m:br/>z]] ></item></channel></rss>
        """,
        """
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body a="1" b='2'><r><x/><x>1</x><x y="">2</x></r>
        </s:Body></s:Envelope><!-- end -->
        """,
        "<a b=\"x&lt;y\" c='&quot;'>t<d><e f=\"1\"/>u</d>v<d>w</d></a>",
    ]
    static let pieces = [
        "<", ">", "&", "\"", "'", "/", "</", "<!--", "-->", "--", "]]>", "<![CDATA[", "<?", "?>", "<!", "<!DOCTYPE",
        "=",
        " ", "\n", "\r", "&nbsp;", "&#150;", "&#0;", "<br>", "</b>", "x", "\u{1}", "\u{FFFE}", "é", "[", "<?xml ?>",
        ":", "p:", " p:a='1'", " q:a='1'", " xmlns:p=''", " xmlns:p='u'", " xmlns:q='u'", " xmlns:xml='u'",
        " xmlns='&e;'",
        "<p:b>", "<:x/>", " xmlns:q='http://www.w3.org/2000/xmlns/'", "<?a:b?>", "<!ENTITY x:y 'z'>",
        " xmlns:&#112;='u'",
        "<xmlns:a/>", "<!ATTLIST item p:c CDATA '1'>", "<!ATTLIST rss xmlns:p CDATA 'u'>",
    ]

    /// Returns a document that differs from a well-formed one in a few places.
    static func document(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.remove(at: index)
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...20, using: &random)))
            case 2:
                bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8, at: index)
            case 3: bytes[index] = UInt8.random(in: 0...255, using: &random)
            default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &random))
            }
            if bytes.isEmpty { bytes = [0x3C] }
        }
        return bytes
    }

    /// Returns the bytes with a mark for each byte that is not part of a character.
    static func marked(_ bytes: [UInt8]) -> [UInt8] {
        var marked = RawBuffer<UInt8>(capacity: 0)
        for byte in bytes { marked.append(byte) }
        marked.markInvalidUTF8(from: 0)
        return marked.withSpan(0..<marked.count) { $0.array }
    }

    /// Returns the bytes, repaired by the scanner alone.
    static func repair(
        _ bytes: [UInt8], piece: Int, _ rules: XMLRepairOptions = .init()
    ) -> (text: [UInt8], map: RepairMap, repairs: [Repair]) {
        var options = XMLParsingOptions()
        options.recovery = .repair(rules)
        var scanner = RepairScanner(rules, options, check: SAXParser.check)
        var text = RawBuffer<UInt8>(capacity: 0)
        let marked = marked(bytes)
        var start = 0
        while start < bytes.count {
            var end = min(start + piece, bytes.count)
            while end < bytes.count, marked[end].isUTF8Continuation { end += 1 }
            scanner.repair(marked.span.extracting(start..<end), isLast: false, into: &text)
            start = end
        }
        let nothing: [UInt8] = []
        scanner.repair(nothing.span, isLast: true, into: &text)
        let (repairs, _) = scanner.log.take()
        return (text.withSpan(0..<text.count) { $0.array }, scanner.output.map, repairs)
    }

    @Test("What is repaired is well-formed, is repaired alike in pieces, and needs no more", arguments: 0..<40)
    func repaired(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<50 {
            let input = Self.document(&random)
            let shown = String(decoding: input, as: UTF8.self)
            let whole = Self.repair(input, piece: .max)
            let text = String(decoding: whole.text, as: UTF8.self)
            var options = XMLParsingOptions()
            options.limits.depth = 10_000
            do throws(XMLError) {
                _ = try XMLTree(parsing: text, options: options)
            } catch {
                let isExpected = [.emptyDocument, .missingRootElement].contains(error.code)
                #expect(isExpected, "\(error) in \(text), repaired from \(shown)")
            }
            let again = Self.repair(whole.text, piece: .max)
            #expect(again.text == whole.text, "\(shown)")
            #expect(again.repairs.map(\.fault.message) == [], "\(text)")
            for piece in [1, 2, 3, 7, 64] {
                let other = Self.repair(input, piece: piece)
                #expect(String(decoding: other.text, as: UTF8.self) == text, "\(shown) in pieces of \(piece)")
                #expect(Self.described(other.repairs) == Self.described(whole.repairs), "\(shown)")
            }
        }
    }

    @Test("What is omitted from a document does not join what was around it", arguments: 0..<40)
    func marks(seed: Int) {
        let parts = [
            "]", "]", "-", "?", ">", "\u{1}", "&#1;", "&rsqb;", "</b>", "<!x>", "<i>", "</i>", "<!--", "<![CDATA[",
            "<?p ",
            "]]>", "-->", "?>", "x", "<script>", "</script>",
        ]
        var random = SeededGenerator(seed: UInt64(3000 + seed))
        for _ in 0..<100 {
            let count = Int.random(in: 1...12, using: &random)
            let content = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            let input = Array("<a>\(content)</a>".utf8)
            var rules = XMLRepairOptions()
            rules.isHTML = Bool.random(using: &random)
            for characters in [XMLRepairOptions.InvalidCharacters.replace, .drop] {
                rules.invalidCharacters = characters
                let whole = Self.repair(input, piece: .max, rules)
                let text = String(decoding: whole.text, as: UTF8.self)
                #expect(throws: Never.self, "\(content), \(rules)") { _ = try XMLTree(parsing: text) }
                for piece in [1, 2, 5] {
                    let other = Self.repair(input, piece: piece, rules)
                    #expect(String(decoding: other.text, as: UTF8.self) == text, "\(content) in pieces of \(piece)")
                }
            }
        }
    }

    @Test("The edits lead from the input to what it was repaired to", arguments: 0..<20)
    func edits(seed: Int) {
        var random = SeededGenerator(seed: UInt64(1000 + seed))
        for _ in 0..<50 {
            let input = Self.document(&random)
            let repaired = Self.repair(input, piece: Int.random(in: 1...200, using: &random))
            let marked = Self.marked(input)
            var output: [UInt8] = []
            var next = 0
            var reported = 0
            for edit in repaired.map.edits.dropFirst() {
                output += marked[next..<edit.start.offset]
                #expect(output.count == edit.output.lowerBound)
                output += repaired.text[edit.output]
                // Omitted text is reported where it begins, or where the construct that contains it begins.
                if edit.start.offset > next || edit.start.offset == 0 {
                    reported = Self.constructStart(edit, in: marked)
                }
                next = edit.end.offset
                guard edit.start.offset < edit.end.offset else { continue }
                // An invalid name is reported for the start tag, not for the end tag.
                let isEndTag =
                    edit.start.offset > 1 && marked[edit.start.offset - 2..<edit.start.offset].elementsEqual("</".utf8)
                let isReported = repaired.repairs.contains {
                    (reported...Self.constructEnd(edit, in: marked)).contains($0.place.offset)
                }
                #expect(isReported || isEndTag, "\(edit) \(String(decoding: input, as: UTF8.self))")
            }
            output += marked[next...]
            #expect(output == repaired.text)
            // Positions equal those found by counting, where each byte that is not part of a character counts as one.
            for offset in stride(from: 0, to: repaired.text.count, by: 7) {
                let original = repaired.map.original(of: offset)
                var expected = Position(offset: 0, line: 1, column: 1)
                expected.advance(to: original, in: marked.span)
                let start = Position(offset: 0, line: 1, column: 1)
                let place = repaired.map.position(at: offset, in: repaired.text.span, from: start)
                #expect((place.line, place.column) == (expected.line, expected.column))
            }
        }
    }

    private static func leaves(of element: XMLTree.Element) -> [XMLTree.Node] {
        element.children.flatMap { $0.element.map(leaves) ?? [$0] }
    }

    private static func described(_ repairs: [Repair]) -> [String] {
        repairs.map { "\($0.fault.code) \($0.place) \($0.note.map { "\($0)" } ?? "")" }
    }

    /// Returns the end of the construct that contains an edit. The fault may be later in it than the edit, such as the
    /// missing semicolon of a reference.
    private static func constructEnd(_ edit: RepairMap.Edit, in text: [UInt8]) -> Int {
        if text[edit.start.offset...].starts(with: "<!".utf8) { return text.count }
        let end = text[edit.end.offset...].firstIndex { !$0.isASCIINameCharacter && !"#</ ".utf8.contains($0) }
        return end ?? text.count
    }

    /// Returns the start of the construct that contains an edit: `]]>`, an attribute whose value has no quotes, or the
    /// edit itself.
    private static func constructStart(_ edit: RepairMap.Edit, in text: [UInt8]) -> Int {
        switch text[edit.start.offset..<edit.end.offset] {
        case [UInt8(ascii: ">")]: return max(0, edit.start.offset - 2)
        case [UInt8(ascii: "\"")]: return text[..<edit.start.offset].lastIndex { $0.isXMLSpace }.map { $0 + 1 } ?? 0
        case [UInt8(ascii: "<")]:
            // An unclosed value is reported where it begins.
            return text[..<edit.start.offset].lastIndex(of: UInt8(ascii: "=")) ?? edit.start.offset
        // The prefix of an element is reported where the element begins.
        default: return max(0, edit.start.offset - 1)
        }
    }

    @Test("Text before the end of a truncated document is kept, wherever it ends", arguments: seeds)
    func truncated(_ seed: String) throws {
        let bytes = Array(seed.utf8)
        let whole = try XMLTree(parsing: seed)
        func text(_ tree: XMLTree) -> [Unicode.Scalar] {
            Self.leaves(of: tree.root).filter { $0.kind == .text || $0.kind == .cdata }
                .flatMap { Array(($0.text ?? "").unicodeScalars) }
        }
        let full = text(whole)
        // For each part of the text, its range in the source and its end in the text.
        var parts: [(range: Range<Int>, textEnd: Int)] = []
        var count = 0
        for node in Self.leaves(of: whole.root) where node.kind == .text || node.kind == .cdata {
            count += node.text?.unicodeScalars.count ?? 0
            parts.append((node.sourceRange, count))
        }
        let rootStart = whole.root.sourceRange.lowerBound
        for end in bytes.indices {
            guard let recovered = try? XMLTree(parsing: bytes[..<end], options: .recovering) else {
                #expect(end < rootStart + 2 + whole.root.qualifiedName.utf8.count)
                continue
            }
            let text = text(recovered)
            let kept = parts.last { $0.range.upperBound <= end }?.textEnd ?? 0
            #expect(text.starts(with: full.prefix(kept)), "\(end): \(text)")
            // The text that is cut off may have been the beginning of a reference or of a character.
            let common = zip(text, full).prefix { $0 == $1 }.count
            #expect(text.count - common <= 8, "\(end): \(text)")
            #expect(recovered.root.isComplete || !recovered.diagnostics.isEmpty)
        }
    }

    @Test("Well-formed documents are not changed", arguments: seeds)
    func wellFormed(_ seed: String) throws {
        for piece in [1, 3, 64, .max] {
            let repaired = Self.repair(Array(seed.utf8), piece: piece)
            #expect(repaired.text == Array(seed.utf8))
            #expect(repaired.repairs.isEmpty)
            #expect(repaired.map.edits.count == 1)
        }
    }
}
