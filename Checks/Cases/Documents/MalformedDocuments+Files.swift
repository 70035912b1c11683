import LibXML

extension MalformedDocuments {
    /// Faults found in feeds, messages and other files.
    static let ofFiles: [Case] = [
        Case(
            #"<soap:Envelope xmlns:soap="s"><soap:Body>ok</soap:Body></soap:Envelope>Server busy"#,
            #"<soap:Envelope xmlns:soap="s"><soap:Body>ok</soap:Body></soap:Envelope>"#,
            "contentAfterRootElement@1:72"
        ),
        Case(
            #"HTTP/1.1 200 OK\#n\#n<soap:Envelope xmlns:soap="s"/>"#,
            #"<soap:Envelope xmlns:soap="s"/>"#,
            "missingRootElement@1:1"
        ),
        Case(
            "<ListBucketResult><Contents><Key>a\u{8}b</Key></Contents></ListBucketResult>",
            "<ListBucketResult><Contents><Key>a\u{FFFD}b</Key></Contents></ListBucketResult>",
            "invalidCharacter@1:35"
        ),
        Case(
            "<ListBucketResult><Contents><Key>a\u{8}b&#x1;</Key></Contents></ListBucketResult>",
            "<ListBucketResult><Contents><Key>a&libxml-character-8;b&libxml-character-1;</Key></Contents></ListBucketResult>",
            "invalidCharacter@1:35 invalidCharacterReference@1:37"
        ) { $0.invalidCharacters = .keep },
        Case(
            "<ListBucketResult><Contents><Key>a\u{8}b&#x1;</Key></Contents></ListBucketResult>",
            "<ListBucketResult><Contents><Key>ab</Key></Contents></ListBucketResult>",
            "invalidCharacter@1:35 invalidCharacterReference@1:37"
        ) { $0.invalidCharacters = .drop },
        Case(
            "<ListBucketResult><Contents><Key>a&b/c d.txt</Key><Size>1</Contents></ListBucketResult>",
            "<ListBucketResult><Contents><Key>a&amp;b/c d.txt</Key><Size>1</Size></Contents></ListBucketResult>",
            "malformedReference@1:37 mismatchedEndTag@1:58"
        ),
        Case(
            #"<svg xmlns="http://www.w3.org/2000/svg"><path d=M0,0L1,1><circle r="5"></svg>"#,
            #"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0,0L1,1"><circle r="5"></circle></path></svg>"#,
            "unquotedAttributeValue@1:49 mismatchedEndTag@1:72 mismatchedEndTag@1:72"
        ),
        Case(
            ##"<svg><a xlink:href="#x">t</a></svg>"##,
            ##"<svg><a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#x">t</a></svg>"##,
            "undeclaredPrefix@1:9"
        ),
        Case(
            #"<svg><text>x &nbsp; y</text><image href="a.png" width=10px></svg>"#,
            #"<svg><text>x \#u{A0} y</text><image href="a.png" width="10px"></image></svg>"#,
            "undeclaredEntity@1:14 unquotedAttributeValue@1:55 mismatchedEndTag@1:60"
        ),
        Case(#"<svg viewbox="0 0 1 1" viewbox="0 0 2 2"/>"#, #"<svg viewbox="0 0 1 1"/>"#, "duplicateAttribute@1:24"),
        Case(
            #"<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY ns "http://x">]><svg xmlns="&ns;"><g><a b=1></g></svg>"#,
            #"<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY ns "http://x">]><svg xmlns="&ns;"><g><a b="1"></a></g></svg>"#,
            "unquotedAttributeValue@1:112 mismatchedEndTag@1:114"
        ),
        Case(
            #"<opml version="2.0"><body><outline text="Tom & Jerry" xmlUrl="http://e.org/?a=1&b=2"><outline text="x"></body></opml>"#,
            #"<opml version="2.0"><body><outline text="Tom &amp; Jerry" xmlUrl="http://e.org/?a=1&amp;b=2"><outline text="x"></outline></outline></body></opml>"#,
            "malformedReference@1:46 malformedReference@1:82 mismatchedEndTag@1:104 mismatchedEndTag@1:104"
        ),
        Case(
            #"<opml><body><outline text="a "quoted" word"/></body></opml>"#,
            #"<opml><body><outline text="a " quoted="" word=""/></body></opml>"#,
            "missingWhitespace@1:31 missingAttributeValue@1:37 malformedTag@1:37 missingAttributeValue@1:43 malformedTag@1:43"
        ),
        Case(
            "<opml><body><outline text='it's here'/></body></opml>",
            #"<opml><body><outline text='it' s="" here=""/></body></opml>"#,
            "missingWhitespace@1:31 missingAttributeValue@1:32 missingAttributeValue@1:37 malformedTag@1:37"
        ),
        Case(
            "<opml><head><title>x</head><body/></opml>",
            "<opml><head><title>x</title></head><body/></opml>",
            "mismatchedEndTag@1:21"
        ),
        Case(
            "<urlset><url><loc>http://example.org/?a=1&b=2</loc></url><url><loc>x</url></urlset>",
            "<urlset><url><loc>http://example.org/?a=1&amp;b=2</loc></url><url><loc>x</loc></url></urlset>",
            "malformedReference@1:44 mismatchedEndTag@1:69"
        ),
        Case(
            "<urlset><url><loc>http://example.org/</loc><lastmod>2024</url></urlset>",
            "<urlset><url><loc>http://example.org/</loc><lastmod>2024</lastmod></url></urlset>",
            "mismatchedEndTag@1:57"
        ),
        Case(
            "<urlset><url><loc>a</loc></url><url><lo",
            "<urlset><url><loc>a</loc></url><url></url></urlset>",
            "unclosedTag@1:37 unclosedElement@1:40 unclosedElement@1:40"
        ),
        Case(
            #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><ele>3</ele></trkpt><trkpt lat="1" lon=""#,
            #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><ele>3</ele></trkpt><trkpt lat="1" lon=""></trkpt></trkseg></trk></gpx>"#,
            "unclosedAttributeValue@1:81 unclosedTag@1:62 unclosedElement@1:82 unclosedElement@1:82 unclosedElement@1:82 unclosedElement@1:82"
        ),
        Case(
            #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2024-01-01T00:"#,
            #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2024-01-01T00:</time></trkpt></trkseg></trk></gpx>"#,
            "unclosedElement@1:62 unclosedElement@1:62 unclosedElement@1:62 unclosedElement@1:62 unclosedElement@1:62"
        ),
        Case(
            "<gpx><wpt lat=1.5 lon=-2.5><name>A & B</name></wpt></gpx>",
            #"<gpx><wpt lat="1.5" lon="-2.5"><name>A &amp; B</name></wpt></gpx>"#,
            "unquotedAttributeValue@1:15 unquotedAttributeValue@1:23 malformedReference@1:36"
        ),
        Case(#"<gpx creator="x" <trk/></gpx>"#, #"<gpx creator="x"> <trk/></gpx>"#, "unclosedTag@1:1"),
        Case(
            "<w:p><w:r><w:t>a\tb & c</w:t></w:r></w:p>",
            #"<w:p xmlns:w="urn:undeclared:w"><w:r><w:t>a\#tb &amp; c</w:t></w:r></w:p>"#,
            "undeclaredPrefix@1:1 malformedReference@1:20"
        ),
        Case(
            #"<w:document xmlns:w="urn:w"><w:body><w:p><w:r><w:t xml:space=preserve> x </w:t></w:p></w:body></w:document>"#,
            #"<w:document xmlns:w="urn:w"><w:body><w:p><w:r><w:t xml:space="preserve"> x </w:t></w:r></w:p></w:body></w:document>"#,
            "unquotedAttributeValue@1:62 mismatchedEndTag@1:80"
        ),
        Case(
            #"<Row><Cell ss:Type="String">x</Cell><Cell></Row>"#,
            #"<Row><Cell xmlns:ss="urn:undeclared:ss" ss:Type="String">x</Cell><Cell></Cell></Row>"#,
            "undeclaredPrefix@1:12 mismatchedEndTag@1:43"
        ),
        Case(
            "<office:text><text:p>one<text:line-break>two</text:p></office:text>",
            #"<office:text xmlns:office="urn:undeclared:office"><text:p xmlns:text="urn:undeclared:text">one<text:line-break>two</text:line-break></text:p></office:text>"#,
            "undeclaredPrefix@1:1 undeclaredPrefix@1:14 mismatchedEndTag@1:45"
        ),
        Case(
            #"<config><key name="a">1</key><key name="b>2</key><key name="c">3</key></config>"#,
            #"<config><key name="a">1</key><key name="b">2</key><key name="c">3</key></config>"#,
            "unclosedAttributeValue@1:40"
        ),
        Case(
            "<config><!-- <key>1</key> -- off --><key>2</key></config>",
            "<config><!-- <key>1</key> - - off --><key>2</key></config>",
            "doubleHyphenInComment@1:27"
        ),
        Case(
            "<config><path>C:\\\\dir<name></path></config>",
            "<config><path>C:\\\\dir<name></name></path></config>",
            "mismatchedEndTag@1:28"
        ),
        Case(
            "<config>\n  <a>1</a>\n  <b>2<b>\n</config>",
            "<config>\n  <a>1</a>\n  <b>2<b>\n</b></b></config>",
            "mismatchedEndTag@4:1 mismatchedEndTag@4:1"
        ),
        Case(
            "<log><entry level=info>x<y</entry><entry level=warn>if (a<b && c>d)</entry></log>",
            #"<log><entry level="info">x&lt;y</entry><entry level="warn">if (a&lt;b &amp;&amp; c>d)</entry></log>"#,
            "unquotedAttributeValue@1:19 unclosedTag@1:25 unquotedAttributeValue@1:48 invalidName@1:61 malformedReference@1:61 malformedReference@1:62"
        ),
        Case(
            "<log><entry>1</entry>\n<entry>2</entry>\n",
            "<log><entry>1</entry>\n<entry>2</entry>\n</log>",
            "unclosedElement@3:1"
        ),
        Case(
            "<log><entry>1</entry></log>\n<log><entry>2</entry></log>",
            "<log><entry>1</entry></log>\n",
            "contentAfterRootElement@2:1"
        ),
        Case(
            "<entry>1</entry>\n<entry>2</entry>\n",
            "<all><entry>1</entry>\n<entry>2</entry>\n</all>",
            ""
        ) { $0.extraContent = .wrap("all") },
        Case(
            "<p>a<p>b<div>c</p></div>",
            "<p>a<p>b<div>c</div></p></p>",
            "mismatchedEndTag@1:15 mismatchedEndTag@1:19 unclosedElement@1:25"
        ),
        Case(#"<p>a<br>b<hr/>c<img src="x"></p>"#, #"<p>a<br/>b<hr/>c<img src="x"/></p>"#, "") { $0.isHTML = true },
        Case(
            #"<div><style>a > b { content: "</p>" }</style><p>x</div>"#,
            #"<div><style>a > b { content: "&lt;/p>" }</style><p>x</p></div>"#,
            "mismatchedEndTag@1:50"
        ) { $0.isHTML = true },
        Case(
            #"<div><SCRIPT>document.write("<b>" + x)</SCRIPT>y</div>"#,
            #"<div><SCRIPT>document.write("&lt;b>" + x)</SCRIPT>y</div>"#,
            ""
        ) { $0.isHTML = true },
        Case(
            "<ul><li>a<li>b</ul>",
            "<ul><li>a<li>b</li></li></ul>",
            "mismatchedEndTag@1:15 mismatchedEndTag@1:15"
        ) { $0.isHTML = true },
        Case(
            "<table><tr><td>1<td>2<tr><td>3</table>",
            "<table><tr><td>1<td>2<tr><td>3</td></tr></td></td></tr></table>",
            "mismatchedEndTag@1:31 mismatchedEndTag@1:31 mismatchedEndTag@1:31 mismatchedEndTag@1:31 mismatchedEndTag@1:31"
        ),
        Case("<b>x</b> & <i>y</i>", "<b>x</b> ", "contentAfterRootElement@1:10 contentAfterRootElement@1:12"),
        Case(
            "<b>x</b> & <i>y</i>",
            "<all><b>x</b> &amp; <i>y</i></all>",
            "malformedReference@1:10"
        ) { $0.extraContent = .wrap("all") },
        Case("<a>&amp;amp;&#38;&#x26;&lt</a>", "<a>&amp;amp;&#38;&#x26;&lt;</a>", "malformedReference@1:27"),
        Case(
            "<a>&notit; &not; &notin;</a>",
            "<a>¬it; ¬ ∉</a>",
            "undeclaredEntity@1:4 undeclaredEntity@1:12 undeclaredEntity@1:18"
        ),
        Case(
            #"<a href="?a&lt;b&ltc&lt=d&amp">x</a>"#,
            #"<a href="?a&lt;b&amp;ltc&amp;lt=d&amp;">x</a>"#,
            "malformedReference@1:21 malformedReference@1:24 malformedReference@1:30"
        ),
        Case("<a>1 &lt 2 &gt</a>", "<a>1 &lt; 2 &gt;</a>", "malformedReference@1:9 malformedReference@1:15"),
        Case("<a>&#xD;&#10;&#9;&#32;</a>", "<a>&#xD;&#10;&#9;&#32;</a>", ""),
        Case(
            "<a>&#128;&#x80;&#129;</a>",
            "<a>€€&#129;</a>",
            "invalidCharacterReference@1:4 invalidCharacterReference@1:10"
        ),
        Case(
            "<a>&#1114111;&#1114112;&#xFFFE;</a>",
            "<a>&#1114111;\u{FFFD}\u{FFFD}</a>",
            "invalidCharacterReference@1:14 invalidCharacterReference@1:24"
        ),
        Case("<a>\0x</a>", "<a>\u{FFFD}x</a>", "invalidCharacter@1:4"),
        Case(#"<a b="\#u{8}">x</a>"#, #"<a b="\#u{FFFD}">x</a>"#, "invalidCharacter@1:7"),
        Case(
            "<!-- a\u{8}b --><a><?p a\u{8}b?><![CDATA[a\u{8}b]]></a>",
            "<!-- a\u{FFFD}b --><a><?p a\u{FFFD}b?><![CDATA[a\u{FFFD}b]]></a>",
            "invalidCharacter@1:7 invalidCharacter@1:21 invalidCharacter@1:35"
        ),
        Case("<a b=1 c=2/>", #"<a b="1" c="2"/>"#, "unquotedAttributeValue@1:6 unquotedAttributeValue@1:10"),
        Case("<a b= c=2>x</a>", #"<a b= "c=2">x</a>"#, "unquotedAttributeValue@1:7"),
        Case(#"<a b="1"/><!---->"#, #"<a b="1"/><!---->"#, ""),
        Case(#"<a b="1" / c="2" />"#, #"<a b="1"  c="2" />"#, "invalidName@1:10"),
        Case(#"<a 1="2" -x="3" é="4">t</a>"#, #"<a _1="2" _-x="3" é="4">t</a>"#, "invalidName@1:4 invalidName@1:10"),
        Case("<a =b>t</a>", #"<a  b="">t</a>"#, "invalidName@1:4 missingWhitespace@1:5 missingAttributeValue@1:6"),
        Case(#"<a b=c"d>t</a>"#, #"<a b="c&quot;d">t</a>"#, "unquotedAttributeValue@1:6"),
        Case(#"<a b="c'd" e='f"g' h=i'j>t</a>"#, #"<a b="c'd" e='f"g' h="i'j">t</a>"#, "unquotedAttributeValue@1:22"),
        Case(#"<a b="one\#ntwo>x</a>"#, #"<a b="one\#ntwo">x</a>"#, "unclosedAttributeValue@1:6"),
        Case(#"<a b='x' b="y" B="z">t</a>"#, #"<a b='x' B="z">t</a>"#, "duplicateAttribute@1:10"),
        Case(
            "<a xml:lang=en xmlns=urn:x>t</a>",
            #"<a xml:lang="en" xmlns="urn:x">t</a>"#,
            "unquotedAttributeValue@1:13 unquotedAttributeValue@1:22"
        ),
        Case("<a:b:c>t</a:b:c>", #"<a:b_c xmlns:a="urn:undeclared:a">t</a:b_c>"#, "invalidName@1:2"),
        Case("<:a>t</:a>", "<_a>t</_a>", "invalidName@1:2"),
        Case("<a.b-c_d>t</a.b-c_d>", "<a.b-c_d>t</a.b-c_d>", ""),
        Case("<a>x<1>y</a>", "<a>x&lt;1>y</a>", "invalidName@1:6"),
        Case("<a>x</1>y</a>", "<a>x&lt;/1>y</a>", "malformedTag@1:7"),
        Case("<a><!b>x</a>", "<a>x</a>", "malformedTag@1:4"),
        Case("<a><!-->x</a>", "<a><!---->x</a>", "unclosedComment@1:4"),
        Case("<a><!-- x --!> y --></a>", "<a><!-- x - -!> y --></a>", "doubleHyphenInComment@1:11"),
        // The texts before and after an omission are not joined.
        Case("<a>x]]</b>>y</a>", "<a>x]]&gt;y</a>", "mismatchedEndTag@1:7 cdataEndInText@1:11"),
        Case("<a>]</b>]</c>></a>", "<a>]]&gt;</a>", "mismatchedEndTag@1:5 mismatchedEndTag@1:10 cdataEndInText@1:14"),
        Case("<a>]]</b>]>y</a>", "<a>]]]&gt;y</a>", "mismatchedEndTag@1:6 cdataEndInText@1:11"),
        Case("<a>]]</b>]]>y</a>", "<a>]]]]&gt;y</a>", "mismatchedEndTag@1:6 cdataEndInText@1:10"),
        Case(
            "<a>]</b>]>]]]</b>></a>", "<a>]]&gt;]]]&gt;</a>",
            "mismatchedEndTag@1:5 cdataEndInText@1:10 mismatchedEndTag@1:14 cdataEndInText@1:18"),
        Case("<a>&rsqb;&rsqb;></a>", "<a>]]&gt;</a>", "undeclaredEntity@1:4 undeclaredEntity@1:10 cdataEndInText@1:16"),
        Case("<a>]]&#1;></a>", "<a>]]&gt;</a>", "invalidCharacterReference@1:6 cdataEndInText@1:10") {
            $0.invalidCharacters = .drop
        },
        Case("<a>]\u{1}]\u{1}></a>", "<a>]]&gt;</a>", "invalidCharacter@1:5 invalidCharacter@1:7 cdataEndInText@1:8") {
            $0.invalidCharacters = .drop
        },
        Case(
            "<a><!--x-\u{1}\u{2}-y\u{3}--></a>", "<a><!--x- -y--></a>",
            "invalidCharacter@1:10 invalidCharacter@1:11 invalidCharacter@1:14"
        ) { $0.invalidCharacters = .drop },
        Case("<a><![CDATA[x]\u{1}]>y]]></a>", "<a><![CDATA[x] ]>y]]></a>", "invalidCharacter@1:15") {
            $0.invalidCharacters = .drop
        },
        Case("<a><?p x?\u{1}>y?></a>", "<a><?p x? >y?></a>", "invalidCharacter@1:10") { $0.invalidCharacters = .drop },
        Case("<a><![cdata[x]]></a>", "<a><![CDATA[x]]></a>", "malformedTag@1:4"),
        Case("<a><?>x</a>", "<a>x</a>", "unclosedProcessingInstruction@1:4"),
        Case("<a><?xml?>x</a>", "<a>x</a>", "misplacedXMLDeclaration@1:4"),
        Case(#"<a><?XML version="1.0"?>x</a>"#, "<a>x</a>", "reservedProcessingInstruction@1:4"),
        Case("<a><?p:q x?>y</a>", "<a><?p_q x?>y</a>", "invalidName@1:6"),
        Case("<a><?p x</a>", "<a></a>", "unclosedProcessingInstruction@1:4"),
        Case("<?p x?><!DOCTYPE a><?q?><a/>", "<?p x?><!DOCTYPE a><?q?><a/>", ""),
        Case(
            #"<!DOCTYPE p PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><p>a&nbsp;&b;</p>"#,
            #"<!DOCTYPE p PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><p>a\#u{A0}&b;</p>"#,
            "unresolvedEntity@1:67 unresolvedEntity@1:73"),
        Case(
            #"<!DOCTYPE rss SYSTEM "rss-0.91.dtd"><rss t="&copy;">Caf&eacute; &mdash; &own;</rss>"#,
            #"<!DOCTYPE rss SYSTEM "rss-0.91.dtd"><rss t="©">Café — &own;</rss>"#,
            "unresolvedEntity@1:45 unresolvedEntity@1:56 unresolvedEntity@1:65 unresolvedEntity@1:73"),
        Case(
            #"<!DOCTYPE a PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "d.dtd" [<!ENTITY hellip "!">]><a>&hellip;&nbsp;</a>"#,
            #"<!DOCTYPE a PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "d.dtd" [<!ENTITY hellip "!">]><a>&hellip;\#u{A0}</a>"#,
            "unresolvedEntity@1:99"),
        Case(
            "<a: x:='' xmlns:=''>t</a:>", "<a_ x_='' xmlns_=''>t</a_>",
            "invalidName@1:2 invalidName@1:5 invalidName@1:11"),
        Case(
            #"<a:b:0 c:d:-e="1">t</a:b:0>"#,
            #"<a:b_0 xmlns:a="urn:undeclared:a" xmlns:c="urn:undeclared:c" c:d_-e="1">t</a:b_0>"#,
            "invalidName@1:2 invalidName@1:8"),
        Case(
            "<a:b:c:0 :d:1='2'/>", #"<a:b_c_0 xmlns:a="urn:undeclared:a" xmlns:_d="urn:undeclared:_d" _d:_1='2'/>"#,
            "invalidName@1:2 invalidName@1:10"),
        Case(
            "<a>?x&region=2&copy2&lt=5&order=7</a>", "<a>?x&amp;region=2©2&amp;lt=5&amp;order=7</a>",
            "malformedReference@1:13 malformedReference@1:21 malformedReference@1:24 malformedReference@1:32"),
        Case(
            #"<!DOCTYPE svg PUBLIC "p" "s.dtd"><svg><a h="?a=1&b=2;c=3" x="&#+65;">t</a></svg>"#,
            #"<!DOCTYPE svg PUBLIC "p" "s.dtd"><svg><a h="?a=1&amp;b=2;c=3" x="&amp;#+65;">t</a></svg>"#,
            "malformedReference@1:51 invalidCharacterReference@1:64"),
        Case(
            "<a b='&nvlt;'>&nvlt;</a>", "<a b='&lt;\u{20D2}'>&lt;\u{20D2}</a>",
            "undeclaredEntity@1:7 undeclaredEntity@1:15"),
        Case("<!DOCTYPE html Tom's><p>don't</p>", "<p>don't</p>", "malformedDocumentType@1:16"),
        Case(
            #"<!DOCTYPE a [ <!ENTITY x "<y>"> <a>see [1] for more</a>"#, "<a>see [1] for more</a>",
            "malformedDocumentType@1:33"),
        Case(
            #"<!DOCTYPE h PUBLIC "-//W3C//DTD><h a="x" b="y>z">t</h>"#, #"<h a="x" b="y>z">t</h>"#,
            "malformedDocumentType@1:32"),
        Case(
            #"<?xml version="1.0"\#n<a b="1">t</a>"#, #"<?xml version="1.0"?><a b="1">t</a>"#,
            "malformedXMLDeclaration@2:1"),
        Case(
            "<!DOCTYPE r [<!-- 50%a; --> ]><r>&foo;</r>", "<!DOCTYPE r [<!-- 50%a; --> ]><r>&amp;foo;</r>",
            "undeclaredEntity@1:34"),
        Case("<a>4 <! 5</a>", "<a>4 &lt;! 5</a>", "malformedTag@1:6"),
        Case("<a b$='1' b%='2'/>", "<a b_='1' b__='2'/>", "missingAttributeValue@1:5 invalidName@1:11"),
        Case("<a>x<!-->y--></a>", "<a>x<!-->y--></a>", ""),
        Case(
            "<a:: b:0='1'>t</a::>", #"<a:_ xmlns:a="urn:undeclared:a" xmlns:b="urn:undeclared:b" b:_0='1'>t</a:_>"#,
            "invalidName@1:2 invalidName@1:6"),
        Case("<!DOCTYPE a><!DOCTYPE b><a/>", "<!DOCTYPE a><a/>", "misplacedDocumentType@1:13"),
        Case("<!DOCTYPE a SYSTEM><a/>", "<a/>", "malformedDocumentType@1:19"),
        Case("<!DOCTYPE a [<!ELEMENT a (#PCDATA>]><a>t</a>", "<a>t</a>", "malformedDocumentType@1:34"),
        Case(
            #"<!DOCTYPE a [<!ENTITY e "<b>"><!ENTITY f "&e;">]><a>&f;</a>"#,
            #"<!DOCTYPE a [<!ENTITY e "<b>"><!ENTITY f "&e;">]><a>&amp;f;</a>"#,
            "malformedEntity@1:53"
        ),
        Case(
            #"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html><p>a&nbsp;b<br></p></html>"#,
            #"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html><p>a\#u{A0}b<br></br></p></html>"#,
            "unresolvedEntity@1:76 mismatchedEndTag@1:87"
        ),
        Case(
            #"<!DOCTYPE a SYSTEM "a.dtd"><a>&own;<b></a>"#,
            #"<!DOCTYPE a SYSTEM "a.dtd"><a>&own;<b></b></a>"#,
            "unresolvedEntity@1:31 mismatchedEndTag@1:39"
        ),
        Case(
            "<?xml version='1.0' encoding='ISO-8859-1'?><a>é<b></a>",
            "<?xml version='1.0' encoding='ISO-8859-1'?><a>é<b></b></a>",
            "mismatchedEndTag@1:51"
        ),
        Case(
            #"<?xml version="1.0"?><?xml version="1.0"?><a/>"#,
            #"<?xml version="1.0"?><a/>"#,
            "misplacedXMLDeclaration@1:22"
        ),
        Case(
            #"<?xml encoding="UTF-8"?><a/>"#, #"<?xml version="1.0" encoding="UTF-8"?><a/>"#,
            "malformedXMLDeclaration@1:7"),
        Case(#"<?xml version="1.0" ?\#n><a/>"#, #"<?xml version="1.0"?><a/>"#, "malformedXMLDeclaration@1:21"),
        Case("<a>x</a>\n\n</a>\n</b>", "<a>x</a>\n\n\n", "contentAfterRootElement@3:1 contentAfterRootElement@4:1"),
        Case("<a><b><c>x</a>", "<a><b><c>x</c></b></a>", "mismatchedEndTag@1:11 mismatchedEndTag@1:11"),
        Case("<a><b></c></b></a>", "<a><b></b></a>", "mismatchedEndTag@1:7"),
        Case("<a><b></a></b>", "<a><b></b></a>", "mismatchedEndTag@1:7 contentAfterRootElement@1:11"),
        Case("<a></b></a>", "<a></a>", "mismatchedEndTag@1:4"),
        Case("<a><b/ ></b></a>", "<a><b ></b></a>", "malformedTag@1:6"),
        Case("<a></a/>", "<a></a>", "malformedTag@1:7"),
        Case("<a></a b>", "<a></a >", "malformedTag@1:8"),
        Case("<a>x</a <!-- c -->", "<a>x</a> <!-- c -->", "malformedTag@1:9"),
        Case("<a>x</ a >", "<a>x</a>", "malformedTag@1:7 unclosedElement@1:11"),
        Case("<a>x<//a></a>", "<a>x&lt;//a></a>", "malformedTag@1:7"),
        Case("<a>x</", "<a>x</a>", "unclosedTag@1:5 unclosedElement@1:7"),
        Case("<a>x<", "<a>x&lt;</a>", "unclosedTag@1:5 unclosedElement@1:6"),
        Case("<a>x<!", "<a>x</a>", "malformedTag@1:5 unclosedElement@1:7"),
        Case("<a>x<!-", "<a>x</a>", "malformedTag@1:5 unclosedElement@1:8"),
        Case("<a>x<![CD", "<a>x</a>", "malformedTag@1:5 unclosedElement@1:10"),
        Case("<a>x<?p", "<a>x</a>", "unclosedProcessingInstruction@1:5 unclosedElement@1:8"),
        Case("<a>&#", "<a>&amp;#</a>", "invalidCharacterReference@1:6 unclosedElement@1:6"),
        Case(#"<a b="x"#, #"<a b="x"></a>"#, "unclosedAttributeValue@1:6 unclosedTag@1:1 unclosedElement@1:8"),
        Case("<a b=", #"<a b=""></a>"#, "unquotedAttributeValue@1:6 unclosedTag@1:1 unclosedElement@1:6"),
        Case("<a b", #"<a b=""></a>"#, "missingAttributeValue@1:5 unclosedTag@1:1 unclosedElement@1:5"),
    ]
}
