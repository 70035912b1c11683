import Testing

/// The keys of the types that the command writes, and how to encode with them.
@Suite struct SwiftKeysTests {
    @Test(
        "Keys match the elements and attributes of the samples in their namespaces",
        arguments: [
            ("<r a='1' xml:lang='en'><b>x</b>y</r>", ["@a", "@xml:lang", "b", "#text"]),
            // The default namespace of an encoded document is that of the root element, whatever its prefix.
            ("<p:r xmlns:p='urn:p' p:a='1'><p:b/></p:r>", ["@{urn:p}a", "b"]),
            ("<r xmlns='urn:u' xmlns:u='urn:u' u:a='1' a='2'><a/></r>", ["@{urn:u}a", "@a", "a"]),
            ("<r xmlns:p='urn:p' p:a='1'><p:b><p:c/></p:b></r>", ["@p:a", "p:b", "p:c"]),
            // Without a default namespace.
            ("<p:r xmlns:p='urn:p'><p:b/><c/></p:r>", ["p:b", "c"]),
            ("<p:r xmlns:p='urn:p'><p:b/><b/></p:r>", ["p:b", "{}b"]),
            ("<r xmlns='urn:u'><b xmlns=''/></r>", ["{}b"]),
            ("<r><b xmlns='urn:u'><c/></b></r>", ["{urn:u}b", "{urn:u}c"]),
            // Prefixes that are not the same everywhere.
            ("<r xmlns:p='urn:u' xmlns:q='urn:u'><p:b/><q:b/></r>", ["{urn:u}b"]),
            ("<r><p:b xmlns:p='urn:u'/><p:b xmlns:p='urn:v'/></r>", ["{urn:u}b", "{urn:v}b"]),
            ("<p:r xmlns:p='urn:p' xmlns:q='urn:q'><q:a><p:b/></q:a></p:r>", ["q:a", "{urn:p}b"]),
        ])
    func keys(document: String, keys: [String]) throws {
        let code = try Command.run("swift", input: document).output
        let found = code.matches(of: /case (\S+)(?: = "(.*)")?/).map { String($0.output.2 ?? $0.output.1) }
        #expect(found == keys)
    }

    @Test(
        "A comment says how to encode in the namespaces of the samples",
        arguments: [
            ("<r a='1'/>", "// To encode: try XMLEncoder().xmlBytes(value, rootName: \"r\")\n"),
            (
                "<p:r xmlns:p='urn:p'><p:a/></p:r>",
                "// To encode: try XMLEncoder().xmlBytes(value, rootName: XMLName(\"r\", namespaceURI: \"urn:p\"))\n"
            ),
            (
                "<p:r xmlns:p='urn:p' xmlns:q='urn:\\&quot;&#10;'><p:a/><b q:c='3 Jun 2008 11:05 GMT'/></p:r>",
                #"""
                // To encode in the namespaces of the samples:
                //     let prefixes = [
                //         "urn:p": "p",
                //         "urn:\\\"\n": "q",
                //     ]
                //     let encoder = XMLEncoder(writingOptions: XMLWritingOptions(prefixes: prefixes), dateEncodingStrategy: .rfc822)
                //     let document = try encoder.xmlBytes(value, rootName: XMLName("r", namespaceURI: "urn:p"))

                """#
            ),
        ])
    func encoding(document: String, comment: String) throws {
        let code = try Command.run("swift", input: document).output
        #expect(code.contains("\n" + comment))
    }

    @Test("A key that would match an attribute of another key has a role")
    func roles() throws {
        let code = try Command.run("swift", input: "<p:r xmlns:p='urn:p' b='1'><p:b/><b/></p:r>").output
        #expect(code.contains("\nimport LibXML\n\nstruct R: Codable, XMLCodingRoles {\n"))
        #expect(code.contains("\n    static let xmlRoles: [String: XMLCodingRole] = [\"{}b\": .element]\n}\n"))
    }

    @Test("A struct that would contain too many values contains a list")
    func size() throws {
        func nested(_ level: Int) -> String {
            let values = (0..<60).map { "<v\(level)_\($0)>1</v\(level)_\($0)>" }.joined()
            return "<s\(level)>\(values)\(level < 9 ? nested(level + 1) : "")</s\(level)>"
        }
        let code = try Command.run("swift", input: "<r>\(nested(0))</r>").output
        #expect(
            code.ranges(
                of: """
                            /// At most one. A list, because the struct would be too large for the compiler.
                            var s2: [S2]

                    """
            ).count == 1)
        #expect(code.ranges(of: "too large").count == 1 && code.contains("var s1: S1\n"))
    }
}
