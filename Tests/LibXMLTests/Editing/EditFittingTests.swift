import Foundation
import LibXML
import Testing

/// What is inserted is written as what is around it.
@Suite struct EditFittingTests {
    private static func edited(
        _ text: String, _ change: (inout XMLEdit, XMLTree.Element) throws -> Void
    ) throws -> String {
        var edit = XMLEdit(try XMLTree(parsing: text))
        try change(&edit, edit.tree.root)
        return try edit.xmlString()
    }

    @Test("All lines of a literal are indented, apart from those of text")
    func lines() throws {
        let item: XMLFragment = """
            <item>
              <name>\("a\nb")</name>
              <text>one
            two</text>
              <p>x <b>y</b>
              <i>z</i></p>
            </item>
            """
        let inserted = """
              <item>
                <name>a
            b</name>
                <text>one
            two</text>
                <p>x <b>y</b>
              <i>z</i></p>
              </item>
            """
        #expect(
            try Self.edited("<r>\n  <a/>\n</r>") { try $0.append(item, to: $1) } == "<r>\n  <a/>\n\(inserted)\n</r>")
        #expect(
            try Self.edited("<r>\n  <a/>\n</r>") { try $0.prepend(item, to: $1) } == "<r>\n\(inserted)\n  <a/>\n</r>")
        #expect(
            try Self.edited("<r>\r\n\t<a/>\r\n</r>") { try $0.append("<b>\n <c/>\n</b>", to: $1) }
                == "<r>\r\n\t<a/>\r\n\t<b>\r\n\t <c/>\r\n\t</b>\r\n</r>")
        // White space that is text stays as it is.
        for (text, expected) in [
            ("<r>t\n  <a/>\n</r>", "<r>t\n  <a/>\n<b>\n <c/>\n</b></r>"),
            ("<r>\n  <a/>\n</r>", "<r>\n  <a/>\n  <b xml:space=\"preserve\">\n <c/>\n</b>\n</r>"),
        ] {
            let space = expected.contains("preserve") ? " xml:space=\"preserve\"" : ""
            let fragment = try XMLFragment(unsafeMarkup: "<b\(space)>\n <c/>\n</b>")
            #expect(try Self.edited(text) { try $0.append(fragment, to: $1) } == expected)
        }
    }

    @Test(
        "White space of new text, and beside text, stays as it is",
        arguments: [
            ("<r>\n  <e/>\n</r>", "Run:\n    $ make\n        all", "<r>\n  <e>Run:\n    $ make\n        all</e>\n</r>"),
            ("<r><e>Tea </e></r>", "a\n   b\n   c", "<r><e>Tea a\n   b\n   c</e></r>"),
            ("<r><e xml:space='preserve'/></r>", "if:\n    b\n", "<r><e xml:space='preserve'>if:\n    b\n</e></r>"),
            ("<r>\n  <e/>\n</r>", "<![CDATA[a]]>\n   b", "<r>\n  <e><![CDATA[a]]>\n   b</e>\n</r>"),
            (
                "<r>\n  <e>\n    <a/>\n  </e>\n</r>", "t\n   <b>\n     <c/>\n   </b>",
                "<r>\n  <e>\n    <a/>\n  t\n   <b>\n     <c/>\n   </b></e>\n</r>"
            ),
            (
                "<r xml:space='preserve'>\n  <e><a/></e>\n</r>", "<b>\n    <k/>\n    <k/>\n  </b>",
                "<r xml:space='preserve'>\n  <e><a/><b>\n    <k/>\n    <k/>\n  </b></e>\n</r>"
            ),
        ])
    func texts(text: String, markup: String, expected: String) throws {
        let fragment = try XMLFragment(unsafeMarkup: markup)
        #expect(try Self.edited(text) { try $0.append(fragment, to: $1.require(at: "e")) } == expected)
    }

    @Test("A node beside text is replaced by markup as it is, and by text in any place")
    func replacedNodes() throws {
        for (text, markup) in [
            ("<r>t\n  <a/>\n</r>", "<b>\n    <c/>\n  </b>"), ("<r>\n  <a/>\n</r>", "x\n    y\n    z"),
        ] {
            let fragment = try XMLFragment(unsafeMarkup: markup)
            let replaced = try Self.edited(text) { try $0.replace($1.require(at: "a"), with: fragment) }
            #expect(replaced == text.replacingOccurrences(of: "<a/>", with: markup))
        }
    }

    @Test("White space beside the root element, which no tree contains, is written")
    func topLevel() throws {
        for markup in ["<?p q?>\n<!--c-->", "<!--c-->\n", "\n"] {
            let fragment = try XMLFragment(unsafeMarkup: markup)
            #expect(try Self.edited("<a/>") { try $0.insert(fragment, before: $1) } == "\(markup)\n<a/>")
            #expect(try Self.edited("<a/>") { try $0.insert(fragment, after: $1) } == "<a/>\n\(markup)")
        }
        #expect(try Self.edited("<a/>") { try $0.replace($1, with: "\n<b> </b>\n") } == "\n<b> </b>\n")
    }

    @Test("What is copied or replaced has the indentation of its new place")
    func levels() throws {
        let text = "<r>\n    <a>\n        <b>\n            <c\n                d='1'/>\n        </b>\n    </a>\n</r>"
        func copied(_ space: String) -> String { "<b>\n\(space)    <c d='1'/>\n\(space)</b>" }
        let edited = try Self.edited(text) { edit, root in
            let b = try root.require(at: "a/b")
            try edit.insert("\(b)", after: b)
            try edit.append("\(b)", to: root)
        }
        let beside = text.replacingOccurrences(of: "</b>", with: "</b>\n        \(copied("        "))")
        #expect(edited == beside.replacingOccurrences(of: "</a>", with: "</a>\n    \(copied("    "))"))
        let replaced = try Self.edited(text) { edit, root in
            try edit.replace(root.require(at: "a/b"), with: "<i\n  j=''>\n  <k/>\n</i>")
        }
        #expect(
            replaced
                == "<r>\n    <a>\n        <i\n          j=''>\n          <k/>\n        </i>\n    </a>\n</r>")
    }

    @Test("White space in content whose space is preserved stays, at any depth")
    func preserved() throws {
        let markup = "<b xml:space=\"preserve\">\n <c>\n  <d/>\n </c>\n</b>"
        let fragment = try XMLFragment(unsafeMarkup: markup)
        let result = try Self.edited("<r>\n  <a/>\n</r>") { try $0.append(fragment, to: $1) }
        #expect(result == "<r>\n  <a/>\n  \(markup)\n</r>")
    }

    @Test("A declaration that is in force at the place is not written again")
    func declarations() throws {
        let other = try XMLTree(parsing: "<o xmlns='u' xmlns:p='v'><p:i k='1'><j/></p:i></o>")
        let item = try #require(other.root["p:i"])
        let rows = [
            ("<r xmlns='u' xmlns:p='v'/>", "<r xmlns='u' xmlns:p='v'><p:i k=\"1\"><j/></p:i></r>"),
            ("<r xmlns:p='v'/>", "<r xmlns:p='v'><p:i k=\"1\"><j xmlns=\"u\"/></p:i></r>"),
            ("<r xmlns:p='w'/>", "<r xmlns:p='w'><p:i xmlns:p=\"v\" k=\"1\"><j xmlns=\"u\"/></p:i></r>"),
        ]
        for (text, expected) in rows {
            let result = try Self.edited(text) { try $0.append("\(item)", to: $1) }
            #expect(try XMLTree(parsing: result).root.hasSameContent(as: XMLTree(parsing: expected).root), "\(result)")
            #expect(result.components(separatedBy: "xmlns").count == expected.components(separatedBy: "xmlns").count)
        }
        let literal = try Self.edited("<r xmlns='u'>\n  <a/>\n</r>") {
            try $0.append("<b xmlns='u' k='\(1)'>\n  <c>\("x")</c>\n</b>", to: $1)
        }
        #expect(literal == "<r xmlns='u'>\n  <a/>\n  <b k='1'>\n    <c>x</c>\n  </b>\n</r>")
    }

    @Test(
        "A new attribute is written as the others",
        arguments: [
            ("<r a='1'/>", "<r a='1' n='&apos;\"'/>"), ("<r/>", "<r n=\"'&quot;\"/>"),
            ("<r a = '1' />", "<r a = '1' n = '&apos;\"' />"),
            ("<r\n  a=\"1\"\n  b=\"2\"/>", "<r\n  a=\"1\"\n  b=\"2\"\n  n=\"'&quot;\"/>"),
            ("<r a=\"1\"\n   b=\"2\">x</r>", "<r a=\"1\"\n   b=\"2\"\n   n=\"'&quot;\">x</r>"),
            ("<r a=\"1\" b=\"2\"\n   c=\"3\" d=\"4\"/>", "<r a=\"1\" b=\"2\"\n   c=\"3\" d=\"4\" n=\"'&quot;\"/>"),
            ("<r\n  xmlns=\"u\"\n>", "<r\n  xmlns=\"u\"\n  n=\"'&quot;\"\n>"),
        ])
    func attributes(_ start: String, _ expected: String) throws {
        let end = start.hasSuffix("/>") || start.hasSuffix("</r>") ? "" : "</r>"
        #expect(try Self.edited(start + end) { try $0.set(attribute: "n", of: $1, to: "'\"") } == expected + end)
    }
}
