/// Documents whose types are hard to get right, several of one format.
enum RoundTripSamples {
    static let formats: [(name: String, documents: [String])] =
        documents + names + namespaces + [
            ("RSS", [SwiftSamples.feed]), ("OOXML", [SwiftSamples.sheet]),
            ("Maven", [SwiftSamples.project, SwiftSamples.smallProject]), ("odd names", [SwiftSamples.oddNames]),
        ]

    private static let documents: [(String, [String])] = [
        ("an attribute beside elements", ["<r><a e='x'/><a><e t='1'/></a></r>"]),
        ("an attribute beside values", ["<r a='1'><a>x</a></r>", "<r a='2'/>", "<r><a>y</a></r>", "<r><a/><a/></r>"]),
        ("empty elements", ["<r><b>1</b><c/><d/></r>", "<r><b/><c>x</c><d u='1'/></r>", "<r><b></b><d>2</d></r>"]),
        ("nothing", ["<r/>", "<r></r>"]), ("text", ["<r>5</r>", "<r> 6 </r>"]),
        ("attributes beside text", ["<r value='1' text='2'>5</r>", "<r/>"]),
        ("mixed content", ["<p>a <b>b</b> c<i x='1'>d</i>\n</p>", "<p><b/><![CDATA[<e>]]>&amp;<!-- f --></p>"]),
        ("recursion", ["<a n='1'><a n='2'><b><a><c><b/></c></a></b></a></a>", "<a><b><b><a n='3'/></b></b></a>"]),
        ("same name at several levels", ["<a><b><a x='1'>t</a><c><b>1</b></c></b><c><b y='2'/></c></a>"]),
        ("numbers", ["<r><n>1.2</n><n>2.000</n><v>1.9</v><v>1.10</v><z>007</z><p>+4930</p></r>"]),
        (
            "large and special numbers",
            [
                "<r><n>9223372036854775807</n><m>9223372036854775808</m><x>-0</x><y>NaN</y><y>1E-7</y><z>INF</z><z>.5</z></r>"
            ]
        ),
        ("Booleans", ["<r a='true' b='0'><c>1</c><d>false</d></r>", "<r a='0' b='1'><c>true</c><d>true</d></r>"]),
        ("dates", ["<r at='2024-02-29'><d>2024-02-29T12:00:00.123456789+01:00</d></r>"]),
        ("dates of mail", ["<r><d>Tue, 03 Jun 2008 11:05:30 GMT</d><d>3 Jun 08 11:05 +0200</d></r>"]),
        ("dates of both forms", ["<r><d>Tue, 03 Jun 2008 11:05:30 GMT</d><d>2024-02-29T12:00:00.5Z</d></r>"]),
        ("URLs", ["<r><u>http://example.org/a?b=c#d</u><u>HTTPS://example.org/</u></r>"]),
        ("white space", ["<r a=' x&#10;y&#9;'><b> x </b><c>\n</c><d e='1'> \n</d><f>a&#13;b</f></r>"]),
        (
            "nil",
            [
                "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><b i:nil='true'/><b>1</b><c i:nil='1' k='1'/></r>",
                "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><c k='2' xsi:type='t'>x</c></r>",
            ]
        ),
        ("attributes of XML", ["<r xml:lang='en' xml:space='preserve'><b xml:base='http://example.org/'>x</b></r>"]),
        ("many values", [large]),
    ]

    /// Each struct would contain the next one twice, and the first one thousands of values.
    private static let large = (0..<12).reversed().reduce("<l12 n='1'/>") { inner, level in
        "<l\(level) n='1'><x\(level)>\(inner)</x\(level)><y\(level)><l\(level + 1) n='1'/></y\(level)></l\(level)>"
    }

    private static let names: [(String, [String])] = [
        (
            "keywords",
            [
                """
                <r class='1' self='2' init='3' Type='4' Protocol='5' default='6' any='7' some='8' async='9' await='10' _='11'>
                <func/><let a='1'/><in b='1'/><as/><is/><Any c='1'/><Self d='1'/><throws/><actor/><repeat/><get/><set/><willSet/>
                <nonisolated/><borrowing/><macro/><each/><import/><none/><lazy/><weak/><open/><final/><indirect/></r>
                """
            ]
        ),
        ("case", ["<r a='1' A='2'><a>3</a><A x='1'>4</A><aB/><a-b x='1'/><a.b y='1'/><a_b z='1'/><A-B w='1'/></r>"]),
        (
            "members of types",
            [
                """
                <r hashValue='1' description='2' encode='3' decoder='4' encoder='5' container='6' rawValue='7' stringValue='8'>
                <intValue/><allCases/><xmlRoles a='1'/><CodingKeys b='1'/><debugDescription/><some/><values/><keys/></r>
                """
            ]
        ),
        (
            "types",
            [
                """
                <Array><String a='1'/><Int b='1'/><Optional c='1'/><Double d='1'/><Bool e='1'/><Date f='2024-02-29'/><URL g='1'/>
                <Type h='1'/><Self i='1'/><Codable j='1'/><CodingKey k='1'/><Decoder l='1'/><Encoder m='1'/><Array n='1'/>
                <Equatable o='1'/><Any p='1'/><XMLCodingRole q='1'><q>1</q></XMLCodingRole><XMLCodingRoles r='1'/><Swift s='1'/>
                <Foundation t='1'/><LibXML u='1'/><Dictionary v='1'/><Never w='1'/><XMLDecoder x='1'/><Error y='1'/></Array>
                """
            ]
        ),
        ("a type of the library", ["<XMLTree><a/></XMLTree>"]), ("a type of Swift", ["<Optional x='1'>1</Optional>"]),
        ("other letters", ["<größe Ärger='1'><名前 x='1'/><é/><_1/><_-1/><x·y/><Ⅷ/><ﬁ/></größe>"]),
    ]

    private static let namespaces: [(String, [String])] = [
        ("a default namespace", ["<r xmlns='urn:u'><b c='1'/></r>", "<p:r xmlns:p='urn:u'><p:b c='2'/></p:r>"]),
        ("prefixes", ["<r xmlns:p='urn:p' p:a='1'><p:b><p:c>1</p:c></p:b><b/></r>"]),
        ("a root element with a prefix", ["<p:r xmlns:p='urn:p' p:a='1'><p:b><p:c>1</p:c><d/></p:b></p:r>"]),
        ("names in several namespaces", ["<p:r xmlns:p='urn:u' xmlns='urn:v'><p:b>1</p:b><b>x</b></p:r>"]),
        ("an attribute of one name", ["<r xmlns:p='urn:p' a='1' p:a='2'><a>3</a><p:a>4</p:a></r>"]),
        ("attributes in the default namespace", ["<r xmlns='urn:u' xmlns:u='urn:u' u:a='1' a='2'><a>3</a></r>"]),
        ("one namespace with several prefixes", ["<r xmlns:p='urn:u' xmlns:q='urn:u'><p:b/><q:b/><p:c q:d='1'/></r>"]),
        ("one prefix for several namespaces", ["<r><p:b xmlns:p='urn:u'/><p:b xmlns:p='urn:v' p:x='1'/></r>"]),
        ("other default namespaces", ["<r xmlns='urn:u'><b xmlns='urn:v'><c/><d xmlns='urn:u'/></b><c/></r>"]),
        (
            "no namespace in a default namespace",
            ["<r xmlns='urn:u'><b xmlns=''><c/><d xmlns='urn:u'><e/></d></b><b/><p:f xmlns:p='urn:p'><b/></p:f></r>"]
        ),
        ("prefixes of an encoder", ["<r xmlns:ns1='urn:u' xmlns:xsi='urn:v'><ns1:b/><xsi:b/><b xmlns='urn:w'/></r>"]),
        ("namespaces with quotes", ["<r xmlns:p='a&quot;\\(b)&#10;c'><p:b/></r>"]),
        ("a prefix of the parent", ["<p:r xmlns:p='urn:p' xmlns:q='urn:q'><q:a><p:b/><q:b/></q:a></p:r>"]),
        ("the namespace of XML", ["<r><xml:b xml:id='a'/></r>"]),
        (
            "SOAP",
            [
                "<s:Envelope xmlns:s='urn:soap'><s:Body><m:Get xmlns:m='urn:m'><m:Item s:x='1'>a</m:Item></m:Get></s:Body></s:Envelope>"
            ]
        ),
        (
            "several namespaces of root elements",
            ["<r xmlns='urn:v1'><a>1</a></r>", "<r xmlns='urn:v2'><a>2</a></r>", "<r><a>3</a></r>"]
        ),
    ]
}
