import Foundation
@_spi(Checks) import LibXML
import Testing

/// Documents that contain more than a tree can address. Each takes 5 GB of memory and some seconds.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["LARGE_MEMORY"] != nil, "set LARGE_MEMORY to run"))
struct AddressableSizeTests {
    /// Attribute values of 4.7 GB in total, from 9 MB of input.
    private static let document = """
        <!DOCTYPE r [<!ENTITY e '\(String(repeating: "0123456789", count: 900_000))'>]>\
        <r>\(String(repeating: "<a x='&e;'/>", count: 520))</r>
        """

    private static let options: XMLParsingOptions = {
        var options = XMLParsingOptions()
        options.limits.inputSize = .max
        options.limits.textLength = .max
        options.limits.tagSize = .max
        options.limits.entityExpansion = .max
        return options
    }()

    @Test("A tree of more than can be addressed is an error", arguments: XMLParsingOptions.Engine.allCases)
    func tree(_ engine: XMLParsingOptions.Engine) throws {
        var options = Self.options
        options.engine = engine
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: Self.document, options: options) }
        #expect(error?.code == .inputTooLarge)
    }

    @Test("An element of more than can be addressed is an error")
    func element() throws {
        var reader = XMLReader(parsing: Self.document, options: Self.options)
        #expect(try reader.readToFollowing("r"))
        let error = #expect(throws: XMLError.self) { try reader.readElement() }
        #expect(error?.code == .inputTooLarge)
        #expect(ReaderLook(reader).isNothing)
    }

    @Test("A record of more than can be addressed is an error")
    func record() throws {
        var options = Self.options
        options.limits.recordSize = .max
        var records = try XMLRecords(parsing: Self.document, at: "r", options: options)
        let error = #expect(throws: XMLError.self) { try records.next() }
        #expect(error?.code == .inputTooLarge)
    }
}
