/// Documents of formats that a seed determines completely.
struct RandomDocuments {
    private var random: SplitMix64
    private var locals: [String] = []
    private var uris: [String] = []
    private var root: (uri: String, local: String) = ("", "")
    private var count = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Documents of one format: their root elements have the same name, and elements and attributes are of few names.
    mutating func format() -> [String] {
        locals = (0..<random.number(2...6)).map { _ in random.element(Self.names) }
        uris = random.isTrue(in: 3) ? [""] : (0..<random.number(1...3)).map { _ in random.element(Self.namespaces) }
        root = (random.element(uris), random.element(Self.names))
        return (0..<random.number(1...4)).map { _ in document() }
    }

    private static let names = [
        "a", "b", "A", "a-b", "aB", "a.b", "a_b", "type", "Type", "self", "init", "class", "String", "Int", "Array",
        "Optional", "Date", "version", "value", "text", "xmlRoles", "encode", "none", "description", "stringValue",
    ]
    private static let namespaces = ["", "urn:u", "urn:v", "http://example.org/w/", "urn:é"]
    private static let prefixes = ["", "", "p", "q", "ns1"]

    private mutating func document() -> String {
        var text = random.isTrue(in: 4) ? "<?xml version=\"1.0\"?>\n<!-- c -->" : ""
        count = 0
        element(root, in: ["": "", "xml": "http://www.w3.org/XML/1998/namespace"], depth: 0, into: &text)
        return text
    }

    private mutating func element(
        _ name: (uri: String, local: String), in outer: [String: String], depth: Int, into text: inout String
    ) {
        count += 1
        var tag = Tag(bindings: outer)
        text += "<" + tag.element(name, random.element(Self.prefixes))
        let end = "</" + tag.name + ">"
        var attributes = ""
        for _ in 0..<(random.isTrue(in: 2) ? 0 : random.number(1...3)) {
            let (uri, prefix) = (random.element(uris), random.element(Self.prefixes))
            guard let name = tag.attribute((uri, random.element(locals)), prefix) else { continue }
            attributes += " \(name)=\"\(value())\""
        }
        if random.isTrue(in: 20) { attributes += " xml:lang=\"en\"" }
        let isNil = depth > 0 && random.isTrue(in: 20)
        if isNil { attributes += " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"" }
        text += attributes + tag.declarations
        if isNil || random.isTrue(in: 8) {
            text += random.isTrue(in: 2) ? "/>" : ">" + end
            return
        }
        text += ">"
        let isMixed = random.isTrue(in: 6)
        if depth == 4 || count > 60 || random.isTrue(in: 3) && depth > 0 {
            text += value()
        } else {
            for _ in 0..<random.number(1...5) {
                if isMixed { text += random.element(["x ", " y", "<![CDATA[<]]>", "<!-- c -->", "&amp;"]) }
                if random.isTrue(in: 4) { text += "\n" }
                element((random.element(uris), random.element(locals)), in: tag.bindings, depth: depth + 1, into: &text)
            }
        }
        text += end
    }

    /// The text of an attribute or element. Those of one document are often of one type.
    private mutating func value() -> String {
        switch random.number(0...9) {
        case 0...3: random.element(["1", "0", "-20", "9223372036854775807", "12"])
        case 4: random.element(["1.2", "2.000", "1.10", "-0", "1E-7", "NaN", "INF", ".5"])
        case 5: random.element(["true", "false"])
        case 6: random.element(["2024-02-29", "2024-02-29T12:00:00.123456789+01:00", "Tue, 03 Jun 2008 11:05:30 GMT"])
        case 7: random.element(["http://example.org/a?b=c#d", "https://example.org/"])
        case 8: random.element(["007", "+4930123", "9223372036854775808", "1.2.3", "", " ", "\n"])
        default: random.element(["x", "a &lt; b", "é", " x ", "a&#10;b", "a&#13;b"])
        }
    }
}

/// A start tag, and the namespaces in it.
private struct Tag {
    var bindings: [String: String]
    private(set) var name = ""
    private(set) var declarations = ""
    private var declared: Set<String> = []
    private var attributes: Set<String> = []

    init(bindings: [String: String]) {
        self.bindings = bindings
    }

    /// Returns the name of the element as it is written.
    mutating func element(_ name: (uri: String, local: String), _ prefix: String) -> String {
        let prefix = name.uri.isEmpty ? "" : prefix
        declare(prefix, name.uri)
        self.name = (prefix.isEmpty ? "" : prefix + ":") + name.local
        return self.name
    }

    /// Returns the name of an attribute as it is written; nil if the tag cannot have it.
    mutating func attribute(_ name: (uri: String, local: String), _ prefix: String) -> String? {
        guard prefix.isEmpty == name.uri.isEmpty, !declared.contains(prefix) || bindings[prefix] == name.uri,
            attributes.insert("{\(name.uri)}\(name.local)").inserted
        else { return nil }
        if !prefix.isEmpty { declare(prefix, name.uri) }
        return (prefix.isEmpty ? "" : prefix + ":") + name.local
    }

    private mutating func declare(_ prefix: String, _ uri: String) {
        declared.insert(prefix)
        guard bindings[prefix] != uri else { return }
        bindings[prefix] = uri
        declarations += " xmlns\(prefix.isEmpty ? "" : ":" + prefix)=\"\(uri)\""
    }
}

/// The generator of Steele, Lea and Flood (“Fast splittable pseudorandom number generators”, 2014).
private struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// True once in so many calls on average.
    mutating func isTrue(in count: Int) -> Bool { number(1...count) == 1 }

    mutating func element<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
