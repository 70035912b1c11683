import Foundation
import LibXML
import Testing

/// The same documents in pieces of seven bytes.
@Suite(.enabled(if: Catalogue.folder != nil, "set XMLCONF to the folder of the W3C's conformance tests"))
struct PushConformanceTests {
    @Test("A push parser accepts the same documents as a tree, and reports the same errors")
    func verdicts() throws {
        for test in Catalogue.cases {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: test.path)))
            let expected = Result { () throws(XMLError) in try XMLTree(parsing: bytes) }
            let found = Result { () throws(XMLError) in
                var parser = XMLPushParser()
                for start in stride(from: 0, to: bytes.count, by: 7) {
                    try parser.feed(bytes[start..<min(start + 7, bytes.count)])
                }
                return try parser.finish()
            }
            switch (expected, found) {
            case (.success(let expected), .success(let found)):
                #expect(found.outline == expected.outline, "\(test)")
            case (.failure(let expected), .failure(let found)):
                #expect(found.code == expected.code, "\(test): \(found), \(expected)")
                #expect(found.location?.line == expected.location?.line, "\(test): \(found), \(expected)")
            case (.success, .failure(let error)): Issue.record("\(test) is not accepted: \(error)")
            case (.failure, .success): Issue.record("\(test) is accepted")
            }
        }
    }
}
