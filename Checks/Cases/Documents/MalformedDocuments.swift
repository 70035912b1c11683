import LibXML

/// Malformed documents, with the repaired text and the diagnostics of each.
package enum MalformedDocuments {
    package static let all = markup + ofFiles + ofNamespaces + ofControls + ofMistypedTags + ofHTML

    /// The cases, by kind of fault.
    private static let markup: [Case] = [
        Case("<a>Bob & Co</a>", "<a>Bob &amp; Co</a>", "malformedReference@1:8"),
        Case("<a>a < b</a>", "<a>a &lt; b</a>", "malformedTag@1:7"),
        Case(
            "<a>\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n</a>",
            "<a>\n&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\n1\n=======\n2\n>>>>>>> b\n</a>", "malformedTag@2:2"
        ),
        Case("<<<<<<< HEAD\n<a/>", "<a/>", "malformedTag@1:2"),
        Case(
            "<a><<<<<<<</a>", "<a>&lt;&lt;&lt;&lt;&lt;&lt;&lt;</a>",
            (5...11).map { "malformedTag@1:\($0)" }.joined(separator: " ")),
        Case(
            "<a/>\n=======\n<!-- c -->\n>>>>>>> b\n", "<a/>\n<!-- c -->\n",
            "contentAfterRootElement@2:1 contentAfterRootElement@4:1"
        ),
        Case("<a><!-- x <!-- y --> z --></a>", "<a><!-- x <!- - y --> z --></a>", "doubleHyphenInComment@1:13"),
        Case("<a>x <3</a>", "<a>x &lt;3</a>", "invalidName@1:7"),
        Case("<a>AT&T;</a>", "<a>AT&amp;T;</a>", "undeclaredEntity@1:6"),
        Case("<a>&copy 2024</a>", "<a>© 2024</a>", "malformedReference@1:9"),
        Case(
            "<a>&nbsp;&eacute;&unknown;</a>",
            "<a>\u{A0}é&amp;unknown;</a>",
            "undeclaredEntity@1:4 undeclaredEntity@1:10 undeclaredEntity@1:18"
        ),
        Case(
            "<a>&#150;&#x0;&#x8;&#xD800;\u{8}</a>",
            "<a>–\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}</a>",
            "invalidCharacterReference@1:4 invalidCharacterReference@1:10 invalidCharacterReference@1:15 invalidCharacterReference@1:20 invalidCharacter@1:28"
        ),
        Case(
            "<a>&#x0;&#x8;x\u{8}</a>",
            "<a>x</a>",
            "invalidCharacterReference@1:4 invalidCharacterReference@1:9 invalidCharacter@1:15"
        ) { $0.invalidCharacters = .drop },
        Case(
            #"<a b="&#x8;">&#x0;&#x8;x\#u{8}</a>"#,
            #"<a b="&libxml-character-8;">\#u{FFFD}&libxml-character-8;x&libxml-character-8;</a>"#,
            "invalidCharacterReference@1:7 invalidCharacterReference@1:14 invalidCharacterReference@1:19 invalidCharacter@1:25"
        ) { $0.invalidCharacters = .keep },
        Case(
            #"<a href=x y='1'z="2" checked>t</a>"#,
            #"<a href="x" y='1' z="2" checked="">t</a>"#,
            "unquotedAttributeValue@1:9 missingWhitespace@1:16 missingAttributeValue@1:29"
        ),
        Case(#"<a b="x<y">t</a>"#, #"<a b="x&lt;y">t</a>"#, "lessThanInAttributeValue@1:8"),
        Case(#"<a b="1" b="2">t</a>"#, #"<a b="1">t</a>"#, "duplicateAttribute@1:10"),
        Case(
            #"<a><b c="x>text</b><b d="y">u</b></a>"#,
            #"<a><b c="x">text</b><b d="y">u</b></a>"#,
            "unclosedAttributeValue@1:9"
        ),
        Case("<r><p>one<p>two</r>", "<r><p>one<p>two</p></p></r>", "mismatchedEndTag@1:16 mismatchedEndTag@1:16"),
        Case("<r><b><i>x</b></i></r>", "<r><b><i>x</i></b></r>", "mismatchedEndTag@1:11 mismatchedEndTag@1:15"),
        Case("<r>a<br>b</r>", "<r>a<br>b</br></r>", "mismatchedEndTag@1:10"),
        Case("<r>a</x>b</r>", "<r>ab</r>", "mismatchedEndTag@1:5"),
        Case("<r><P>a</p></r>", "<r><P>a</P></r>", "mismatchedEndTag@1:8") { $0.ignoresCase = true },
        Case(#"\#n<?xml version="1.0"?>\#n<a/>"#, #"<?xml version="1.0"?>\#n<a/>"#, "misplacedXMLDeclaration@2:1"),
        Case("junk<a/>", "<a/>", "missingRootElement@1:1"),
        Case("<a/><b>t</b><c/>", "<a/>", "contentAfterRootElement@1:5 contentAfterRootElement@1:13"),
        Case("<a/><p", "<a/>", "contentAfterRootElement@1:5"),
        Case("<a/>text", "<a/>", "contentAfterRootElement@1:5"),
        Case("junk<a/><b>t</b>text", "<all>junk<a/><b>t</b>text</all>", "") { $0.extraContent = .wrap("all") },
        Case("<ns:x>t</ns:x>", #"<ns:x xmlns:ns="urn:undeclared:ns">t</ns:x>"#, "undeclaredPrefix@1:1"),
        Case("<a><!-- x -- y --></a>", "<a><!-- x - - y --></a>", "doubleHyphenInComment@1:11"),
        Case("<a><!-- x</a>", "<a><!-- x</a>--></a>", "unclosedComment@1:4 unclosedElement@1:14"),
        Case("<a><![CDATA[x</a>", "<a><![CDATA[x</a>]]></a>", "unclosedCDATASection@1:4 unclosedElement@1:18"),
        Case("<a><![if IE]>x<![endif]></a>", "<a>x</a>", "malformedTag@1:4 malformedTag@1:15"),
        Case("<!DOCTYPE html [<a>t</a>", "<a>t</a>", "malformedDocumentType@1:17"),
        Case("<!doctype html><a>t</a>", "<a>t</a>", "notXML@1:1"),
        Case(#"<a><?php echo "?>" ?>x</a>"#, #"<a><?php echo "?>" ?>x</a>"#, ""),
        Case("<a><? foo ?>x</a>", "<a>x</a>", "invalidName@1:6"),
        Case(
            "<div><script>if (a && b < c)</script><br>x<img src=a></div>",
            #"<div><script>if (a &amp;&amp; b &lt; c)</script><br/>x<img src="a"/></div>"#,
            "unquotedAttributeValue@1:52"
        ) { $0.isHTML = true },
        Case("<a><b>one</b><c>tw", "<a><b>one</b><c>tw</c></a>", "unclosedElement@1:19 unclosedElement@1:19"),
        Case(
            #"<a><b>one</b><c x="1" y="2"#,
            #"<a><b>one</b><c x="1" y="2"></c></a>"#,
            "unclosedAttributeValue@1:25 unclosedTag@1:14 unclosedElement@1:27 unclosedElement@1:27"
        ),
        Case("<a><b>one</b><c", "<a><b>one</b></a>", "unclosedTag@1:14 unclosedElement@1:16"),
        Case("<a><b>one</b></", "<a><b>one</b></a>", "unclosedTag@1:14 unclosedElement@1:16"),
        Case("<a>x&am", "<a>x&amp;am</a>", "malformedReference@1:5 unclosedElement@1:8"),
        Case("<a>x]]>y</a>", "<a>x]]&gt;y</a>", "cdataEndInText@1:5"),
        Case("<a b=x>y>z</a>", #"<a b="x">y>z</a>"#, "unquotedAttributeValue@1:6"),
        Case(#"<a b = 'x"y'>"&amp;"</a>"#, #"<a b = 'x"y'>"&amp;"</a>"#, ""),
        Case(
            #"<a b="a&b&c=d&amp;e&copy=1&lt;">t</a>"#,
            #"<a b="a&amp;b&amp;c=d&amp;e&amp;copy=1&lt;">t</a>"#,
            "malformedReference@1:10 malformedReference@1:12 malformedReference@1:25"
        ),
        Case("<a b='1'/>", "<a b='1'/>", ""),
        Case(
            #"<!DOCTYPE a [<!ENTITY e "v"><!ENTITY bad "<x>">]><a b="&e;&bad;">&e;&bad;&<br></a>"#,
            #"<!DOCTYPE a [<!ENTITY e "v"><!ENTITY bad "<x>">]><a b="&e;&amp;bad;">&e;&amp;bad;&amp;<br></br></a>"#,
            "lessThanInAttributeValue@1:59 malformedEntity@1:69 malformedReference@1:74 mismatchedEndTag@1:79"
        ),
        Case(
            "<a><b></a></b><c></a>",
            "<a><b></b></a>",
            "mismatchedEndTag@1:7 contentAfterRootElement@1:11 contentAfterRootElement@1:15 mismatchedEndTag@1:18 unclosedElement@1:22"
        ),
        Case(
            #"<foo$bar x@y="1">t</foo$bar>"#,
            #"<foo_bar x_y="1">t</foo_bar>"#,
            "malformedTag@1:5 invalidName@1:10"
        ),
        Case("<a></></a>", "<a></a>", "malformedTag@1:6"),
        Case("<a <b>t</b></a>", "<a> <b>t</b></a>", "unclosedTag@1:1"),
        Case("<a>t</a", "<a>t</a>", "unclosedTag@1:5 unclosedElement@1:8"),
        Case(
            "<a>&#;&#x;&#12345678;&#65 &#X41;</a>",
            "<a>&amp;#;&amp;#x;\u{FFFD}&#65; &#x41;</a>",
            "invalidCharacterReference@1:6 invalidCharacterReference@1:10 invalidCharacterReference@1:11 invalidCharacterReference@1:26 invalidCharacterReference@1:29"
        ),
        Case(#"<a/ b="1">t</a>"#, #"<a b="1">t</a>"#, "malformedTag@1:3"),
        Case("<a>1</a><!-- c --><a>2</a>", "<a>1</a><!-- c -->", "contentAfterRootElement@1:19"),
        Case(
            #"<a xmlns:p="" p:b="1">t</a>"#,
            #"<a xmlns:p="urn:undeclared:p"  p:b="1">t</a>"#,
            "invalidNamespaceDeclaration@1:4 undeclaredPrefix@1:15"
        ),
        Case(
            #"<a><b x="1" "y" =z>t</b></a>"#,
            #"<a><b x="1"  y=""  z="">t</b></a>"#,
            "invalidName@1:13 missingWhitespace@1:14 missingAttributeValue@1:15 malformedTag@1:15 malformedTag@1:17 missingWhitespace@1:18 missingAttributeValue@1:19"
        ),
        Case(#"<!DOCTYPE a [<!ENTITY x "y"> <a>t</a>"#, "<a>t</a>", "malformedDocumentType@1:30"),
        Case(
            "<rss><channel><item><description>Tom & Jerry&nbsp;<br>x</description></item>",
            "<rss><channel><item><description>Tom &amp; Jerry\u{A0}<br>x</br></description></item></channel></rss>",
            "malformedReference@1:38 undeclaredEntity@1:45 mismatchedEndTag@1:56 unclosedElement@1:77 unclosedElement@1:77"
        ),
        Case(
            "<a b=1 b='2' c>t</a>",
            #"<a b="1" c="">t</a>"#,
            "unquotedAttributeValue@1:6 duplicateAttribute@1:8 missingAttributeValue@1:15"
        ),
        Case(#"<a b="x"c="y">t</a>"#, #"<a b="x" c="y">t</a>"#, "missingWhitespace@1:9"),
        Case(#"<a b="1>2" c="3">t</a>"#, #"<a b="1>2" c="3">t</a>"#, ""),
        Case(
            "<a>x<!-->y<!--->z<!-- a--- --></a>",
            "<a>x<!---->y<!---->z<!-- a- - - --></a>",
            "doubleHyphenInComment@1:13 doubleHyphenInComment@1:20 doubleHyphenInComment@1:24 doubleHyphenInComment@1:25"
        ),
        Case(
            "<a>&lt &gt; &amp x &quot;</a>",
            "<a>&lt; &gt; &amp; x &quot;</a>",
            "malformedReference@1:7 malformedReference@1:17"
        ),
        Case(
            #"<a xmlns:x="u" xmlns:y="u" x:a="1" y:a="2">t</a>"#,
            #"<a xmlns:x="u" xmlns:y="u" x:a="1" >t</a>"#,
            "duplicateAttribute@1:36"
        ),
        Case(
            "<a><b/></c></a></a></a>",
            "<a><b/></a>",
            "mismatchedEndTag@1:8 contentAfterRootElement@1:16 contentAfterRootElement@1:20"
        ),
        Case("<A>t</a>", "<A>t</A>", "mismatchedEndTag@1:5 unclosedElement@1:9"),
        Case("<a>]]]]>]]</a>", "<a>]]]]&gt;]]</a>", "cdataEndInText@1:6"),
        Case(#"<a><?xml version="1.0"?>t</a>"#, "<a>t</a>", "misplacedXMLDeclaration@1:4"),
        Case("<a></ a></a>", "<a></a>", "malformedTag@1:6"),
        // The name of an open element and something after it.
        Case("<a><b>x</b]></a]>", "<a><b>x</b></a>", "malformedTag@1:11 malformedTag@1:16"),
        Case("<a><b>x</b;>y</a&>", "<a><b>x</b>y</a>", "malformedTag@1:11 malformedTag@1:17"),
        Case("<a><b>x</a]>", "<a><b>x</b></a>", "mismatchedEndTag@1:8 malformedTag@1:11"),
        Case("<a>x</b]></a>", "<a>x</a>", "mismatchedEndTag@1:5"),
        Case("<a/>\u{FFFE}", "<a/>", "invalidCharacter@1:5"),
        Case("x<!--><!--><y/>", "<!--><!--><y/>", "missingRootElement@1:1"),
        // A byte order mark that is not at the beginning.
        Case("     \u{FEFF}<a/>", "     <a/>", "missingRootElement@1:6"),
        Case("\n\u{FEFF}<?xml version='1.0'?><a/>", "\n<a/>", "missingRootElement@2:1 misplacedXMLDeclaration@2:2"),
        Case("<a b=''c=d/>", #"<a b='' c="d"/>"#, "missingWhitespace@1:8 unquotedAttributeValue@1:10"),
        Case(#"<a>t</a b="1"><b/>"#, "<a>t</a >", "malformedTag@1:9 contentAfterRootElement@1:15"),
        Case(
            #"<?xml version="1.0" encoding="UTF-8" standalone="maybe"?><a/>"#,
            #"<?xml version="1.0" encoding="UTF-8"?><a/>"#, "malformedXMLDeclaration@1:50"),
        Case(#"<?xml version="1.0"><a/>"#, #"<?xml version="1.0"?><a/>"#, "malformedXMLDeclaration@1:20"),
        Case("<!-- c --><a/>", "<!-- c --><a/>", ""),
        Case("<a>x</a><?pi d?>", "<a>x</a><?pi d?>", ""),
        Case("<a>x</a><!DOCTYPE a>", "<a>x</a>", "misplacedDocumentType@1:9"),
        Case(
            #"<a href="a>b</a> <c d="e">f</c>"#,
            #"<a href="a">b</a> "#,
            "unclosedAttributeValue@1:9 contentAfterRootElement@1:18"
        ),
        Case(#"<日本 属="1">値</日本"#, #"<日本 属="1">値</日本>"#, "unclosedTag@1:12 unclosedElement@1:16"),
        Case("<a><日 b>x</日></a>", #"<a><日 b="">x</日></a>"#, "missingAttributeValue@1:8"),
        Case(#"<a b="\#tx&#10;">t</a>"#, #"<a b="\#tx&#10;">t</a>"#, ""),
        Case("<a><![CDATA[x]]</a>", "<a><![CDATA[x]]</a>]]></a>", "unclosedCDATASection@1:4 unclosedElement@1:20"),
        Case("<![CDATA[x]]><a/>", "<a/>", "missingRootElement@1:1"),
        Case("<![CDATA[x]]><a/>", "<all><![CDATA[x]]><a/></all>", "") { $0.extraContent = .wrap("all") },
        Case(
            #" <?xml version="1.0"?><a/>"#,
            #"<?xml version="1.0"?><all><a/></all>"#,
            "misplacedXMLDeclaration@1:2"
        ) { $0.extraContent = .wrap("all") },
        Case(
            #"\#n\#n<?xml version="1.0" encoding="utf-8"?>\#n<rss version="2.0"><channel><title>News</title></channel></rss>"#,
            #"<?xml version="1.0" encoding="utf-8"?>\#n<rss version="2.0"><channel><title>News</title></channel></rss>"#,
            "misplacedXMLDeclaration@3:1"
        ),
        Case(
            #"<rss version="2.0"><channel><item><title>Q&A: R&D at AT&T</title></item></channel></rss>"#,
            #"<rss version="2.0"><channel><item><title>Q&amp;A: R&amp;D at AT&amp;T</title></item></channel></rss>"#,
            "malformedReference@1:46 malformedReference@1:50 malformedReference@1:58"
        ),
        Case(
            "<rss><channel><link>http://example.org/?a=1&b=2&copy=3</link></channel></rss>",
            "<rss><channel><link>http://example.org/?a=1&amp;b=2&amp;copy=3</link></channel></rss>",
            "malformedReference@1:46 malformedReference@1:53"
        ),
        Case(
            "<rss><channel><description>5 &lt; 6 & 7 > 6</description></channel></rss>",
            "<rss><channel><description>5 &lt; 6 &amp; 7 > 6</description></channel></rss>",
            "malformedReference@1:37"
        ),
        Case(
            "<rss><channel><item><description>Caf&eacute; &mdash; na&iuml;ve&hellip;</description></item></channel></rss>",
            "<rss><channel><item><description>Café — naïve…</description></item></channel></rss>",
            "undeclaredEntity@1:37 undeclaredEntity@1:46 undeclaredEntity@1:56 undeclaredEntity@1:64"
        ),
        Case(
            "<rss><channel><item><description><p>one<br>two<p>three</description></item></channel></rss>",
            "<rss><channel><item><description><p>one<br>two<p>three</p></br></p></description></item></channel></rss>",
            "mismatchedEndTag@1:55 mismatchedEndTag@1:55 mismatchedEndTag@1:55"
        ),
        Case(
            "<rss><channel><item><title>Cut off in the mid",
            "<rss><channel><item><title>Cut off in the mid</title></item></channel></rss>",
            "unclosedElement@1:46 unclosedElement@1:46 unclosedElement@1:46 unclosedElement@1:46"
        ),
        Case(
            #"<rss><channel><item><enclosure url="http://example.org/a.mp3" length=123 type=audio/mpeg></item></channel></rss>"#,
            #"<rss><channel><item><enclosure url="http://example.org/a.mp3" length="123" type="audio/mpeg"></enclosure></item></channel></rss>"#,
            "unquotedAttributeValue@1:70 unquotedAttributeValue@1:79 mismatchedEndTag@1:90"
        ),
        Case(
            #"<rss><channel><item><media:thumbnail url="t.jpg"/><dc:creator>Ann</dc:creator></item></channel></rss>"#,
            #"<rss><channel><item><media:thumbnail xmlns:media="http://search.yahoo.com/mrss/" url="t.jpg"/><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ann</dc:creator></item></channel></rss>"#,
            "undeclaredPrefix@1:21 undeclaredPrefix@1:51"
        ),
        Case(
            "<rss><channel><item><pubDate>Mon, 01 Jan 2024</pubdate></item></channel></rss>",
            "<rss><channel><item><pubDate>Mon, 01 Jan 2024</pubDate></item></channel></rss>",
            "mismatchedEndTag@1:46"
        ),
        Case(
            "<rss><channel><item><pubDate>Mon, 01 Jan 2024</pubdate></item></channel></rss>",
            "<rss><channel><item><pubDate>Mon, 01 Jan 2024</pubDate></item></channel></rss>",
            "mismatchedEndTag@1:46"
        ) { $0.ignoresCase = true },
        Case(
            "<rss><channel><item><guid isPermaLink=false>1</guid></item><item></channel></rss>",
            #"<rss><channel><item><guid isPermaLink="false">1</guid></item><item></item></channel></rss>"#,
            "unquotedAttributeValue@1:39 mismatchedEndTag@1:66"
        ),
        Case(
            #"<rss version="2.0" version="2.0"><channel/></rss>"#,
            #"<rss version="2.0"><channel/></rss>"#,
            "duplicateAttribute@1:20"
        ),
        Case(
            "<rss><channel><item><title>It’s &#146;here&#146; &#8217;</title></item></channel></rss>",
            "<rss><channel><item><title>It’s ’here’ &#8217;</title></item></channel></rss>",
            "invalidCharacterReference@1:33 invalidCharacterReference@1:43"
        ),
        Case(
            "<rss><channel><item><content:encoded><![CDATA[<b>x</b>]]></content:encoded></item></rss>",
            #"<rss><channel><item><content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[<b>x</b>]]></content:encoded></item></channel></rss>"#,
            "undeclaredPrefix@1:21 mismatchedEndTag@1:83"
        ),
        Case(
            "<rss><channel><item><description><![CDATA[a]]> & <![CDATA[b]]></description></item></channel></rss>",
            "<rss><channel><item><description><![CDATA[a]]> &amp; <![CDATA[b]]></description></item></channel></rss>",
            "malformedReference@1:48"
        ),
        Case(
            "<rss><channel><item><description><![CDATA[never closed</description></item></channel></rss>",
            "<rss><channel><item><description><![CDATA[never closed</description></item></channel></rss>]]></description></item></channel></rss>",
            "unclosedCDATASection@1:34 unclosedElement@1:92 unclosedElement@1:92 unclosedElement@1:92 unclosedElement@1:92"
        ),
        Case(
            #"PHP Warning: x in y on line 3\#n<?xml version="1.0"?><rss><channel/></rss>"#,
            "<rss><channel/></rss>",
            "missingRootElement@1:1 misplacedXMLDeclaration@2:1"
        ),
        Case(
            "<rss><channel/></rss><!-- generated in 0.3 s -->\n<script>x()</script>",
            "<rss><channel/></rss><!-- generated in 0.3 s -->\n",
            "contentAfterRootElement@2:1"
        ),
        Case(
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type=html>a &amp;lt; b & c</title></entry></feed>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">a &amp;lt; b &amp; c</title></entry></feed>"#,
            "unquotedAttributeValue@1:62 malformedReference@1:80"
        ),
        Case(
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x<br>y</p></div></content></entry></feed>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x<br>y</br></p></div></content></entry></feed>"#,
            "mismatchedEndTag@1:123"
        ),
        Case(
            #"<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://e.org/?a&b" rel=self/></feed>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://e.org/?a&amp;b" rel="self"/></feed>"#,
            "malformedReference@1:72 unquotedAttributeValue@1:78"
        ),
        Case(
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>1</title><entry><title>2</title></entry></feed>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>1</title><entry><title>2</title></entry></entry></feed>"#,
            "mismatchedEndTag@1:97"
        ),
        Case(
            #"<feed xmlns="http://www.w3.org/2005/Atom><entry>x</entry></feed>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom"><entry>x</entry></feed>"#,
            "unclosedAttributeValue@1:13"
        ),
        Case(
            #"<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Price>1</Price></soap:Envelope>"#,
            #"<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Price>1</Price></soap:Body></soap:Envelope>"#,
            "mismatchedEndTag@1:98"
        ),
        Case(
            "<soap:Envelope><soap:Body><m:Get>x</m:Get></soap:Body></soap:Envelope>",
            #"<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><m:Get xmlns:m="urn:undeclared:m">x</m:Get></soap:Body></soap:Envelope>"#,
            "undeclaredPrefix@1:1 undeclaredPrefix@1:27"
        ),
        Case(
            #"<soap:Envelope xmlns:soap="s"><soap:Body><Fault><faultstring>expected < 5 but was > 7</faultstring></Fault></soap:Body></soap:Envelope>"#,
            #"<soap:Envelope xmlns:soap="s"><soap:Body><Fault><faultstring>expected &lt; 5 but was > 7</faultstring></Fault></soap:Body></soap:Envelope>"#,
            "malformedTag@1:72"
        ),
    ]
}
