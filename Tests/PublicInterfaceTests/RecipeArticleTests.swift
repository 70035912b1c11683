import Foundation
import LibXML
import LibXMLQueries
import Testing

/// The examples of the articles with recipes as they stand there, with the output that the articles state.
@Suite final class RecipeArticleTests {
    private var output = ""

    private func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("A heading")
    func heading() throws {
        let guide = try XMLTree(parsing: "<doc><h2>Tea</h2><p>Green</p><h2>Milk</h2><!-- new --><p>Oat</p></doc>")
        let heading = guide.root[all: "h2"].first { $0.text == "Milk" }
        let paragraph = heading?.followingSiblings.first { $0.isNamed("p") }
        print(paragraph?.text ?? "none")
        #expect(try output == Documentation.output(of: "let heading", in: "Recipes.md"))
    }

    @Test("Links, images and tables")
    func page() throws {
        let page = try XMLTree(
            html: """
                <p>See <a href="/tea?a=1&b=2">teas</a> <img src=cup.png alt="A cup">
                <table><tr><th>Sort<th>Price<tr><td>Oolong<td>5</table>
                """)
        for link in try page.elements(css: "a[href]") {
            print(link[attribute: "href"] ?? "", link.text, link.location)
        }
        for image in try page.elements(css: "img:not([width])") {
            print(image[attribute: "src"] ?? "", image.location)
        }
        for row in try page.elements(css: "table tr") {
            print(try row.elements(css: "th, td").map(\.text))
        }
        let expected = try Documentation.output(of: "let page", in: "Recipes.md")
        #expect(output == expected)
    }

    @Test("Configurations are merged")
    func merging() throws {
        let base = try XMLTree(
            parsing: """
                <config>
                  <!-- The server -->
                  <host>localhost</host>
                  <port>80</port>
                </config>
                """)
        let local = try XMLTree(parsing: "<config><port>8080</port><tls/></config>")
        var merged = XMLEdit(base)
        for setting in local.root.elements {
            if let known = base.root[setting.name] {
                try merged.replace(known, with: "\(setting)")
            } else {
                try merged.append("\(setting)", to: base.root)
            }
        }
        print(try merged.xmlString())
        #expect(try output == Documentation.output(of: "var merged", in: "Recipes.md"))
    }

    @Test("Values are masked")
    func masking() throws {
        /// Returns a value with “***” for the values of some keys, at any depth.
        func masked(_ value: XMLValue, _ keys: Set<String>) -> XMLValue {
            if value.isList { return XMLValue(value.array.map { masked($0, keys) }) }
            guard var dictionary = value.dictionary else { return value }
            for (key, value) in dictionary { dictionary[key] = keys.contains(key) ? "***" : masked(value, keys) }
            return XMLValue(dictionary)
        }
        let login = try XMLDictionary(parsing: "<login><user id='7'>Ana</user><password>secret</password></login>")
        print(masked(XMLValue(login), ["password", "@id"]).json())
        #expect(try output == Documentation.output(of: "func masked", in: "Recipes.md"))
    }

    @Test("Values of a stream are masked")
    func maskingStreams() throws {
        var reader = XMLReader(parsing: "<login><user id='7'>Ana</user><password>secret</password></login>")
        let copy = try XMLWriter()
        while let event = try reader.next() {
            try copy.write(reader)
            if event == .startElement, reader.isNamed("password"), !reader.isEmptyElement {
                try copy.text("***")
                try reader.skip()
                try copy.write(reader)
            }
        }
        print(try copy.xmlString())
        #expect(try output == Documentation.output(of: "let copy = try XMLWriter()", in: "Recipes.md"))
    }

    @Test("Names and values are siblings")
    func namesAndValues() throws {
        let list = try XMLTree(
            parsing: "<plist><dict><key>Name</key><string>Tea</string><key>Cups</key><real>2.5</real></dict></plist>")
        for key in try list.root.require("dict")[all: "key"] {
            guard let value = key.nextSibling else { throw key.error("a key without a value") }
            print(key.text, value.localName, value.text)
        }
        #expect(try output == Documentation.output(of: "<plist><dict>", in: "Recipes.md"))
    }

    @Test("Values are merged and renamed")
    func mergingValues() throws {
        var settings = try XMLDictionary(parsing: "<config><host>localhost</host><port>80</port></config>")
        let local = try XMLDictionary(parsing: "<config><port>8080</port><tls/></config>")
        if let changes = local["config"]?.dictionary {
            settings["config"]?.merge(changes) { _, new in new }
        }
        settings["config"]?.dictionary?.renameKey("host", to: "server")
        settings["config"]?["alias", default: []].append("www")
        print(try settings.xmlString(options: .init(declaration: .never)))
        #expect(try output == Documentation.output(of: "var settings", in: "Recipes.md"))
    }

    @Test("The digest of an enveloped signature")
    func signature() throws {
        let signed = try XMLTree(
            parsing: """
                <order id="7">
                  <item>Tea</item>
                  <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>
                </order>
                """)
        var unsigned = XMLEdit(signed)
        if let signature = signed.root["{http://www.w3.org/2000/09/xmldsig#}Signature"] {
            try unsigned.replace(signature, with: "")
        }
        let canonical = try unsigned.editedTree().canonicalized(.exclusive)  // to be hashed
        print(String(decoding: canonical, as: UTF8.self))
        #expect(try output == Documentation.output(of: "let signed", in: "Recipes.md"))
        // The same as without the element in the text of the document.
        let text = signed.source.replacing("<Signature xmlns=\"http://www.w3.org/2000/09/xmldsig#\"/>", with: "")
        #expect(try canonical == XMLTree(parsing: text).canonicalized(.exclusive))
        if let signature = signed.root["{http://www.w3.org/2000/09/xmldsig#}Signature"] {
            var removed = XMLEdit(signed)
            try removed.remove(signature)
            #expect(try removed.editedTree().canonicalized(.exclusive) != canonical)
        }
    }

    @Test("Documents are compared")
    func comparing() throws {
        let one = try XMLTree(parsing: "<a:r xmlns:a='u' x='1' y='&#65;'/>")
        let other = try XMLTree(parsing: "<r xmlns='u' y=\"A\" x='1'></r>")
        print(one.root.hasSameContent(as: other.root))
        #expect(try output == Documentation.output(of: "let one", in: "Recipes.md"))
    }

    @Test("What other tools say, said here")
    func otherTools() throws {
        let text = """
            <orders><order id='7'><customer>Ana</customer><item sku='A1' price='1.5'/><item sku='B2' price='2'/></order>\
            <order id='8'><customer>Bö</customer><note>x<b>y</b></note></order></orders>
            """
        let tree = try XMLTree(parsing: text)
        let dictionary = XMLDictionary(tree)
        #expect(tree.string(at: "orders/order[2]/@id") == "8")
        let sku = "A1"
        #expect(tree.elements(at: "//item[@sku='A1']").count == 1)
        #expect(tree.elements(at: [.descendants, "item", .having("@sku", equals: sku)]).count == 1)
        #expect(tree.elements(at: "//item").count == 2)
        #expect(tree.string(at: "orders/order/note") ?? "" == "xy")
        #expect(tree.strings(at: "//item/@price").compactMap(Double.init).reduce(0, +) == 3.5)
        let item = try tree.require(at: "//item")
        #expect(item.followingSiblings.first { $0.isNamed("item") }?[attribute: "sku"] == "B2")
        #expect(item.ancestors.first { $0.isNamed("order") }?[attribute: "id"] == "7")
        #expect(item.parent?.isNamed("order") == true)
        #expect(dictionary.string(at: "orders.order[0].@id") == "7")
        #expect(dictionary.strings(at: "orders.order.customer") == ["Ana", "Bö"])
        var records = try XMLRecords(parsing: text, at: "*/*")
        #expect(try records.next()?[attribute: "id"] == "7")
    }

    @Test("Uploads")
    func uploads() async throws {
        var limits = XMLParsingLimits()
        limits.inputSize = 10 << 20
        limits.depth = 64
        limits.attributesPerElement = 100
        limits.distinctNames = 2_000
        limits.allowsDocumentType = false
        let options = XMLParsingOptions(sourceName: "upload", limits: limits)
        let upload = "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'>]><r>&a;&a;</r>"
        do throws(XMLError) {
            _ = try XMLTree(parsing: upload, options: options)
        } catch {
            print(error)
        }
        #expect(try output == Documentation.output(of: "limits.inputSize", in: "HostileUploads.md"))
    }

    @Test("A time for an upload")
    func time() async throws {
        @Sendable func parse(_ body: [UInt8], within time: Duration) async throws -> XMLTree {
            try await withThrowingTaskGroup(of: XMLTree?.self) { group in
                group.addTask { try XMLTree(parsing: body) }
                group.addTask {
                    try await Task.sleep(for: time)
                    return nil
                }
                defer { group.cancelAll() }
                guard let tree = try await group.next() ?? nil else {
                    throw XMLError("the upload takes too long", code: .cancelled)
                }
                return tree
            }
        }
        let orders = try await parse(Array("<orders><order id='7'/></orders>".utf8), within: .seconds(5))
        print(orders.root.qualifiedName)
        #expect(try output == Documentation.output(of: "within time", in: "HostileUploads.md"))
    }
}
