import Testing

@testable import LibXML

@Suite struct WellKnownNamespaceTests {
    @Test(
        "The error of an undeclared prefix that everyone knows says what to declare",
        arguments: [
            ("<a xlink:href='#b'/>", #"xmlns:xlink="http://www.w3.org/1999/xlink""#),
            ("<xsd:schema/>", #"xmlns:xsd="http://www.w3.org/2001/XMLSchema""#),
            ("<SOAP-ENV:Body/>", #"xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/""#),
        ])
    func wellKnown(document: String, declaration: String) {
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: document) }
        #expect(error?.code == .undeclaredPrefix)
        #expect(error?.help?.hasSuffix(declaration) == true)
    }

    @Test("No other prefix is guessed", arguments: ["p", "Xlink", "gml", "http"])
    func unknown(prefix: String) {
        #expect(WellKnownNamespaces.uri(for: prefix) == nil)
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: "<\(prefix):a/>") }
        #expect(error?.help == nil)
    }

    @Test("A URI has no character that would need escaping in a declaration")
    func declarations() {
        for prefix in ["dc", "itunes", "rdf", "wsse", "android", "cbc"] {
            let declaration = WellKnownNamespaces.declaration(of: prefix) ?? ""
            #expect(throws: Never.self) { try XMLTree(parsing: "<\(prefix):a \(declaration)/>") }
        }
    }
}
