import Foundation
import LibXML
import LibXMLQueries
import Testing

// The guides for users of libraries that read HTML too.

extension GuideTests {
    // MARK: Kanna and SwiftSoup

    @Test("Coming from Kanna and SwiftSoup")
    func pages() throws {
        let text = """
            <title>Shop</title><ul id=menu><li class=note><a href=/tea>Green  tea</a><li><a>Milk</a></ul>\
            <table><tr><td>1<td>2<td><table><tr><td>3</table></table>
            """
        let page = try XMLTree(html: text)
        let link = try page.require(xpath: "//a")
        let row = try page.require(xpath: "//tr")

        // Reading
        #expect(page.root.localName == "html")

        #expect(
            try fault { _ = try XMLTree(parsing: "<a>x & y</a>") } != nil
                && XMLTree(parsing: "<a>x & y</a>", options: .recovering).diagnosticCount == 1)

        let latin = Data([0x3C, 0x70, 0x3E, 0xE9, 0x21])
        #expect(
            try XMLTree(html: latin).root.text == "é!"
                && XMLTree(html: latin, options: XMLHTMLOptions(encoding: "ISO-8859-2")).root.text == "é!")

        let fragment = try XMLTree(htmlFragment: "Drink <b>tea</b>")
        #expect(fragment.root.localName == "body" && fragment.root.children.count == 2)

        #expect(
            page.string(at: "html/head/title") == "Shop" && page.root["head"] != nil
                && page.root["body"]?["ul"] != nil)

        // Finding
        #expect(try page.elements(css: "li > a").count == 2 && page.first(css: "a") == link)

        #expect(try row.elements(css: "> td").count == 3 && row[all: "td"].count == 3)

        #expect(try page.strings(xpath: "//a/@href") == ["/tea"] && page.number(xpath: "count(//a)") == 2)

        let tree = try XMLTree(parsing: "<a xmlns='urn:shop'><b/></a>")
        #expect(
            try tree.elements(xpath: "//s:b", namespaces: ["s": "urn:shop"]).count == 1
                && tree.elements(css: "a > b").count == 1 && tree.elements(xpath: "//b").isEmpty)

        let inner = try row.require(xpath: ".//tr")
        #expect(try inner.elements(xpath: ".//td").count == 1 && inner.elements(xpath: "//td").count == 4)

        let note = try page.first(css: ".note")
        #expect(
            try page.first(css: "#menu")?.localName == "ul" && page.descendants(named: "li").map(\.localName).count == 2
                && note?.matches(css: "li.note") == true)

        let anchors = try page.elements(css: "a")
        #expect(
            try page.elements(xpath: "//a[contains(., $word)]", variables: ["word": "tea"]) == [link]
                && anchors.filter { $0.text.contains(/te+a/) } == [link])

        #expect(
            try page.elements(css: "td:nth-child(2)").map(\.text) == ["2"]
                && page.elements(css: "td:nth-child(-n+2)").count == 3 && page.elements(css: "td")[1].text == "2")

        #expect(
            try link.ancestors.map(\.localName) == ["li", "ul", "body", "html"] && link.closest(css: "ul") != nil
                && link.parent?.nextSibling?.text == "Milk")

        // Content
        #expect(try link.text == "Green  tea" && link.string(xpath: "normalize-space()") == "Green tea")

        #expect(
            try link[attribute: "href"] == "/tea" && link[attribute: "rel"] == nil
                && link.require(attribute: "href") == "/tea")

        let base = URL(string: "https://example.org/a/b")
        let absolute = URL(string: link[attribute: "href"] ?? "", relativeTo: base)?.absoluteURL
        #expect(absolute?.absoluteString == "https://example.org/tea")

        let breaks = try XMLTree(htmlFragment: "<p>Tea<br>twice</p>").root.require("p")
        #expect(
            try breaks.innerHTML() == "Tea<br>twice" && breaks.htmlString() == "<p>Tea<br>twice</p>"
                && breaks.source == "<p>Tea<br>twice</p>")

        #expect(breaks.xmlString() == "<p>Tea<br/>twice</p>")

        var edit = XMLEdit(try XMLTree(parsing: "<ul><li>Tea</li><li>Milk</li><li/></ul>"))
        let items = edit.tree.root[all: "li"]
        try edit.setText(of: items[0], to: "Oat")
        try edit.set(attribute: "id", of: items[0], to: "7")
        try edit.insert("<li>Salt</li>", after: items[0])
        try edit.append("!", to: items[1])
        try edit.remove(items[2])
        #expect(
            try edit.xmlString()
                == "<ul><li id=\"7\">Oat</li><li>Salt</li><li>Milk!</li></ul>")
    }

    @Test("Links of a page, which is changed")
    func links() throws {
        let page = try XMLTree(html: "<ul><li><a href=/tea>Tea</a><li><a href=/milk>Oat <b>milk</b></a></ul>")
        for link in try page.elements(css: "li > a[href]") {
            print(link[attribute: "href"] ?? "", link.text, link.location)
        }
        #expect(output == "/tea Tea 1:9\n/milk Oat milk 1:33\n")

        output = ""
        let copy = try XMLTree(parsing: page.xmlString())
        var edit = XMLEdit(copy)
        for link in try copy.elements(css: "a[href]") { try edit.set(attribute: "rel", of: link, to: "nofollow") }
        print(try edit.editedTree().root.require("body").innerHTML())
        #expect(
            output == """
                <ul><li><a href="/tea" rel="nofollow">Tea</a></li>\
                <li><a href="/milk" rel="nofollow">Oat <b>milk</b></a></li></ul>

                """)

        // Differences in behavior
        #expect(fault { _ = try page.elements(css: "li >") }?.location?.line == 1)
        #expect(fault { _ = try page.elements(xpath: "//li[") }?.location?.line == 1)
        for selector in ["a:contains(x)", "a:matches(x)", "a:eq(1)", "a:lt(1)", "a:gt(1)", "[^data-]"] {
            #expect(fault { _ = try page.elements(css: selector) } != nil)
        }
        let table = try XMLTree(html: "<table><tr><td>1</table>")
        #expect(try table.elements(css: "table > tr").count == 1 && table.elements(css: "table tr").count == 1)
        let use = try XMLTree(parsing: "<use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='#tea'/>").root
        #expect(use[attribute: "xlink:href"] == "#tea")
    }

    // MARK: lxml and xmltodict

    @Test("Coming from Python's lxml and xmltodict")
    func python() throws {
        let doc = try XMLDictionary(
            parsing: "<order><item sku='A1'>Tea</item><item sku='B2'>Milk</item><gift/><count>2</count></order>")
        let text = "<orders xml:base='http://a.b/' xml:lang='de'><order><item id='7'>Tea</item></order></orders>"
        let tree = try XMLTree(parsing: text)
        let root = tree.root
        let shop: XMLNamespace = "urn:shop"

        // xmltodict
        #expect(try XMLDictionary(parsing: "<a b='1'>x</a>").json() == ##"{"a":{"@b":"1","#text":"x"}}"##)

        #expect(
            doc["order"]?["item"]?[0]?["@sku"]?.string == "A1" && doc.string(at: "order.item[0].@sku") == "A1")

        var mapping = XMLMapping.xmltodict
        mapping.arrays = .named(["item"])
        let listed = try XMLDictionary(parsing: "<o><item>1</item></o>", mapping: mapping)
        #expect(
            doc.array(at: "order.count").count == 1 && doc.array(at: "order.note").isEmpty
                && listed.json() == #"{"o":{"item":["1"]}}"#)

        #expect(fault { _ = try doc.require(at: "order.note") }?.location?.line == 1 && doc["order"]?["note"] == nil)

        var names = XMLMapping.xmltodict
        names.names = .expanded(prefixes: ["urn:shop": ""])
        names.namespaceDeclarations = .discarded
        var local = names
        local.names = .local
        let prefixed = "<s:a xmlns:s='urn:shop' xmlns:t='urn:t'><t:b/></s:a>"
        #expect(
            try XMLDictionary(parsing: prefixed, mapping: names).json() == #"{"a":{"urn:t:b":null}}"#
                && XMLDictionary(parsing: prefixed, mapping: local).json() == #"{"a":{"b":null}}"#)

        let typed = XMLMapping.xmltodict.transforming { member in
            member.key == "count" ? .replace(XMLValue(member.value.int ?? 0)) : .keep
        }
        #expect(
            try XMLDictionary(parsing: "<a><count>2</count></a>", mapping: typed) == ["a": ["count": 2]]
                && doc.int(at: "order.count") == 2)

        var parts = try XMLRecords(parsing: "<o><i id='7'><n>Tea</n></i></o>", at: "*/*")
        var part: XMLDictionary?
        while let record = try parts.next() { part = XMLDictionary(record) }
        #expect(part == ["i": ["@id": "7", "n": "Tea"]])

        #expect(try doc.xmlString(options: .pretty).contains("\n  <item sku=\"A1\">Tea</item>\n"))

        // Reading with lxml
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(
            try XMLTree(parsing: .file(path)).root.hasSameContent(as: root)
                && XMLTree(html: "<p>Tea").root.localName == "html")

        let recovered = try XMLTree(parsing: "<a>Bob & Co<b></a>", options: .recovering)
        #expect(recovered.root.text == "Bob & Co" && recovered.diagnostics.count == 2)

        var orders = try XMLRecords(parsing: text, at: "orders/order")
        var deep = try XMLRecords(parsing: text, at: "//order")
        #expect(try orders.next()?.string(at: "item") == "Tea" && deep.next()?.string(at: "item") == "Tea")

        // Finding with lxml
        let list = try XMLTree(parsing: "<item><item class='new'/><a/><item id='7'/><b><item/></b></item>").root
        #expect(
            list["item"]?[attribute: "class"] == "new" && list[all: "item"].count == 2
                && list.elements.last?.localName == "b")

        #expect(root.string(at: "order/item") == "Tea" && list.elements(at: "//item").count == 3)

        let cart = try XMLTree(parsing: "<cart xmlns:p='urn:shop'><p:item/></cart>").root
        #expect(
            cart["{urn:shop}item"] != nil && cart[shop["item"]] == cart["{urn:shop}item"]
                && cart["*:item"] == cart[shop["item"]] && cart["item"] == nil)

        let whole = try XMLTree(parsing: list.source)
        #expect(
            whole.descendants(named: "item").map(\.localName).count == 4
                && list.descendants(named: "item").map(\.localName).count == 3)

        #expect(
            try list.elements(xpath: "//item[@id = $id]", variables: ["id": "7"]).count == 1
                && list.elements(css: "item.new").count == 1)

        // Content, changes and output with lxml
        let p = try XMLTree(parsing: "<p>Drink <b>tea</b> twice</p>").root
        let b = p.children.first { $0.element?.isNamed("b") == true }
        #expect(p.text == "Drink tea twice" && p.children.first?.text == "Drink " && b?.nextSibling?.text == " twice")

        let item = try root.require(at: "order/item")
        #expect(
            item[attribute: "id"] == "7" && root.baseURI == "http://a.b/"
                && root.language == "de" && cart.elements.first?.name.description == "{urn:shop}item")

        #expect(
            item.parent?.localName == "order" && list["item"]?.nextSibling?.localName == "a"
                && item.location.line == 1 && item.location.byteOffset == item.sourceRange.lowerBound)

        var edit = XMLEdit(try XMLTree(parsing: "<items><item id='7'/><item/></items>"))
        let items = edit.tree.root[all: "item"]
        try edit.append("<item/>", to: edit.tree.root)
        try edit.set(attribute: "id", of: items[0], to: "8")
        try edit.remove(items[1])
        #expect(try edit.xmlString() == "<items><item id='8'/><item/></items>")
    }

    @Test("A list of one element, text and tail")
    func textAndTail() throws {
        let document = try XMLDictionary(parsing: "<order><item sku='A1'>Tea</item></order>")
        for item in document.array(at: "order.item") {
            print(item["@sku"]?.string ?? "", item["#text"]?.string ?? "")
        }
        #expect(output == "A1 Tea\n")

        output = ""
        let p = try XMLTree(parsing: "<p>Drink <b>tea</b> twice<br/> a day</p>").root
        var words: [String] = []
        for node in p.children {
            if case .text(let text) = node.content { words.append(text) }
        }
        print(words, p.text)
        #expect(output == "[\"Drink \", \" twice\", \" a day\"] Drink tea twice a day\n")

        // Differences in behavior
        let entity = "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"
        var options = XMLParsingOptions()
        options.limits.declaredEntities = 0
        #expect(try XMLDictionary(parsing: entity).json() == #"{"a":"x"}"#)
        #expect(fault { _ = try XMLDictionary(parsing: entity, options: options) } != nil)
        let external = "<!DOCTYPE a SYSTEM 'a.dtd'><a>&nbsp;</a>"
        #expect(try XMLTree(parsing: external).root.text == "&nbsp;")
        #expect(fault { _ = try XMLTree(parsing: external, options: .init(unresolvedEntities: .error)) } != nil)
        let shop = try XMLTree(parsing: "<cart xmlns='urn:shop'><item/></cart>")
        #expect(shop.root["item"] != nil && shop.root["{}item"] == nil)
        #expect(try XMLTree(parsing: "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>").root.text == "é")
        #expect(try XMLTree(parsing: "<a/>").root.text.isEmpty)
        let spaced = try XMLTree(parsing: "<a> <b/> <!-- c --></a>")
        #expect(try spaced.xmlString(options: .init(whiteSpace: .indented(by: "  "))).contains("\n  <b/>\n"))
        #expect(
            try String(decoding: spaced.canonicalized(comments: true), as: UTF8.self) == "<a> <b></b> <!-- c --></a>")
    }
}
