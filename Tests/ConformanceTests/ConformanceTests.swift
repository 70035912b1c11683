import Foundation
@_spi(Checks) import LibXML
import LibXMLValidation
import Testing

@Suite(.enabled(if: Catalogue.folder != nil, "set XMLCONF to the folder of the W3C's conformance tests"))
struct ConformanceTests {
    @Test("There are all cases")
    func count() {
        #expect(Catalogue.cases.count == 1_898)
    }

    @Test("Well-formed documents are accepted, and others are not", arguments: XMLParsingOptions.Engine.allCases)
    func wellFormedness(engine: XMLParsingOptions.Engine) throws {
        var options = XMLParsingOptions()
        options.engine = engine
        for test in Catalogue.cases {
            do {
                _ = try XMLTree(parsing: .file(test.path), options: options)
                #expect(test.isWellFormed, "\(test) is accepted")
            } catch {
                #expect(!test.isWellFormed, "\(test): \(error)")
                #expect(error.location != nil, "\(test): \(error)")
            }
        }
    }

    /// libxml2 converts a carriage return from a character reference in an entity's value to a line feed. From 2.13 on,
    /// it does not normalize the line ends in such values. One expectation also contains the instructions in the
    /// document type.
    private static let differing: Set = ["valid-sa-068", "valid-sa-108", "valid-sa-110", "ibm-valid-P29-ibm29v01.xml"]

    @Test("The content of documents is that of the suite", arguments: XMLParsingOptions.Engine.allCases)
    func content(engine: XMLParsingOptions.Engine) throws {
        var options = XMLParsingOptions()
        options.engine = engine
        var count = 0
        for test in Catalogue.cases
        where test.isWellFormed && !test.hasExternalEntities && !Self.differing.contains(test.id) {
            guard let output = test.output, let expected = try? String(contentsOfFile: output, encoding: .utf8) else {
                continue
            }
            let tree = try XMLTree(parsing: .file(test.path), options: options)
            // What the suite expects begins with the notations of the document type, which the first form lacks.
            let content = expected.replacing(/(?s)^<!DOCTYPE .*?\]>\s*/, with: "")
            #expect(tree.canonicalForm == content.trimmingCharacters(in: .newlines), "\(test)")
            count += 1
        }
        #expect(count > 250)
    }

    /// What remains as in libxml2: spaces from character references between elements, a colon in an ID, the attribute
    /// `xmlns:xml`; and the other way round, default values that refer to entities that do not exist, and are not used.
    private static let differingValidity: Set = [
        "rmt-e2e-15g", "rmt-e2e-15h", "hst-bh-005", "rmt-ns10-045", "rmt-ns10-046", "rmt-e2e-9a", "rmt-e3e-06i",
    ]

    @Test("Documents are valid according to their own DTDs, and others are not")
    func validity() throws {
        let options = XMLSchemaOptions(folder: Catalogue.folder?.path)
        var counts = [true: 0, false: 0]
        for test in Catalogue.cases where test.isWellFormed {
            let tree = try XMLTree(parsing: .file(test.path))
            let dtd = try? XMLDTDSchema(of: tree, options: options)
            let isValid = dtd?.validate(tree).isValid ?? false
            #expect(isValid == test.isValid || Self.differingValidity.contains(test.id), "\(test)")
            counts[test.isValid, default: 0] += 1
        }
        #expect(counts == [true: 721, false: 227])
    }
}
