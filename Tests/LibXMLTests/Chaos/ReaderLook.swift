import CheckCases
@_spi(Checks) import LibXML

/// All properties of a reader at its current event.
struct ReaderLook: Equatable, CustomStringConvertible {
    var event: XMLReader.Event?
    var names: [String?]
    var expandedName: XMLName
    var depth: Int
    var isEmptyElement: Bool
    var value: String?
    var attributes: [XMLReader.Attribute]
    var values: [String?]
    var isAt: [Bool]
    var location: String

    init(_ reader: borrowing XMLReader) {
        event = reader.event
        names = [reader.qualifiedName, reader.localName, reader.prefix, reader.namespaceURI]
        expandedName = reader.name
        depth = reader.depth
        isEmptyElement = reader.isEmptyElement
        value = reader.value
        attributes = reader.attributes
        values = [
            reader[attribute: "k"], reader[attribute: "p:k"], reader[attribute: XMLName("k", namespaceURI: "urn:p")],
        ]
        isAt = [reader.isNamed("a"), reader.isNamed("p:a"), reader.isNamed(XMLName("a", namespaceURI: "urn:p"))]
        location = reader.location.words
    }

    /// Whether the reader is not at an event.
    var isNothing: Bool {
        event == nil && names == ["", "", nil, nil] && expandedName == XMLName("") && depth == 0 && !isEmptyElement
            && value == nil && attributes.isEmpty && values.allSatisfy { $0 == nil } && !isAt.contains(true)
    }

    var description: String {
        let value = value.map { "“\($0.prefix(20))…\($0.suffix(20))” \($0.utf8.count)" } ?? "-"
        let pairs = attributes.map { "\($0.qualifiedName) \($0.name) \($0.value.prefix(20))" }
        return
            "\(event.map { "\($0)" } ?? "-") \(names) \(expandedName) \(depth) \(isEmptyElement) \(value) \(pairs) \(values) \(isAt) \(location)"
    }
}

/// A way to use a reader.
enum ReaderMove: CaseIterable, Sendable {
    case next, skip, readElement, readDictionary, readElementText, readToFollowing, readToNextSibling
    case readToNextSiblingNamed, forEach, forEachThatReads, forEachThatReadsAll, forEachThatThrows, nested, other

    /// Performs it.
    ///
    /// - Returns: the outcome in words.
    func run(_ reader: inout XMLReader, _ random: inout SeededGenerator) throws -> String {
        switch self {
        case .next: return try reader.next().map { "\($0)" } ?? "-"
        case .skip: try reader.skip()
        case .readElement:
            guard reader.event == .startElement else { return "-" }
            let element = try reader.readElement()
            try expect(element.violations.isEmpty, "\(element.violations)")
            return element.source
        case .readDictionary: return reader.event == .startElement ? try reader.readDictionary().json() : "-"
        case .readElementText: return try reader.readElementText()
        case .readToFollowing: return "\(try reader.readToFollowing("a"))"
        case .readToNextSibling: return "\(try reader.readToNextSibling())"
        case .readToNextSiblingNamed: return "\(try reader.readToNextSibling(XMLName("a", namespaceURI: "urn:p")))"
        case .forEach: try reader.forEachElement("a") { _ = ReaderLook($0) }
        case .forEachThatReads:
            try reader.forEachElement(XMLName("a")) { reader in
                for _ in 0..<Int.random(in: 0...3, using: &random) { _ = try reader.next() }
                _ = ReaderLook(reader)
            }
        case .forEachThatReadsAll:
            try reader.forEachElement("a") { reader in
                while try reader.next() != nil { _ = ReaderLook(reader) }
                try expect(try reader.next() == nil, "a scope went on after its end")
            }
        case .forEachThatThrows:
            do {
                try reader.forEachElement("a") { reader in
                    _ = try reader.next()
                    throw ChaosError(number: 2)
                }
            } catch is ChaosError {}
        case .nested:
            try reader.forEachElement("r") { outer in
                try outer.forEachElement("a") { inner in
                    _ = try inner.readToNextSibling()
                    _ = try inner.readElementText()
                    _ = try? inner.readElement()
                }
                _ = try outer.next()
            }
        case .other: try random.pick(OtherParse.allCases).run()
        }
        return ""
    }
}
