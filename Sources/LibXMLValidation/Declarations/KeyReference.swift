import LibXML

/// The selector and the fields of an `xs:keyref` (XML Schema 1.0, part 1, 3.11), to find the elements with certain
/// values in a tree.
struct KeyReference: Sendable {
    private let selector: [Path]
    private let fields: [[Path]]

    /// - Parameter declaration: the `xs:keyref`.
    init(_ declaration: XMLTree.Element) {
        let paths = { (name: String) in
            declaration.elements.filter { $0.localName == name }.map { element in
                (element[attribute: "xpath"] ?? "").split(separator: "|").map { Path($0, element) }
            }
        }
        selector = paths("selector").first ?? []
        fields = paths("field")
    }

    /// For each of the values, as libxml2 writes them, returns an element with the value inside the element that
    /// declares this reference. No element is returned twice.
    ///
    /// libxml2 writes numbers and Booleans in their canonical form, and may collapse white space. The values are
    /// therefore compared unchanged at first, and then in other forms.
    func elements(withValues values: [[String]], in scope: XMLTree.Element) -> [XMLTree.Element?] {
        var targets: [(element: XMLTree.Element, values: [String])] = []
        for element in Set(selector.flatMap { $0.elements(in: scope) }).sorted() {
            let values = fields.map { field in Set(field.flatMap { $0.values(in: element) }) }
            if values.allSatisfy({ $0.count == 1 }) { targets.append((element, values.compactMap(\.first?.text))) }
        }
        var found: [XMLTree.Element?] = values.map { _ in nil }
        var used: Set<XMLTree.Element> = []
        for form in [{ $0 }, { $0.trimmingSpace }, Self.canonical] as [(String) -> String] {
            // Compared by their bytes, not by canonical equivalence.
            let key = { (values: [String]) in Array(values.map(form).joined(separator: "', '").utf8) }
            var unused = Dictionary(grouping: targets.reversed().filter { !used.contains($0.element) }) {
                key($0.values)
            }
            for index in values.indices where found[index] == nil {
                guard let element = unused[key(values[index])]?.popLast()?.element else { continue }
                found[index] = element
                used.insert(element)
            }
        }
        return found
    }

    /// The value as one text for all forms of a number without an exponent, or of a Boolean.
    private static func canonical(_ value: String) -> String {
        var text = value.trimmingSpace
        if text == "true" || text == "false" { return text == "true" ? "1" : "0" }
        let isNegative = text.hasPrefix("-")
        if isNegative || text.hasPrefix("+") { text.removeFirst() }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard !text.isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return value.trimmingSpace
        }
        let whole = String(parts[0].drop { $0 == "0" })
        let fraction = String((parts.count == 2 ? parts[1] : "").reversed().drop { $0 == "0" }.reversed())
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// A path of the part of XPath that schemas use.
    private struct Path: Sendable {
        let isDeep: Bool
        let steps: [NameTest]
        let attribute: NameTest?

        init(_ text: Substring, _ element: XMLTree.Element) {
            var steps = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                .map { step in step.filter { !$0.isWhitespace } }
            isDeep = steps.starts(with: [".", ""])
            let last = steps.last ?? ""
            let mark = ["@", "attribute::"].first(where: last.hasPrefix)
            attribute = mark.map { NameTest(String(last.dropFirst($0.count)), element) }
            if mark != nil { steps.removeLast() }
            self.steps = steps.filter { $0 != "." && !$0.isEmpty }.map {
                NameTest($0.hasPrefix("child::") ? String($0.dropFirst(7)) : $0, element)
            }
        }

        func elements(in scope: XMLTree.Element) -> [XMLTree.Element] {
            let start = isDeep ? [scope] + Array(scope.descendants) : [scope]
            return steps.reduce(start) { found, test in
                found.flatMap { $0.elements.filter { test.matches($0.name) } }
            }
        }

        /// The values of a field, each with its place, which distinguishes equal values.
        func values(in target: XMLTree.Element) -> [Value] {
            elements(in: target).flatMap { element in
                guard let attribute else { return [Value(place: element.sourceRange, text: element.text)] }
                return element.attributes.filter { attribute.matches($0.name) }
                    .map { Value(place: $0.sourceRange, text: $0.value) }
            }
        }
    }

    private struct Value: Hashable {
        let place: Range<Int>
        let text: String
    }

    /// A name of a path; nil stands for any.
    private struct NameTest: Sendable {
        var localName: String?
        var namespaceURI: String??

        init(_ text: String, _ element: XMLTree.Element) {
            let parts = text.split(separator: ":").map(String.init)
            localName = parts.last == "*" ? nil : parts.last
            guard text != "*" else { return }
            // The default namespace does not apply.
            namespaceURI = .some(parts.count == 2 ? element.resolve(parts[0] + ":x")?.namespaceURI : nil)
        }

        func matches(_ name: XMLName) -> Bool {
            (localName ?? name.localName) == name.localName && (namespaceURI ?? name.namespaceURI) == name.namespaceURI
        }
    }
}
