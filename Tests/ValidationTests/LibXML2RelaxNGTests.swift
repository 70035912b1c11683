import CLibXML2
import Foundation
import LibXMLValidation
import Testing

@testable import LibXML

/// libxml2's own tests of RELAX NG, in the folder `relaxng` beside that which the variable `LIBXML2_TESTS` names: the
/// verdict is that of libxml2 about its own tree.
@Suite struct LibXML2RelaxNGTests {
    private static let folder = ProcessInfo.processInfo.environment["LIBXML2_TESTS"].map { $0 + "/../relaxng" }

    @Test("RELAX NG schemas of libxml2's tests", .enabled(if: folder != nil))
    func schemas() throws {
        let folder = Self.folder ?? ""
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var (count, differences): (Int, [String]) = (0, [])
        for file in files where file.hasSuffix(".rng") {
            let base = file.dropLast(4)
            let own = OwnRelaxNG("\(folder)/\(file)")
            let schema = Result { try XMLRelaxNGSchema(parsing: .file("\(folder)/\(file)")) }
            if (own == nil) != ((try? schema.get()) == nil) { differences.append("\(file): \(schema)") }
            guard let own, let schema = try? schema.get() else { continue }
            for document in files where document.hasPrefix(base) && document.hasSuffix(".xml") {
                let rest = document.dropFirst(base.count).dropLast(4)
                guard rest.isEmpty || rest.hasPrefix("_") && Int(rest.dropFirst()) != nil else { continue }
                count += 1
                let theirs = own.messages(of: "\(folder)/\(document)")
                let tree = try XMLTree(parsing: .file("\(folder)/\(document)"))
                let report = schema.validate(tree)
                var options = XMLParsingOptions()
                options.validation = .init(schema, onError: .collect(limit: 1000))
                let parsed = try XMLTree(parsing: .file("\(folder)/\(document)"), options: options)
                if parsed.diagnostics != report.diagnostics {
                    differences.append(
                        "\(document): while parsing:\n\(parsed.diagnostics.map(\.endLocation))\n\(report.diagnostics.map(\.endLocation))"
                    )
                }
                if theirs.isValid != report.isValid {
                    differences.append("\(document): \(report.diagnostics), but \(theirs)")
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.count) of \(count):\n\(differences.joined(separator: "\n"))")
        #expect(count > 100)
    }
}

/// A schema that libxml2 itself reads.
@safe
private final class OwnRelaxNG {
    private let cSchema: xmlRelaxNGPtr

    init?(_ path: String) {
        let cParser = unsafe xmlRelaxNGNewParserCtxt(path)
        defer { unsafe xmlRelaxNGFreeParserCtxt(cParser) }
        unsafe xmlRelaxNGSetParserStructuredErrors(cParser, { _, _ in }, nil)
        guard let cSchema = unsafe xmlRelaxNGParse(cParser) else { return nil }
        unsafe self.cSchema = unsafe cSchema
    }

    deinit { unsafe xmlRelaxNGFree(cSchema) }

    func messages(of path: String) -> (isValid: Bool, messages: [String]) {
        let messages = LibXML2Messages()
        guard let cDocument = unsafe xmlReadFile(path, nil, Int32(XML_PARSE_NOENT.rawValue)) else {
            return (false, ["?"])
        }
        defer { unsafe xmlFreeDoc(cDocument) }
        let cValidator = unsafe xmlRelaxNGNewValidCtxt(cSchema)
        defer { unsafe xmlRelaxNGFreeValidCtxt(cValidator) }
        unsafe xmlRelaxNGSetValidStructuredErrors(
            cValidator, LibXML2Messages.handler, messages.context)
        let isValid = unsafe xmlRelaxNGValidateDoc(cValidator, cDocument) == 0
        return (isValid, messages.all)
    }
}
