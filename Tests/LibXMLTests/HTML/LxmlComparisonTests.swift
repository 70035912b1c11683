import CheckCases
import Foundation
import LibXML
import Testing

/// Compares trees with those of lxml, if Python has an lxml that is linked with the same libxml2: that of Debian's
/// `python3-lxml`. The lxml of pip contains its own libxml2.
@Suite(.enabled(if: Lxml.isAvailable, "there is no lxml that uses this libxml2: \(Lxml.found)"))
struct LxmlComparisonTests {
    @Test("A page is the same tree as in lxml")
    func pages() throws {
        let pages = Pages.all.map(\.text)
        let dumps = try Lxml.dump(pages)
        for (page, dump) in zip(pages, dumps) {
            #expect(try XMLTree(html: page).lxmlDump == dump, "\(page)")
        }
    }

    @Test("Soups of tags are the same trees as in lxml", arguments: 0..<4)
    func soups(part: Int) throws {
        let pages = (0..<150).map { TagSoup(seed: UInt64(1000 * part + $0)).page() }
        let dumps = try Lxml.dump(pages)
        for (page, dump) in zip(pages, dumps) {
            let own = (try? XMLTree(html: page).lxmlDump) ?? ""
            #expect(own == dump, "\(page)")
        }
    }
}

extension XMLTree {
    /// The tree in the form of `Lxml.dump`.
    fileprivate var lxmlDump: String {
        var text = ""
        for node in children where node.kind != .documentType { node.dump(depth: 0, to: &text) }
        return text
    }
}

extension XMLTree.Node {
    fileprivate func dump(depth: Int, to text: inout String) {
        func line(_ parts: String...) {
            text += String(repeating: " ", count: depth) + parts.joined(separator: " ") + "\n"
        }
        func escape(_ text: String) -> String {
            text.unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\r" ? "\\r" : String($0) }.joined()
        }
        let value = escape(self.text ?? "")
        switch kind {
        case .element:
            guard let element else { return }
            // lxml treats the text before a colon as a prefix without a namespace.
            line("element", element.localName.split(separator: ":", maxSplits: 1).last.map(String.init) ?? "")
            for attribute in element.attributes {
                line("  attribute", attribute.qualifiedName, escape(attribute.value))
            }
            for child in element.children { child.dump(depth: depth + 1, to: &text) }
        case .comment: line("comment", value)
        case .processingInstruction: line("instruction", target ?? "", value)
        default: line("text", value)
        }
    }
}

/// Debian's lxml.
enum Lxml {
    /// The version of libxml2 that lxml uses, or "no lxml".
    static let found: String = (try? run("print('.'.join(map(str, etree.LIBXML_VERSION)))", [])) ?? "no lxml"

    static var isAvailable: Bool { found.trimmingCharacters(in: .newlines) == version }

    private static let version =
        "\(LoadedLibxml2.version / 10_000).\(LoadedLibxml2.version / 100 % 100).\(LoadedLibxml2.version % 100)"

    /// The trees of pages, as lines.
    static func dump(_ pages: [String]) throws -> [String] {
        let program = """
            def escape(text): return (text or '').replace('\\n', '\\\\n').replace('\\r', '\\\\r')
            def dump(node, depth, out):
                space = ' ' * depth
                if node.tag is etree.Comment: out.append(space + 'comment ' + escape(node.text))
                elif node.tag is etree.PI: out.append(space + 'instruction ' + node.target + ' ' + escape(node.text))
                else:
                    out.append(space + 'element ' + node.tag.split(':', 1)[-1])
                    for key, value in node.attrib.items(): out.append(space + '  attribute ' + key + ' ' + escape(value))
                    if node.text: out.append(space + ' text ' + escape(node.text))
                    for child in node: dump(child, depth + 1, out)
                if node.tail: out.append(space + 'text ' + escape(node.tail))
            results = []
            for page in json.load(sys.stdin):
                out = []
                try:
                    root = etree.HTML(page.encode(), etree.HTMLParser(encoding='utf-8'))
                    if root is not None:
                        for node in reversed(list(root.itersiblings(preceding=True))): dump(node, 0, out)
                        dump(root, 0, out)
                        for node in root.itersiblings(): dump(node, 0, out)
                except etree.ParserError: pass
                results.append(''.join(line + '\\n' for line in out))
            json.dump(results, sys.stdout)
            """
        let output = try run(program, pages)
        return try JSONDecoder().decode([String].self, from: Data(output.utf8))
    }

    private static func run(_ program: String, _ pages: [String]) throws -> String {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try JSONEncoder().encode(pages).write(to: input)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import sys, json\nfrom lxml import etree\n" + program]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return try String(contentsOf: output, encoding: .utf8)
    }
}

/// Pages of tags in random order, the same for the same seed.
struct TagSoup {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    func page() -> String {
        var soup = self
        var text = ["", "<!DOCTYPE html>", "<html>", "<html><head><title>t</title></head><body>", " "][soup.next(5)]
        for _ in 0..<(3 + soup.next(20)) { text += soup.part() }
        return text
    }

    private static let names = [
        "p", "div", "b", "i", "ul", "li", "table", "tr", "td", "th", "tbody", "a", "span", "h1", "br", "img", "hr",
        "form",
        "input", "select", "option", "dl", "dt", "dd", "title", "meta", "section", "nav", "pre", "font", "center",
        "body",
        "head", "link", "x:y",
    ]

    private mutating func part() -> String {
        let name = Self.names[next(Self.names.count)]
        switch next(12) {
        case 0...3: return "<\(next(9) == 0 ? name.uppercased() : name)\(attributes())>"
        case 4...6: return "</\(name)>"
        case 7: return ["a", "b c", " ", "\n", "é", "日本", " x "][next(7)]
        case 8: return ["&amp;", "&lt;", "&eacute;", "&nbsp;", "&#65;", "&copy", "& ", "&unknown;"][next(8)]
        case 9: return ["<!-- c -->", "<!---->", "<!-- <b> -->"][next(3)]
        case 10: return ["<script>if (a<b) x()</script>", "<style>p > b {}</style>", "<br/>", "<img src=x />"][next(4)]
        default: return ["a < b", "<p", "<>", "</>", "word <b>"][next(5)] + " "
        }
    }

    private mutating func attributes() -> String {
        switch next(5) {
        case 0: return " class=x"
        case 1: return " id='1' title=\"a>b\""
        case 2: return " checked foo"
        default: return ""
        }
    }

    private mutating func next(_ limit: Int) -> Int {
        Int(generator.next() >> 33) % limit
    }
}
