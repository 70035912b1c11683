import CheckCases
import Foundation
import Testing

@testable import LibXML

@Suite struct FileInputTests {
    @Test("A file is parsed, and gives its path to places", arguments: [false, true])
    func file(mapped: Bool) throws {
        let file = try TemporaryFile("<r>\n<a/></r>".utf8)
        let tree = try XMLTree(parsing: .file(file.path, mapped: mapped))
        #expect(tree.root["a"]?.location.description == "\(file.path):2:1")
        #expect(tree.sourceName == file.path)
        #expect(try XMLTree(parsing: .url(URL(fileURLWithPath: file.path), mapped: mapped)) == tree)
    }

    @Test("A name that the caller gives stands for the path")
    func name() throws {
        let file = try TemporaryFile("<r>".utf8)
        var options = XMLParsingOptions()
        options.sourceName = "orders"
        let error = try #require(throws: XMLError.self) {
            _ = try XMLTree(parsing: .file(file.path), options: options)
        }
        #expect(error.description.hasPrefix("orders:1:4: error: "))
    }

    @Test("A mapped file in another encoding is converted")
    func mapped() throws {
        let file = try TemporaryFile(try #require(encode("\u{FEFF}<r>é</r>", as: "UTF-16LE")))
        #expect(try XMLTree(parsing: .file(file.path, mapped: true)).root.text == "é")
    }

    @Test("An empty file is an empty document", arguments: [false, true])
    func empty(mapped: Bool) throws {
        let file = try TemporaryFile([])
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: .file(file.path, mapped: mapped)) }
        #expect(error.code == .emptyDocument)
        #expect(error.location == XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: file.path))
    }

    @Test("A file without a size is read to its end")
    func sizeless() throws {
        let bytes = try FileInput.read(path: "/proc/self/status", mapped: false, limit: 1 << 20)
        #expect(bytes.count > 100)
    }

    @Test(
        "What cannot be read is an error of its kind",
        arguments: [
            ("/no/such/file.xml", XMLError.Code.fileNotFound), ("/tmp", .fileIsDirectory),
            ("/etc/passwd/x", .fileNotFound),
            ("http://example.com/feed.xml", .unsupportedURL), ("HTTPS://example.com", .unsupportedURL),
            ("file:///tmp/x.xml", .unsupportedURL),
        ])
    func failure(path: String, code: XMLError.Code) throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: .file(path)) }
        #expect(error.code == code)
        #expect(error.location == nil)
        #expect(error.message.contains(path))
        #expect((error.help != nil) == (code == .unsupportedURL))
    }

    @Test("A URL that is not a file URL is an error with a hint")
    func url() throws {
        let url = try #require(URL(string: "https://example.com/feed.xml"))
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: .url(url)) }
        #expect(error.code == .unsupportedURL)
        #expect(error.help != nil)
    }

    @Test("A file larger than the limit is not read")
    func limit() throws {
        let file = try TemporaryFile("<r>\(String(repeating: "x", count: 100))</r>".utf8)
        var options = XMLParsingOptions()
        options.limits.inputSize = 50
        let error = try #require(throws: XMLError.self) {
            _ = try XMLTree(parsing: .file(file.path), options: options)
        }
        #expect(error.code == .inputTooLarge)
    }

    @Test(
        "What is plainly no XML is named",
        arguments: [
            [0x1F, 0x8B, 8, 0], Array("PK\u{3}\u{4}rest".utf8), Array("%PDF-1.7".utf8), Array("{\"a\": 1}".utf8),
            Array(" \n[1, 2]".utf8),
        ])
    func otherFormat(bytes: [UInt8]) throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
        #expect(error.code == .notXML)
        #expect(error.location?.line == 1)
        #expect(["gzip", "ZIP", "PDF", "JSON"].contains { error.message.contains($0) })
    }

    @Test("An HTML page is named where it fails")
    func html() throws {
        let page = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body>x<br></body></html>"
        let error = try fault(page)
        #expect(error.code == .mismatchedEndTag)
        #expect(error.help?.contains("HTML") == true)
        let entity = try fault("<html><body>a&nbsp;b</body></html>")
        #expect(entity.code == .undeclaredEntity)
        #expect(entity.help?.contains("&#160;") == true)
        let xhtml = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p></body></html>"
        #expect(try fault(xhtml).help == nil)
    }
}
