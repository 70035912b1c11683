import LibXML
import LibXMLDifferences
import Testing

/// The differences of two documents.
@Suite struct DifferenceTests {
    /// A case: two documents, and their differences in short forms.
    struct Pair: Sendable {
        var old: String
        var new: String
        var differences: [String]

        init(_ old: String, _ new: String, _ differences: String...) {
            (self.old, self.new, self.differences) = (old, new, differences)
        }
    }

    private func differences(
        _ old: String, _ new: String, _ options: XMLDifferenceOptions = .init()
    ) throws -> [String] {
        let (old, new) = (try XMLTree(parsing: old), try XMLTree(parsing: new))
        return new.differences(from: old, options: options).map(Self.short)
    }

    /// A difference as `kind path value`, with both values of what has changed, and both paths of what has moved.
    static func short(_ difference: XMLDifference) -> String {
        let place = difference.new ?? difference.old
        let values =
            switch difference.kind {
            case .changed: "\(difference.old?.value ?? "") → \(difference.new?.value ?? "")"
            case .moved: "from \(difference.old?.path ?? "")"
            case .added, .removed: place?.value ?? ""
            }
        return "\(difference.kind) \(difference.part) \(place?.path ?? "") \(values)"
    }

    @Test("Elements that are compared alone have the parent and the siblings that they have in their trees")
    func partsOfTrees() throws {
        let (old, new) = (try XMLTree(parsing: "<r><a/><x/></r>"), try XMLTree(parsing: "<r><y/><b/></r>"))
        let (first, second) = (try old.root.require(at: "a"), try new.root.require(at: "b"))
        let differences = second.differences(from: first)
        #expect(differences.map(\.kind) == [.removed, .added])
        let (removed, added) = (differences[0].old?.node, differences[1].new?.node)
        #expect(removed?.parent?.name.localName == "r" && removed?.nextSibling?.element?.name.localName == "x")
        #expect(added?.parent?.name.localName == "r" && added?.nextSibling == nil)
    }

    static let pairs: [Pair] = [
        Pair("<a/>", "<a></a>"),
        Pair("<a/>", "<b/>", "removed element a <a/>", "added element b <b/>"),
        Pair("<a x='1'/>", "<a x='2'/>", "changed attribute a/@x 1 → 2"),
        Pair("<a x='1' y='2'/>", "<a y='2' x='1'/>"),
        Pair("<a x='1' y='2'/>", "<a y='2' z='1'/>", "removed attribute a/@x 1", "added attribute a/@z 1"),
        Pair("<a>x</a>", "<a>y</a>", "changed text a/#text x → y"),
        Pair("<a>x &amp; y</a>", "<a><![CDATA[x & ]]>y</a>"),
        Pair("<a>x<![CDATA[y]]></a>", "<a>x<![CDATA[z]]></a>", "changed text a/#text xy → xz"),
        Pair("<a/>", "<a>y</a>", "added text a/#text y"),
        Pair("<a><!--x--></a>", "<a><!--y--></a>", "changed comment a/comment() x → y"),
        Pair("<a><?p x?></a>", "<a><?p y?></a>", "changed processingInstruction a/processing-instruction('p') x → y"),
        Pair(
            "<a><?p x?></a>", "<a><?q x?></a>", "removed processingInstruction a/processing-instruction('p') x",
            "added processingInstruction a/processing-instruction('q') x"),
        Pair("<!--x--><a/>", "<a/><!--x-->", "removed comment /comment() x", "added comment /comment() x"),
        Pair(
            "<a><b>1</b><b>2</b><b>3</b></a>", "<a><b>1</b><b>3</b></a>", "removed element a/b[2] <b>2</b>"),
        Pair(
            "<a><b>1</b><b>3</b></a>", "<a><b>1</b><b>2</b><b>3</b></a>", "added element a/b[2] <b>2</b>"),
        Pair(
            "<a><b>1</b><c>1</c></a>", "<a><b>2</b><c>2</c></a>", "changed text a/b/#text 1 → 2",
            "changed text a/c/#text 1 → 2"),
        Pair(
            "<a><b>1</b><c>2</c><d>3</d></a>", "<a><d>3</d><b>1</b><c>2</c></a>",
            "moved element a/d from a/d"),
        Pair(
            "<a><b><x>1</x></b><c/></a>", "<a><b/><c><x>1</x></c></a>", "moved element a/c/x from a/b/x"),
        Pair(
            "<a><i id='1'>x</i><i id='2'>y</i></a>", "<a><i id='2'>z</i><i id='1'>x</i></a>",
            "changed text a/i[1]/#text y → z", "moved element a/i[2] from a/i[1]"),
        Pair(
            "<a><i><n>x</n><p>1</p></i><i><n>y</n><p>2</p></i></a>", "<a><i><n>y</n><p>3</p></i></a>",
            "removed element a/i[1] <i><n>x</n><p>1</p></i>", "changed text a/i/p/#text 2 → 3"),
        Pair("<a xmlns='u'/>", "<p:a xmlns:p='u'/>"),
        Pair("<a xmlns='u'/>", "<a xmlns='v'/>", "removed element a <a xmlns='u'/>", "added element a <a xmlns='v'/>"),
        Pair("<a>é</a>", "<a>e\u{301}</a>", "changed text a/#text é → e\u{301}"),
        Pair("<a>\n  <b/>\n</a>", "<a><b/></a>"),
        Pair("<a> <b/>x</a>", "<a><b/>x</a>", "removed text a/#text  "),
        Pair("<a> </a>", "<a/>", "removed text a/#text  "),
        Pair("<a>\n  <b/>\n</a>", "<a/>", "removed element a/b <b/>"),
        Pair("<a>\n  <b/>\n</a>", "<a>\n</a>", "removed element a/b <b/>"),
        Pair("<a>\n</a>", "<a>\n  <!--c-->\n</a>", "added comment a/comment() c"),
        Pair("<r><a>\n<b/>\n</a><c/></r>", "<r><a>\n</a><c/></r>", "removed element r/a/b <b/>"),
        Pair(
            "<a xml:space='preserve'><b/></a>", "<a xml:space='preserve'> </a>", "removed element a/b <b/>",
            "added text a/#text  "),
        Pair("<a>x<b/></a>", "<a> </a>", "changed text a/#text x →  ", "removed element a/b <b/>"),
        Pair("<a xml:space='preserve'> <b/></a>", "<a xml:space='preserve'><b/></a>", "removed text a/#text  "),
        Pair(
            "<a><b/><b/><b/></a>", "<a><b/><b/><b/><b/><b/></a>", "added element a/b[4] <b/>",
            "added element a/b[5] <b/>"),
        Pair(
            "<a><b/><b/><b/><b/><b/><b/><b/><b/><c/></a>", "<a><c/><b/><b/><b/><b/><b/><b/><b/><b/></a>",
            "added element a/c <c/>", "removed element a/c <c/>"),
        Pair(
            "<a>t<i id='1'>x</i><i id='2'>y</i></a>", "<a><i id='1'>X</i><i id='2'>Y</i>t</a>",
            "removed text a/#text t",
            "changed text a/i[1]/#text x → X", "changed text a/i[2]/#text y → Y", "added text a/#text t"),
    ]

    @Test("Differences in their order", arguments: pairs)
    func order(_ pair: Pair) throws {
        #expect(try differences(pair.old, pair.new) == pair.differences)
        let options = XMLDifferenceOptions(whiteSpace: .compared)
        let (old, new) = (try XMLTree(parsing: pair.old), try XMLTree(parsing: pair.new))
        #expect(new.differences(from: old, options: options).isEmpty == (old == new))
        #expect(old.differences(from: new).isEmpty == pair.differences.isEmpty)
    }

    @Test("White space")
    func whiteSpace() throws {
        let (old, new) = ("<a>\n <b>x  y</b>\n</a>", "<a><b> x\ty </b></a>")
        let found = try differences(old, new)
        #expect(found == ["changed text a/b/#text x  y →  x\ty "])
        #expect(try differences(old, new, .init(whiteSpace: .normalized)) == [])
        #expect(try differences(old, new, .init(whiteSpace: .compared)).count == 3)
        #expect(try differences("<a> </a>", "<a/>", .init(whiteSpace: .normalized)) == [])
        let words = [
            ("<p>Oat <b>milk</b></p>", "<p>Oat<b>milk</b></p>"), ("<p>a<!--c--> b</p>", "<p>a<!--c-->b</p>"),
            ("<p>a <b>c</b> <i>d</i></p>", "<p>a <b>c</b><i>d</i></p>"),
        ]
        for (old, new) in words {
            #expect(try differences(old, new, .init(whiteSpace: .normalized)).count == 1)
        }
        let rows = ("<t>\n <a>1</a>\n <a> 2 </a>\n</t>", "<t><a>1</a><a>2</a></t>")
        #expect(try differences(rows.0, rows.1, .init(whiteSpace: .normalized)) == [])
        let mixed = ("<p>\n  Oat\n  <b> milk </b>\n</p>", "<p>Oat <b>milk</b></p>")
        #expect(try differences(mixed.0, mixed.1, .init(whiteSpace: .normalized)) == [])
    }

    @Test("Order, comments and prefixes")
    func options() throws {
        let order = XMLDifferenceOptions(ignoresOrder: true)
        #expect(try differences("<a><b/><c/></a>", "<a><c/><b/></a>", order) == [])
        #expect(
            try differences("<a><b>1</b><c/><d/></a>", "<a><c/><b>2</b></a>", order) == [
                "removed element a/d <d/>", "changed text a/b/#text 1 → 2",
            ])
        let attributes = XMLDifferenceOptions(ignoresAttributeOrder: false)
        #expect(
            try differences("<a x='1' y='2'/>", "<a y='2' x='1'/>", attributes) == [
                "removed attribute a/@x 1", "removed attribute a/@y 2", "added attribute a/@y 2",
                "added attribute a/@x 1",
            ])
        #expect(
            try differences("<a x='1' y='2' w='3'/>", "<a x='1' z='4' y='2'/>", attributes) == [
                "removed attribute a/@y 2", "removed attribute a/@w 3", "added attribute a/@z 4",
                "added attribute a/@y 2",
            ])
        let comments = XMLDifferenceOptions(ignoresComments: true)
        #expect(try differences("<a>x<!--c-->y</a>", "<a>xy</a>", comments) == [])
        #expect(try differences("<a>\n<!--c-->\n</a>", "<a>\n<!--d-->\n\n</a>", comments) == [])
        #expect(try differences("<a>\n<!--c-->\n</a>", "<a>\n</a>", comments) == [])
        let prefixes = XMLDifferenceOptions(ignoresPrefixes: false)
        #expect(
            try differences("<a xmlns='u'/>", "<p:a xmlns:p='u'/>", prefixes) == [
                "removed element a <a xmlns='u'/>", "added element p:a <p:a xmlns:p='u'/>",
            ])
    }

    @Test("Key attributes")
    func keys() throws {
        let (old, new) = ("<a><i no='1' v='x'/><i no='2' v='y'/></a>", "<a><i no='2' v='z'/></a>")
        let keyed = try differences(old, new, .init(keyAttributes: ["no"]))
        #expect(keyed == ["removed element a/i[1] <i no='1' v='x'/>", "changed attribute a/i/@v y → z"])
        // Among several elements of a name, those with other keys are the same only if they have much in common.
        let first = "<a><i id='0'/><i id='1' v='x'/></a>"
        #expect(
            try differences(first, "<a><i id='0'/><i id='2' v='y'/></a>") == [
                "removed element a/i[2] <i id='1' v='x'/>", "added element a/i[2] <i id='2' v='y'/>",
            ])
        #expect(
            try differences(first, "<a><i id='0'/><i id='2' v='x'/></a>") == ["changed attribute a/i[2]/@id 1 → 2"])
        #expect(try differences("<a id='1'/>", "<a id='2'/>") == ["changed attribute a/@id 1 → 2"])
        // The first that an element has counts.
        let named = ("<a><i id='1' name='x'/><i id='2' name='y'/></a>", "<a><i id='2' name='x'/></a>")
        #expect(
            try differences(named.0, named.1) == [
                "removed element a/i[1] <i id='1' name='x'/>", "changed attribute a/i/@name y → x",
            ])
    }

    @Test("Elements with other keys are others in any order, too")
    func keysInAnyOrder() throws {
        let options = XMLDifferenceOptions(ignoresOrder: true)
        #expect(
            try differences(
                "<a><i id='1' v='x'/><i id='2' v='y'/></a>", "<a><i id='3' v='z'/><i id='1' v='w'/></a>", options)
                == [
                    "removed element a/i[2] <i id='2' v='y'/>", "added element a/i[1] <i id='3' v='z'/>",
                    "changed attribute a/i[2]/@v x → w",
                ])
    }

    @Test("What comes after many added elements is found", arguments: ["<p/>", "<p v='%'/>"])
    func farAway(_ element: String) throws {
        func elements(_ range: Range<Int>, _ text: String) -> String {
            range.map { text.replacing("%", with: "\($0)") }.joined()
        }
        let rest = elements(0..<200, element) + elements(0..<50, "<!--i--><p/>")
        let old = "<a><h v='1'/>\(rest)<t v='1'/></a>"
        let new = "<a><h v='2'/>\(elements(0..<100, "<n v='%'/>"))\(rest)<t v='2'/></a>"
        let found = try differences(old, new)
        // The number of the others depends on how far the pairs are apart.
        #expect(found.count { $0.hasPrefix("added element a/n") } == 100)
        #expect(found.count < 250)
    }

    @Test("A limit", arguments: [0, 1, 2, 3, 9])
    func limit(_ limit: Int) throws {
        let all = try differences("<a x='1' y='2'><b/></a>", "<a><c/></a>")
        let some = try differences("<a x='1' y='2'><b/></a>", "<a><c/></a>", .init(limit: limit))
        #expect(all.count == 4 && some == Array(all.prefix(limit)))
    }

    @Test("Places have lines, columns and bytes of the input")
    func places() throws {
        var options = XMLParsingOptions()
        options.sourceName = "old.xml"
        let old = try XMLTree(parsing: "<a>\n  <b n='1'>é</b>x<![CDATA[y]]>\n</a>", options: options)
        options.sourceName = "new.xml"
        options.encoding = "UTF-16LE"
        let input = "<a>\n  <b n='12'>é</b>xy!\n<c/></a>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let new = try XMLTree(parsing: input, options: options)
        let found = new.differences(from: old)
        #expect(
            found.map(Self.short) == [
                "changed attribute a/b/@n 1 → 12", "changed text a/#text xy\n → xy!\n", "added element a/c <c/>",
            ])
        let (attribute, text, element) = (found[0], found[1], found[2])
        #expect(attribute.old?.location == XMLLocation(line: 2, column: 6, byteOffset: 9, sourceName: "old.xml"))
        #expect(attribute.old?.sourceRange == 9..<14 && attribute.new?.sourceRange == 18..<30)
        #expect(text.old?.location.column == 17 && text.old?.sourceRange == 21..<36)
        #expect(element.new?.location.line == 3 && element.oldParent == old.root && element.oldSibling == nil)
        #expect(
            attribute.description == """
                new.xml:2:6: changed: a/b/@n from “1” to “12”
                old.xml:2:6: note: it was here
                """)
        #expect(element.description == "new.xml:3:1: added: a/c, “<c/>”")
    }

    @Test("A prefix without a declaration is a part of the name")
    func undeclaredPrefixes() throws {
        let options = XMLParsingOptions(recovery: .libxml2)
        let old = try XMLTree(parsing: "<a p:x='1' q:x='2'/>", options: options)
        let new = try XMLTree(parsing: "<a p:x='1'/>", options: options)
        #expect(new.differences(from: old).map(Self.short) == ["removed attribute a/@q:x 2"])
    }

    @Test("Elements of trees are compared alone")
    func elements() throws {
        let tree = try XMLTree(parsing: "<a><b><c>1</c></b><b><c>2</c></b></a>")
        let elements = Array(tree.root[all: "b"])
        #expect(elements[1].differences(from: elements[0]).map(Self.short) == ["changed text b/c/#text 1 → 2"])
        #expect(elements[0].differences(from: elements[0]).isEmpty)
        let old = try XMLTree(parsing: "<a xml:space='preserve'><b> <c/></b></a>").root
        let new = try XMLTree(parsing: "<a xml:space='preserve'><b><c/></b></a>").root
        let found = try new.require("b").differences(from: old.require("b"))
        #expect(found.map(Self.short) == ["removed text b/#text  "])
    }

    @Test("Deep documents need no stack, and their paths are short")
    func depth() throws {
        var options = XMLParsingOptions()
        options.limits.depth = 100_000
        func tree(_ text: String) throws -> XMLTree {
            let (start, end) = (String(repeating: "<e>", count: 50_000), String(repeating: "</e>", count: 50_000))
            return try XMLTree(parsing: start + text + end, options: options)
        }
        let found = try tree("x").differences(from: tree("y"))
        #expect(found.map(\.kind) == [.changed])
        #expect(found[0].new?.path.hasPrefix("…/e/e") == true && found[0].new?.path.utf8.count ?? 0 < 300)
    }
}
