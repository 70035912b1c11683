import Synchronization
import Testing

@testable import LibXML

@Suite struct LateHelpTests {
    /// A lookup that fails.
    struct Miss: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let help: String
        let run: @Sendable (XMLTree) -> XMLError?
    }

    static let misses = [
        Miss(testDescription: "element", help: "did you mean <order>?") { tree in
            error { () throws(XMLError) in _ = try tree.root.require("ordr") }
        },
        Miss(testDescription: "attribute", help: "did you mean “count”?") { tree in
            error { () throws(XMLError) in _ = try tree.root.require(attribute: "cuont") }
        },
        Miss(testDescription: "path", help: "did you mean <item>?") { tree in
            error { () throws(XMLError) in _ = try tree.require(at: "orders/order/itm") }
        },
        Miss(testDescription: "descendant", help: "did you mean <item>?") { tree in
            error { () throws(XMLError) in _ = try tree.require(at: "orders//itm") }
        },
        Miss(testDescription: "key", help: "did you mean “order”?") { tree in
            error { () throws(XMLError) in _ = try XMLDictionary(tree).require("orders").require("ordr") }
        },
        Miss(testDescription: "coding key", help: "did you mean <order>?") { tree in
            struct Orders: Decodable { var ordr: String }
            do { _ = try XMLDecoder().decode(Orders.self, from: tree) } catch {
                return (error as? DecodingError)?.xmlError
            }
            return nil
        },
    ]

    private static func error(_ body: () throws(XMLError) -> Void) -> XMLError? {
        do throws(XMLError) { try body() } catch { return error }
        return nil
    }

    private static func tree() throws -> XMLTree {
        try XMLTree(parsing: "<orders count='1'>\n  <order><item>Tea</item></order>\n</orders>")
    }

    @Test("An error does not keep the document in memory, and still has help", arguments: misses)
    func release(_ miss: Miss) throws {
        weak var tape: Tape?
        let error: XMLError?
        do {
            let tree = try Self.tree()
            tape = tree.tape
            error = miss.run(tree)
        }
        #expect(tape == nil)
        #expect(error?.help == miss.help)
        #expect(error?.description.hasSuffix("\nhelp: \(miss.help)") ?? false)
    }

    @Test("Errors of equal lookups are equal, with equal hashes; others are not", arguments: misses)
    func equality(_ miss: Miss) throws {
        let (one, two) = try (miss.run(Self.tree()), miss.run(Self.tree()))
        #expect(one != nil && one == two)
        #expect(one?.hashValue == two?.hashValue)
        var read = try #require(one)
        read.diagnostic.help = read.help
        #expect(read.diagnostic == one?.diagnostic, "help that was read is the same help")
        read.diagnostic.help = "other"
        #expect(read.diagnostic != one?.diagnostic)
        let same = try Self.misses.filter { try $0.run(Self.tree()) == one }
        #expect(same.count == 1)
    }

    @Test("Help is searched only when it is read")
    func late() {
        let count = Mutex(0)
        let error = XMLError(XMLDiagnostic(.missingElement, "nothing")).helped {
            count.withLock { $0 += 1 }
            return "look\nelsewhere"
        }
        var collector = XMLErrorCollector()
        collector.append(error)
        // An expectation of an error describes it.
        _ = try? collector.throwIfAny()
        _ = (error.code, error.message, error.location, error.hashValue, error.diagnostics.count, error.snippet())
        #expect(count.withLock { $0 } == 0)
        #expect(error.help == "look\\nelsewhere")
        #expect(error.description == "error: nothing\nhelp: look\\nelsewhere")
        #expect(count.withLock { $0 } == 2)
    }

    @Test("Of many names, the first 200 are compared", arguments: [(150, true), (250, false)])
    func limit(number: Int, isFound: Bool) throws {
        let children = (0..<300).map {
            "<child-\($0 == number ? "similar" : "\($0)-\(String(repeating: "x", count: 40))")/>"
        }
        for text in ["<r>\(children.joined())</r>", "<r>\(children.joined(separator: "<child-0/>"))</r>"] {
            let root = try XMLTree(parsing: text).root
            let error = try #require(throws: XMLError.self) { try root.require("child-simlar") }
            #expect((error.help == "did you mean <child-similar>?") == isFound)
            let value = try XMLDictionary(parsing: text).require("r")
            let missing = try #require(throws: XMLError.self) { try value.require("child-simlar") }
            #expect((missing.help == "did you mean “child-similar”?") == isFound)
        }
    }
}
