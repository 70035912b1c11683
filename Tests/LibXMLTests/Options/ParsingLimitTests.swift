import Foundation
import Testing

@testable import LibXML

/// The table of limits agrees with the properties, their documentation and the other tests.
@Suite struct ParsingLimitTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/LibXML/")
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the default of a limit as the documentation has it.
    private static func documented(_ value: Int) -> String {
        switch value {
        case XMLParsingLimits.addressableSize: "`UInt32.max - 16`"
        case .max: "no limit except ``distinctNames``"
        case _ where value >= 1 << 20 && value % (1 << 20) == 0: "\(value >> 20) MiB"
        default: value.formatted(.number.locale(Locale(identifier: "en_US")))
        }
    }

    @Test("A fault that is not of a limit is not one")
    func otherCodes() {
        for code in [XMLError.Code.invalidValue, .mismatchedEndTag, .missingElement] { #expect(!code.isLimit) }
    }

    @Test("There is a limit for each property that is a number")
    func properties() {
        let properties = Mirror(reflecting: XMLParsingLimits()).children.filter { $0.value is Int }
        #expect(properties.map(\.label) == ParsingLimit.allCases.map(\.rawValue))
        for limit in ParsingLimit.allCases {
            var limits = XMLParsingLimits()
            limits[keyPath: limit.row.property] = 7
            let changed = Mirror(reflecting: limits).children.filter { $0.value as? Int == 7 }
            #expect(changed.map(\.label) == [limit.rawValue])
        }
    }

    /// The codes that programs compare with.
    private static let codes: [ParsingLimit: XMLError.Code] = [
        .inputSize: .inputTooLarge, .depth: .tooDeep, .attributesPerElement: .tooManyAttributes,
        .namespacesInScope: .tooManyNamespaces, .tagSize: .tagTooLong, .nameLength: .nameTooLong,
        .distinctNames: .tooManyNames, .documentTypeSize: .tooManyDeclarations,
        .declaredElements: .tooManyDeclarations, .declaredEntities: .tooManyDeclarations,
        .declaredValues: .tooManyDeclarations, .textLength: .textTooLong, .entityExpansion: .entityExpansionTooLarge,
        .recordSize: .recordTooLarge,
    ]

    @Test("A fault has the code and the value of its limit", arguments: ParsingLimit.allCases)
    func fault(_ limit: ParsingLimit) {
        var limits = XMLParsingLimits()
        limits[keyPath: limit.row.property] = 7
        let fault = limits.fault(limit, at: 3)
        #expect(fault.code == Self.codes[limit])
        #expect(fault.code.isLimit)
        #expect(fault.offset == 3)
        #expect(fault.message.contains("the limit of 7"))
        limits[keyPath: limit.row.property] = .max
        #expect(limits.fault(limit, at: 0).message.contains("the limit of \(limit.maximum)"))
        #expect(limit.maximum == .max || limit.maximum == XMLParsingLimits()[keyPath: limit.row.property])
    }

    @Test(
        "The documentation of each limit has its code, its default, and a place on the page",
        arguments: ParsingLimit.allCases)
    func documentation(_ limit: ParsingLimit) throws {
        let source = try Self.text("Options/XMLParsingLimits.swift").replacing(/\n +\/\/\/ ?/, with: " ")
        let before = try #require(source.components(separatedBy: "public var \(limit.rawValue):").first)
        let comment = try #require(before.components(separatedBy: "\n").suffix(2).first)
        #expect(comment.contains("(``XMLError/Code/\(limit.row.code)``)"))
        let value = XMLParsingLimits()[keyPath: limit.row.property]
        let label = limit.maximum == .max ? "Default" : "Default and maximum"
        #expect(comment.contains("\(label): \(Self.documented(value))"))
        #expect(try Self.text("Errors/XMLError+Code.swift").contains("``XMLParsingLimits/\(limit.rawValue)``"))
        #expect(try Self.text("LibXML.docc/Extensions/XMLParsingLimits.md").contains("- ``\(limit.rawValue)``\n"))
    }

    @Test("There is a document that exceeds each limit")
    func examples() {
        let others = Set(ParsingLimit.allCases).subtracting(LimitTests.limits.map(\.kind))
        // A document that is not read record by record has no records.
        #expect(others == [.recordSize])
    }
}
