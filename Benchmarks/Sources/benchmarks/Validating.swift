import ArgumentParser
import Foundation
import LibXML
import LibXMLValidation

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a file record by record, and validates it in the same pass; writes the number of violations.")

    @Option(help: "The schema; without it, the file is only read.")
    var schema: String?

    @Argument(help: "Records of the generator of orders.")
    var file: String

    func run() throws {
        var options = XMLParsingOptions()
        if let schema {
            options.validation = .init(try XMLSchema(parsing: .file(schema)), onError: .collect(limit: 100))
        }
        var records = try XMLRecords(parsing: .file(file), at: "orders/order", options: options)
        var count = 0
        while try records.next() != nil { count += 1 }
        print(count, records.diagnosticCount)
    }
}
