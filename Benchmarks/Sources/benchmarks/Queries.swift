import ArgumentParser
import Comparators
import Foundation
import LibXML
@_spi(Checks) import LibXMLQueries

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures queries beside libxml2's own tree.")

    @Argument(help: "Records of the generator; 3 MB of them if omitted.")
    var file: String?

    func run() throws {
        let xml = try file.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
        for bar in try Queries.bars(xml ?? Records(size: 3_000_000, withJSON: false).xml) { print(bar.line) }
    }
}

struct QueryOnce: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Parses a file and evaluates an expression of XPath; writes the number of nodes and the seconds.")

    @Argument(help: "The document.")
    var file: String

    @Argument(help: "The expression.")
    var expression: String

    func run() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let times = try (0..<5).map { _ in
            let clock = ContinuousClock()
            let start = clock.now
            let count = try Queries.count(try XMLTree(parsing: bytes), expression)
            return (count, (clock.now - start) / .seconds(1))
        }
        print(times[0].0, times.map(\.1).median)
    }
}

/// XPath, selectors and canonical XML.
enum Queries {
    /// Selectors, each with the fastest XPath that selects the same.
    private static let selectors = [
        ("order price", "//price[ancestor::order]"), ("items > item > title", "//title[parent::item[parent::items]]"),
        ("order[status=paid] price", "//price[ancestor::order[@status = 'paid']]"), ("[sku]", "//*[@sku]"),
        ("orders order item price", "//price[ancestor::item[ancestor::order[ancestor::orders]]]"),
    ]

    private static let expressions = [
        "//price", "//order[@id = '7']", "//item[@quantity > 5]/@sku", "//order[count(items/item) > 4]",
        "//title[contains(., 'x')]", "//item[last()]", "/orders/order/customer", "//order[items/item/@quantity = 9]",
    ]

    static func count(_ tree: XMLTree, _ expression: String) throws -> Int {
        guard case .nodes(let nodes) = try tree.evaluate(XPathExpression(expression)) else { return -1 }
        return nodes.count
    }

    static func bars(_ xml: [UInt8]) throws -> [Bar] {
        let message = Array(
            """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><m:Items xmlns:m="urn:m">\
            \((0..<12).map { "<m:Item id='\($0)' unit='kg'><m:Price>3\($0).5</m:Price><m:Name>Tea</m:Name></m:Item>" }.joined())\
            </m:Items></soap:Body></soap:Envelope>
            """.utf8)
        let tree = try XMLTree(parsing: xml)
        return try [
            bridge("bridge : xmlReadMemory and xmlFreeDoc, \(xml.count / 1_000_000) MB", xml, rounds: 1, bound: 0.25),
            bridge("the same, a message of \(message.count) bytes", message, rounds: 2_000, bound: 0.06),
            memory(xml, tree), xpath(xml, tree), css(tree), canonical(xml, tree),
        ]
    }

    static func buildBridge(_ tree: XMLTree) { _ = tree.buildsQueryDocument() }

    static func select(_ tree: XMLTree) throws { for (text, _) in selectors { _ = try tree.elements(css: text) } }

    private static func withDocument<Result>(
        _ xml: [UInt8], _ body: (UnsafeMutableRawPointer, Int) throws -> Result
    ) rethrows -> Result {
        try xml.withUnsafeBufferPointer { buffer in
            try buffer.withMemoryRebound(to: CChar.self) { buffer in
                var size = 0
                guard let document = comparator_document(buffer.baseAddress, buffer.count, &size) else {
                    fatalError("libxml2 cannot parse the document")
                }
                defer { comparator_free_document(document) }
                return try body(document, size)
            }
        }
    }

    private static func bridge(_ name: String, _ xml: [UInt8], rounds: Int, bound: Double) throws -> Bar {
        let tree = try XMLTree(parsing: xml)
        let measurement = Measurement(
            name,
            [
                Candidate(name: "bridge") { (0..<rounds).allSatisfy { _ in tree.buildsQueryDocument() } },
                Candidate(name: "C") {
                    xml.withUnsafeBufferPointer { buffer in
                        buffer.withMemoryRebound(to: CChar.self) { buffer in
                            (0..<rounds).allSatisfy { _ in comparator_tree(buffer.baseAddress, buffer.count) == 1 }
                        }
                    }
                },
            ])
        return Bar(name: name, value: 1 / measurement.speed(of: "bridge", to: "C"), isAtLeast: false, bound: bound)
    }

    private static func memory(_ xml: [UInt8], _ tree: XMLTree) throws -> Bar {
        let size = withDocument(xml) { _, size in size }
        return Bar(
            name: "memory of the bridge : of libxml2's own tree",
            value: Double(try tree.queryDocumentSize) / Double(size), isAtLeast: false, bound: 1)
    }

    private static func xpath(_ xml: [UInt8], _ tree: XMLTree) throws -> Bar {
        try withDocument(xml) { document, _ in
            let ratios = try expressions.map { text in
                let expression = try XPathExpression(text)
                let expected = comparator_xpath(document, text)
                let measurement = Measurement(
                    text, budget: 0.3,
                    [
                        Candidate(name: "bridge") { (try? tree.isTrue(xpath: expression)) != nil },
                        Candidate(name: "C") { comparator_xpath(document, text) == expected },
                    ])
                return 1 / measurement.speed(of: "bridge", to: "C")
            }
            return Bar(
                name: "XPath : over libxml2's own tree", value: ratios.geometricMean, isAtLeast: false, bound: 1.1)
        }
    }

    private static func css(_ tree: XMLTree) throws -> Bar {
        let ratios = try selectors.map { text, expression in
            let (selector, expression) = (try CSSSelector(text), try XPathExpression(expression))
            let expected = try tree.elements(xpath: expression).count
            let measurement = Measurement(
                text, budget: 0.5,
                [
                    Candidate(name: "CSS") { tree.elements(css: selector).count == expected },
                    Candidate(name: "XPath") { (try? tree.isTrue(xpath: expression)) != nil },
                ])
            return 1 / measurement.speed(of: "CSS", to: "XPath")
        }
        return Bar(
            name: "CSS on the tape : the best XPath over the bridge", value: ratios.geometricMean, isAtLeast: false,
            bound: 0.02)
    }

    private static func canonical(_ xml: [UInt8], _ tree: XMLTree) throws -> Bar {
        let measurement = Measurement(
            "canonical",
            [
                Candidate(name: "LibXML") {
                    tree.buildsQueryDocument() && (try? tree.canonicalized()) != nil
                },
                Candidate(name: "C") { withDocument(xml) { document, _ in comparator_c14n(document) > 0 } },
            ])
        return Bar(
            name: "canonical form with the bridge : with xmlReadMemory",
            value: 1 / measurement.speed(of: "LibXML", to: "C"), isAtLeast: false, bound: 0.85)
    }
}
