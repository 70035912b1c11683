// Document type declarations.

extension GrowthShape {
    static let declarations: [Self] = [
        subset("attribute-enumeration", base: 50_000) { size in
            "<!ATTLIST r a (\(list(size, separator: "|") { "v\($0)" })) #IMPLIED>"
        },
        subset("attribute-notations", base: 50_000) { size in
            "<!ATTLIST r a NOTATION (\(list(size, separator: "|") { "n\($0)" })) #IMPLIED>"
        },
        subset("attributes-of-elements", base: 75_000) { size in list(size) { "<!ATTLIST r\($0) a CDATA 'x'>" } },
        subset("attributes-in-one-declaration", base: 50_000) { size in
            "<!ATTLIST r \(list(size) { "a\($0) CDATA #IMPLIED " })>"
        },
        subset("attributes-of-one-element", base: 50_000) { size in
            list(size) { "<!ATTLIST r a\($0) CDATA #IMPLIED>" }
        },
        subset("default-attributes-of-one-element", base: 50_000) { size in
            list(size) { "<!ATTLIST r a\($0) CDATA 'x'>" }
        },
        subset("token-attributes-of-one-element", base: 50_000) { size in
            list(size) { "<!ATTLIST r a\($0) NMTOKENS #IMPLIED>" }
        },
        subset("one-attribute-declared-again") { repeated("<!ATTLIST r a CDATA #IMPLIED>", $0) },
        subset("identifiers-of-elements", base: 50_000) { size in
            list(size) { "<!ATTLIST e\($0) id ID #IMPLIED>" }
        },
        GrowthShape("used-identifiers", .declaration, base: 300_000) { size in
            "<!DOCTYPE r [<!ATTLIST e id ID #IMPLIED>]><r>\(list(size) { "<e id='i\($0)'/>" })</r>"
        },
        GrowthShape("used-default-attributes", base: 50_000) { size in
            "<!DOCTYPE r [\((0..<20).map { "<!ATTLIST e a\($0) CDATA 'x'>" }.joined())]><r>\(repeated("<e/>", size))</r>"
        },
        GrowthShape("defaults-and-elements", base: 10_000) { size in
            // libxml2 2.9 searches a tenth of the elements with defaults for each element. Their number is limited.
            "<!DOCTYPE r [\((0..<200).map { "<!ATTLIST e\($0) a CDATA 'x'>" }.joined())]>"
                + "<r>\(list(size) { "<e\($0 % 200)/>" })</r>"
        },
        subset("content-choice") { "<!ELEMENT r (\(list($0, separator: "|") { "a\($0)" }))*>" },
        subset("content-sequence") { "<!ELEMENT r (\(list($0, separator: ",") { "a\($0)" }))>" },
        subset("content-mixed") { "<!ELEMENT r (#PCDATA|\(list($0, separator: "|") { "a\($0)" }))*>" },
        subset("content-nested") { "<!ELEMENT r \(nested("(", ")", around: "a", $0))>" },
        subset("content-groups") { "<!ELEMENT r (\(list($0, separator: ",") { "(a\($0)|b)" }))>" },
        subset("element-declarations", base: 300_000) { list($0) { "<!ELEMENT e\($0) ANY>" } },
        subset("element-declared-again") { repeated("<!ELEMENT e ANY>", $0) },
        subset("notation-declarations", base: 300_000) { list($0) { "<!NOTATION n\($0) SYSTEM 'n'>" } },
        subset("unparsed-entities", base: 300_000) {
            "<!NOTATION n SYSTEM 'n'>" + list($0) { "<!ENTITY e\($0) SYSTEM 'e' NDATA n>" }
        },
        subset("external-entities", base: 300_000) { list($0) { "<!ENTITY e\($0) SYSTEM 'e'>" } },
        subset("parameter-entities", base: 300_000) { list($0) { "<!ENTITY % p\($0) ' '>" } },
        // With libxml2 2.9 and 2.10, a byte after the limit of 10,000 references takes more time than one before it.
        subset("parameter-references", base: 300_000) { "<!ENTITY % p ' '>" + repeated("%p;", $0) },
        subset("parameter-references-of-declarations", base: 300_000) {
            "<!ENTITY % p '<!ELEMENT e ANY>'>" + repeated("%p;", $0)
        },
        subset("undeclared-parameter-references") { repeated("%p;", $0) },
        subset("declaration-comments") { repeated("<!-- c -->", $0) },
        subset("long-declaration-comment") { "<!--\(repeated("comment ", $0))-->" },
        subset("declaration-instructions") { repeated("<?a?>", $0) },
        subset("declaration-instructions-with-data") { repeated("<?a b c?>\n", $0) },
        subset("quotes-in-declaration-instructions") { repeated("<?a it's?>", $0) },
        subset("declaration-white-space") { repeated(" \n", $0) },
        GrowthShape("long-system-identifier", .declaration) { "<!DOCTYPE r SYSTEM '\(repeated("s", $0))'><r/>" },
        GrowthShape("records-after-declarations") { size in
            "<!DOCTYPE r [\(list(size / 2) { "<!ELEMENT e\($0) ANY>" })]><r>\(repeated("<e>x</e>", size / 2))</r>"
        },
        GrowthShape("unclosed-declaration", .malformed) { "<!DOCTYPE r [\(repeated("<!ELEMENT e ANY>", $0))<r>&</r>" },
        GrowthShape("markup-in-declaration", .malformed) {
            "<!DOCTYPE r [\(repeated("<!ELEMENT e ANY <?p?>", $0))]><r/>"
        },
        GrowthShape("percent-in-entity", .malformed) { "<!DOCTYPE r [<!ENTITY e '\(repeated("&x;", $0))%'>]><r/>" },
        GrowthShape("bad-character-in-declarations", .malformed) {
            "<!DOCTYPE r [\(repeated("<!--&#1;-->", $0))<!--&#1;\u{1}-->]><r/>"
        },
        GrowthShape("brackets-around-end-tags", .malformed) { "<r>\(repeated("]]</x>></x>]", $0))</r>" },
        GrowthShape("characters-in-marks", .malformed) {
            "<r>\(repeated("]]\u{1}>", $0))<!--\(repeated("-\u{1}", $0))--><![CDATA[\(repeated("]\u{1}", $0))]]></r>"
        },
        GrowthShape("unclosed-declarations", .malformed) { repeated("<!DOCTYPE r [<!ELEMENT e ANY>", $0) },
        GrowthShape("repeated-declarations", .malformed) {
            repeated("<!DOCTYPE r [<!ENTITY e 'x'>]>", $0) + "<r>&</r>"
        },
        GrowthShape("different-declarations", .malformed) { size in
            list(size) { "<!DOCTYPE r [<!ENTITY e\($0) 'x'>]>" } + "<r>&</r>"
        },
        GrowthShape("conditional-sections", .malformed) { "<!DOCTYPE r [\(repeated("<![INCLUDE[ ]]>", $0))]><r/>" },
        GrowthShape("quotes-in-declarations", .malformed) { "<!DOCTYPE r [\(repeated("'", $0))]><r/>" },
        GrowthShape("faults-in-declarations", .malformed) { "<!DOCTYPE r [\(repeated("<!ELEMENT e>", $0))]><r/>" },
        GrowthShape("brackets-in-declarations", .malformed) { "<!DOCTYPE r [\(repeated("]", $0))><r/>" },
        GrowthShape("angles-in-declarations", .malformed) { "<!DOCTYPE r [\(repeated("<", $0))]><r/>" },
    ]

    /// A document whose internal subset grows.
    private static func subset(
        _ name: String, base: Int = 100_000, _ declarations: @escaping @Sendable (Int) -> String
    ) -> Self {
        GrowthShape(name, .declaration, base: base) { "<!DOCTYPE r [\(declarations($0))]><r/>" }
    }

    static let entities: [Self] = [
        subset("entities", base: 300_000) { list($0) { "<!ENTITY e\($0) 'x'>" } },
        subset("entity-declared-again") { repeated("<!ENTITY e 'x'>", $0) },
        subset("long-entity-value") { "<!ENTITY e '\(repeated("text ", $0))'>" },
        subset("character-references-in-entity") { "<!ENTITY e '\(repeated("&#65;", $0))'>" },
        GrowthShape("used-entities", base: 300_000) { size in
            "<!DOCTYPE r [\(list(size / 2) { "<!ENTITY e\($0) 'x'>" })]><r>\(list(size / 4) { "&e\($0);" })</r>"
        },
        GrowthShape("entities-in-attributes") { size in
            "<!DOCTYPE r [\(list(size / 2) { "<!ENTITY e\($0) 'x'>" })]><r>\(list(size / 4) { "<a k='&e\($0);'/>" })</r>"
        },
        GrowthShape("references-to-one-entity") { "<!DOCTYPE r [<!ENTITY e 'x'>]><r>\(repeated("&e;", $0))</r>" },
        GrowthShape("references-in-one-attribute") {
            "<!DOCTYPE r [<!ENTITY e 'x'>]><r k='\(repeated("&e;", $0))'/>"
        },
        GrowthShape("references-to-elements", base: 50_000) {
            "<!DOCTYPE r [<!ENTITY e '<a k=\"v\">x</a>'>]><r>\(repeated("&e;", $0))</r>"
        },
        GrowthShape("elements-in-one-entity", base: 50_000) {
            "<!DOCTYPE r [<!ENTITY e '\(repeated("<a>x</a>", $0))'>]><r>&e;&e;</r>"
        },
        GrowthShape("lines-in-one-entity", base: 50_000) {
            "<!DOCTYPE r [<!ENTITY e '\(repeated("x\n", $0))'>]><r>&e;<a/>&e;</r>"
        },
        GrowthShape("entities-in-entities", .declaration, base: 300_000) { size in
            "<!DOCTYPE r [<!ENTITY a 'x'>\(list(size) { "<!ENTITY e\($0) '&a;'>" })]><r>&e0;</r>"
        },
        GrowthShape("chained-entities", .declaration) { size in
            "<!DOCTYPE r [<!ENTITY e0 'x'>\(list(size) { "<!ENTITY e\($0 + 1) '&e\($0);'>" })]><r>&e9;</r>"
        },
        GrowthShape("chained-entities-used", .malformed) { size in
            "<!DOCTYPE r [\(list(size) { "<!ENTITY e\($0) '&e\($0 + 1);'>" })]><r>&e0;</r>"
        },
        GrowthShape("unresolved-entities") { "<!DOCTYPE r SYSTEM 'r'><r>\(repeated("&e; ", $0))</r>" },
        GrowthShape("different-unresolved-entities") { size in
            "<!DOCTYPE r SYSTEM 'r'><r>\(list(size) { "&e\($0); " })</r>"
        },
        GrowthShape("undeclared-entities", .malformed) { size in "<r>\(list(size) { "&e\($0); " })</r>" },
        GrowthShape("character-names", .malformed) { "<r>\(repeated("&nbsp;&eacute;", $0))</r>" },
        GrowthShape("declared-entities", .malformed, base: 300_000) { size in
            "<!DOCTYPE r [\(list(size) { "<!ENTITY e\($0) 'x'>" })]><r>&e0; & </r>"
        },
        // Half of the entities cannot be referred to. Each failed attempt to determine them is followed by two more.
        GrowthShape("unusable-entities", .malformed, base: 300_000) { size in
            "<!DOCTYPE r [\(list(size) { "<!ENTITY e\($0) '\($0 % 2 == 0 ? "x" : "<b>")'>" })]><r>&e0; & </r>"
        },
        GrowthShape("entities-unusable-in-attributes", .malformed) { size in
            "<!DOCTYPE r [\(list(size) { "<!ENTITY e\($0) '\($0 % 2 == 0 ? "x" : "<b/>")'>" })]><r>&e0; & </r>"
        },
        GrowthShape("long-unusable-entity", .malformed) {
            "<!DOCTYPE r [<!ENTITY a '<b>'><!ENTITY b 'x'><!ENTITY c '\(repeated("x", $0))'>]><r>&a;&b;&</r>"
        },
    ]
}
