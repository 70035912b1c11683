// Elements, attributes and namespaces.

extension GrowthShape {
    static let elements: [Self] = [
        GrowthShape("records") { size in
            "<r>\(list(size) { "<item id='\($0)'><name>Tea</name><price>2</price></item>\n" })</r>"
        },
        GrowthShape("equal-children") { "<r>\(repeated("<a/>", $0))</r>" },
        GrowthShape("numbered-children") { size in "<r>\(list(size) { "<a>\($0)</a>" })</r>" },
        GrowthShape("different-children") { size in "<r>\(list(size) { "<a\($0)/>" })</r>" },
        // Not more names than a document may have.
        GrowthShape("many-names", base: 20_000) { size in "<r>\(list(size) { "<a\($0)/>" })</r>" },
        GrowthShape("alternating-children") { size in "<r>\(list(size) { "<a\($0 % 2)/>" })</r>" },
        GrowthShape("one-child-after-others") { "<r>\(repeated("<a/>", $0))<b/></r>" },
        GrowthShape("child-after-comments") { "<r>\(repeated("<!-- -->", $0))<b/></r>" },
        GrowthShape("mixed-content") { "<r>\(repeated("text<a/>", $0))</r>" },
        GrowthShape("text-after-children") { "<r>\(repeated("<a/>", $0))text</r>" },
        GrowthShape("indented-children") { "<r>\(repeated("\n  <a/>", $0))</r>" },
        GrowthShape("groups") { size in "<r>\(list(size) { "<g><a>\($0)</a><b/><a/></g>" })</r>" },
        GrowthShape("wide-groups") { size in
            "<r>\(list(size) { "<g\($0)>\(String(repeating: "<a/>", count: 100))</g\($0)>" })</r>"
        },
        GrowthShape("depth", base: 30_000, isDeep: true) { "<r>\(nested("<a>", "</a>", $0))</r>" },
        GrowthShape("depth-of-different-names", base: 30_000, isDeep: true) { size in
            let count = size / 12
            return (0..<count).map { "<a\($0)>" }.joined() + (0..<count).reversed().map { "</a\($0)>" }.joined()
        },
        GrowthShape("depth-with-children", base: 30_000, isDeep: true) { nested("<a><b/>", "<c>x</c></a>", $0) },
        GrowthShape("depth-with-text", base: 30_000, isDeep: true) { nested("<a>t", "u</a>\n", $0) },
        GrowthShape("depth-with-attributes", base: 30_000, isDeep: true) { nested("<a k='v'>", "</a>", $0) },
        GrowthShape("depth-over-limit", .malformed) { nested("<a>", "</a>", $0) },
        GrowthShape("attributes-over-limit", .malformed) { size in "<r \(list(size) { "a\($0)='' " })/>" },
        GrowthShape("elements-of-attributes") { size in
            "<r>\(repeated("<e \((0..<1_000).map { "a\($0)='' " }.joined())/>", size))</r>"
        },
        GrowthShape("elements-of-most-attributes") { size in
            "<r>\(repeated("<e \((0..<4_096).map { "a\($0)='' " }.joined())/>", size))</r>"
        },
        GrowthShape("different-attributes") { size in "<r>\(list(size) { "<e a\($0)=''/>" })</r>" },
        GrowthShape("different-targets") { size in "<r>\(list(size) { "<?a\($0)?>" })</r>" },
        GrowthShape("comments") { "<r>\(repeated("<!--c-->", $0))</r>" },
        GrowthShape("instructions") { "<r>\(repeated("<?a b?>", $0))</r>" },
        GrowthShape("sections") { "<r>\(repeated("<![CDATA[x]]>", $0))</r>" },
        GrowthShape("sections-and-text") { "<r>\(repeated("<![CDATA[x]]>t", $0))</r>" },
        GrowthShape("empty-sections") { "<r>\(repeated("<![CDATA[]]>", $0))</r>" },
        GrowthShape("prolog-comments") { repeated("<!--c-->", $0) + "<r/>" },
        GrowthShape("prolog-instructions") { repeated("<?a b?>", $0) + "<r/>" },
        GrowthShape("prolog-white-space") { "<?xml version='1.0'?>" + repeated(" \n", $0) + "<r/>" },
        GrowthShape("white-space-in-xml-declaration") { "<?xml version='1.0'\(repeated(" \n", $0))?><r/>" },
        GrowthShape("long-prolog-comment") { "<!--\(repeated("comment\n", $0))--><r/>" },
        GrowthShape("epilog-comments") { "<r/>" + repeated("<!--c-->", $0) },
        GrowthShape("epilog-instructions") { "<r/>" + repeated("<?a b?>", $0) },
        GrowthShape("epilog-white-space") { "<r/>" + repeated(" \n", $0) },
        GrowthShape("white-space-in-tags") { "<r \(repeated(" \n", $0)) a='b'\(repeated(" ", 1000))></r  >" },
        GrowthShape("white-space-in-end-tag") { "<r></r\(repeated(" \n", $0))>" },
        GrowthShape("long-names", base: 200_000) { "<r>\(repeated("<\(repeated("n", 10_000))/>", $0))</r>" },
        GrowthShape("name-over-limit", .malformed) { "<r><\(repeated("n", $0))/></r>" },
        GrowthShape("names-with-accents") { size in "<r>\(list(size) { "<é\($0 % 50) ï='ö'/>" })</r>" },
    ]

    static let namespaces: [Self] = [
        // Within one element the parts of a tag are compared with each other, up to a limit.
        GrowthShape("declared-prefixes") { size in "<r>\(repeated("<e \(prefixes(1_000))/>", size))</r>" },
        GrowthShape("prefixes-over-limit", .malformed) { size in "<r \(list(size) { "xmlns:p\($0)='u\($0)' " })/>" },
        GrowthShape("used-prefixes") { size in
            let elements = (0..<1_000).map { "<p\($0):e/>" }.joined()
            return "<r>\(repeated("<g \(prefixes(1_000))>\(elements)</g>", size))</r>"
        },
        GrowthShape("prefix-declared-again") { "<r>\(repeated("<p:a xmlns:p='u'/>", $0))</r>" },
        GrowthShape("namespace-declared-again") { "<r>\(repeated("<a xmlns='u'/>", $0))</r>" },
        GrowthShape("different-namespaces") { size in "<r>\(list(size) { "<a xmlns='u\($0)'/>" })</r>" },
        GrowthShape("same-name-in-two-namespaces") { size in "<r>\(list(size) { "<a xmlns='u\($0 % 2)'/>" })</r>" },
        GrowthShape("prefixes-of-one-namespace") { size in "<r>\(list(size) { "<p\($0):a xmlns:p\($0)='u'/>" })</r>" },
        GrowthShape("prefix-redeclared-in-depth", base: 30_000, isDeep: true) {
            nested("<p:a xmlns:p='u'>", "</p:a>", $0)
        },
        GrowthShape("namespace-redeclared-in-depth", base: 30_000, isDeep: true) {
            nested("<a xmlns='u'>", "</a>", $0)
        },
        GrowthShape("namespaces-in-depth", base: 15_000, isDeep: true) { size in
            let count = size / 28
            return (0..<count).map { "<e xmlns:a\($0)='u\($0)'>" }.joined() + String(repeating: "</e>", count: count)
        },
        GrowthShape("prefixed-attributes") { size in
            "<r xmlns:p='u'>\(repeated("<e \((0..<1_000).map { "p:a\($0)='' " }.joined())/>", size))</r>"
        },
        GrowthShape("undeclared-prefixes", .malformed) { "<r>\(repeated("<p:a/>", $0))</r>" },
        GrowthShape("different-undeclared-prefixes", .malformed) { size in "<r>\(list(size) { "<p\($0):a/>" })</r>" },
        GrowthShape("undeclared-prefixes-of-attributes", .malformed) { "<r>\(repeated("<a p:k=''/>", $0))</r>" },
        GrowthShape("undeclared-prefixes-in-depth", .malformed, base: 30_000, isDeep: true) {
            nested("<p:a>", "</p:a>", $0)
        },
        GrowthShape("undeclared-prefixes-in-one-tag", .malformed, base: 10_000) { size in
            "<r \(list(size) { "p\($0):a='' " })/>"
        },
        GrowthShape("long-namespaces-in-many-tags", .malformed, base: 20_000) { size in
            let uri = String(repeating: "u", count: size / 4)
            return "<r xmlns:a='\(uri)x' xmlns:b='\(uri)y'>\(repeated("<x a:k='' b:k=''/>", size / 2))</x>"
        },
        GrowthShape("empty-namespaces", .malformed) { "<r>\(repeated("<p:a xmlns:p=''/>", $0))</r>" },
        GrowthShape("empty-namespaces-in-one-tag", .malformed, base: 10_000) { size in
            "<r \(list(size) { "xmlns:p\($0)='' " })/>"
        },
        GrowthShape("invalid-namespaces-in-one-tag", .malformed, base: 10_000) { size in
            "<r \(list(size) { "xmlns:p\($0)='%' " })/>"
        },
        GrowthShape("names-of-two-colons", .malformed) { "<r>\(repeated("<a:b:c/>", $0))</r>" },
        GrowthShape("attributes-of-one-expanded-name", .malformed) {
            "<r xmlns:p='u' xmlns:q='u'>\(repeated("<a p:k='' q:k=''/>", $0))</r>"
        },
        GrowthShape("faults-under-prefixes", .malformed) { "<r \(prefixes(1_000))>\(repeated("<x:a/>", $0))</r>" },
    ]

    /// Context that surrounds records and is the same for each of them.
    static let contexts: [Self] = [
        GrowthShape("four-thousand-prefixes", base: 50_000) { size in
            "<r \(prefixes(4_000))>\(repeated("<record/>", size))</r>"
        },
        GrowthShape("records-in-depth", base: 100_000) { size in
            String(repeating: "<a>", count: 200) + repeated("<record/>", size) + String(repeating: "</a>", count: 200)
        },
        GrowthShape("depth-and-records", base: 20_000, isDeep: true) { size in
            let depth = size / 20
            return "<r>" + String(repeating: "<a>", count: depth) + repeated("<b/>", size / 2)
                + String(repeating: "</a>", count: depth) + "</r>"
        },
        GrowthShape("long-prologue-and-records", base: 50_000) { size in
            "<!--\(repeated("comment ", size / 2))--><r>\(repeated("<record/>", size / 2))</r>"
        },
        GrowthShape("declarations-and-records", base: 50_000) { size in
            "<!DOCTYPE r [\(list(size / 2) { "<!ENTITY e\($0) 'x'>" })]><r>\(repeated("<record/>", size / 2))</r>"
        },
        GrowthShape("long-root-tag-and-records", base: 50_000) { size in
            "<r a='\(repeated("value ", size / 2))'>\(repeated("<record/>", size / 2))</r>"
        },
        GrowthShape("long-text-and-records", base: 50_000) { size in
            "<r>\(repeated("text ", size / 2))\(repeated("<record/>", size / 2))</r>"
        },
        GrowthShape("long-record") { "<r><record>\(repeated("<a>x</a>", $0))</record></r>" },
        GrowthShape("names-and-records", base: 50_000) { size in
            "<r>\(list(size / 2) { "<n\($0)/>" })\(repeated("<record/>", size / 2))</r>"
        },
        GrowthShape("faulty-records", .malformed, base: 50_000) { "<r>\(repeated("<record>&</record>\n", $0))</r>" },
        GrowthShape("faulty-records-after-prologue", .malformed, base: 50_000) { size in
            "<!--\(repeated("comment ", size / 2))--><r>\(repeated("<record>&</record>", size / 2))</r>"
        },
        GrowthShape("records-before-fault", .malformed) {
            "<r>\(repeated("<record a='b'>x</record>\n", $0))<a></b></r>"
        },
        GrowthShape("one-line-before-fault", .malformed) {
            "<r>\(repeated("<record a='b'>x</record>", $0))<a></b></r>"
        },
    ]
}

/// Returns the declarations of `count` prefixes with different namespaces.
private func prefixes(_ count: Int) -> String { (0..<count).map { "xmlns:p\($0)='u\($0)' " }.joined() }
