import LibXML

extension MalformedDocuments {
    /// Documents that are well-formed by XML 1.0, but violate namespace rules.
    static let ofNamespaces: [Case] = [
        Case(
            "<r><x:a x:b='1'><x:c/></x:a><x:a/></r>",
            #"<r><x:a xmlns:x="urn:undeclared:x" x:b='1'><x:c/></x:a><x:a xmlns:x="urn:undeclared:x"/></r>"#,
            "undeclaredPrefix@1:4 undeclaredPrefix@1:29"),
        Case(
            "<r y:b='1' xsi:nil='true'/>",
            #"<r xmlns:y="urn:undeclared:y" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" y:b='1' xsi:nil='true'/>"#,
            "undeclaredPrefix@1:4 undeclaredPrefix@1:12"),
        Case(
            "<x:a b=1>t</x:a>", #"<x:a xmlns:x="urn:undeclared:x" b="1">t</x:a>"#,
            "unquotedAttributeValue@1:8 undeclaredPrefix@1:1"),
        Case("<x:a>t</x:a>", "<x:a>t</x:a>", "undeclaredPrefix@1:1") { $0.undeclaredPrefixes = .keep },
        Case("<é:a/>", #"<é:a xmlns:é="urn:undeclared:%C3%A9"/>"#, "undeclaredPrefix@1:1"),
        Case("<a b:='1'/>", "<a b_='1'/>", "invalidName@1:4"),
        Case("<x:/>", "<x_/>", "invalidName@1:2"),
        Case("<:x/>", "<_x/>", "invalidName@1:2"),
        Case("<a:1/>", #"<a:_1 xmlns:a="urn:undeclared:a"/>"#, "invalidName@1:2"),
        Case("<xmlns:a/>", "<xmlns_a/>", "undeclaredPrefix@1:1"),
        Case("<a xmlns:p=''/>", "<a />", "invalidNamespaceDeclaration@1:4"),
        Case("<a xmlns:xml='u'/>", "<a />", "invalidNamespaceDeclaration@1:4"),
        Case("<a xmlns:xmlns='u'/>", "<a />", "invalidNamespaceDeclaration@1:4"),
        Case("<a xmlns='http://www.w3.org/2000/xmlns/'/>", "<a />", "invalidNamespaceDeclaration@1:4"),
        Case(
            "<a xmlns:q='http://www.w3.org/XML/1998/name&#115;pace'/>", "<a />", "invalidNamespaceDeclaration@1:4"),
        Case(
            "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='en' b/>",
            #"<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='en' b=""/>"#, "missingAttributeValue@1:68"),
        Case(
            "<a soap:b='1' soapenv:b='2'/>",
            #"<a xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" soap:b='1' />"#,
            "undeclaredPrefix@1:4 duplicateAttribute@1:15"),
        Case("<a><?b:c d?></a>", "<a><?b_c d?></a>", "invalidName@1:6"),
        Case(
            "<!DOCTYPE a [<!ENTITY n 'u'>]><a xmlns:p='u' xmlns:q='&n;' p:b='' q:b=''/>",
            "<!DOCTYPE a [<!ENTITY n 'u'>]><a xmlns:p='u' xmlns:q='&n;' p:b='' />", "duplicateAttribute@1:67"),
        Case(
            "<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA 'u' q:d CDATA 'v'>]><a p:b='' c/>",
            #"<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA 'u' q:d CDATA 'v'>]><a xmlns:q="urn:undeclared:q" p:b='' c=""/>"#,
            "missingAttributeValue@1:71 undeclaredPrefix@1:60"),
        Case(
            "<p xmlns:l=''a/>", #"<p  a=""/>"#,
            "invalidNamespaceDeclaration@1:4 missingWhitespace@1:14 missingAttributeValue@1:15"),
        Case(
            "<a c='1\u{15}' d>", "<a c='1\u{FFFD}' d=\"\"></a>",
            "invalidCharacter@1:8 missingAttributeValue@1:12 unclosedElement@1:13"),
        Case("<r><:x$/></r>", "<r><_x_/></r>", "invalidName@1:5"),
        Case("<r xmlns:1=''>&</r>", "<r >&amp;</r>", "invalidName@1:4 malformedReference@1:15"),
        Case("<r xmlns:p/>", "<r />", "missingAttributeValue@1:11"),
        Case(
            "<r p:x='&f;'>a</r>", #"<r xmlns:p="urn:undeclared:p" p:x='&amp;f;'>a</r>"#,
            "undeclaredEntity@1:9 undeclaredPrefix@1:4"),
        Case(
            "<!DOCTYPE a [<!ENTITY b:c 'v'>]><a>&b:c;</a>", "<a>&amp;b:c;</a>",
            "malformedDocumentType@1:26 undeclaredEntity@1:36"),
    ]

    /// Control characters from U+0080 on.
    static let ofControls: [Case] = [
        Case(
            "<a b='\u{92}'>\u{93}x\u{94}\u{85}\u{81}<!--\u{96}--><![CDATA[\u{80}]]></a>",
            "<a b='’'>“x”\u{85}\u{81}<!--–--><![CDATA[€]]></a>",
            "invalidCharacter@1:7 invalidCharacter@1:10 invalidCharacter@1:12 invalidCharacter@1:19 invalidCharacter@1:32"
        ),
        Case("<a>\u{93}&#147;<b></a>", "<a>\u{93}&#147;<b></b></a>", "mismatchedEndTag@1:14") {
            $0.controlsAreWindows1252 = false
        },
    ]

    /// End tags with a typing error.
    static let ofMistypedTags: [Case] = [
        Case(
            "<r><order>1</ordre><order>2</order></r>", "<r><order>1</order><order>2</order></r>",
            "mismatchedEndTag@1:12"),
        Case("<r><order>1</orders></r>", "<r><order>1</order></r>", "mismatchedEndTag@1:12"),
        Case("<r><order>1</oder></r>", "<r><order>1</order></r>", "mismatchedEndTag@1:12"),
        Case("<r><order>1</ordar></r>", "<r><order>1</order></r>", "mismatchedEndTag@1:12"),
        Case("<r><order>1</ordars></r>", "<r><order>1</order></r>", "mismatchedEndTag@1:12 mismatchedEndTag@1:21"),
        // An element with this name is open, or the names are too short for a guess.
        Case(
            "<orders><order>1</orders>", "<orders><order>1</order></orders>", "mismatchedEndTag@1:17"),
        Case("<r><td>1</th></r>", "<r><td>1</td></r>", "mismatchedEndTag@1:9 mismatchedEndTag@1:14"),
        Case("<r><日本語字>1</日本話字></r>", "<r><日本語字>1</日本語字></r>", "mismatchedEndTag@1:11"),
    ]

    /// HTML.
    static let ofHTML: [Case] = [
        Case("<p><!-- a --!>b</p>", "<p><!-- a -->b</p>", "doubleHyphenInComment@1:11") { $0.isHTML = true },
        Case(
            "<html><title>a <b> &amp; c & d</title><link href=''><textarea>&lt;<p></textarea></html>",
            "<html><title>a &lt;b> &amp; c &amp; d</title><link href=''/><textarea>&lt;&lt;p></textarea></html>",
            "malformedReference@1:28"
        ) { $0.isHTML = true },
        // The `link` and `title` of a feed are not HTML elements.
        Case(
            "<rss><title>a <b>b</b> & c</title><link>http://d?e&f</link><br>g</rss>",
            "<rss><title>a <b>b</b> &amp; c</title><link>http://d?e&amp;f</link><br/>g</rss>",
            "malformedReference@1:24 malformedReference@1:53"
        ) { $0.isHTML = true },
    ]
}
