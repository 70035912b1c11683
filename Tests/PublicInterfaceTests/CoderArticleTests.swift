import Foundation
import LibXMLCoder
import Testing

/// The example of the module LibXMLCoder.
@Suite struct CoderArticleTests {
    @Test("One import")
    func oneImport() throws {
        struct Book: Codable, Equatable {
            @Attribute var id: Int
            @Element var title: String
        }
        let book = try XMLDecoder().decode(Book.self, from: Data("<book id='42'><title>Tea</title></book>".utf8))
        let data = try XMLEncoder().encode(book, withRootKey: "book")  // <book id="42"><title>Tea</title></book>
        #expect(String(decoding: data, as: UTF8.self) == "<book id=\"42\"><title>Tea</title></book>")
        #expect(book == Book(id: 42, title: Element("Tea")))
    }
}
