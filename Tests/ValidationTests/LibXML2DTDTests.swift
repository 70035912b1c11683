import CLibXML2
import Foundation
import LibXMLValidation
import Testing

@testable import LibXML

/// libxml2's own tests of DTDs, in the folder `valid` beside that which the variable `LIBXML2_TESTS` names: the verdict
/// is that of libxml2 about its own tree.
@Suite struct LibXML2DTDTests {
    private static let folder = ProcessInfo.processInfo.environment["LIBXML2_TESTS"].map { $0 + "/../valid" }

    @Test("DTDs of libxml2's tests", .enabled(if: folder != nil))
    func dtds() throws {
        let folder = Self.folder ?? ""
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var (count, differences): (Int, [String]) = (0, [])
        for file in files where file.hasSuffix(".xml") || file.hasSuffix(".xhtml") {
            let path = "\(folder)/\(file)"
            guard let tree = try? XMLTree(parsing: .file(path)) else { continue }
            let theirs = Self.verdict(path)
            count += 1
            do {
                let dtd = try XMLDTDSchema(of: tree, options: XMLSchemaOptions(folder: folder))
                let report = dtd.validate(tree)
                if theirs.isValid != report.isValid {
                    differences.append("\(file): \(report.diagnostics), but \(theirs)")
                }
                var options = XMLParsingOptions()
                options.validation = .init(dtd, onError: .collect(limit: 1000))
                let parsed = try XMLTree(parsing: .file(path), options: options)
                if parsed.diagnostics.filter({ $0.isViolation }) != report.diagnostics {
                    differences.append("\(file): while parsing:\n\(parsed.diagnostics)\n\(report.diagnostics)")
                }
            } catch {
                if theirs.isValid { differences.append("\(file): \(error)") }
            }
        }
        #expect(differences.isEmpty, "\(differences.count) of \(count):\n\(differences.joined(separator: "\n"))")
        #expect(count > 20)
    }

    private static func verdict(_ path: String) -> (isValid: Bool, messages: [String]) {
        let messages = LibXML2Messages()
        return withExtendedLifetime(messages) {
            unsafe xmlSetStructuredErrorFunc(messages.context, LibXML2Messages.handler)
            defer { xmlSetStructuredErrorFunc(nil, nil) }
            let options = XML_PARSE_NOENT.rawValue | XML_PARSE_DTDLOAD.rawValue | XML_PARSE_DTDVALID.rawValue
            let cContext = unsafe xmlNewParserCtxt()
            defer { unsafe xmlFreeParserCtxt(cContext) }
            let cDocument = unsafe xmlCtxtReadFile(cContext, path, nil, Int32(options))
            defer { unsafe xmlFreeDoc(cDocument) }
            return (unsafe cContext?.pointee.valid == 1 && cDocument != nil, messages.all)
        }
    }
}
