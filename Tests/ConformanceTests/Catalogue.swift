import Foundation
import LibXML
import Testing

/// The W3C's conformance tests of XML 1.0, from https://www.w3.org/XML/Test/, if `XMLCONF` says where they are.
enum Catalogue {
    /// Whether the loaded version of libxml2 is this one or a later one.
    static func hasLibxml2(_ version: String) -> Bool {
        XMLLibrary.libxml2Version.compare(version, options: .numeric) != .orderedAscending
    }

    struct Case: Sendable, CustomStringConvertible {
        var id: String
        var isWellFormed: Bool
        /// Whether it is valid according to its own DTD.
        var isValid: Bool
        var path: String
        /// The document in James Clark's first canonical form.
        var output: String?
        var hasExternalEntities: Bool
        var description: String { id }
    }

    static let folder = ProcessInfo.processInfo.environment["XMLCONF"].map { URL(fileURLWithPath: $0) }

    /// The cases that speak of XML 1.0 in its fifth edition and of namespaces, and do not need external entities.
    static let cases: [Case] = {
        guard let folder else { return [] }
        do {
            return try cases(inCatalogue: folder)
        } catch {
            Issue.record(error)
            return []
        }
    }()

    /// The main catalogue pulls the others in as external entities, which are not read but kept: that is how they are
    /// found here.
    private static func cases(inCatalogue folder: URL) throws -> [Case] {
        let tree = try XMLTree(parsing: .url(folder.appendingPathComponent("xmlconf.xml")))
        let declarations = tree.documentType?.internalSubset ?? ""
        return try cases(in: tree.root, base: folder) { name in
            let file = folder.appendingPathComponent(try declarations.systemID(ofEntity: name))
            // What an entity holds need not have one root.
            let text = try String(contentsOf: file, encoding: .utf8).replacing(/^<\?xml .*?\?>/, with: "")
            return try XMLTree(parsing: "<catalogue>\(text)</catalogue>").root
        }
    }

    private static func cases(
        in element: XMLTree.Element, base: URL, entity: (String) throws -> XMLTree.Element
    ) throws -> [Case] {
        let base = element[attribute: "xml:base"].map { base.appendingPathComponent($0) } ?? base
        if element.localName == "TEST" { return try [makeCase(element, base)].compactMap { $0 } }
        return try element.children.flatMap { node -> [Case] in
            if let child = node.element { return try cases(in: child, base: base, entity: entity) }
            guard node.kind == .entityReference, let name = node.text?.dropFirst().dropLast() else { return [] }
            return try cases(in: entity(String(name)), base: base, entity: entity)
        }
    }

    private static func makeCase(_ test: XMLTree.Element, _ base: URL) throws -> Case? {
        let type = try test.require(attribute: "TYPE")
        let recommendation = test[attribute: "RECOMMENDATION"] ?? "XML1.0"
        let id = try test.require(attribute: "ID")
        guard type != "error", !recommendation.hasSuffix("1.1"), test[attribute: "NAMESPACE"] != "no",
            test[attribute: "VERSION"]?.contains("1.0") ?? true,
            test[attribute: "EDITION"]?.split(separator: " ").contains("5") ?? true,
            // The suite's own list of errata declares this one wrong.
            id != "rmt-ns10-035"
        else { return nil }
        let hasExternalEntities = (test[attribute: "ENTITIES"] ?? "none") != "none"
        if hasExternalEntities, type == "not-wf" { return nil }
        // The catalogue names a folder that does not exist.
        let folder = base.path.replacing("eduni/namespaces/misc", with: "eduni/misc")
        let path = folder + "/" + (try test.require(attribute: "URI"))
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Case(
            id: id, isWellFormed: type != "not-wf", isValid: type == "valid", path: path,
            output: test[attribute: "OUTPUT"].map { folder + "/" + $0 }, hasExternalEntities: hasExternalEntities)
    }
}

extension String {
    /// The system identifier that a declaration in this internal subset gives an entity.
    fileprivate func systemID(ofEntity name: String) throws -> String {
        let pattern = try Regex("<!ENTITY\\s+\(name)\\s+SYSTEM\\s+[\"']([^\"']+)[\"']", as: (Substring, Substring).self)
        guard let match = firstMatch(of: pattern) else { throw CocoaError(.fileNoSuchFile) }
        return String(match.1)
    }
}
