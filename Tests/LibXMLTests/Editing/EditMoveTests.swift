import LibXML
import Testing

@Suite struct EditMoveTests {
    static let places: [EditCase] = [
        EditCase("before", "<a><b/>1<c x = '1' ></c>2</a>", "<a><c x = '1' ></c><b/>12</a>") {
            try $0.move($1.require("c"), before: $1.require("b"))
        },
        EditCase("after", "<a><b/>1<c/>2</a>", "<a>1<c/><b/>2</a>") {
            try $0.move($1.require("b"), after: $1.require("c"))
        },
        EditCase("beside nodes", "<a><b/>1<c/><!--d--></a>", "<a><c/>1<!--d--><b/></a>") {
            let nodes = Array($1.children)
            try $0.move($1.require("c"), before: nodes[1])
            try $0.move($1.require("b"), after: nodes[3])
        },
        EditCase("to the end", "<a><b/><c>1</c></a>", "<a><c>1<b/></c></a>") {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
        },
        EditCase("to the start", "<a><b/><c>1</c></a>", "<a><c><b/>1</c></a>") {
            try $0.move($1.require("b"), toStartOf: $1.require("c"))
        },
        EditCase("into one tag", "<a><b/><c /><d/></a>", "<a><c><b/><d/></c></a>") {
            try $0.move($1.require("d"), toEndOf: $1.require("c"))
            try $0.move($1.require("b"), toStartOf: $1.require("c"))
        },
        EditCase("beside itself", "<a>\n <b/>\n</a>", "<a>\n <b/>\n</a>") {
            try $0.move($1.require("b"), after: $1.require("b"))
            #expect($0.isEmpty)
        },
        EditCase("to its place", "<a>\n <b/>\n <c/>\n</a>", "<a>\n <b/>\n <c/>\n</a>") {
            try $0.move($1.require("b"), before: $1.require("c"))
        },
        EditCase(
            "lines", "<a>\r\n  <b>\r\n    <c/>\r\n  </b>\r\n  <d/>\r\n</a>",
            "<a>\r\n  <d/>\r\n  <b>\r\n    <c/>\r\n  </b>\r\n</a>"
        ) {
            try $0.move($1.require("b"), after: $1.require("d"))
        },
        EditCase(
            "lines of another depth", "<a>\n  <b><!--x-->\n  </b>\n  <d/>\n</a>",
            "<a>\n  <d>\n    <b><!--x-->\n  </b>\n  </d>\n</a>"
        ) {
            try $0.move($1.require("b"), toEndOf: $1.require("d"))
        },
        EditCase("swapped", "<a><b/>1<c/></a>", "<a><c/>1<b/></a>") {
            let text = try #require(Array($1.children)[1...].first)
            try $0.move($1.require("c"), before: text)
            try $0.move($1.require("b"), after: text)
        },
    ]

    @Test("A moved element keeps its bytes", arguments: places)
    func moved(_ test: EditCase) throws { try test.check() }

    static let sequences: [EditCase] = [
        EditCase("out of what is removed, and again", "<a><p><x/></p><c/><d/></a>", "<a><c/><d/><x/></a>") {
            let x = try $0.element(at: "a/p/x")
            try $0.move(x, after: $1.require("c"))
            try $0.remove($1.require("p"))
            try $0.move(x, after: $1.require("d"))
        },
        EditCase("edits before and after", "<a><b><c/></b><d/></a>", "<a><d/><e x=\"1\">2<f/></e></a>") {
            let element = try $1.require("b")
            try $0.set(attribute: "x", of: element, to: "1")
            try $0.move(element, after: $1.require("d"))
            try $0.rename(element, to: "e")
            try $0.setText(of: element, to: "2")
            try $0.append("<f/>", to: element)
        },
        EditCase("twice", "<a><b/><c/><d/></a>", "<a><b/><d/><c/></a>") {
            try $0.move($1.require("c"), before: $1.require("b"))
            try $0.move($1.require("c"), after: $1.require("d"))
        },
        EditCase("twice, from one tag", "<a><b/><c/></a>", "<a><b/><c/></a>") {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.move($1.require("b"), before: $1.require("c"))
        },
        EditCase("removed afterwards", "<a><b/><c/></a>", "<a><c/></a>") {
            try $0.move($1.require("b"), after: $1.require("c"))
            try $0.remove($1.require("b"))
        },
        EditCase("replaced afterwards, twice", "<a><b/><c/></a>", "<a><c/><e/></a>") {
            try $0.move($1.require("b"), after: $1.require("c"))
            try $0.replace($1.require("b"), with: "<d/>")
            try $0.replace($1.require("b"), with: "<e/>")
        },
        EditCase("out of what is removed", "<a>\n  <b>\n    <c/>\n  </b>\n</a>", "<a>\n  <c/>\n</a>") {
            try $0.move($1.require(at: "b/c"), before: $1.require("b"))
            try $0.remove($1.require("b"))
        },
        EditCase("out of content that is set", "<a><b><c/></b></a>", "<a><c/><b>1</b></a>") {
            try $0.move($1.require(at: "b/c"), toStartOf: $1)
            try $0.setText(of: $1.require("b"), to: "1")
        },
        EditCase("out of an entity's neighbor", "<a><b><c>1</c>x</b></a>", "<a><b>x</b><c>2</c></a>") {
            try $0.move($1.require(at: "b/c"), toEndOf: $1)
            try $0.setText(of: $1.require(at: "b/c"), to: "2")
        },
        EditCase("into what is removed", "<a><b/><c/></a>", "<a></a>") {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.remove($1.require("c"))
        },
        EditCase("into what is moved", "<a><b/><c/><d/></a>", "<a><d><c><b/></c></d></a>") {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.move($1.require("c"), toEndOf: $1.require("d"))
        },
        EditCase("out of each other", "<a><b><c/></b></a>", "<a><c><b></b></c></a>") {
            let (outer, inner) = (try $1.require("b"), try $1.require(at: "b/c"))
            try $0.move(inner, toEndOf: $1)
            try $0.move(outer, toEndOf: inner)
        },
        EditCase("into content that was set", "<a><b/><c>x</c></a>", "<a><c>1<b/></c></a>") {
            try $0.setText(of: $1.require("c"), to: "1")
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
        },
        EditCase(
            "beside what was moved", "<a>\n  <b/>\n  <c/>\n</a>", "<a>\n  <c/>\n  <d/>\n  <b/>\n  <e/>\n  <f/>\n</a>"
        ) {
            try $0.move($1.require("b"), after: $1.require("c"))
            try $0.insert("<d/>", before: $1.require("b"))
            try $0.insert("<e/>", after: $1.require("b"))
            try $0.insert("<f/>", after: $1.require("b"))
        },
        EditCase("text beside what was moved", "<a>\n  <b/>\n  <c/>\n</a>", "<a>\n  <c/>\n  1<b/>2\n</a>") {
            try $0.move($1.require("b"), after: $1.require("c"))
            try $0.insert("1", before: $1.require("b"))
            try $0.insert("2", after: $1.require("b"))
        },
        EditCase("what was beside it stays", "<a><b/><c/></a>", "<a><d/><c/><b/></a>") {
            try $0.insert("<d/>", before: $1.require("b"))
            try $0.move($1.require("b"), after: $1.require("c"))
        },
    ]

    static let hiddenPrefixes: [EditCase] = [
        EditCase(
            "in an entity", "<!DOCTYPE r [<!ENTITY e \"<p:x/>\">]><r><a xmlns:p='u'><b>&e;</b></a><c/></r>",
            "<!DOCTYPE r [<!ENTITY e \"<p:x/>\">]><r><a xmlns:p='u'></a><c><b xmlns:p=\"u\">&e;</b></c></r>"
        ) {
            try $0.move($0.element(at: "r/a/b"), toEndOf: $1.require("c"))
        },
        EditCase(
            "of a default attribute", "<!DOCTYPE r [<!ATTLIST b p:k CDATA 'v'>]><r><a xmlns:p='u'><b/></a><c/></r>",
            "<!DOCTYPE r [<!ATTLIST b p:k CDATA 'v'>]><r><a xmlns:p='u'></a><c><b xmlns:p=\"u\"/></c></r>"
        ) {
            try $0.move($0.element(at: "r/a/b"), toEndOf: $1.require("c"))
        },
        EditCase(
            "after a minus", "<r><a xmlns:p='u'><b s='-p:n'/></a><c/></r>",
            "<r><a xmlns:p='u'></a><c><b s='-p:n' xmlns:p=\"u\"/></c></r>"
        ) {
            try $0.move($0.element(at: "r/a/b"), toEndOf: $1.require("c"))
        },
        EditCase(
            "after a quote", "<r><a xmlns:p='u'><b>“p:n”</b></a><c/></r>",
            "<r><a xmlns:p='u'></a><c><b xmlns:p=\"u\">“p:n”</b></c></r>"
        ) {
            try $0.move($0.element(at: "r/a/b"), toEndOf: $1.require("c"))
        },
    ]

    @Test("Prefixes that are not in tags are declared, too", arguments: hiddenPrefixes)
    func prefixes(_ test: EditCase) throws { try test.check() }

    @Test("Edits of moved elements, in their order", arguments: sequences)
    func sequence(_ test: EditCase) throws { try test.check() }

    static let namespaces: [EditCase] = [
        EditCase(
            "into another namespace, which looks the same",
            "<a><b xmlns:p='\u{E9}'><p:x/></b><c xmlns:p='e\u{301}'/></a>",
            "<a><b xmlns:p='\u{E9}'></b><c xmlns:p='e\u{301}'><p:x xmlns:p=\"\u{E9}\"/></c></a>"
        ) {
            try $0.move($0.element(at: "a/b/*"), toEndOf: $1.require("c"))
        },
        EditCase(
            "a prefix that is not declared there", "<a><b xmlns:p='u' xmlns:q='v'><p:c/></b></a>",
            "<a><p:c xmlns:p=\"u\"/><b xmlns:p='u' xmlns:q='v'></b></a>"
        ) { try $0.move($0.element(at: "//p:c"), before: $1.require("b")) },
        EditCase(
            "the same binding", "<a xmlns:p='u'><b><p:c/></b></a>", "<a xmlns:p='u'><p:c/><b></b></a>"
        ) { try $0.move($0.element(at: "//p:c"), before: $1.require("b")) },
        EditCase(
            "another binding", "<a xmlns:p='u'><b xmlns:p='v'/><c p:x='1'/></a>",
            "<a xmlns:p='u'><b xmlns:p='v'><c p:x='1' xmlns:p=\"u\"/></b></a>"
        ) { try $0.move($1.require("c"), toEndOf: $1.require("b")) },
        EditCase(
            "its own declaration", "<a><b xmlns:p='v'/><c xmlns:p='u' p:x='1'/></a>",
            "<a><b xmlns:p='v'><c xmlns:p='u' p:x='1'/></b></a>"
        ) { try $0.move($1.require("c"), toEndOf: $1.require("b")) },
        EditCase(
            "a prefix in a value", "<a><b xmlns:p='u'><c type='p:x'/></b></a>",
            "<a><c type='p:x' xmlns:p=\"u\"/><b xmlns:p='u'></b></a>"
        ) { try $0.move($0.element(at: "//c"), before: $1.require("b")) },
        EditCase(
            "the default namespace", "<a xmlns='u'><p:b xmlns:p='v' xmlns=''/><c><d/></c></a>",
            "<a xmlns='u'><p:b xmlns:p='v' xmlns=''><c xmlns=\"u\"><d/></c></p:b></a>"
        ) { edit, _ in try edit.move(edit.element(at: "//{u}c"), toEndOf: edit.element(at: "//{v}b")) },
        EditCase(
            "no default namespace", "<a><b xmlns='u'/><c/></a>", "<a><b xmlns='u'><c xmlns=\"\"/></b></a>"
        ) { try $0.move($1.require("c"), toEndOf: $0.element(at: "//{u}b")) },
        EditCase(
            "a prefix of new markup", "<a><b xmlns:p='u'><c/></b></a>",
            "<a><c xmlns:p=\"u\" p:x=\"\"><p:d/></c><b xmlns:p='u'></b></a>"
        ) {
            let element = try $0.element(at: "//c")
            try $0.append("<p:d/>", to: element)
            try $0.move(element, before: $1.require("b"))
            try $0.set(attribute: "p:x", of: element, to: "")
        },
        EditCase(
            "a prefix of an element in it", "<a><b/><c xmlns:p='u'><d><e/></d><p:f/></c></a>",
            "<a><b/><d xmlns:p=\"u\"><e><p:f/></e></d><c xmlns:p='u'></c></a>"
        ) {
            try $0.move($0.element(at: "//p:f"), toEndOf: $0.element(at: "//e"))
            try $0.move($0.element(at: "//d"), after: $1.require("b"))
        },
        EditCase(
            "declarations by default",
            "<!DOCTYPE a [<!ATTLIST c xmlns:q CDATA 'w'>]><a><b xmlns:p='u'><c p:x=''/></b></a>",
            "<!DOCTYPE a [<!ATTLIST c xmlns:q CDATA 'w'>]><a><c p:x='' xmlns:p=\"u\"/><b xmlns:p='u'></b></a>"
        ) { try $0.move($0.element(at: "//c"), before: $1.require("b")) },
    ]

    @Test("Names of moved elements keep their namespaces", arguments: namespaces)
    func keepsNamespaces(_ test: EditCase) throws { try test.check() }

    static let errors: [BadEditCase] = [
        BadEditCase("<a>\n<b/></a>", .uneditable, 2, 1) { try $0.move($1.require("b"), toEndOf: $1.require("b")) },
        BadEditCase("<a>\n<b><c/></b></a>", .uneditable, 2, 1) {
            try $0.move($1.require("b"), before: $1.require(at: "b/c"))
        },
        BadEditCase("<a><b/>\n<c/></a>", .uneditable, 2, 1) {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.move($1.require("c"), toEndOf: $1.require("b"))
        },
        BadEditCase("<!--x--><a><b/></a>", .missingRootElement, 1, 9) { try $0.move($1, toEndOf: $1.require("b")) },
        BadEditCase("<a>\n<b/></a>", .contentAfterRootElement, 1, 1) { try $0.move($1.require("b"), after: $1) },
        BadEditCase("<a><b/><c/></a>", .overlappingEdits, 1, 4, note: [1, 4]) {
            try $0.remove($1.require("b"))
            try $0.move($1.require("b"), after: $1.require("c"))
        },
        BadEditCase("<a><b><d/></b><c/></a>", .overlappingEdits, 1, 7, note: [1, 4]) {
            try $0.replace($1.require("b"), with: "<e/>")
            try $0.move($1.require(at: "b/d"), after: $1.require("c"))
        },
        BadEditCase("<a><b><d/></b><c/></a>", .overlappingEdits, 1, 15, note: [1, 4]) {
            try $0.setText(of: $1.require("b"), to: "")
            try $0.move($1.require("c"), after: $1.require(at: "b/d"))
        },
        BadEditCase("<a><b/><c/></a>", .overlappingEdits, 1, 8, note: [1, 4]) {
            try $0.remove($1.require("b"))
            try $0.move($1.require("c"), toEndOf: $1.require("b"))
        },
        BadEditCase("<a><b/><c/></a>", .overlappingEdits, 1, 6, note: [1, 4]) {
            try $0.move($1.require("b"), after: $1.require("c"))
            try $0.remove($1.require("b"))
            try $0.set(attribute: "x", of: $1.require("b"), to: "1")
        },
        BadEditCase("<a><b/><c/></a>", .overlappingEdits, 1, 6, note: [1, 8]) {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.remove($1.require("c"))
            try $0.set(attribute: "x", of: $1.require("b"), to: "1")
        },
        BadEditCase("<a><b/><c/></a>", .overlappingEdits, 1, 6, note: [1, 8]) {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.setText(of: $1.require("c"), to: "")
            try $0.setText(of: $1.require("b"), to: "1")
        },
        BadEditCase("<a><b/><c/><d/></a>", .overlappingEdits, 1, 4, note: [1, 8]) {
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
            try $0.setText(of: $1.require("c"), to: "")
            try $0.move($1.require("b"), before: $1.require("d"))
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<b/>'>]>\n<a>&e;<c/></a>", .uneditable, 2, 4) {
            try $0.move($1.require("b"), after: $1.require("c"))
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<b/>'>]>\n<a>&e;<c/></a>", .uneditable, 2, 4) {
            try $0.move($1.require("c"), before: $1.require("b"))
        },
    ]

    @Test("A move that is impossible is an error at the element", arguments: errors)
    func impossible(_ test: BadEditCase) throws { try test.check() }

    @Test("An element with a repair in it cannot be moved")
    func repaired() throws {
        let test = BadEditCase("<a><b x=1/><c/></a>", .uneditable, 1, 4) {
            try $0.move($1.require("b"), after: $1.require("c"))
        }
        try test.check(.recovering)
    }
}
