import LibXML
import Testing

@Suite struct EditSortTests {
    static func sort(_ edit: inout XMLEdit, _ element: XMLTree.Element) throws {
        try edit.sortElements(of: element) { ($0[attribute: "k"] ?? "") < ($1[attribute: "k"] ?? "") }
    }

    static let cases: [EditCase] = [
        EditCase(
            "elements", "<a> <b k='3'/>\n<c k='1'>x</c>\t<d k = '2' /></a>",
            "<a> <c k='1'>x</c>\n<d k = '2' />\t<b k='3'/></a>"
        ) {
            try sort(&$0, $1)
        },
        EditCase("in order", "<a><b k='1'/><c k='1'/><d k='2'/></a>", "<a><b k='1'/><c k='1'/><d k='2'/></a>") {
            try sort(&$0, $1)
            #expect($0.isEmpty)
        },
        EditCase(
            "equal elements", "<a><b k='2'/><c k='1'/><d k='2'/><e k='1'/></a>",
            "<a><c k='1'/><e k='1'/><b k='2'/><d k='2'/></a>"
        ) {
            try sort(&$0, $1)
        },
        EditCase(
            "a comment on the line of the end tag", "<a>\n<b k='2'/> <!--b-->\n<b k='1'/> <!--a--></a>",
            "<a>\n<b k='1'/> <!--a-->\n<b k='2'/> <!--b--></a>"
        ) {
            try sort(&$0, $1)
        },
        EditCase("no elements", "<a>x</a>", "<a>x</a>") { try sort(&$0, $1) },
        EditCase("other content", "<a>x<b k='2'/>y<?p?><b k='1'/>z</a>", "<a>x<b k='1'/>y<?p?><b k='2'/>z</a>") {
            try sort(&$0, $1)
        },
        EditCase(
            "nested", "<a><b k='2'><c k='4'/><c k='3'/></b><b k='1'/></a>",
            "<a><b k='1'/><b k='2'><c k='3'/><c k='4'/></b></a>"
        ) {
            try sort(&$0, $1)
            try sort(&$0, $1.require("b"))
        },
        EditCase("by another order", "<a><b k='1'/><b k='3'/><b k='2'/></a>", "<a><b k='3'/><b k='2'/><b k='1'/></a>") {
            try sort(&$0, $1)
            try $0.sortElements(of: $1) { ($0[attribute: "k"] ?? "") > ($1[attribute: "k"] ?? "") }
        },
        // Comments.
        EditCase(
            "comments above",
            "<a>\n  <!-- two\n  -->\n  <!-- 2 -->\n  <b k='2'/>\n  <!-- one -->\n  <b k='1'/>\n  <!-- end -->\n</a>",
            "<a>\n  <!-- one -->\n  <b k='1'/>\n  <!-- two\n  -->\n  <!-- 2 -->\n  <b k='2'/>\n  <!-- end -->\n</a>"
        ) { try sort(&$0, $1) },
        EditCase(
            "comments on the line", "<a>\n  <b k='2'/> <!-- two -->\n  <!-- 1 --> <b k='1'/><!-- one -->\n</a>",
            "<a>\n  <!-- 1 --> <b k='1'/><!-- one -->\n  <b k='2'/> <!-- two -->\n</a>"
        ) { try sort(&$0, $1) },
        EditCase(
            "a comment with an empty line below", "<a>\n  <!-- all -->\n\n  <b k='2'/>\n  <b k='1'/>\n</a>",
            "<a>\n  <!-- all -->\n\n  <b k='1'/>\n  <b k='2'/>\n</a>"
        ) { try sort(&$0, $1) },
        EditCase(
            "comments in one line", "<a><b k='2'/><!--1--><b k='1'/><!--e--></a>",
            "<a><!--1--><b k='1'/><b k='2'/><!--e--></a>"
        ) {
            try sort(&$0, $1)
        },
        EditCase(
            "comments before text", "<a><!--x-->y<b k='2'/>\n<b k='1'/></a>", "<a><!--x-->y<b k='1'/>\n<b k='2'/></a>"
        ) {
            try sort(&$0, $1)
        },
        EditCase(
            "a removed comment", "<a>\n <!--2-->\n <b k='2'/>\n <!--1-->\n <!--one-->\n <b k='1'/>\n</a>",
            "<a>\n <!--one-->\n <b k='1'/>\n <b k='2'/>\n</a>"
        ) {
            let comments = $1.children.filter { $0.kind == .comment }
            try $0.remove(comments[0])
            try $0.remove(comments[1])
            try sort(&$0, $1)
        },
    ]

    @Test("Sorted elements take the places of each other", arguments: cases)
    func sorted(_ test: EditCase) throws { try test.check() }

    static let sequences: [EditCase] = [
        EditCase("edits inside", "<a><b k='2'>x</b> <c k='1'/></a>", "<a><d k='9'/> <b k='2'>y<e/></b></a>") {
            try $0.setText(of: $1.require("b"), to: "y")
            try $0.set(attribute: "k", of: $1.require("c"), to: "9")
            try sort(&$0, $1)
            try $0.append("<e/>", to: $1.require("b"))
            try $0.rename($1.require("c"), to: "d")
        },
        EditCase(
            "removed before", "<a>\n <b k='3'/>\n <c k='2'/>\n <d k='1'/>\n</a>", "<a>\n <d k='1'/>\n <b k='3'/>\n</a>"
        ) {
            try $0.remove($1.require("c"))
            try sort(&$0, $1)
        },
        EditCase(
            "removed after", "<a>\n <b k='3'/>\n <c k='2'/>\n <d k='1'/>\n</a>", "<a>\n <c k='2'/>\n <b k='3'/>\n</a>"
        ) {
            try sort(&$0, $1)
            try $0.remove($1.require("d"))
        },
        EditCase("replaced after", "<a><b k='2'/> <c k='1'/></a>", "<a><c k='1'/> <x/></a>") {
            try sort(&$0, $1)
            try $0.replace($1.require("b"), with: "<x/>")
        },
        EditCase("moved after", "<a><b k='3'/> <c k='2'/> <d k='1'/></a>", "<a> <d k='1'/> <c k='2'><b k='3'/></c></a>")
        {
            try sort(&$0, $1)
            try $0.move($1.require("b"), toEndOf: $1.require("c"))
        },
        EditCase(
            "moved before", "<a><b k='3'/> <c k='2'/> <d k='1'><e/></d></a>",
            "<a> <d k='1'><e/><b k='3'/></d> <c k='2'/></a>"
        ) {
            try $0.move($1.require("b"), toEndOf: $1.require("d"))
            try sort(&$0, $1)
        },
        EditCase(
            "beside, after", "<a>\n <b k='2'/>\n <c k='1'/>\n</a>",
            "<a>\n <x/>\n <c k='1'/>\n <y/>\n <b k='2'/>\n <z/>\n</a>"
        ) {
            try sort(&$0, $1)
            try $0.insert("<x/>", before: $1.require("c"))
            try $0.insert("<y/>", after: $1.require("c"))
            try $0.append("<z/>", to: $1)
        },
        EditCase("beside, and removed", "<a>\n <b k='2'/>\n <c k='1'/>\n</a>", "<a>\n <x/>\n <b k='2'/>\n</a>") {
            try sort(&$0, $1)
            try $0.insert("<x/>", before: $1.require("c"))
            try $0.remove($1.require("c"))
        },
        EditCase("beside, and moved", "<a><b k='2'/><c k='1'/></a>", "<a><x/><b k='2'><c k='1'/></b></a>") {
            try sort(&$0, $1)
            try $0.insert("<x/>", before: $1.require("c"))
            try $0.move($1.require("c"), toEndOf: $1.require("b"))
        },
        EditCase("then set", "<a><b k='2'/><c k='1'/></a>", "<a>1</a>") {
            try sort(&$0, $1)
            try $0.setText(of: $1, to: "1")
        },
        EditCase(
            "in what is moved", "<a><b><c k='2'/><c k='1'/></b><d/></a>", "<a><d><b><c k='1'/><c k='2'/></b></d></a>"
        ) {
            try $0.move($1.require("b"), toEndOf: $1.require("d"))
            try sort(&$0, $1.require("b"))
        },
    ]

    @Test("Edits of sorted elements, in their order", arguments: sequences)
    func sequence(_ test: EditCase) throws { try test.check() }

    static let errors: [BadEditCase] = [
        BadEditCase("<a>\n<b k='2'/><c k='1'/></a>", .overlappingEdits, 1, 1, note: [2, 11]) {
            try $0.insert("<d/>", after: $1.require("b"))
            try sort(&$0, $1)
        },
        BadEditCase("<a>\n<b k='2'/><c k='1'/></a>", .overlappingEdits, 1, 1, note: [2, 1]) {
            try $0.replace($1.require("b"), with: "<d/>")
            try sort(&$0, $1)
        },
        BadEditCase("<a>\n<b k='2'/><c k='1'/></a>", .overlappingEdits, 1, 1, note: [2, 21]) {
            try $0.append("x", to: $1)
            try sort(&$0, $1)
        },
        BadEditCase("<a><b k='2'/><b k='1'/></a>", .overlappingEdits, 1, 1, note: [1, 1]) {
            try $0.setText(of: $1, to: "")
            try sort(&$0, $1)
        },
        BadEditCase("<a><b><c k='2'/><c k='1'/></b></a>", .overlappingEdits, 1, 7, note: [1, 4]) {
            let element = try $1.require("b")
            try $0.remove(element)
            try sort(&$0, element)
        },
        BadEditCase("<a><b k='2'/><c k='1'/></a>", .overlappingEdits, 1, 10, note: [1, 4]) {
            try sort(&$0, $1)
            try $0.remove($1.require("b"))
            try $0.set(attribute: "k", of: $1.require("b"), to: "")
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<b/>'>]>\n<a><b k='1'/>&e;</a>", .uneditable, 2, 14) {
            try sort(&$0, $1)
        },
    ]

    @Test("An order that cannot be determined is an error", arguments: errors)
    func unordered(_ test: BadEditCase) throws { try test.check() }

    @Test("An error of the comparison is thrown")
    func thrown() throws {
        struct Stop: Error {}
        var edit = XMLEdit(try XMLTree(parsing: "<a><b/><c/></a>"))
        #expect(throws: Stop.self) { try edit.sortElements(of: edit.tree.root) { _, _ in throw Stop() } }
        #expect(edit.isEmpty)
    }

    @Test("A repaired element cannot be sorted")
    func repaired() throws {
        let test = BadEditCase("<a><b k=2/><c k='1'/></a>", .uneditable, 1, 4) { try Self.sort(&$0, $1) }
        try test.check(.recovering)
    }
}
