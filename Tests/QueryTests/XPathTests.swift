import CheckCases
import Foundation
import LibXML
import LibXMLQueries
import Testing

@Suite struct XPathTests {
    private static let text = """
        <orders xmlns="urn:o" xmlns:x="urn:x"><!--c--><order id="7" x:rush="yes">Tea<![CDATA[&]]> two</order>
        <order id="8"><?p d?><item>Milk</item></order></orders>
        """
    private static let namespaces = ["o": "urn:o", "y": "urn:x"]

    private func describe(_ value: XPathValue) -> String {
        switch value {
        case .string(let text): return "'\(text)'"
        case .number(let number): return "\(number)"
        case .boolean(let isTrue): return "\(isTrue)"
        case .nodes(let nodes):
            return nodes.map { node in
                switch node {
                case .document: "/"
                case .element(let element):
                    "<\(element.qualifiedName)>\(element.location.line):\(element.location.column)"
                case .attribute(let attribute): "@\(attribute.qualifiedName)=\(attribute.value)"
                case .text(_, let text): "“\(text)”"
                case .comment(let node): "!\(node.text ?? "")"
                case .processingInstruction(let node): "?\(node.target ?? "") \(node.text ?? "")"
                case .namespace(let prefix, let uri, let element): "\(prefix ?? "")=\(uri) of \(element.localName)"
                }
            }.joined(separator: ", ")
        }
    }

    @Test(
        "Values of every type",
        arguments: [
            ("count(//o:order)", "2.0"), ("//o:order[@id = 8]", "<order>2:1"), ("string(//o:item)", "'Milk'"),
            ("//o:order[1]/text()", "“Tea& two”"), ("//comment()", "!c"), ("//processing-instruction()", "?p d"),
            ("//@*", "@id=7, @x:rush=yes, @id=8"), ("//@y:rush", "@x:rush=yes"), ("/", "/"), ("1 < 2", "true"),
            (
                "//o:item/namespace::*",
                "xml=http://www.w3.org/XML/1998/namespace of item, x=urn:x of item, =urn:o of item"
            ),
            ("//o:item/ancestor::*", "<orders>1:1, <order>2:1"), ("//order", ""), ("'a' = \"a\"", "true"),
            ("-(3 - 1) * 2 div 4", "-1.0"), ("//o:item | //o:order", "<order>1:47, <order>2:1, <item>2:22"),
        ])
    func values(_ expression: String, _ expected: String) throws {
        let tree = try XMLTree(parsing: Self.text)
        let found = try tree.evaluate(XPathExpression(expression, namespaces: Self.namespaces))
        #expect(describe(found) == expected)
    }

    /// After the `/` of an absolute path, libxml2 reads only names that begin with an ASCII character.
    @Test(
        "Names in any script, after everything that may come before a name",
        arguments: [
            ("/été", "<été>1:1"), ("/ été[1]/日", "<日>1:12"), ("-/été = 1", "false"), ("count(/été)", "1.0"),
            ("/été = 'x'", "true"), ("'x' = /été/日", "true"), ("/été | /été/日", "<été>1:1, <日>1:12"),
            ("//日", "<日>1:12"),
            ("(/été)[/été]/日", "<日>1:12"), ("/é:a", ""), ("/été/@é", "@é=1"), ("//日[../@é + /été/@é = 2]", "<日>1:12"),
            ("/child::été/child::日", "<日>1:12"), ("concat(/été, /été/日)", "'xx'"), ("/*[self::été]", "<été>1:1"),
        ])
    func namesInAnyScript(_ expression: String, _ expected: String) throws {
        let tree = try XMLTree(parsing: "<été é='1'><日>x</日></été>")
        let found = try tree.evaluate(XPathExpression(expression, namespaces: ["é": "urn:e"]))
        #expect(describe(found) == expected)
    }

    @Test("An element is a context, and variables are values")
    func contexts() throws {
        let tree = try XMLTree(parsing: "<a><b n='1'><c/></b><b n='2'><c/><c/></b></a>")
        let second = try #require(try tree.elements(xpath: "//b[@n = $n]", variables: ["n": .string("2")]).first)
        #expect(try second.elements(xpath: "c").count == 2)
        #expect(try second.elements(xpath: "../b").count == 2)
        #expect(try tree.elements(xpath: "$b/c", variables: ["b": .nodes([.element(second)])]).count == 2)
        #expect(try tree.elements(xpath: "//b[@n = $n]", variables: ["n": .string("' or '1'='1")]).isEmpty)
    }

    @Test("A function of XPath 2.0 is named")
    func laterFunctions() throws {
        let error = try #require(throws: XMLError.self) { try XPathExpression("//a[ends-with(., 'x')]") }
        #expect(error.location?.column == 5)
        #expect(error.help?.contains("XPath 2.0") == true)
    }

    @Test(
        "A mistake is reported where it is",
        arguments: [
            ("//a[", 5, "expected a value or a path, found the end"),
            ("//a['x", 5, "the string is not closed"), ("foo()", 1, "there is no function “foo”"),
            ("a|", 3, "expected a value or a path, found the end"),
            ("count()", 1, "count() has 0 arguments, and takes 1"), ("q:a", 1, "the prefix “q” is not bound"),
            ("a b", 3, "expected an operator, found “b”"), ("parents::a", 1, "there is no axis “parents”"),
            ("a[1", 4, "expected “]”, found the end"), ("", 1, "the expression is empty"),
            ("$", 2, "the name of a variable is missing"),
            ("a/", 3, "expected a step, found the end"),
            ("true(1)", 1, "true() has 1 arguments, and takes 0"), ("a ! b", 3, "“!” is not an operator"),
            ("a | -b", 5, "expected a path, found “-”"),
            ("foo(", 5, "expected a value or a path, found the end"),
        ])
    func errors(_ expression: String, _ column: Int, _ message: String) throws {
        let error = try #require(throws: XMLError.self) { try XPathExpression(expression) }
        #expect(error.message == message)
        #expect(error.location?.column == column)
        #expect(error.code == .invalidPath)
    }

    @Test("A prefix is bound by its code points, as in XML")
    func prefixForms() throws {
        let tree = try XMLTree(parsing: "<r xmlns='urn:u'><c/></r>")
        let namespaces = ["\u{E9}": "urn:u"]
        #expect(try tree.elements(xpath: "//\u{E9}:c", namespaces: namespaces).count == 1)
        #expect(try tree.elements(css: "\u{E9}|c", namespaces: namespaces).count == 1)
        for body in [
            { try tree.elements(xpath: "//e\u{301}:c", namespaces: namespaces) },
            { try tree.elements(css: "e\u{301}|c", namespaces: namespaces) },
        ] {
            #expect(try #require(throws: XMLError.self) { _ = try body() }.code == .invalidPath)
        }
    }

    @Test("Hostile expressions are errors")
    func hostile() throws {
        let tree = try XMLTree(parsing: "<a><b/></a>")
        let many = 100_000
        for expression in [
            String(repeating: "(", count: many), String(repeating: "a[", count: many),
            String(repeating: "not(", count: many), String(repeating: "1+", count: 2_000) + "1",
            String(repeating: "a/", count: 2_000) + "a", String(repeating: "-", count: 2_000) + "1",
            String(repeating: "x", count: many),
        ] {
            #expect(throws: XMLError.self) { try XPathExpression(expression) }
        }
        let long = String(repeating: "1+", count: 450) + "1"
        guard case .number(451)? = try? tree.evaluate(XPathExpression(long)) else {
            Issue.record("451 is the sum")
            return
        }
        let document = "<a>\(String(repeating: "<b><c/></b>", count: 2_000))</a>"
        var slow = try XPathExpression("//*[//*[//*]]")
        slow.operationLimit = 10_000
        #expect(throws: XMLError.self) { try XMLTree(parsing: document).evaluate(slow) }
    }

    @Test("Values of one type, and help where names mean no namespace")
    func conversions() throws {
        let tree = try XMLTree(parsing: Self.text)
        let order = try #require(try tree.first(xpath: "//o:order", namespaces: Self.namespaces))
        #expect(try order.string(xpath: "@id") == "7" && order.number(xpath: "@id") == 7)
        #expect(try tree.string(xpath: "//o:item", namespaces: Self.namespaces) == "Milk")
        #expect(try tree.number(xpath: "sum(//@id)") == 15)
        #expect(try tree.number(xpath: "//o:item", namespaces: Self.namespaces).isNaN)
        #expect(try tree.isTrue(xpath: "//@id = 8") && !tree.isTrue(xpath: "//@none"))
        #expect(try tree.first(xpath: "//order") == nil)
        let error = try #require(throws: XMLError.self) { try tree.require(xpath: "//order/item") }
        #expect(error.code == .missingElement)
        #expect(throws: XMLError.self) { try XPathExpression("a", namespaces: ["": "u"]) }
        #expect(try #require(throws: XMLError.self) { try tree.require(xpath: "//typo") }.help == nil)
        #expect(error.help?.contains("p:order") == true && error.help?.contains("urn:o") == true)
        let other = try #require(throws: XMLError.self) { try tree.elements(xpath: "count(//*)") }
        #expect(other.code == .invalidPath && other.help != nil)
        #expect(throws: XMLError.self) { try tree.elements(xpath: "//@id") }
        let typed = try #require(throws: XMLError.self) { try tree.string(xpath: "count('a')") }
        #expect(typed.code == .invalidPath)
    }

    @Test("Variables have any type, and a missing one is located")
    func variables() throws {
        let tree = try XMLTree(parsing: Self.text)
        let all = try XPathExpression("$s = 'a' and $n = 2 and $b and count($e) = 2", namespaces: ["p": "urn:p"])
        let orders = try tree.elements(xpath: "//o:order", namespaces: Self.namespaces)
        let variables: [String: XPathValue] = ["s": "a", "n": 2.0, "b": true, "e": .nodes(orders.map { .element($0) })]
        #expect(try tree.isTrue(xpath: all, variables: variables))
        let nodes = try tree.evaluate(
            XPathExpression("//@id | //text() | //comment() | //processing-instruction() | /"))
        #expect(try tree.number(xpath: "count($n)", variables: ["n": nodes]) == 8)
        #expect(try tree.isTrue(xpath: "$p:x = 1", namespaces: ["p": "urn:p"], variables: ["p:x": 1]))
        let other = try XMLTree(parsing: "<a/>")
        #expect(throws: XMLError.self) {
            try tree.evaluate(XPathExpression("$n"), variables: ["n": .nodes([.element(other.root)])])
        }
        let error = try #require(throws: XMLError.self) {
            try tree.string(xpath: "1 +\n $ido + $x", variables: ["x": 1, "ids": 2])
        }
        #expect(error.message == "the variable $ido has no value" && error.help == "did you mean $ids?")
        #expect(error.location?.line == 2 && error.location?.column == 2)
    }

    private struct Failure: Error, Equatable {}

    @Test("Functions of the program")
    func functions() throws {
        let tree = try XMLTree(parsing: "<a><b n='X'/><b n='y'/></a>")
        let lower: XPathFunction = { .string($0.map(\.string).joined().lowercased()) }
        let expression = try XPathExpression(
            "//b[f:lower(@n) = 'x']", namespaces: ["f": "urn:f"], functions: ["f:lower": lower])
        #expect(try tree.elements(xpath: expression).count == 1)
        let nodes = try XPathExpression("same(//b)/@n", functions: ["same": { $0[0] }])
        #expect(try tree.string(xpath: nodes) == "X")
        let nested = try XPathExpression(
            "count(inner()) + none()",
            functions: [
                "inner": { _ in .nodes(try tree.elements(xpath: expression).map { .element($0) }) },
                "none": { .number(Double($0.count)) },
            ])
        #expect(try tree.number(xpath: nested) == 1)
        let failing = try XPathExpression("//b[f()]", functions: ["f": { _ in throw Failure() }])
        let error = try #require(throws: XMLError.self) { try tree.evaluate(failing) }
        #expect(error.code == .functionFailed && error.underlyingError as? Failure == Failure())
        let own = try XPathExpression("f()", functions: ["f": { _ in throw XMLError("no", code: .invalidValue) }])
        #expect(try #require(throws: XMLError.self) { try tree.evaluate(own) }.code == .invalidValue)
        #expect(throws: XMLError.self) { try XPathExpression("a", functions: ["count": { $0[0] }]) }
        #expect(throws: XMLError.self) { try XPathExpression("a", functions: ["q:f": { $0[0] }]) }
        let typo = try #require(throws: XMLError.self) {
            try XPathExpression("f:lowr()", namespaces: ["f": "urn:f"], functions: ["f:lower": lower])
        }
        #expect(typo.help == "did you mean f:lower()?")
    }

    @Test("IDs: xml:id, and attributes that the document type declares")
    func ids() throws {
        let tree = try XMLTree(
            parsing:
                "<!DOCTYPE a [<!ATTLIST b k ID #IMPLIED n CDATA 'x'>]><a><b k='one'/><c xml:id='two'/><b n='one'/></a>")
        #expect(try tree.elements(xpath: "id('one')").map(\.localName) == ["b"])
        #expect(try tree.elements(xpath: "id('two')").map(\.localName) == ["c"])
        #expect(try tree.elements(xpath: "id('one two three')").count == 2)
        #expect(try tree.root.elements(xpath: "id('x')").isEmpty)
    }

    @Test("Nothing is loaded, also where the document type declares IDs")
    func loading() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "e.dtd")
        try Data("<!ATTLIST a n ID #IMPLIED>".utf8).write(to: file)
        for declaration in ["<!ENTITY % e SYSTEM '\(file.path)'> %e;", "<!ENTITY % e PUBLIC 'ID' '\(file.path)'> %e;"] {
            let tree = try XMLTree(parsing: "<!DOCTYPE a [\(declaration) <!ATTLIST a k ID #IMPLIED>]><a n='i' k='j'/>")
            #expect(try tree.elements(xpath: "id('i')").isEmpty)
            #expect(try tree.elements(xpath: "//a").count == 1)
        }
        let pipe = folder.appending(path: "pipe").path
        let isMade = unsafe mkfifo(pipe, 0o600) == 0
        #expect(isMade)
        let tree = try XMLTree(parsing: "<!DOCTYPE a [<!ENTITY % ID SYSTEM '\(pipe)'> %ID;]><a/>")
        #expect(try tree.elements(xpath: "//a").count == 1)
    }

    @Test(
        "A subset that refers to what is not read declares IDs all the same",
        arguments: [
            "<!DOCTYPE a SYSTEM 'x.dtd' [<!ATTLIST a k CDATA '&u;' n ID #IMPLIED>]><a n='i' k=''/>",
            "<!DOCTYPE a [<!ENTITY % e SYSTEM 'x'> %e; <!ATTLIST a n ID #IMPLIED>]><a n='i'/>",
            "<!DOCTYPE a [<!ENTITY % e '<!ATTLIST a n ID #IMPLIED>'> %e;]><a n='i'/>",
        ])
    func subsets(_ text: String) throws {
        let tree = try XMLTree(parsing: text)
        #expect(try tree.elements(xpath: "//a").count == 1)
        #expect(try tree.elements(xpath: "id('i')").count == 1)
    }

    @Test("Empty and equal IDs")
    func emptyIDs() throws {
        #expect(try XMLTree(html: "<p id=''>x<a name=''>y</a><p id=b>").elements(xpath: "//p | id('b')").count == 2)
        #expect(try XMLTree(parsing: "<a xml:id=''/>").elements(xpath: "//a").count == 1)
        let twice = try XMLTree(parsing: "<a><b xml:id='i' n='1'/><c xml:id='i'/></a>")
        #expect(try twice.elements(xpath: "id('i')").map(\.localName) == ["b"])
    }

    @Test("Records and detached elements have the namespaces around them")
    func records() throws {
        let text = "<e:B xmlns:e='urn:e' xmlns:xs='urn:xs' xmlns='urn:d'><i t='xs:int'><e:k/></i></e:B>"
        let tree = try XMLTree(parsing: text)
        let element = try #require(tree.root.elements.first)
        var records = try XMLRecords(parsing: text, at: "e:B/i")
        for part in [element.detached(), try #require(try records.next())] {
            #expect(try part.number(xpath: "count(namespace::*)") == 4)
            #expect(try part.elements(xpath: "e:k", namespaces: ["e": "urn:e"]).count == 1)
            #expect(try part.canonicalized() == element.canonicalized())
            let form = XMLCanonicalForm.exclusive(inclusivePrefixes: ["xs"])
            #expect(try part.canonicalized(form) == element.canonicalized(form))
            #expect(try part.elements(css: "*|k").count == 1 && part.matches(css: "i:root"))
        }
    }

    @Test("Strings of nodes, and nodes as values in any order")
    func strings() throws {
        let tree = try XMLTree(parsing: "<a><b n='1'/><b n='2'>x</b></a>")
        #expect(try tree.strings(xpath: "//@n") == ["1", "2"] && tree.strings(xpath: "//b") == ["", "x"])
        for value in ["count(//b)", "concat('a', 'b')", "true()"] {
            #expect(throws: XMLError.self) { try tree.strings(xpath: XPathExpression(value)) }
        }
        #expect(try "\(tree.number(xpath: "number('x')")) \(tree.number(xpath: "//b[2]"))" == "nan nan")
        let reversed = XPathValue.nodes(try tree.evaluate(XPathExpression("//b | //b")).nodes.reversed())
        #expect(try tree.string(xpath: "$n[1]/@n", variables: ["n": reversed]) == "1")
        #expect(throws: XMLError.self) { try tree.string(xpath: "$n", variables: ["n": "a\0b"]) }
        let id: String = "2"
        #expect(try tree.first(xpath: "//b[@n = $id]", variables: ["id": .init(id)])?.text == "x")
    }

    @Test("A text that is a path and an expression selects the same elements", arguments: 0..<40)
    func paths(seed: Int) throws {
        var numbers = SeededGenerator(seed: UInt64(seed))
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
        func element(_ depth: Int) -> String {
            let name = ["a", "b", "c"][random(3)]
            let attribute = random(3) == 0 ? " k='\(random(3))'" : ""
            let content = depth == 0 ? ["", "x"][random(2)] : (0..<random(4)).map { _ in element(depth - 1) }.joined()
            return "<\(name)\(attribute)>\(content)</\(name)>"
        }
        let tree = try XMLTree(parsing: "<r>\((0..<4).map { _ in element(4) }.joined())</r>")
        let steps = ["a", "b", "c", "a[1]", "b[2]", "c[last()]", "a[@k]", "b[@k='1']", "c[a]", "a[b='x']"]
        for _ in 0..<40 {
            let text = (0..<1 + random(3)).map { _ in ["/", "//"][random(2)] + steps[random(steps.count)] }.joined()
            let path = try XMLPath(parsing: "r\(text)")
            let found = tree.elements(at: path).map(\.location.byteOffset)
            #expect(try tree.elements(xpath: "/r\(text)").map(\.location.byteOffset) == found, "\(text) \(tree.source)")
        }
    }

    @Test(
        "An expression at its limits needs less than 256 KB of stack",
        arguments: [
            String(repeating: "1 + ", count: 499) + "1", String(repeating: "a or ", count: 249) + "a",
            String(repeating: "a | ", count: 249) + "a", String(repeating: "a/", count: 499) + "a",
            String(repeating: "(", count: 199) + "1" + String(repeating: ")", count: 199),
            String(repeating: "a[", count: 199) + "1" + String(repeating: "]", count: 199),
            String(repeating: "not(", count: 199) + "1" + String(repeating: ")", count: 199),
            String(repeating: "-", count: 499) + "1", String(repeating: "1 = ", count: 499) + "1",
        ], [true, false])
    func stack(_ text: String, isMade: Bool) async {
        await #expect(processExitsWith: .success) { [text, isMade] in
            let tree = try XMLTree(parsing: "<a><a/></a>")
            let expression = try XPathExpression(text)
            let thread = Thread {
                if isMade { _ = try? tree.evaluate(expression) } else { _ = try? XPathExpression(text) }
            }
            thread.stackSize = 256 << 10
            thread.start()
            while !thread.isFinished { usleep(1_000) }
        }
    }

    @Test("Any number of tasks query one tree")
    func tasks() async throws {
        let tree = try XMLTree(parsing: "<a>\(String(repeating: "<b><c/></b>", count: 500))</a>")
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try tree.elements(xpath: "//b[c]").count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 500, count: 16))
    }

    @Test("An evaluation ends soon after the cancellation of its task")
    func cancellation() async throws {
        let document = "<a>\(String(repeating: "<b><c>x</c><c/></b>", count: 3_000))</a>"
        let tree = try XMLTree(parsing: document)
        let slow = try XPathExpression("//*/following::*/preceding::*")
        let task = Task.detached { try await tree.evaluate(slow) }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        let error = await #expect(throws: XMLError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test("An evaluation ends at its deadline, in every form")
    func deadlines() async throws {
        let tree = try XMLTree(parsing: "<a>\(String(repeating: "<b><c>x</c><c/></b>", count: 3_000))</a>")
        let slow = try XPathExpression("//*/following::*/preceding::*")
        func soon() -> ContinuousClock.Instant { .now + .milliseconds(100) }
        func check(_ body: () async throws -> Void) async throws {
            let error = try #require(await #expect(throws: XMLError.self) { try await body() })
            #expect(error.code == .deadlineExceeded)
        }
        try await check { _ = try tree.elements(xpath: slow, deadline: soon()) }
        try await check { _ = try tree.first(xpath: slow, deadline: soon()) }
        try await check { _ = try tree.require(xpath: slow, deadline: soon()) }
        try await check { _ = try tree.string(xpath: slow, deadline: soon()) }
        try await check { _ = try tree.number(xpath: slow, deadline: soon()) }
        try await check { _ = try tree.isTrue(xpath: slow, deadline: soon()) }
        try await check { _ = try await tree.evaluate(slow, deadline: soon()) }
        try await check { _ = try tree.first(xpath: "//*/following::*/preceding::*", deadline: soon()) }
        try await check { _ = try tree.first(xpath: "//c", deadline: .now - .seconds(1)) }
        #expect(try tree.number(xpath: "count(//c)", deadline: .now + .seconds(100)) == 6_000)
    }
}
