import CheckCases
import Foundation
import LibXML
import LibXMLQueries
import Testing

/// Expressions and selectors of random tokens. `FUZZ_SECONDS` makes the tests go on for that long.
@Suite struct FuzzedExpressionTests {
    private static let document = """
        <!DOCTYPE a [<!ATTLIST b k ID #IMPLIED><!ENTITY e "x<c/>y">]><a xml:lang="en" xmlns:p="urn:p"><!--c--><b k="i" n="1">t
        <![CDATA[u]]></b><?d e?>&e;<p:b p:k="2"><b n="2"/><b n="10"><c/><c xml:id="j"/></b></p:b><c xmlns="urn:d"/></a>
        """

    private static let tokens = """
        a b c p:b p:* * @n @* . .. / // | + - = != < > <= >= and or mod div ( ) [ ] , 1 2.5 .5 1e3 0 'x' "y" $v $p:w $ :: : !
        ancestor:: following-sibling:: namespace:: self:: descendant-or-self:: attribute:: preceding:: text() node()
        comment() processing-instruction('d') last() position() count( id( string( concat( not( sum( number( name( lang(
        substring( translate( normalize-space( f( p:g( q:h( true() round( é 日 \u{0} ' " \u{1F600}
        """.split(whereSeparator: \.isWhitespace).map(String.init) + [" ", "\n"]

    private static let parts = """
        a b c p|b *|b |b * #i .x [n] [n=1] [n^='1'] [p|k] [n=1 i] [*|k] > + ~ , ( ) [ ] = ^= " ' :root :empty :first-child
        :nth-child(2n+1) :nth-child(-n+2 :nth-last-child(odd) :nth-of-type(2) :only-child :not( :is( :where( :has( :has(> :has(~
        :nth-child(2 of :lang(en) : :: \\31 \\ é \u{0} n|n || | 2n
        """.split(whereSeparator: \.isWhitespace).map(String.init) + [" ", " ", " of "]

    private static func texts(_ tokens: [String], _ seed: Int, _ body: (String) throws -> Void) rethrows {
        var numbers = SeededGenerator(seed: UInt64(seed))
        try repeatedly(atLeast: 1_000) {
            let length = Int.random(in: 1...12, using: &numbers)
            try body((0..<length).map { _ in tokens.randomElement(using: &numbers) ?? "" }.joined())
        }
    }

    /// What the check lets pass, libxml2 evaluates, or reports a type or a limit.
    @Test("Random expressions", arguments: 1...4)
    func expressions(seed: Int) throws {
        let tree = try XMLTree(parsing: Self.document)
        let functions: [String: XPathFunction] = ["f": { $0.first ?? "" }, "p:g": { _ in throw XMLError("g") }]
        try Self.texts(Self.tokens, seed) { text in
            let checked = try? XPathExpression(text, namespaces: ["p": "urn:p"], functions: functions)
            guard var expression = checked else { return }
            expression.operationLimit = 100_000
            do {
                let value = try tree.evaluate(expression, variables: ["v": 1, "p:w": "x"])
                _ = value.string
                if case .nodes(let nodes) = value { for node in nodes { _ = (node.string, node.location) } }
            } catch let error as XMLError {
                let isKnown =
                    error.message == "g" || ["has a type that", "has no value"].contains { error.message.contains($0) }
                #expect(isKnown || error.code == .tooManyOperations, "\(text): \(error)")
            }
        }
    }

    /// A selector matches the elements that it selects, and no others.
    @Test("Random selectors", arguments: 1...4)
    func selectors(seed: Int) throws {
        let tree = try XMLTree(parsing: Self.document)
        let elements = [tree.root] + Array(tree.root.descendants)
        Self.texts(Self.parts, seed) { text in
            guard let selector = try? CSSSelector(text, namespaces: ["p": "urn:p"]) else { return }
            let found = tree.elements(css: selector)
            // A selector that is relative matches no element by itself.
            let parts = text.replacing(/\/\*.*?\*\//, with: "").split(separator: ",")
            if parts.contains(where: { $0.drop(while: \.isWhitespace).first == ">" }) { return }
            #expect(found == elements.filter { $0.matches(css: selector) }, "\(text)")
        }
    }
}
