import CheckCases
import LibXML
import Testing

/// Work on large and deep documents, in separate processes, which have limits on time and the small stack of a thread.
///
/// The loop “hostile” parses documents that are designed to take time or memory out of proportion to their size.
@Suite struct HostileInputTests {
    @Test("What is done with a document takes time in proportion to its size")
    func work() async {
        await #expect(processExitsWith: .success) {
            func text(_ count: Int, _ part: (Int) -> String) -> String { (0..<count).map(part).joined() }
            limitProcessorTime(toSeconds: 20)
            let tags = try XMLTree(parsing: "<r>" + text(50) { _ in "<a\(text(4_000) { " a\($0)=''" })/>" } + "</r>")
            #expect(tags.outline.utf8.count > 5_000_000)
            let items = try XMLTree(parsing: "<r>" + text(30_000) { "<i id='\($0)'/>" } + "</r>")
            #expect(Set(items.root.elements).count == 30_000)
            let behind = try XMLTree(parsing: "<r>" + text(100_000) { _ in "<!---->" } + "<a/></r>")
            for _ in 0..<30_000 { #expect(behind.root["a"] != nil) }
            let lines = text(30_000) { "<a>\($0)あ</a>\n" }
            let shifted = try XMLTree(
                parsing: try #require(encode("<r>\(lines)</r>", as: "ISO-2022-JP")),
                options: {
                    var options = XMLParsingOptions()
                    options.encoding = "ISO-2022-JP"
                    return options
                }())
            for element in shifted.root.elements { #expect(element.location.column == 1 || element.location.line == 1) }
        }
    }

    @Test("Places in a stream take time in proportion to its size, in whatever order they are requested")
    func places() async {
        await #expect(processExitsWith: .success) {
            struct Places: XMLHandler {
                var lines: [Int] = []
                mutating func startElement(_ element: borrowing XMLElementEvent) { lines.append(element.location.line) }
                mutating func endElement(_ element: borrowing XMLElementEvent) {
                    lines.append(element.startTagLocation.line)
                }
                mutating func text(_ text: borrowing XMLTextEvent) {}
            }
            limitProcessorTime(toSeconds: 20)
            let count = 60_000
            let text = "<r>\n<g>\n\(String(repeating: "<a><b/>text\n</a>", count: count))</g></r>"
            for repair in [nil, .repair] as [XMLRecoveryMode?] {
                var options = XMLParsingOptions()
                options.recovery = repair
                var parser = XMLPushParser(handler: Places(), options: options)
                try parser.feed(text.utf8)
                let lines = try parser.finish().lines
                #expect(lines.count == 4 * count + 4)
                #expect(
                    Array(lines.prefix(7)) == [1, 2, 3, 3, 3, 3, 4] && Array(lines.suffix(3)) == [count + 2, 2, 1])
                var pieces = [Array(text.utf8)][...]
                var records = try XMLRecords(parsing: .chunks { pieces.popFirst() }, at: "r/g/a", options: options)
                var offset = 8
                while try records.next() != nil {
                    offset += 16
                    #expect(records.checkpoint.byteOffset == offset)
                }
            }
        }
    }

    @Test("Deep documents are parsed, compared, copied and written without recursion")
    func deep() async {
        await #expect(processExitsWith: .success) {
            var options = XMLParsingOptions()
            options.limits.depth = 1_000_000
            let text = String(repeating: "<a>", count: 1_000_000) + String(repeating: "</a>", count: 1_000_000)
            limitProcessorTime(toSeconds: 60)
            let tree = try XMLTree(parsing: text, options: options)
            #expect(tree == tree)
            #expect(try tree == XMLTree(parsing: text, options: options))
            #expect(tree.root.detached().hasSameContent(as: tree.root))
            #expect(tree.hashValue == tree.hashValue)
            var length = 0
            tree.writeJSON { length += $0.count }
            XMLDictionary(tree).writeJSON { length += $0.count }
            #expect(length > 50_000_000)
            let less = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
            let dictionary = try XMLDictionary(parsing: less, options: options)
            #expect(try dictionary == XMLDictionary(parsing: less, options: options))
            #expect(dictionary.hashValue == dictionary.hashValue)
            #expect(throws: XMLError.self) { try dictionary.anyDictionary() }
            #expect(tree.root.textContent.isEmpty)
        }
    }
}
