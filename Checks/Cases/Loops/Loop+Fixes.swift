import LibXML

/// The fixes of documents with faults, as `lint --fix` makes them.
extension Loop {
    static let fixes = [
        Self("fixed-documents", 60) { number in try compareFixed(seed: UInt64(number)) },
        Self("certain-fixes", 20) { number in try checkCertainFixes(seed: UInt64(number)) },
    ]

    /// Counts the findings, so that a search shows how frequent they are.
    private struct Findings {
        private var count = 0
        private var failures: [any Error] = []

        mutating func check(_ body: () throws -> Void) {
            count += 1
            do { try body() } catch { failures.append(error) }
        }

        func finish() throws {
            guard let first = failures.first else { return }
            throw BrokenProperty(description: "\(failures.count) of \(count), the first: \(first)")
        }
    }

    // MARK: All fixes

    /// A fixed document is read as recovery has read the original document, in every encoding.
    private static func compareFixed(seed: UInt64) throws {
        var choices = SeededChoices(seed: seed)
        var findings = Findings()
        for _ in 0..<20 {
            for encoding in encodings {
                guard let bytes = malformed(encoding, &choices),
                    let tree = try? XMLTree(parsing: bytes, options: recovering),
                    !tree.diagnostics.isEmpty
                else { continue }
                findings.check { try expectSame(tree, bytes, fixed(bytes, tree, { _ in true }), "all", encoding) }
                findings.check { try expectSame(tree, bytes, fixed(bytes, tree, \.isCertain), "certain", encoding) }
            }
        }
        try findings.finish()
    }

    private static let encodings: [(name: String, declared: String, mark: [UInt8], letters: String)] = [
        ("UTF-8", "UTF-8", [], "é日"), ("UTF-8", "UTF-8", [0xEF, 0xBB, 0xBF], "é日"),
        ("UTF-16LE", "UTF-16", [0xFF, 0xFE], "é日"), ("UTF-16BE", "UTF-16", [0xFE, 0xFF], "é日"),
        ("ISO-8859-1", "ISO-8859-1", [], "éÄ"), ("WINDOWS-1252", "windows-1252", [], "é€"),
        ("SHIFT_JIS", "Shift_JIS", [], "日ｱ"),
    ]

    private static let declarations = [
        "<?xml version=\"1.0\" encoding=\"E\"?>", "<?xml encoding=\"E\" version=\"1.0\"?>",
        "<?xml version='1.0' encoding='E' standalone='yes'?>\n", "<?xml versio=\"1.0\" encoding=\"E\"?>",
        "<?xml version=\"1.0\" encoding=\"E\" standalone=\"maybe\"?>", "<?xml version=\"1.0\"encoding=\"E\"?>",
        "<?xml version=\"1.0\" encoding=\"E\" >", "", "X<?xml version=\"1.0\" encoding=\"E\"?>",
        "<!--X--><?xml version=\"1.0\" encoding=\"E\"?>",
    ]

    private static let contents = [
        "<r a=\"X &amp; 1\" b='X'>X &amp; X<c>1 &lt; X</c><d e=\"f\"/><!-- X --><?p X?><![CDATA[X & <X>]]>&#233; X</r>",
        "<!DOCTYPE r [<!ENTITY e \"X\"><!ATTLIST r d CDATA 'X'>]>\n<r>&e; X<X a=\"X\">X &gt; X</X><b>X</b></r>",
        "<p:r xmlns:p='u'><p:a p:b='X'>X</p:a>\r\n<p:c d='1' e='X'>X</p:c></p:r><!-- X -->",
        "<html><br>X<img src=X>&nbsp;X & X &copy X</html>",
    ]

    private static let tokens =
        ["<", ">", "&", "\"", "'", ";", "/", "=", "-", "--", "!", "[", "]]>", "?", "?>", " ", "\n", "\u{1}", "\u{92}"]
        + ["<!--", "-->", "<![CDATA[", "<![cdata[", "</", "<b>", "</b>", "&lt", "&nbsp;", "&#x20AC;", "&#150;", "&#65"]
        + [
            "X", "a=\"b\"", "b='X'", "x:y", "<?xml version='1.0'?>", "encoding", "standalone", "version",
            "<!DOCTYPE r>",
        ]

    /// Returns a document with faults in its declaration or elsewhere, in an encoding.
    private static func malformed(
        _ encoding: (name: String, declared: String, mark: [UInt8], letters: String), _ choices: inout SeededChoices
    ) -> [UInt8]? {
        let declaration = choices.pick(declarations).replacing("E", with: encoding.declared)
        var text = Array((declaration + choices.pick(contents)).unicodeScalars)
        for _ in 0..<choices.pick([0, 1, 1, 2, 3]) {
            let limit = choices.chance(oneIn: 2) ? max(1, min(declaration.count, text.count)) : text.count
            let at = choices.number(below: limit)
            let token = Array(choices.pick(tokens).unicodeScalars)
            switch choices.number(below: 6) {
            case 0: text.insert(contentsOf: token, at: at)
            case 1: text.replaceSubrange(at..<at + 1, with: token)
            case 2: text.remove(at: at)
            case 3: text.removeSubrange(at..<min(text.count, at + 1 + choices.number(below: 12)))
            case 4: text.swapAt(at, min(at + 1, text.count - 1))
            default:
                let part = text[at..<min(text.count, at + 1 + choices.number(below: 12))]
                text.insert(contentsOf: Array(part), at: choices.number(below: limit))
            }
            if text.isEmpty { return nil }
        }
        var string = ""
        for scalar in text {
            string.unicodeScalars.append(scalar == "X" ? choices.pick(Array(encoding.letters.unicodeScalars)) : scalar)
        }
        guard var bytes = encode(string, as: encoding.name) else { return nil }
        if choices.chance(oneIn: 4), !encoding.name.hasPrefix("UTF-16") {
            bytes[choices.number(below: bytes.count)] = choices.pick([0x80, 0x81, 0x93, 0xA0, 0xE9, 0xFF, 0xFC])
        }
        return encoding.mark + bytes
    }

    /// The options of `lint --fix`.
    private static var recovering: XMLParsingOptions {
        var rules = XMLRepairOptions()
        rules.invalidCharacters = .drop
        return XMLParsingOptions().recovering(.repair(rules))
    }

    private static func fixed(_ bytes: [UInt8], _ tree: XMLTree, _ isMade: (XMLDiagnostic.Fix) -> Bool) -> [UInt8] {
        tree.diagnostics.compactMap(\.fix).filter(isMade).applied(to: bytes)
    }

    private static func expectSame(
        _ tree: XMLTree, _ bytes: [UInt8], _ fixed: [UInt8], _ kind: String,
        _ encoding: (name: String, declared: String, mark: [UInt8], letters: String)
    ) throws {
        func message(_ text: String) -> String {
            "\(kind), \(encoding.name): \(text)\n\(shown(bytes, encoding))\n\(shown(fixed, encoding))\n"
                + tree.diagnostics.map { "  \($0) [\($0.fix.map { "\($0.isCertain)" } ?? "no fix")]" }
                .joined(separator: "\n")
        }
        let read: XMLTree
        do {
            read = try XMLTree(parsing: fixed, options: recovering)
        } catch {
            throw BrokenProperty(description: message("\(error)"))
        }
        // The fix of an empty element of HTML is in its start tag, and the text after the tag is not its content.
        let isMoved = tree.diagnostics.contains { $0.fix?.edits.contains { $0.replacement == "/" } ?? false }
        // Elements before the declaration are further roots; the fix removes them.
        let hasPreamble = tree.diagnostics.contains { $0.code == .misplacedXMLDeclaration && $0.endLocation != nil }
        func isSame(_ other: XMLTree) -> Bool {
            isMoved
                ? other.root.text == tree.root.text
                : other == tree && (hasPreamble || other.furtherRoots == tree.furtherRoots)
        }
        try expect(isSame(read), message("has become \(read.source)"))
        guard read.diagnostics.isEmpty else { return }
        let strict = try? XMLTree(parsing: fixed)
        try expect(strict.map(isSame) ?? false, message("is not well-formed"))
    }

    private static func shown(
        _ bytes: [UInt8], _ encoding: (name: String, declared: String, mark: [UInt8], letters: String)
    ) -> String {
        if encoding.name.hasPrefix("UTF-16") {
            let high = encoding.name.hasSuffix("LE") ? 1 : 0
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
                UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
            }
            return String(decoding: units, as: UTF16.self).debugDescription
        }
        if encoding.name == "UTF-8", String(validating: bytes, as: UTF8.self) != nil {
            return String(decoding: bytes, as: UTF8.self).debugDescription
        }
        return bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16) }.joined()
    }

    // MARK: Certain fixes

    /// If one character of markup in a document is removed, doubled or replaced, a certain fix restores the document.
    private static func checkCertainFixes(seed: UInt64) throws {
        let document = Array(wellFormed(seed).unicodeScalars)
        let original = try XMLTree(parsing: string(document))
        var findings = Findings()
        for index in markup(in: document) {
            for changed in changes(of: document, at: index) {
                let text = string(changed)
                guard (try? XMLTree(parsing: text)) == nil,
                    let tree = try? XMLTree(parsing: text, options: recovering)
                else { continue }
                let fixed = fixed(Array(text.utf8), tree, \.isCertain)
                guard fixed != Array(text.utf8) else { continue }
                let read = try? XMLTree(parsing: fixed)
                findings.check {
                    try expect(
                        read == original, "\(text.debugDescription)\n\(String(decoding: fixed, as: UTF8.self))")
                }
            }
        }
        try findings.finish()
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static let marks = Array(";\"'></=&-![]?#".unicodeScalars)

    private static func changes(of text: [Unicode.Scalar], at index: Int) -> [[Unicode.Scalar]] {
        func replacing(_ replacement: [Unicode.Scalar]) -> [Unicode.Scalar] {
            Array(text[..<index] + replacement + text[(index + 1)...])
        }
        var changes = [replacing([]), replacing([text[index], text[index]])]
        changes += marks.filter { $0 != text[index] }.map { replacing([$0]) }
        if index + 1 < text.count {
            var swapped = text
            swapped.swapAt(index, index + 1)
            changes.append(swapped)
        }
        return changes
    }

    /// The offsets of markup in a well-formed document: of tags, references, comments, sections and instructions.
    private static func markup(in text: [Unicode.Scalar]) -> [Int] {
        var found: [Int] = []
        var index = 0
        func has(_ part: String) -> Bool { text[index...].starts(with: part.unicodeScalars) }
        func add(_ count: Int) {
            found += index..<index + count
            index += count
        }
        func skip(to end: String) {
            while index < text.count, !has(end) { index += 1 }
            add(end.unicodeScalars.count)
        }
        while index < text.count {
            if has("<!--") {
                add(4)
                skip(to: "-->")
            } else if has("<![CDATA[") {
                add(9)
                skip(to: "]]>")
            } else if has("<?") {
                add(2)
                skip(to: "?>")
            } else if has("<") {
                var quote: Unicode.Scalar?
                while text[index] != ">" || quote != nil {
                    let scalar = text[index]
                    if quote != nil, scalar != quote, scalar != "&" {
                        index += 1
                    } else if scalar == "&" {
                        skip(to: ";")
                    } else {
                        if scalar == "\"" || scalar == "'" { quote = quote == nil ? scalar : nil }
                        add(1)
                    }
                }
                add(1)
            } else if has("&") {
                add(1)
                skip(to: ";")
            } else {
                index += 1
            }
        }
        return found.filter { marks.contains(text[$0]) }
    }

    private static let parts = [
        "<a b=\"1\" c='x-y'>t</a>", "<e/>", "<a>salt &amp; pepper</a>", "1 &lt; 2 ", "x&lt;y", "x &gt; y", "&quot;&lt;",
        "&amp;&amp;", "&lt;b&gt;", "<a b=\"&lt;b&gt;\"/>", "<a b=\"&lt;\" c='R&amp;D'/>", "caf&#233; ", "&#65;9 ",
        "&#65;b",
        "&#xE9; ", "&#xE9;b", "<!-- a & b -->", "<!-- 1 < 2 <c/> & d -->", "<![CDATA[a < b && c]]>",
        "<![CDATA[<b>x & y</b>]]>",
        "<?p a & b < c?>", "<?p <b/> & c?>", "<x:b y:c='1' d = \"2\"\n e='3'/>", "<a\n>t</a\n>", "<img src=\"a/b/\"/>",
        "<b>&amp;amp; &amp;nbsp;</b>", "a > b; c = \"d\" - [e]!", "\n  ", "\n", "<c>x &amp;&lt; y</c>", "<c a='1'></c>",
        "<c a=\"say &quot;hi&quot;\" b='&apos;'/>", "&lt;e; &gt;cc; &amp;x; ", "&amp;#65; ", "<d e='x &lt; y'>z</d>",
        "<d e='a=b&amp;c=d'/>", "AT&amp;T", "&lt;!-- x --&gt;", "it&apos;s", "<q r='it&apos;s' s=\"&gt;\"/>",
    ]

    private static func wellFormed(_ seed: UInt64) -> String {
        var choices = SeededChoices(seed: seed)
        let declaration = choices.pick(["<?xml version='1.0'?>", "", "<!DOCTYPE r>\n"])
        var (text, open) = (declaration + "<r xmlns:x=\"urn:x\" xmlns:y='urn:y'>", [] as [String])
        for _ in 0..<12 {
            text += choices.pick(parts)
            if choices.chance(oneIn: 3) {
                let name = choices.pick(["b", "item", "x:c"])
                text += "<\(name)>"
                open.append(name)
            } else if choices.chance(oneIn: 3), let name = open.popLast() {
                text += "</\(name)>"
            }
        }
        for name in open.reversed() { text += "</\(name)>" }
        return text + "</r>"
    }
}
