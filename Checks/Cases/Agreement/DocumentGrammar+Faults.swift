extension DocumentGrammar {
    static let declarationFaults = [
        "<?xml version='2.0'?>", "<?xml encoding='UTF-8'?>", "<?xml version='1.0' standalone='maybe'?>",
        " <?xml version='1.0'?>", "<?xml version='1.0' encoding='UTF-16'?>", "<?xml version='1.0' encoding='no-such'?>",
        "<?xml version='1.0' encoding='8bit'?>", "<?xml version='1.0' encoding='UTF-8' standalone='yes' x='y'?>",
        "<?XML version='1.0'?>", "<?xml version='1.0'>", "<?xml version=1.0?>", "<?xml version='1.0'standalone='yes'?>",
        "<?xml?>", "<?xml version='1.0' standalone='yes' encoding='UTF-8'?>", "<?xml version='1.0", "<?xml ",
    ]

    static let miscFaults = [
        "text", "&amp;", "&unknown;", "<![CDATA[x]]>", "<!DOCTYPE x>", "<x/>", "</x>", "<?xml version='1.0'?>", "\u{1}",
        "&", "<", "<!", "<!-- -- -->", "<!ELEMENT a ANY>", "]]>", "<!--", "<?p", "\u{FFFE}",
    ]

    static let contentFaults = [
        // References.
        "&", "&;", "&unknown;", "& ", "&amp", "&#0;", "&#xFFFF;", "&#x110000;", "&#;", "&#x;", "&#65", "&#xD800;",
        "&x.",
        "&#99999999999999999999;", "&p:q;", "&#X41;", "&é;", "&unparsed;", "&e0", "&unknown;&other;", "&#1;",
        "&\(String(repeating: "日", count: 600))",
        // Text.
        "]]>", "\u{1}", "\u{0}", "\u{FFFE}", "\u{FFFF}", "]]&gt;]]>", "\u{1F}",
        // Markup.
        "<", "< ", "<3", "</", "</x>", "</x", "<!", "<!-", "<!-- -- -->", "<!--x--->", "<!-->", "<!--->", "<?",
        "<?xml?>",
        "<?XmL x?>", "<??>", "<?p", "<?-p?>", "<?a:b x?>", "<![CDATA[", "<![CDAT[x]]>", "<!DOCTYPE x>",
        "<!ENTITY x 'y'>", "<![CDATA[\u{1}]]>", "<!--\u{FFFE}-->", "<?p \u{1}?>", "<!--", "<?xml version='1.0'?>",
        // Tags.
        "<a b>", "<a b=c>", "<a b='1' b='2'/>", "<a b='1'c='2'/>", "<a b='<'/>", "<a b='&'/>", "<a/", "<a//>",
        "<a b='&unknown;' c='&other;'/>", "<a", "<a b='", "<a b=", "<a b", "<-a/>", "<a b=''\u{1}/>", "<a =''/>",
        "<a\u{1}>",
        "<é\u{1}/>", "<a b='\u{1}'/>", "<a b='x", "<a b='1\" c='2'/>", "<a / >", "<a b='&#0;' c='&bad;'/>",
        // Namespaces.
        "<u:a/>", "<a u:b=''/>", "<a xmlns:p=''/>", "<a xmlns:xml='u'/>", "<a xmlns:xmlns='u'/>", "<a:b:c/>", "<:a/>",
        "<a xmlns='http://www.w3.org/XML/1998/namespace'/>", "<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", "<a:/>",
        "<a b:c:d=''/>", "<a xmlns:p='u' xmlns:p='v'/>", "<a xmlns='u' xmlns='v'/>", "<xmlns:a/>", "<a :b=''/>",
        "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", "<a xmlns:=''/>", "<u:a></u:a>", "<u:a>&</u:a>",
    ]

    static let attributeFaults = [
        "b", "b=", "b=c", "b='1' b='2'", "b='1'c='2'", "=''", "b='<'", "b='&'", "b='&unknown;'", "u:b=''", "xmlns:p=''",
        "'x'", "\u{1}", "<", "b='", "b=\"", "b='1\"", "-b='1'", "1='1'", "b = ", "&amp;", "/",
        "xml:lang='a' xml:lang='b'",
    ]

    static let tagFaults = ["", "<", "/", "/ >", "\u{1}>", ">>", "=", "'>", "\">", "/>>", "&>", "/<"]

    static let endTagFaults = [
        "", "</wrong>", "</a b='1'>", "</ a>", "</a", "</a/>", "</>", "</", "</A>", "</r></r>", "</a\u{1}>", "</p:a>",
        "</a<b>",
    ]

    static let valueFaults = [
        "<", "&", "&;", "&unknown;", "&#0;", "\u{1}", "\u{FFFF}", "&#x;", "&lt", "&unparsed;", "&unknown;&", "&m;",
        "&x;",
    ]

    static let documentTypeFaults = [
        " x", " SYSTEM", " PUBLIC 'p'", " SYSTEM 'x", "<", " PUBLIC '{' 'x'", "]", "'", " [ [",
    ]

    static let subsetFaults = [
        "x", "<", "&t;", "%pe", "%unknown;", "<!ENTITY e>", "<!ENTITY e 'x>", "<!ENTITY e '&'>", "<!ENTITY e '%p;'>",
        "<!ENTITY e 'x'", "<!ELEMENT a>", "<!ELEMENT a (b>", "<!ELEMENT a (b,c|d)>", "<!ATTLIST a b>",
        "<!ATTLIST a b CDATA>",
        "<!ATTLIST a b CDATA '<'>", "<!ATTLIST a b CDATA '&unknown;'>", "<!ATTLIST a b X ''>", "<!NOTATION n>", "<!--",
        "<?p",
        "<!X>", "<![INCLUDE[ ]]>", "<!ENTITY % q '<!ENTITY'>%q;", "<!ENTITY p:e 'x'>", "]", "\u{1}",
        "<?xml version='1.0'?>",
        "<!ENTITY e PUBLIC 'p'>", "<!ENTITY e SYSTEM 'x' NDATA>", "<!ENTITY lt 'x'>", "<!ENTITY e '\u{1}'>",
        "<!ENTITY % e>",
        "<!ENTITYe 'x'>", "<!ENTITY e'x'>", "<!-- -- -->", "<!ATTLIST a b (x|) 'x'>",
        "<!ATTLIST a xml:space CDATA 'x'>",
        "<!ENTITY e '&#0;'>", "<!ENTITY e '&#38;'>", "<!ENTITY % r '%r;'>%r;",
    ]
}
