import CheckCases
import LibXML

/// Writes a document by random calls with hostile strings, and records what it must contain.
final class HostileWriter {
    /// What is known of an element that was written.
    final class Element {
        /// Nil if the namespace depends on the prefix.
        var namespaceURI: String??
        var localName: String?
        /// The values of attributes, with namespaces for those that were given.
        var attributes: [(namespaceURI: String??, value: String)] = []
        var declarations: [(prefix: String, uri: String)] = []
        var text = ""
        var elements: [Element] = []
        var comments: [String] = []
        var instructions = 0
    }

    /// A part of most strings begins, ends or is something in XML, or is not allowed in it.
    private static let parts = [
        "a", "b", "p:", ":", "1", "-", ".", "\0", "\u{1}", "\u{FFFE}", " ", "<", "&", ">", "\"", "'", "]]>", "]]", "--",
        "->",
        "?>", "?", "xml", "XML", "xmlns", "xmlns:", "xml:space", "\r", "\n", "\t", "\r\n", "é", "e\u{301}", "\u{301}",
        "日", "😀",
        "\u{85}", "\u{2028}", "&amp;", "&#0;", "<![CDATA[", "<!--", "</a>", "%", "=",
    ]
    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
    private static let uris = [
        "", "u", "v", "\0", "u\0", "\u{1}u", xmlNamespace, xmlNamespace + "\0",
        "\0http://www.w3.org/2000/xmlns/", "é", "e\u{301}", "a b", "<&\">'", "u\n", "u\t",
    ]
    private static let replacements = [
        "", "?", "\u{FFFD}", "-", ">", "]", "\"", "'", "a", ":", " ", "\0", "<", "&", "\u{301}", "\r",
    ]
    static let encodings = ["UTF-8", "ISO-8859-1", "UTF-16", "US-ASCII"]

    private var random: SeededGenerator
    private let replacement: String
    private let writer: XMLWriter
    private(set) var root: Element?
    private var count = 0
    let options: XMLWritingOptions
    /// Whether names contain no characters that only the fifth edition of XML 1.0 allows in them.
    private let hasOldNames: Bool

    init(seed: Int, hasOldNames: Bool = false) throws {
        self.hasOldNames = hasOldNames
        random = SeededGenerator(seed: UInt64(seed))
        replacement = Self.replacements.randomElement(using: &random) ?? ""
        options = XMLWritingOptions(
            encoding: Self.encodings.randomElement(using: &random) ?? "UTF-8",
            prefixes: ["u": "p", "given\0": "q", "v": "xml"], invalidCharacters: .replaced(with: replacement),
            invalidNames: Bool.random(using: &random) ? .replaced : .error)
        writer = try XMLWriter(options: options)
    }

    /// Returns the document; nil if no root element could be written.
    func document() throws -> [UInt8]? {
        attempt {
            try writer.documentType(
                .init(
                    name: name(), publicID: chance(2) ? text() : nil, systemID: chance(2) ? text() : nil,
                    internalSubset: chance(2) ? text() : nil))
        }
        attempt { try writer.comment(text()) }
        attempt { try writer.processingInstruction(name(), text()) }
        while root == nil, count < 50 { root = element() }
        attempt { try writer.comment(text()) }
        return root == nil ? nil : try writer.xmlBytes()
    }

    // MARK: Content

    private func element() -> Element? {
        count += 1
        let element = Element()
        let isNamed = chance(2)
        let isDone = attempt {
            if isNamed {
                let name = XMLName(self.name(), namespaceURI: uri())
                element.namespaceURI = .some(valid(name.namespaceURI))
                if isPlain(name.localName) { element.localName = name.localName }
                try writer.element(name) { fill(element) }
            } else {
                try writer.element(self.name()) { fill(element) }
            }
        }
        return isDone ? element : nil
    }

    private func fill(_ element: Element) {
        for _ in 0..<number(4) { addAttribute(to: element) }
        for _ in 0..<number(6) {
            let text = text()
            switch number(7) {
            case 0: if attempt({ try writer.text(text) }) { element.text += valid(text) }
            case 1: if attempt({ try writer.cdata(text) }) { element.text += valid(text) }
            case 2: if attempt({ try writer.comment(text) }) { element.comments.append(valid(text)) }
            case 3: if attempt({ try writer.processingInstruction(name(), text) }) { element.instructions += 1 }
            case 4:
                if attempt({ try writer.write("<f g='\(text)'>\(text)</f>" as XMLFragment) }) {
                    let child = Element()
                    (child.localName, child.text) = ("f", text)
                    child.attributes = [(.none, text)]
                    element.elements.append(child)
                }
            default: if count < 40, let child = self.element() { element.elements.append(child) }
            }
        }
    }

    private func addAttribute(to element: Element) {
        let value = text()
        switch number(5) {
        case 0:
            let name = name()
            guard name != "xmlns", !name.hasPrefix("xmlns:"), name != "xml:space" else { return }
            if attempt({ try writer.attribute(name, value) }) { element.attributes.append((.none, valid(value))) }
        case 1, 2:
            let name = XMLName(name(), namespaceURI: uri())
            if attempt({ try writer.attribute(name, value) }) {
                element.attributes.append((.some(valid(name.namespaceURI)), valid(value)))
            }
        case 3:
            let (prefix, uri) = (
                ["p", "q", "xml", "xmlns", "é", "", "a b", "ns1"].randomElement(using: &random) ?? "", uri()
            )
            if attempt({ try writer.declareNamespace(XMLNamespace(uri), prefix: prefix) }) {
                element.declarations.append((prefix, valid(uri)))
            }
        default:
            let pairs = (0..<2).map { _ in (key: name(), value: text()) }
            guard !pairs.contains(where: { $0.key.hasPrefix("xmlns") }) else { return }
            if attempt({ try writer.attributes(pairs.lazy.map { $0 }) }) {
                element.attributes += pairs.map { (.none, valid($0.value)) }
            }
        }
    }

    @discardableResult
    private func attempt(_ body: () throws -> Void) -> Bool {
        do { try body() } catch { return false }
        return true
    }

    // MARK: Strings

    private func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    private func chance(_ count: Int) -> Bool { number(count) == 0 }
    private func uri() -> String { Self.uris.randomElement(using: &random) ?? "" }

    private func text() -> String {
        (0..<number(5)).map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined()
    }

    private func name() -> String {
        let plain = ["a", "b", "p:a", "q:a", "é", "xmlns", "xml:space"]
        let name = chance(2) ? plain.randomElement(using: &random) ?? "" : text()
        return hasOldNames ? String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value < 0x10000 })) : name
    }

    private func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
    }

    /// The text with the replacement, as the options describe it.
    private func valid(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(contentsOf: Self.isValid(scalar) ? [scalar] : replacement.unicodeScalars.filter(Self.isValid))
        }
        return String(result)
    }

    /// Whether a scalar matches production 2 of XML 1.0, “Char”.
    private static func isValid(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    private func valid(_ uri: String?) -> String? {
        guard let uri else { return nil }
        let valid: String = valid(uri)
        return valid.isEmpty ? nil : valid
    }
}
