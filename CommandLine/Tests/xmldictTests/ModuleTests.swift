import Foundation
import Testing

/// A program that imports LibXML, CLibXML2, another module over libxml2 and Foundation in one file.
@Suite struct ModuleTests {
    @Test("The modules have the same types, and CLibXML2 the rest of libxml2")
    func modules() throws {
        let outcome = try Command.run([], executable: Command.products.appending(path: "ModuleUsers"))
        #expect(
            outcome.output == """
                XPath 8.0 8
                encoding true
                canonical 61
                schema 0
                reader 4

                """)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }
}
