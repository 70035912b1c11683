import CheckCases
@_spi(Checks) import LibXML
import Testing

@Suite struct XMLPathTests {
    private static let document = """
        <orders xmlns:p="u"><order id="7"><item sku="A">Tea</item><item sku="B">Milk</item><p:note>x</p:note></order>\
        <order id="8"><item sku="C">Oat</item><a.b>dot</a.b><nested><item>deep</item></nested></order></orders>
        """

    @Test(
        "A path leads to values",
        arguments: [
            ("orders.order[1].@id", #""8""#), ("orders/order[1]/item[2]", ##"{"@sku":"B","#text":"Milk"}"##),
            ("/orders/order/@id", #"["7","8"]"#), ("orders.order.item.@sku", #"["A","B","C"]"#),
            ("orders/order/item[1]/@sku", #"["A","C"]"#), ("orders/order[1]/p:note", #""x""#),
            ("orders/order[2]/a.b", #""dot""#), ("//@sku", #"["A","B","C"]"#), ("orders/order[2]//item/@sku", #""C""#),
            ("//nested/*", #""deep""#), ("orders/*/nested/item", #""deep""#), ("orders.order[0].p:note[0]", #""x""#),
            ("orders/order[2]/nested//item", #""deep""#),
        ])
    func values(_ path: String, _ json: String) throws {
        let document = try XMLDictionary(parsing: Self.document)
        #expect(document[at: try XMLPath(parsing: path)]?.json() == json)
    }

    @Test(
        "What is not there is nil",
        arguments: ["a", "orders.order[2]", "orders.order[0].@no", "orders.order.item.x", "//no", "orders.@id", "@id"])
    func missing(_ path: String) throws {
        let document = try XMLDictionary(parsing: Self.document)
        let path = try XMLPath(parsing: path)
        #expect(document[at: path] == nil)
        #expect(document.string(at: path) == nil)
        #expect(document.strings(at: path).isEmpty)
        #expect(document.array(at: path).isEmpty)
        #expect(document.dictionary(at: path) == nil)
        #expect(document.int(at: path) == nil)
        #expect(document.double(at: path) == nil)
        #expect(document.bool(at: path) == nil)
    }

    @Test(
        "A malformed path is an error with its column",
        arguments: [
            ("", 1), ("/", 2), ("a..b", 3), ("a.", 3), ("a/", 3), ("a[", 3), ("a[]", 3), ("a[ ]", 4), ("a[x", 4),
            ("a[@]", 4), ("a[@x=1]", 6), ("a[x='1]", 8),
            ("a[x='1' and y]", 8), ("a[x/y]", 3), ("a[.='1']", 3), ("a[text()='1']", 3), ("a[position()=1]", 3),
            ("a[x!='1']", 4), ("a[last()-1]", 3), ("a[ x = '1'b]", 11), ("a[{u}='1']", 3), ("a[x < 1]", 5),
            ("a[-1]", 3), ("a[1]b", 5),
            ("a///b", 4), ("@", 2), ("a/@", 4), ("/[2]", 2), ("[1]b", 4),
            ("a/[2]", 3), ("//", 3), ("a[99999999999999999999]", 3), ("a/b/text()", 5), ("./a", 1), ("a/..", 3),
            ("a/./b", 3), ("child::a", 1), ("a]", 1), ("a}b", 1), ("a b", 1), ("@a/b", 3), ("a/@id/b", 6),
            ("//@a//b", 5),
            ("o:*", 1), ("a/b|c", 3), ("a.0.b", 3), ("a,b", 1), ("a;c", 1), ("a:b:c", 1), ("a!c", 1), ("{u}*", 1),
            ("@o:*", 2), ("a@b", 1), ("a=b", 1),
        ])
    func invalid(_ text: String, column: Int) throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLPath(parsing: text) }
        #expect(error.code == .invalidPath)
        #expect(error.location?.column == column)
    }

    @Test(
        "A path prints as it is written",
        arguments: [
            "a/b[4]/@c", "//a/*", "a//b[1][2]", "@id", "[0]", "[1][2]/a", "*", "a[last()]//b[@id]", "a[@id='1'][1]/@id",
            "a[b='x/y']", "a[p:b=\"it's\"]", "a[{u:/x}b][@{u}c]", "a[*]", "[@id=']']", "*[*:b=''][@*]",
        ])
    func description(_ text: String) throws {
        #expect(try XMLPath(parsing: text).description == text)
        #expect(try XMLPath(parsing: XMLPath(parsing: text).description) == XMLPath(parsing: text))
    }

    @Test(
        "A path with slashes counts from 1, as XPath does, and any other one from 0, as JSON does",
        arguments: [
            ("a/b[1]", "a.b[0]"), ("a/b[2][1]/@k", "a.b[1][0].@k"), ("/a[1]", "a[0]"), ("[2]/a", "[1].a"),
            ("*/*[last()]/c[1]", "*.*[last()].c[0]"), ("a/b[@k='x/y'][1]", "a.b[@k='x/y'][0]"),
            ("a/b[9223372036854775807]", "a.b[9223372036854775806]"),
        ])
    func notations(_ slashes: String, _ dots: String) throws {
        let (path, other) = (try XMLPath(parsing: slashes), try XMLPath(parsing: dots))
        #expect(path == other)
        #expect(path.hashValue == other.hashValue)
        #expect(path.description == slashes)
        #expect(other.description == dots)
    }

    @Test("The largest index is described as an array or as text")
    func largestIndex() throws {
        let path = try XMLPath(parsing: "a.b[9223372036854775807]")
        #expect(path.description == "a.b[9223372036854775807]")
        #expect(XMLPath(["a.b", "c", .init(Int.max)]).description == "[\"a.b\", \"c\", 9223372036854775807]")
    }

    @Test(
        "A mixture of the notations is an error that says both",
        arguments: [
            ("orders/order[0]", 14), ("orders.order[0]/item", 14), ("//item[0]", 8), ("orders/order[1].item", 16),
            ("[0]/a", 2), ("a[0].b/c", 3), ("orders.order[1]/item", 14), ("a/b.c[2][@k]", 7),
        ])
    func mixture(_ text: String, _ column: Int) throws {
        let error = try #require(throws: XMLError.self) { try XMLPath(parsing: text) }
        #expect(error.code == .invalidPath)
        #expect(error.location?.column == column)
        #expect(error.help?.contains("“orders/order[1]”") == true)
        #expect(error.help?.contains("“orders.order[0]”") == true)
    }

    @Test("A name may contain a dot in a path with slashes, as in XPath")
    func dots() throws {
        let project = "<project><properties><java.version>21</java.version></properties></project>"
        #expect(try XMLTree(parsing: project).string(at: "project/properties/java.version") == "21")
        #expect(try XMLDictionary(parsing: project).string(at: "project/properties/java.version") == "21")
    }

    @Test("An error of an index counts as the path does")
    func missingIndex() throws {
        let document = "<r><a/><a/></r>"
        let tree = try XMLTree(parsing: document)
        func message(_ path: XMLPath) throws -> String {
            let error = try #require(throws: XMLError.self) { try tree.require(at: path) }
            return "\(error)"
        }
        #expect(
            try message("r/a[3]")
                == "1:1: error: <r> has no element “a[3]”\nhelp: the number of these elements is 2, and indices begin at 1"
        )
        #expect(
            try message("r.a[2]")
                == "1:1: error: <r> has no element “a[2]”\nhelp: the number of these elements is 2, and indices begin at 0"
        )
    }

    @Test("A path that has no text form prints as an array")
    func arrayDescription() {
        let paths: [(XMLPath, String)] = [
            (["a.b", 3], "/a.b[4]"), (["a.b", "c"], "a.b/c"), (["a/b"], #"["a/b"]"#), (["a[0]"], #"["a[0]"]"#),
            (["a", .descendants, "b"], "a//b"), (["a", .descendants, 0], "a[0]"),
            (["a", .descendants], "a"), ([.descendants, "@a/b"], #"[.descendants, "@a/b"]"#),
            ([], "[]"), ([""], #"[""]"#), (["a\"]"], ##"["a\"]"]"##), (["/\""], #"["/\""]"#), ([0, "a"], "[0].a"),
            (["a", -1], #"["a", -1]"#), ([.descendants, "*"], "//*"),
            (["a", .having("@id", equals: "7"), .last], "a[@id='7'][last()]"), ([.having("b")], "[b]"),
            (["a", .having("b", equals: "'\"")], ##"["a", .having("b", equals: "\'\"")]"##),
            (["a", .having("@x y")], ##"["a", .having("@x y")]"##),
        ]
        for (path, description) in paths { #expect(path.description == description) }
    }

    @Test("Descent is a step of an array, too")
    func descendants() throws {
        let document = try XMLDictionary(parsing: Self.document)
        #expect(document[at: [.descendants, "nested", .descendants, "item"]] == document[at: "//nested//item"])
        #expect(document.strings(at: ["orders", .descendants, "@sku"]) == ["A", "B", "C"])
        #expect(document[at: ["orders", "order", .descendants, 1, "@id"]] == "8")
        #expect(document[at: ["orders", "order", 1, "@id", .descendants]] == "8")
    }

    @Test("An index may be the first step")
    func leadingIndex() throws {
        let orders = try #require(try XMLDictionary(parsing: Self.document)["orders"]?["order"])
        #expect(orders[at: "[1].@id"] == "8")
        #expect(orders[at: "[2]/item/@sku"] == "C")
        #expect(orders[at: "[2]"] == nil)
        #expect(orders[at: "[0][0].@id"] == "7", "what is no list is one of one")
    }

    @Test("Steps of an array have no separators")
    func array() throws {
        let document = try XMLDictionary(parsing: Self.document)
        #expect(document[at: ["orders", "order", 1, "a.b"]]?.string == "dot")
        #expect(document[at: ["orders", "*", 0, "@id"]]?.string == "7")
        let made: XMLDictionary = ["a/b": ["c[0]": ["1", "2"]]]
        #expect(made[at: ["a/b", "c[0]", 1]]?.string == "2")
    }

    @Test(
        "A malformed literal keeps its error, which calls that throw throw",
        arguments: ["a[", "", "a//", "a[-1]", "a/@"])
    func literal(text: String) async throws {
        let path = XMLPath(releaseLiteral: text)
        let error = try #require(throws: XMLError.self) { try XMLPath(parsing: text) }
        #expect(path.error == error)
        #expect(path.description == text)
        #expect(throws: error) { _ = try XMLRecords(parsing: "<a/>", at: path) }
        #expect(throws: error) { _ = try XMLPushParser(at: path) }
        #expect(throws: error) { _ = try XMLTree(parsing: "<a/>").records(at: path) }
        let file = try TemporaryFile("<a/>".utf8)
        await #expect(throws: error) {
            try await XMLRecords.parallel(.file(file.path), at: path) { _ in
            } forEachPart: { _ in
            }
        }
    }

    @Test("A malformed literal stops a debug build with its error; in a release build it leads to nothing")
    func literalOfProgram() async throws {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }())
        let outcome = await #expect(
            processExitsWith: isDebug ? .failure : .success, observing: [\.standardErrorContent]
        ) {
            let tree = try XMLTree(parsing: "<a/>")
            #expect(tree.string(at: "count(//book)") == nil)
            #expect(throws: XMLError.self) { try tree.require(at: "a/@") }
        }
        let error = try #require(throws: XMLError.self) { try XMLPath(parsing: "count(//book)") }
        let output = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains(error.diagnostic.message) == isDebug, "\(output)")
    }

    @Test("Calls that do not throw find nothing at a malformed literal")
    func malformed() throws {
        let path = XMLPath(releaseLiteral: "a[")
        let tree = try XMLTree(parsing: "<a><a>1</a></a>")
        #expect(tree.root[at: path] == nil)
        #expect(tree.root.elements(at: path).isEmpty)
        #expect(tree.root.string(at: path) == nil)
        #expect(tree.root.strings(at: path).isEmpty)
        let document = XMLDictionary(tree)
        #expect(document[at: path] == nil)
        #expect(document.array(at: path).isEmpty)
        #expect(document.strings(at: path).isEmpty)
        #expect(("a" as XMLPath).error == nil)
        #expect((["a["] as XMLPath).error == nil)
    }

    @Test("Values are converted to the requested type")
    func forms() throws {
        let document = try XMLDictionary(
            parsing:
                "<r><n u='kg'> 7 </n><d>1.5</d><b>true</b><b>0</b><e/><s><pic>1</pic><pic>2</pic></s><s><pic>3</pic></s></r>"
        )
        #expect(document.string(at: "r.n") == "7")
        #expect(document.int(at: "r.n") == 7)
        #expect(document.double(at: "r.d") == 1.5)
        #expect(document.bool(at: "r.b") == true)
        #expect(document.bool(at: "r.b[1]") == false)
        #expect(document.strings(at: "r.s.pic") == ["1", "2", "3"])
        #expect(document.array(at: "r.d").count == 1)
        #expect(document.dictionary(at: "r.n")?["@u"]?.string == "kg")
        #expect(document.string(at: "r.e") == nil)
        #expect(document.array(at: "r.e").map(\.isNull) == [true])
    }

    @Test("An attribute is found wherever a mapping puts it")
    func attributes() throws {
        for mapping in [XMLMapping.xmltodict, .objcXMLReader, .badgerFish] {
            let document = try XMLDictionary(parsing: Self.document, mapping: mapping)
            #expect(document.strings(at: "orders.order.@id") == ["7", "8"])
        }
        let bare = try XMLDictionary(parsing: Self.document, mapping: .objcXMLDictionary)
        #expect(bare.strings(at: "order.@id") == ["7", "8"])
        #expect(bare.strings(at: "order._id") == ["7", "8"])
        var grouped = XMLMapping.xmltodict
        grouped.attributes = .grouped("attributes")
        #expect(try XMLDictionary(parsing: Self.document, mapping: grouped).strings(at: "//order/@id") == ["7", "8"])
    }
}
