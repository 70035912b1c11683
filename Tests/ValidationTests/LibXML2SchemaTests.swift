import CLibXML2
import Foundation
import LibXMLValidation
import Testing

@testable import LibXML

/// libxml2's own tests of XML Schema, in the folder `schemas` beside that which the variable `LIBXML2_TESTS` names:
/// each document has the faults that libxml2 finds in its own tree.
@Suite struct LibXML2SchemaTests {
    private static let folder = ProcessInfo.processInfo.environment["LIBXML2_TESTS"].map { $0 + "/../schemas" }

    @Test("XML Schemas of libxml2's tests", .enabled(if: folder != nil))
    func schemas() throws {
        let folder = Self.folder ?? ""
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var (count, differences): (Int, [String]) = (0, [])
        for file in files where file.hasSuffix(".xsd") {
            let parts = file.dropLast(4).split(separator: "_", omittingEmptySubsequences: false)
            guard parts.count > 1, Int(parts.last ?? "") != nil else { continue }
            let base = parts.dropLast().joined(separator: "_")
            let own = OwnSchema("\(folder)/\(file)")
            let schema = Result { try XMLSchema(parsing: .file("\(folder)/\(file)")) }
            if (own == nil) != ((try? schema.get()) == nil) { differences.append("\(file): \(schema)") }
            guard let own, let schema = try? schema.get() else { continue }
            for document in files where document.hasPrefix(base + "_") && document.hasSuffix(".xml") {
                guard Int(document.dropFirst(base.count + 1).dropLast(4)) != nil else { continue }
                count += 1
                let theirs = own.messages(of: "\(folder)/\(document)")
                let tree = try XMLTree(parsing: .file("\(folder)/\(document)"))
                let report = schema.validate(tree)
                var options = XMLParsingOptions()
                options.validation = .init(schema, onError: .collect(limit: 1000))
                let parsed = try XMLTree(parsing: .file("\(folder)/\(document)"), options: options)
                if parsed.diagnostics != report.diagnostics {
                    differences.append("\(document): while parsing:\n\(parsed.diagnostics)\n\(report.diagnostics)")
                }
                let mine = report.diagnostics.map { $0.libxml2Message.value ?? "" }
                // A value that violates a rule of its type is one fault.
                var rest = mine[...]
                for message in theirs {
                    if message == rest.first { rest.removeFirst(); continue }
                    let isFollowOn = message.contains("is not a valid value of")
                    if !isFollowOn {
                        differences.append("\(file) \(document): missing \(message), next \(rest.first ?? "")")
                    }
                }
                if !rest.isEmpty { differences.append("\(file) \(document): more: \(rest)") }
                if theirs.isEmpty != report.isValid { differences.append("\(document): \(report.isValid)") }
            }
        }
        #expect(differences.isEmpty, "\(differences.count) of \(count):\n\(differences.joined(separator: "\n"))")
        #expect(count > 200)
    }
}

/// A schema that libxml2 itself reads.
@safe
private final class OwnSchema {
    private let cSchema: xmlSchemaPtr

    init?(_ path: String) {
        let cParser = unsafe xmlSchemaNewParserCtxt(path)
        defer { unsafe xmlSchemaFreeParserCtxt(cParser) }
        unsafe xmlSchemaSetParserStructuredErrors(cParser, { _, _ in }, nil)
        guard let cSchema = unsafe xmlSchemaParse(cParser) else { return nil }
        unsafe self.cSchema = unsafe cSchema
    }

    deinit { unsafe xmlSchemaFree(cSchema) }

    func messages(of path: String) -> [String] {
        let messages = LibXML2Messages()
        guard let cDocument = unsafe xmlReadFile(path, nil, Int32(XML_PARSE_NOENT.rawValue)) else { return ["?"] }
        defer { unsafe xmlFreeDoc(cDocument) }
        let cValidator = unsafe xmlSchemaNewValidCtxt(cSchema)
        defer { unsafe xmlSchemaFreeValidCtxt(cValidator) }
        unsafe xmlSchemaSetValidStructuredErrors(
            cValidator, LibXML2Messages.handler, messages.context)
        unsafe xmlSchemaValidateDoc(cValidator, cDocument)
        return messages.all
    }
}
