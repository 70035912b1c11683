// Malformed documents.

extension GrowthShape {
    static let faults: [Self] = [
        GrowthShape("control-characters-alone", .malformed) { "<r>\(repeated("\u{1}", $0))</r>" },
        GrowthShape("roots", .malformed) { repeated("x<p>y</p>", $0) },
        GrowthShape("empty-roots", .malformed) { repeated("<p/>", $0) },
        GrowthShape("roots-on-lines", .malformed) { repeated("<p>x</p>\n", $0) },
        GrowthShape("different-roots", .malformed) { size in list(size) { "<p\($0)/>" } },
        GrowthShape("roots-of-latin1", .malformed) {
            "<?xml version='1.0' encoding='ISO-8859-1'?>" + repeated("<p>x</p>\n", $0)
        },
        GrowthShape("declarations-of-xml", .malformed) { repeated("<?xml version='1.0'?><p/>", $0) },
        GrowthShape("unclosed-xml-declaration", .malformed) { "<?xml version='1.0' " + repeated("a='>' ", $0) },
        GrowthShape("text-before-root", .malformed) { repeated("text ", $0) + "<r/>" },
        GrowthShape("text-after-root", .malformed) { "<r/>" + repeated("text ", $0) },
        GrowthShape("end-tags-after-root", .malformed) { "<r></r>" + repeated("</x>", $0) },
        GrowthShape("references-after-root", .malformed) { "<r/>" + repeated("&amp;", $0) },
        GrowthShape("sections-after-root", .malformed) { "<r/>" + repeated("<![CDATA[x]]>", $0) },
        GrowthShape("depth-and-stray-end-tags", .malformed, base: 40_000, isDeep: true) { size in
            "<r>" + repeated("<a>", size / 2) + repeated("</x>", size / 2)
        },
        GrowthShape("names-in-depth-and-stray-end-tags", .malformed, base: 40_000, isDeep: true) { size in
            "<r>" + list(size / 2) { "<a\($0)>" } + list(size / 2) { "</b\($0)>" }
        },
        GrowthShape("depth-and-crossed-end-tags", .malformed, base: 40_000, isDeep: true) { size in
            let count = size / 14
            return "<r>" + (0..<count).map { "<a\($0)>" }.joined() + (0..<count).map { "</a\($0)>" }.joined()
        },
        GrowthShape("crossed-tags", .malformed) { "<r>\(repeated("<a><b></a></b>", $0))</r>" },
        GrowthShape("unclosed-children", .malformed) { "<r>\(repeated("<g><a><b><c></g>", $0))</r>" },
        GrowthShape("depth-closed-at-once", .malformed, base: 40_000, isDeep: true) {
            "<r><g>\(repeated("<a>", $0))</g></r>"
        },
        GrowthShape("end-tags-of-other-case", .malformed) { "<r>\(repeated("<A>x</a>", $0))</r>" },
        GrowthShape("depth-of-other-case", .malformed, base: 40_000, isDeep: true) { size in
            "<r>" + repeated("<A>", size / 2) + repeated("</a>", size / 2)
        },
        GrowthShape("conflict-markers", .malformed) {
            "<r>\(repeated("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n", $0))</r>"
        },
        GrowthShape("conflict-markers-after-root", .malformed) { "<r/>" + repeated("<<<<<<< HEAD\n=======\n", $0) },
        GrowthShape("less-than-signs", .malformed) { "<r>\(repeated("<", $0))</r>" },
        GrowthShape("nested-comments", .malformed) { "<r><!--\(repeated("<!-- x ", $0))--></r>" },
        GrowthShape("quotes-in-values", .malformed) { "<r>\(repeated(#"<x a="say "hi""/>"#, $0))</r>" },
        GrowthShape("quotes-in-one-tag", .malformed, base: 10_000) { "<x a=\(repeated(#""b "c" "#, $0))/>" },
        GrowthShape("mistyped-end-tags", .malformed) { "<r>\(repeated("<order>x</ordre>", $0))</r>" },
        GrowthShape("names-to-repair", .malformed, base: 10_000) { "<x \(repeated("1=a ", $0))/>" },
        GrowthShape("different-names-to-repair", .malformed, base: 10_000) { size in "<x \(list(size) { "\($0)=a " })/>"
        },
        GrowthShape("tags-of-names-to-repair", .malformed) { "<r>\(repeated("<x 1=a 1=b/>", $0))</r>" },
        GrowthShape("element-names-to-repair", .malformed) { "<r>\(repeated("<x$y>z</x$y>", $0))</r>" },
        GrowthShape("duplicate-attributes", .malformed) { "<x \(repeated("a=b ", $0))/>" },
        GrowthShape("quoted-duplicate-attributes", .malformed) { "<x \(repeated("a='b' ", $0))/>" },
        GrowthShape("tags-of-duplicates", .malformed) { "<r>\(repeated("<x a='' a=''/>", $0))</r>" },
        GrowthShape("attributes-without-values", .malformed, base: 10_000) { size in "<x \(list(size) { "a\($0) " })/>"
        },
        GrowthShape("attributes-without-quotes", .malformed, base: 10_000) { size in
            "<x \(list(size) { "a\($0)=b " })/>"
        },
        GrowthShape("attributes-without-spaces", .malformed, base: 10_000) { size in
            "<x \(list(size) { "a\($0)='b'" })/>"
        },
        GrowthShape("long-value-without-quotes", .malformed) { "<r><x a=\(repeated("b", $0))/></r>" },
        GrowthShape("slashes-in-value-without-quotes", .malformed) { "<r><x a=\(repeated("b/", $0))></x></r>" },
        GrowthShape("slashes-in-tag", .malformed) { "<r><x \(repeated("/ ", $0))></x></r>" },
        GrowthShape("angles-in-value", .malformed) { "<r><x a='\(repeated("<", $0))'/></r>" },
        GrowthShape("ampersands-in-value", .malformed) { "<r><x a='\(repeated("& ", $0))'/></r>" },
        GrowthShape("tags-in-value", .malformed) { "<r><x a='\(repeated("<y>", $0))'/></r>" },
        GrowthShape("unclosed-values", .malformed) { "<r>\(repeated("<e k='>x", $0))</r>" },
        GrowthShape("unclosed-values-of-two-quotes", .malformed) { "<r>\(repeated("<e k='>x<e k=\">", $0))</r>" },
        GrowthShape("equals-in-tag", .malformed) { "<r><x \(repeated("a= ", $0))/></r>" },
        GrowthShape("values-before-equals", .malformed) { "<r><x \(repeated("a='=' ", $0))/></r>" },
        GrowthShape("spaces-in-malformed-tag", .malformed) { "<r><x a\(repeated(" ", $0))></x></r>" },
        GrowthShape("spaces-after-less-than", .malformed) { "<r>\(repeated("x< ", $0))</r>" },
        GrowthShape("comparisons", .malformed) { "<r>\(repeated("a<b && c ", $0))</r>" },
        GrowthShape("long-reference", .malformed) { "<r>&\(repeated("a", $0));</r>" },
        GrowthShape("long-number-reference", .malformed) { "<r>&#\(repeated("1", $0));</r>" },
        GrowthShape("numbers-of-zeros", .malformed) { "<r>\(repeated("&#0;&#x80;", $0))</r>" },
        GrowthShape("numbers-without-end", .malformed) { "<r>\(repeated("&#65 ", $0))</r>" },
        GrowthShape("hyphens-in-malformed-comment", .malformed) { "<r><!--\(repeated("--", $0))--></r>" },
        GrowthShape("malformed-comments", .malformed) { "<r>\(repeated("<!--a--b-->", $0))</r>" },
        GrowthShape("unclosed-comments", .malformed) { "<r>\(repeated("<!-- x", $0))</r>" },
        GrowthShape("section-ends-in-malformed-text", .malformed) { "<r>\(repeated("x]]>", $0))</r>" },
        GrowthShape("unclosed-section", .malformed) { "<r><![CDATA[\(repeated("x]]", $0))" },
        GrowthShape("malformed-instructions", .malformed) { "<r>\(repeated("<?1?>", $0))</r>" },
        GrowthShape("instructions-named-xml", .malformed) { "<r>\(repeated("<?xml a?>", $0))</r>" },
        GrowthShape("unclosed-instructions", .malformed) { "<r>\(repeated("<?a ", $0))</r>" },
        GrowthShape("declarations-in-content", .malformed) { "<r>\(repeated("<!DOCTYPE x>", $0))</r>" },
        GrowthShape("declarations-with-subsets-in-content", .malformed) { "<r>\(repeated("<!DOCTYPE x [", $0))</r>" },
        GrowthShape("cut-in-depth", .malformed, base: 30_000, isDeep: true) { "<r>\(repeated("<a>\n", $0))" },
        GrowthShape("cut-in-text", .malformed) { "<r>\(repeated("text\n", $0))" },
        GrowthShape("fault-at-end", .malformed) { "<r>\(repeated("<a>x</a>\n", $0))&" },
        GrowthShape("warnings", .malformed) { "<r>\(repeated("<a xmlns='relative path'/>", $0))</r>" },
        GrowthShape("faults-on-one-line", .malformed) { "<r>\(repeated("x & y ", $0))</r>" },
        GrowthShape("faults-after-accents", .malformed) { "<r>\(repeated("é & ", $0))</r>" },
        GrowthShape("faults-with-notes", .malformed) { "<r>\(repeated("<a>x</b>", $0))</r>" },
        GrowthShape("scripts-in-xml", .malformed) { "<r>\(repeated("<script>a<b && c</script>", $0))</r>" },
        GrowthShape("one-script-in-xml", .malformed) { "<r><script>\(repeated("a<b && </c ", $0))</script></r>" },
    ]

    /// Repeated faults of one kind in content, in a document without a root, in a value and in a tag.
    static let repeatedFaults: [Self] = {
        let parts = [
            ("ampersand", "&"),
            ("reference", "&a"),
            ("number", "&#"),
            ("less-than", "<"),
            ("end", "</"),
            ("end-name", "</x"),
            ("end-tag", "</x>"),
            ("name-and-space", "<x "),
            ("name", "<x"),
            ("attribute", "<x a"),
            ("equals", "<x a="),
            ("quote", "<x a=\""),
            ("apostrophe", "<x a='"),
            ("value", "<x a=\"b\" "),
            ("unquoted", "<x a=b"),
            ("question", "<?"),
            ("target", "<?x"),
            ("unclosed-instruction", "<?x>"),
            ("exclamation", "<!"),
            ("unknown-declaration", "<!x>"),
            ("comment", "<!--"),
            ("short-comment", "<!-->"),
            ("hyphens", "--"),
            ("hyphen", "-"),
            ("section", "<![CDATA["),
            ("section-end", "]]>"),
            ("bracket", "]"),
            ("subset", "<!DOCTYPE x ["),
            ("doctype", "<!DOCTYPE x>"),
            ("open-doctype", "<!DOCTYPE"),
            ("conditional", "<!["),
            ("control", "\u{1}"),
            ("noncharacter", "\u{FFFE}"),
            ("unclosed-child", "<x><y></x>"),
            ("open-value", "<x/><y a=\"</y>"),
            ("loose-attribute", "a=\"b\" "),
            ("comparison", "x<y "),
            ("equals-sign", "="),
            ("double-quote", "\""),
            ("single-quote", "'"),
            ("html", "<br>text</p>"),
        ]
        let contexts = [("content", "<r>"), ("document", ""), ("value", "<r a=\""), ("tag", "<r ")]
        return contexts.flatMap { context, start in
            parts.map { name, part in
                GrowthShape("\(name)-again-in-\(context)", .repeatedFault, base: 25_000, isDeep: true) {
                    start + repeated(part, $0)
                }
            }
        }
    }()
}
