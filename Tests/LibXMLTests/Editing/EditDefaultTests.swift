import CheckCases
import LibXML
import Testing

/// Edits of elements for which the document type declares default attributes.
@Suite struct EditDefaultTests {
    static let type =
        "<!DOCTYPE r [<!ATTLIST a k CDATA 'old' l NMTOKENS ' x  y ' m CDATA #IMPLIED><!ATTLIST b k CDATA 'new' n CDATA 'n'>]>"

    static let cases: [EditCase] = [
        EditCase("a rename keeps defaults", type + "<r><a m='1'/></r>", type + "<r><c m='1' k=\"old\" l=\"x y\"/></r>")
        {
            try $0.rename($1.require("a"), to: "c")
        },
        EditCase(
            "a written value is not a default", type + "<r><a k='1'>x</a></r>", type + "<r><c k='1' l=\"x y\">x</c></r>"
        ) {
            try $0.rename($1.require("a"), to: "c")
        },
        EditCase("a value that is set", type + "<r><a/></r>", type + "<r><c k=\"1\" l=\"x y\"/></r>") {
            try $0.rename($1.require("a"), to: "c")
            try $0.set(attribute: "k", of: $1.require("a"), to: "1")
        },
        EditCase("other defaults that are set", type + "<r><a/></r>", type + "<r><b n=\"1\" k=\"old\" l=\"x y\"/></r>")
        {
            try $0.set(attribute: "n", of: $1.require("a"), to: "1")
            try $0.rename($1.require("a"), to: "b")
        },
        EditCase(
            "special characters", "<!DOCTYPE a [<!ATTLIST a k CDATA '&lt;&#34;&#10;'>]><a/>",
            "<!DOCTYPE a [<!ATTLIST a k CDATA '&lt;&#34;&#10;'>]><b k=\"&lt;&quot;&#xA;\"/>"
        ) { try $0.rename($1, to: "b") },
        EditCase(
            "default namespaces",
            "<!DOCTYPE a [<!ATTLIST a xmlns CDATA 'u' xmlns:p CDATA 'v' p:k CDATA '1'>]><a><c/></a>",
            "<!DOCTYPE a [<!ATTLIST a xmlns CDATA 'u' xmlns:p CDATA 'v' p:k CDATA '1'>]>"
                + "<b xmlns=\"u\" xmlns:p=\"v\" p:k=\"1\"><c/></b>"
        ) { try $0.rename($1, to: "b") },
        EditCase("a removed attribute without a default", type + "<r><a m='1'/></r>", type + "<r><a/></r>") {
            try $0.remove(attribute: "m", of: $1.require("a"))
        },
        EditCase("a removed attribute of another name", type + "<r><c k='1'/></r>", type + "<r><c/></r>") {
            try $0.remove(attribute: "k", of: $1.require("c"))
        },
    ]

    @Test("A renamed element has the attributes that it had", arguments: cases)
    func kept(_ test: EditCase) throws { #expect(try edited(test.document, test.edits) == test.result) }

    static let errors: [BadEditCase] = [
        BadEditCase(type + "\n<r><a/></r>", .uneditable, 2, 4) { try $0.rename($1.require("a"), to: "b") },
        BadEditCase(type + "\n<r><c/></r>", .uneditable, 2, 4) { try $0.rename($1.require("c"), to: "a") },
        BadEditCase(type + "\n<r><a k='1'/></r>", .uneditable, 2, 4) {
            try $0.remove(attribute: "k", of: $1.require("a"))
        },
        BadEditCase(type + "\n<r><a k='1'/></r>", .uneditable, 2, 4) {
            try $0.rename(#require($1.require("a").attributes["k"]), to: "m")
        },
        BadEditCase("<!DOCTYPE a [<!ATTLIST b xmlns CDATA 'u'>]>\n<a/>", .uneditable, 2, 1) {
            try $0.rename($1, to: "b")
        },
        BadEditCase("<!DOCTYPE a [<!ATTLIST b xmlns:p CDATA 'u' p:k CDATA ''>]>\n<a/>", .uneditable, 2, 1) {
            try $0.rename($1, to: "b")
        },
    ]

    @Test("Attributes that an element would get by default are an error", arguments: errors)
    func gained(_ test: BadEditCase) throws { try test.check() }

    @Test("Random renames and removals change no other attribute", arguments: 0..<200)
    func random(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let names = ["a", "b", "c"]
        let keys = ["k", "l", "m"]
        let declared = names.map { name in
            let attributes = keys.filter { _ in Bool.random(using: &random) }.map { "\($0) CDATA '\(name)\($0)'" }
            return "<!ATTLIST \(name) \(attributes.joined(separator: " "))>"
        }
        let elements = names.map { name in
            let attributes = keys.filter { _ in Bool.random(using: &random) }.map { "\($0)='1'" }
            return "<\(name) \(attributes.joined(separator: " "))/>"
        }
        let tree = try XMLTree(parsing: "<!DOCTYPE r [\(declared.joined())]><r>\(elements.joined())</r>")
        var edit = XMLEdit(tree)
        var expected: [[String: String]] = []
        for element in tree.root.elements {
            var attributes = Dictionary(uniqueKeysWithValues: element.attributes.map { ($0.qualifiedName, $0.value) })
            if Bool.random(using: &random) { try edit.rename(element, to: names.randomElement(using: &random) ?? "a") }
            let key = keys.randomElement(using: &random) ?? "k"
            if Bool.random(using: &random), let attribute = element.attributes[key], !attribute.isDefaulted {
                try edit.remove(attribute)
                attributes[key] = nil
            }
            expected.append(attributes)
        }
        do throws(XMLError) {
            let found = try edit.editedTree().root.elements.map { element in
                Dictionary(uniqueKeysWithValues: element.attributes.map { ($0.qualifiedName, $0.value) })
            }
            #expect(found == expected)
        } catch {
            #expect(error.code == .uneditable)
        }
    }
}
