import Foundation
import LibXML

/// Lookups of values in parsed documents.
enum Lookups {
    private static func repeating(_ name: String, _ count: Int, _ body: @escaping (Int) -> Bool) -> Candidate {
        Candidate(name: name) {
            var isDone = true
            for index in 0..<count where !body(index) { isDone = false }
            return isDone
        }
    }

    private static var document: XMLDictionary {
        get throws {
            try XMLDictionary(
                parsing: """
                    <orders><order id='7'><customer><name>Ana</name></customer><status>paid</status></order></orders>
                    """)
        }
    }

    /// A value three steps deep, many times.
    static func threeSteps() -> Bool {
        guard let document = try? document else { return false }
        return (0..<200_000).allSatisfy { _ in document["orders"]?["order"]?["status"]?.string == "paid" }
    }

    /// A value three steps deep, in records.
    static func steps() throws -> Bar {
        let document = try Self.document
        let plain = try document.anyDictionary()
        let measurement = Measurement(
            "three steps",
            [
                repeating("view", 200_000) { _ in document["orders"]?["order"]?["status"]?.string == "paid" },
                repeating("plain", 200_000) { _ in
                    let orders = plain["orders"] as? [String: Any]
                    let order = orders?["order"] as? [String: Any]
                    return order?["status"] as? String == "paid"
                },
            ])
        return Bar(
            name: "time of a lookup of three steps : in [String: Any]",
            value: 1 / measurement.speed(of: "view", to: "plain"),
            isAtLeast: false, bound: 1)
    }

    /// One element of 100,000 children, by index.
    static func indices() throws -> Bar {
        let count = 100_000
        let items = (0..<count).map { "<item>\($0)</item>" }.joined()
        let document = try XMLDictionary(parsing: "<list>\(items)</list>")
        let plain = try document.anyDictionary()
        let measurement = Measurement(
            "indices",
            [
                repeating("view", count) { document["list"]?["item"]?[$0]?.string != nil },
                repeating("plain", count) {
                    ((plain["list"] as? [String: Any])?["item"] as? [Any])?[$0] as? String != nil
                },
            ])
        return Bar(
            name: "time of 100,000 lookups by index : in [String: Any]",
            value: 1 / measurement.speed(of: "view", to: "plain"), isAtLeast: false, bound: 3)
    }

    /// One element of 100,000 children, by distinct key.
    static func keys() throws -> Bar {
        let count = 100_000
        let names = (0..<count).map { "item\($0)" }
        var options = XMLParsingOptions()
        options.limits.distinctNames = 2 * count
        let document = try XMLDictionary(
            parsing: "<list>\(names.map { "<\($0)>1</\($0)>" }.joined())</list>", options: options)
        let plain = try document.anyDictionary()
        let measurement = Measurement(
            "keys",
            [
                repeating("view", count) { document["list"]?[names[$0]]?.string != nil },
                repeating("plain", count) { (plain["list"] as? [String: Any])?[names[$0]] as? String != nil },
            ])
        return Bar(
            name: "time of 100,000 lookups by key : in [String: Any]",
            value: 1 / measurement.speed(of: "view", to: "plain"), isAtLeast: false, bound: 3)
    }

    /// Every node's location in documents of one line, of 1 and of 10 MB.
    static func places() throws -> Bar {
        func candidate(_ name: String, _ size: Int) throws -> Candidate {
            let items = (0..<size / 25).map { "<item>\($0 + 1_000_000)</item>" }.joined()
            let tree = try XMLTree(parsing: "<list>\(items)</list>")
            return Candidate(name: name) {
                var isDone = true
                for element in tree.root.elements {
                    if element.location.line != 1 { isDone = false }
                    for node in element.children where node.location.column < 2 { isDone = false }
                }
                return isDone
            }
        }
        let measurement = Measurement("places", [try candidate("1 MB", 1_000_000), try candidate("10 MB", 10_000_000)])
        return Bar(
            name: "time of all places in one line of 10 MB : of 1 MB",
            value: 1 / measurement.speed(of: "10 MB", to: "1 MB"),
            isAtLeast: false, bound: 12)
    }
}
