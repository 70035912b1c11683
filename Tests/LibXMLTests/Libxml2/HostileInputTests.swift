import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Documents designed to take time or memory out of proportion to their size.
///
/// Each is parsed in a separate process, which is killed if it takes too much of either, and which has the small stack
/// of a thread.
@Suite struct HostileInputTests {
    @Test(
        "A hostile document is an error, or a result, in time", arguments: Hostile.allCases,
        XMLParsingOptions.Engine.allCases)
    func hostile(_ hostile: Hostile, engine: XMLParsingOptions.Engine) async {
        await #expect(processExitsWith: .success) {
            [name = hostile.rawValue as String, engine = engine.rawValue as String] in
            let hostile = try #require(Hostile(rawValue: name))
            let text = hostile.document
            let memory = residentMemory().now
            // Far more than needed, and far less than these documents could take.
            limitProcessorTime(toSeconds: 20)
            var options = XMLParsingOptions()
            options.engine = .init(rawValue: engine)
            let code = code(of: text, options)
            #expect(code == hostile.code)
            #expect(isSanitized || residentMemory().peak - memory < 64 << 20 + 16 * text.utf8.count)
        }
    }

    @Test("What is done with a document takes time in proportion to its size")
    func work() async {
        await #expect(processExitsWith: .success) {
            func text(_ count: Int, _ part: (Int) -> String) -> String { (0..<count).map(part).joined() }
            limitProcessorTime(toSeconds: 20)
            let tags = try XMLTree(parsing: "<r>" + text(50) { _ in "<a\(text(4_000) { " a\($0)=''" })/>" } + "</r>")
            #expect(tags.outline.utf8.count > 5_000_000)
            let items = try XMLTree(parsing: "<r>" + text(30_000) { "<i id='\($0)'/>" } + "</r>")
            #expect(Set(items.root.elements).count == 30_000)
            let behind = try XMLTree(parsing: "<r>" + text(100_000) { _ in "<!---->" } + "<a/></r>")
            for _ in 0..<30_000 { #expect(behind.root["a"] != nil) }
            let lines = text(30_000) { "<a>\($0)あ</a>\n" }
            let shifted = try XMLTree(
                parsing: try #require(encode("<r>\(lines)</r>", as: "ISO-2022-JP")),
                options: {
                    var options = XMLParsingOptions()
                    options.encoding = "ISO-2022-JP"
                    return options
                }())
            for element in shifted.root.elements { #expect(element.location.column == 1 || element.location.line == 1) }
        }
    }

    @Test("Places in a stream take time in proportion to its size, in whatever order they are requested")
    func places() async {
        await #expect(processExitsWith: .success) {
            struct Places: XMLHandler {
                var lines: [Int] = []
                mutating func startElement(_ element: borrowing XMLElementEvent) { lines.append(element.location.line) }
                mutating func endElement(_ element: borrowing XMLElementEvent) {
                    lines.append(element.startTagLocation.line)
                }
                mutating func text(_ text: borrowing XMLTextEvent) {}
            }
            limitProcessorTime(toSeconds: 20)
            let count = 60_000
            let text = "<r>\n<g>\n\(String(repeating: "<a><b/>text\n</a>", count: count))</g></r>"
            for repair in [nil, .repair] as [XMLRecoveryMode?] {
                var options = XMLParsingOptions()
                options.recovery = repair
                var parser = XMLPushParser(handler: Places(), options: options)
                try parser.feed(text.utf8)
                let lines = try parser.finish().lines
                #expect(lines.count == 4 * count + 4)
                #expect(
                    Array(lines.prefix(7)) == [1, 2, 3, 3, 3, 3, 4] && Array(lines.suffix(3)) == [count + 2, 2, 1])
                var pieces = [Array(text.utf8)][...]
                var records = try XMLRecords(parsing: .chunks { pieces.popFirst() }, at: "r/g/a", options: options)
                var offset = 8
                while try records.next() != nil {
                    offset += 16
                    #expect(records.checkpoint.byteOffset == offset)
                }
            }
        }
    }

    @Test("Deep documents are parsed, compared, copied and written without recursion")
    func deep() async {
        await #expect(processExitsWith: .success) {
            var options = XMLParsingOptions()
            options.limits.depth = 1_000_000
            let text = String(repeating: "<a>", count: 1_000_000) + String(repeating: "</a>", count: 1_000_000)
            limitProcessorTime(toSeconds: 60)
            let tree = try XMLTree(parsing: text, options: options)
            #expect(tree == tree)
            #expect(try tree == XMLTree(parsing: text, options: options))
            #expect(tree.root.detached().hasSameContent(as: tree.root))
            #expect(tree.hashValue == tree.hashValue)
            var length = 0
            tree.writeJSON { length += $0.count }
            XMLDictionary(tree).writeJSON { length += $0.count }
            #expect(length > 50_000_000)
            let less = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
            let dictionary = try XMLDictionary(parsing: less, options: options)
            #expect(try dictionary == XMLDictionary(parsing: less, options: options))
            #expect(dictionary.hashValue == dictionary.hashValue)
            #expect(throws: XMLError.self) { try dictionary.anyDictionary() }
            #expect(tree.root.textContent.isEmpty)
        }
    }
}

/// The code of the error that a document causes; nil if it causes no error.
private func code(of text: String, _ options: XMLParsingOptions) -> XMLError.Code? {
    do {
        _ = try XMLTree(parsing: text, options: options)
        return nil
    } catch {
        return error.code
    }
}

enum Hostile: String, CaseIterable, Sendable {
    case attributes, manyAttributes, namespaceDeclarations, nestedNamespaces, namespaceLookups, nestedElements
    case billionLaughs, billionLaughsInAttribute, emptyLaughs, elementLaughs, quadraticEntity, quadraticAttribute
    case quadraticElements, defaultAttribute, defaultAttributes, parameterEntities, laughsInDefault, recursion,
        longRecursion
    case unresolvedEntities, distinctNames, distinctTargets, declaredEntities, namespaceErrors, unclosedTags
    case ampersands, unclosedCDATA, hyphens, longName, quotes, entitiesWithNamespaces, manyDuplicates
    case longEntityName, manyReferences, longDocumentType

    /// The expected error of the document; nil for a result.
    var code: XMLError.Code? {
        switch self {
        case .attributes, .namespaceDeclarations: .tooManyAttributes
        case .manyAttributes, .namespaceLookups, .unresolvedEntities, .longEntityName, .manyReferences,
            .longDocumentType:
            nil
        case .nestedNamespaces, .nestedElements: .tooDeep
        case .billionLaughs, .billionLaughsInAttribute, .emptyLaughs, .elementLaughs, .quadraticEntity,
            .quadraticAttribute, .quadraticElements, .defaultAttribute, .defaultAttributes, .entitiesWithNamespaces,
            .parameterEntities,
            .laughsInDefault:
            .entityExpansionTooLarge
        case .recursion, .longRecursion: .recursiveEntity
        case .distinctNames, .distinctTargets, .declaredEntities: .tooManyNames
        case .namespaceErrors: .undeclaredPrefix
        case .unclosedTags: .malformedTag
        case .ampersands: .malformedReference
        case .unclosedCDATA: .unclosedCDATASection
        case .hyphens: .doubleHyphenInComment
        case .longName: .nameTooLong
        case .quotes: .unclosedAttributeValue
        case .manyDuplicates: .duplicateAttribute
        }
    }

    var document: String {
        switch self {
        case .attributes: "<r \(list(50_000) { "a\($0)='v'" })/>"
        case .manyAttributes: "<r>\(String(repeating: "<e \(list(4_000) { "a\($0)=''" })/>", count: 20))</r>"
        case .namespaceDeclarations: "<r \(list(20_000) { "xmlns:a\($0)='u\($0)'" })/>"
        case .nestedNamespaces: list(3_000) { "<e xmlns:a\($0)='u\($0)'>" } + String(repeating: "</e>", count: 3_000)
        case .namespaceLookups:
            "<r \(list(4_000) { "xmlns:a\($0)='u'" })>\(String(repeating: "<a0:x/>", count: 30_000))</r>"
        case .nestedElements:
            String(repeating: "<a>", count: 1_000_000) + String(repeating: "</a>", count: 1_000_000)
        case .billionLaughs: laughs("lol", "<r>&a9;</r>")
        case .billionLaughsInAttribute: laughs("lol", "<r k='&a9;'/>")
        case .emptyLaughs: laughs("", "<r>&a9;</r>")
        case .elementLaughs: laughs("<b/>", "<r>&a9;</r>")
        case .quadraticEntity: entity(long) + "<r>\(String(repeating: "&e;", count: 20_000))</r>"
        case .quadraticAttribute: entity(long) + "<r>\(String(repeating: "<b k='&e;'/>", count: 20_000))</r>"
        case .quadraticElements:
            entity(String(repeating: "<b/>", count: 25_000)) + "<r>\(String(repeating: "&e;", count: 20_000))</r>"
        case .defaultAttribute:
            "<!DOCTYPE r [<!ATTLIST e a CDATA '\(long)'>]><r>\(String(repeating: "<e/>", count: 20_000))</r>"
        case .defaultAttributes:
            "<!DOCTYPE r [<!ATTLIST e \(list(4_000) { "a\($0) CDATA 'v'" })>]>"
                + "<r>\(String(repeating: "<e/>", count: 20_000))</r>"
        case .parameterEntities:
            "<!DOCTYPE r [<!ENTITY % p0 ' '>"
                + list(9) { "<!ENTITY % p\($0 + 1) '\(String(repeating: "&#37;p\($0);", count: 10))'>" }
                + "%p9;]><r/>"
        case .laughsInDefault:
            laughs("", "<r/>").replacing("]>", with: "<!ENTITY % p '<!ATTLIST r k CDATA \"&#38;a9;\" &#37;q;>'>%p;]>")
        case .recursion: "<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><r>&a;</r>"
        case .longRecursion:
            "<!DOCTYPE r [\(list(10_000) { "<!ENTITY a\($0) '&a\(($0 + 1) % 10_000);'>" })]><r>&a0;</r>"
        case .longEntityName:
            "<!DOCTYPE r [<!ENTITY \(longName) '\(String(repeating: "<a/>", count: 25_000))'>]>"
                + "<r>\(String(repeating: "&\(longName);", count: 20))</r>"
        case .manyReferences: "<r>\(String(repeating: "&amp;", count: 3_000_000))</r>"
        case .longDocumentType:
            "<!DOCTYPE r [\(list(19_000) { "<!ENTITY a\($0) '\(String(repeating: "the value of one ", count: 14))'>" })]><r>&a0;</r>"
        case .unresolvedEntities: "<!DOCTYPE r SYSTEM 'r'><r>\(String(repeating: "&e; ", count: 100_000))</r>"
        case .distinctNames: "<r>\(list(300_000) { "<a\($0)/>" })</r>"
        case .distinctTargets: "<r>\(list(300_000) { "<?a\($0)?>" })</r>"
        case .declaredEntities: "<!DOCTYPE r [\(list(250_000) { "<!ENTITY a\($0) ''>" })]><r/>"
        case .namespaceErrors:
            String(repeating: "<r>", count: 200) + String(repeating: "<p:a/>", count: 200_000)
                + String(repeating: "</r>", count: 200)
        case .unclosedTags: "<r>" + String(repeating: "<", count: 1_000_000)
        case .ampersands: "<r>" + String(repeating: "&", count: 1_000_000)
        case .unclosedCDATA: "<r><![CDATA[" + String(repeating: "x]]", count: 1_000_000)
        case .hyphens:
            "<r><!--" + String(repeating: "x- ", count: 500_000) + String(repeating: "--", count: 500_000) + "y"
        case .longName: "<" + String(repeating: "a", count: 2_000_000) + "/>"
        case .quotes: "<r>" + String(repeating: "<e k='>x", count: 200_000)
        case .entitiesWithNamespaces:
            entity("x") + "<r \(list(4_000) { "xmlns:a\($0)='u'" })>\(String(repeating: "&e;", count: 300_000))</r>"
        case .manyDuplicates: "<r \(list(4_000) { "a\($0)=''" }) a3999=''/>"
        }
    }

    private var long: String { String(repeating: "x", count: 100_000) }

    private func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: " ")
    }

    private func entity(_ value: String) -> String {
        "<!DOCTYPE r [<!ENTITY e '\(value)'>]>"
    }

    private var longName: String { String(repeating: "e", count: 49_000) }

    private func laughs(_ joke: String, _ content: String) -> String {
        "<!DOCTYPE r [<!ENTITY a0 '\(joke)'>"
            + list(9) { "<!ENTITY a\($0 + 1) '\(String(repeating: "&a\($0);", count: 10))'>" } + "]>" + content
    }
}
