@_spi(Checks) import LibXML
import Testing

/// Golden outlines: the complete content of documents, with places, from both engines.
@Suite struct OutlineTests {
    @Test("Everything in a document is kept, with its place", arguments: documents, XMLParsingOptions.Engine.allCases)
    func outline(_ golden: Golden, engine: XMLParsingOptions.Engine) throws {
        #expect(try parse(golden.text, engine: engine).outline == golden.outline)
    }

    struct Golden: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var outline: String
        var testDescription: String { name }
    }

    static let documents = [
        Golden(
            name: "prolog and epilog",
            text:
                "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone='yes'?>\n<!-- a -->\n<?p  d ?>\n<!DOCTYPE r>\n<r/>\n<!---->\n<?q?>",
            outline: """
                declaration @1:1 version "1.0" encoding "UTF-8" standalone true
                comment @2:1 " a "
                instruction @3:1 p "d "
                doctype @4:1 r
                element @5:1 r
                comment @6:1 ""
                instruction @7:1 q ""

                """),
        Golden(
            name: "namespaces and attributes in the order of the tag",
            text: "<r a='1' xmlns='u' b=\"2\" xmlns:p='v'\n p:c='3' xml:lang='de'><p:s xmlns=''><t/></p:s></r>",
            outline: """
                element @1:1 r {u}
                  attribute @1:4 a "1"
                  namespace @1:10 "u"
                  attribute @1:20 b "2"
                  namespace @1:26 p "v"
                  attribute @2:2 p:c {v} "3"
                  attribute @2:10 xml:lang {http://www.w3.org/XML/1998/namespace} "de"
                  element @2:24 p:s {v}
                    namespace @2:29 ""
                    element @2:38 t

                """),
        Golden(
            name: "text, CDATA and references",
            text: "<r>a &amp; b&#x20AC;<![CDATA[<x>&amp;]]><![CDATA[]]>c<!-- n -->d<b/> </r>",
            outline: """
                element @1:1 r
                  text @1:4 "a & b€"
                  cdata @1:21 "<x>&amp;"
                  cdata @1:41 ""
                  text @1:53 "c"
                  comment @1:54 " n "
                  text @1:64 "d"
                  element @1:65 b
                  text @1:69 " "

                """),
        Golden(
            name: "line ends are line feeds",
            text: "<r>\r\n a\rb\r\n<![CDATA[c\r\nd\re\n]]>\r\n<!-- f\r\ng --><?p h\ri?>\r\n</r>",
            outline: """
                element @1:1 r
                  text @1:4 "\\n a\\nb\\n"
                  cdata @4:1 "c\\nd\\ne\\n"
                  text @7:4 "\\n"
                  comment @8:1 " f\\ng "
                  instruction @9:6 p "h\\ni"
                  text @10:4 "\\n"

                """),
        Golden(
            name: "entities of the internal subset",
            text: """
                <!DOCTYPE r [<!ENTITY t "text"><!ENTITY n "&t;!"><!ENTITY e "x<b k='&t;'>y</b>z<!--c--><![CDATA[d]]>">]>
                <r a="&n;">a&t;b &n; &e;c</r>
                """,
            outline: """
                doctype @1:1 r
                element @2:1 r
                  attribute @2:4 a "text!"
                  text @2:12 "atextb text! x"
                  element @2:22 b
                    attribute @2:22 k "text"
                    text @2:22 "y"
                  text @2:22 "z"
                  comment @2:22 "c"
                  cdata @2:22 "d"
                  text @2:25 "c"

                """),
        Golden(
            name: "defaults and types of the internal subset",
            text: """
                <!DOCTYPE r [
                <!ATTLIST r a CDATA "1" b NMTOKENS #IMPLIED c CDATA #FIXED "3" xmlns:p CDATA "u">
                ]>
                <r b="  x   y " a="2"/>
                """,
            outline: """
                doctype @1:1 r
                element @4:1 r
                  attribute @4:4 b "x y"
                  attribute @4:17 a "2"
                  namespace @4:1 p "u"
                  default @4:1 c "3"

                """),
        Golden(
            name: "parameter entities of the internal subset",
            text: "<!DOCTYPE r [<!ENTITY % p \"<!ENTITY e 'v'>\">%p;]><r>&e;</r>",
            outline: """
                doctype @1:1 r
                element @1:50 r
                  text @1:53 "v"

                """),
        Golden(
            name: "identifiers of the document type",
            text: "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0//EN' \"x.dtd\"><html/>",
            outline: """
                doctype @1:1 html public "-//W3C//DTD XHTML 1.0//EN" system "x.dtd"
                element @1:59 html

                """),
        Golden(
            name: "entities that are not read",
            text: """
                <!DOCTYPE r SYSTEM "r.dtd" [<!ENTITY x SYSTEM "x.xml"><!ENTITY i "(&x;)">]>
                <r a="1 &y; 2">a&x;b&y;&i;<c/>&y;</r>
                """,
            outline: """
                doctype @1:1 r system "r.dtd"
                element @2:1 r
                  attribute @2:4 a "1 &y; 2"
                  text @2:16 "a"
                  reference @2:17 "&x;"
                  text @2:20 "b"
                  reference @2:21 "&y;"
                  text @2:24 "("
                  reference @2:24 "&x;"
                  text @2:24 ")"
                  element @2:27 c
                  reference @2:31 "&y;"

                """),
        Golden(
            name: "text beyond ASCII, in long runs",
            text: "<r>" + String(repeating: "日本語テキスト ", count: 60) + "&lt;" + String(repeating: "é", count: 700)
                + "</r>",
            outline: "element @1:1 r\n  text @1:4 \"" + String(repeating: "日本語テキスト ", count: 60) + "<"
                + String(repeating: "é", count: 700) + "\"\n"),
        Golden(
            name: "text that looks like markup",
            text: "<r a='/>' b=\">'\"><!-- <x> --> > ]] <![CDATA[</r>]]></r>",
            outline: """
                element @1:1 r
                  attribute @1:4 a "/>"
                  attribute @1:11 b ">'"
                  comment @1:18 " <x> "
                  text @1:30 " > ]] "
                  cdata @1:36 "</r>"

                """),
    ]
}
