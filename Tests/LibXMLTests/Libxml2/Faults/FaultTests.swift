@_spi(Checks) import LibXML
import Testing

/// Every kind of fault, with its code, line and column, from both engines.
@Suite struct FaultTests {
    @Test(
        "Every fault of the names in a tag is reported once, in the order of the text",
        arguments: [
            (
                "<a p:q:r='' z:c='' y:d='' z:e='' xmlns:p='u'/>",
                "invalidName@1:4 undeclaredPrefix@1:13 undeclaredPrefix@1:20"
            ),
            ("<x:a y:b='1' z:c=''/>", "undeclaredPrefix@1:1 undeclaredPrefix@1:6 undeclaredPrefix@1:14"),
            ("<é:a y:b='1' xmlns:p=''/>", "undeclaredPrefix@1:1 undeclaredPrefix@1:6 invalidNamespaceDeclaration@1:14"),
            ("<a:b:c d:e=''/>", "invalidName@1:2 undeclaredPrefix@1:8"),
        ])
    func names(_ text: String, _ faults: String) throws {
        for engine in [XMLParsingOptions.Engine.pull, .push] {
            var options = XMLParsingOptions()
            options.engine = engine
            let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: text, options: options) }
            #expect(
                error.diagnostics.map { "\($0.code)@\($0.location?.description ?? "")" }.joined(separator: " ")
                    == faults)
        }
        var reader = XMLReader(parsing: text)
        let first = try #require(throws: XMLError.self) { while try reader.next() != nil {} }
        #expect(faults.hasPrefix("\(first.code)@\(first.location?.description ?? "")"))
    }

    @Test(
        "A fault is reported with its kind, at its culprit",
        arguments: all, XMLParsingOptions.Engine.allCases)
    func place(_ broken: Broken, engine: XMLParsingOptions.Engine) throws {
        let error = try fault(broken.text, engine: engine)
        #expect(error.code == broken.code)
        #expect(error.location?.line == broken.line)
        #expect(error.location?.column == broken.column)
        let note = error.note.map { [$0.location.line, $0.location.column] } ?? []
        #expect(note == broken.note)
        #expect(error.diagnostics.first { $0.severity == .error } == error.diagnostic)
    }

    @Test("A fault is the same, at the same line and column, whether lines end with CRLF or LF", arguments: all)
    func lineEnds(_ broken: Broken) throws {
        let scalars = broken.text.unicodeScalars
        guard scalars.count < 200, !scalars.contains("\r") else { return }
        // A line end wherever there may be one.
        for index in scalars.indices.dropFirst(scalars.first == "\u{FEFF}" ? 1 : 0) {
            var text = scalars
            text.insert("\n", at: index)
            let other = String(text).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init).joined(separator: "\r\n")
            for engine in XMLParsingOptions.Engine.allCases {
                #expect(Self.place(String(text), engine) == Self.place(other, engine), "\(other.debugDescription)")
            }
        }
    }

    /// The first fault of a document, without its byte offset.
    private static func place(_ text: String, _ engine: XMLParsingOptions.Engine) -> String {
        var options = XMLParsingOptions()
        options.engine = engine
        do throws(XMLError) {
            _ = try XMLTree(parsing: text, options: options)
            return "none"
        } catch {
            return "\(error.code)@\(error.location?.description ?? "")"
        }
    }

    static let all = structure + tags + attributes + markup + characters + references + namespaces + declarations

    static let structure = [
        Broken("", .emptyDocument, 1, 1),
        Broken(" \n ", .emptyDocument, 1, 1),
        Broken("<?xml version='1.0'?>", .missingRootElement, 1, 22),
        Broken("<!-- c -->\n", .missingRootElement, 2, 1),
        Broken("hello", .missingRootElement, 1, 1),
        Broken("<!-- c -->\n  hello <a/>", .missingRootElement, 2, 3),
        Broken("<a/>text", .contentAfterRootElement, 1, 5),
        Broken("<a/>\n<b/>", .contentAfterRootElement, 2, 1),
        Broken("<a></a></a>", .contentAfterRootElement, 1, 8),
        Broken("<a></a>\n\0", .invalidCharacter, 2, 1),
        Broken("<a></a><!-- c --> \0<b/>", .invalidCharacter, 1, 19),
        Broken("<a/>\n&amp;", .contentAfterRootElement, 2, 1),
        Broken("<a>\n <b>\n", .unclosedElement, 3, 1, note: [2, 2]),
        Broken("<a>text", .unclosedElement, 1, 8, note: [1, 1]),
        Broken("<a><b></a>", .mismatchedEndTag, 1, 7, note: [1, 4]),
        Broken("<a>\n<b>x</c>\n</a>", .mismatchedEndTag, 2, 5, note: [2, 1]),
        Broken("<a>é<b>日本</B></a>", .mismatchedEndTag, 1, 10, note: [1, 5]),
        Broken("<p:a xmlns:p='u'></a>", .mismatchedEndTag, 1, 18, note: [1, 1]),
    ]

    static let tags = [
        Broken("<a", .unclosedTag, 1, 1),
        Broken("<a>\n<b", .unclosedTag, 2, 1),
        Broken("<a>\n<b c='d'", .unclosedTag, 2, 1),
        Broken("<a>\n<b c='d'<e/></a>", .unclosedTag, 2, 1),
        Broken("<a></a", .unclosedTag, 1, 4),
        Broken("<a><", .unclosedTag, 1, 4),
        Broken("<a><![CDATA[x]]></a", .unclosedTag, 1, 17),
        Broken("<a>\n<![CDATA[x]]></b>", .mismatchedEndTag, 2, 14, note: [1, 1]),
        Broken("<a><![CDATA[x]]>", .unclosedElement, 1, 17, note: [1, 1]),
        Broken("<!DOCTYPE a [<!ENTITY c '<![CDATA[x]]>'>]>\n<a>&c;</b>", .mismatchedEndTag, 2, 7, note: [2, 1]),
        Broken("<a></a b>", .malformedTag, 1, 8),
        Broken("<a></ a>", .malformedTag, 1, 6),
        Broken("<a>1 < 2</a>", .malformedTag, 1, 7),
        Broken("<a>x<</a>", .malformedTag, 1, 6),
        Broken("<a/ >", .malformedTag, 1, 3),
        Broken("<a><1b/></a>", .invalidName, 1, 5),
        Broken("<a><-b/></a>", .invalidName, 1, 5),
        Broken("<é×/>", .malformedTag, 1, 3),
    ]

    static let attributes = [
        Broken("<a b/>", .missingAttributeValue, 1, 5),
        Broken("<a\n b c='d'/>", .missingAttributeValue, 2, 3),
        Broken("<a b=c/>", .unquotedAttributeValue, 1, 6),
        Broken("<a b = c/>", .unquotedAttributeValue, 1, 8),
        Broken("<a b='c'd='e'/>", .missingWhitespace, 1, 9),
        Broken("<a b='c' 1='e'/>", .invalidName, 1, 10),
        Broken("<a b='c' =''/>", .invalidName, 1, 10),
        Broken("<a b='x<y'/>", .lessThanInAttributeValue, 1, 8),
        Broken("<a><b c='d></b><b e='f'/></a>", .unclosedAttributeValue, 1, 9, note: [1, 4]),
        Broken("<a><b\n c='d", .unclosedAttributeValue, 2, 4, note: [1, 4]),
        Broken("<a b='1' c='2' b='3'/>", .duplicateAttribute, 1, 16, note: [1, 4]),
        Broken("<a \u{E9}='1' e\u{301}='2' b/>", .missingAttributeValue, 1, 18),
        Broken("<!DOCTYPE a [\n<!ENTITY x \"y>\n<!ENTITY z \"w\">\n]>\n<a/>", .malformedDocumentType, 2, 12),
        Broken("<!DOCTYPE a [\n<!ENTITY x 'y>\n]>\n<a/>", .malformedDocumentType, 2, 12),
        Broken("<!DOCTYPE a [<!ENTITY e '<'>]><a b='&e;'/>", .lessThanInAttributeValue, 1, 37),
    ]

    static let markup = [
        Broken("<a><!-- x", .unclosedComment, 1, 4),
        Broken("<a><!-- x -- y --></a>", .doubleHyphenInComment, 1, 11),
        Broken("<a><!-- x ---></a>", .doubleHyphenInComment, 1, 11),
        Broken("<a>\n<![CDATA[ x ]>", .unclosedCDATASection, 2, 1),
        Broken("<a>x\n]]></a>", .cdataEndInText, 2, 1),
        Broken("<a>x\r\ny ]]>z</a>", .cdataEndInText, 2, 3),
        Broken("<a>\n <?p x", .unclosedProcessingInstruction, 2, 2),
        Broken("<a><![CDATA[x\u{1}", .invalidCharacter, 1, 14),
        Broken("<a><!--\u{1}", .invalidCharacter, 1, 8),
        Broken("<a><? p?></a>", .invalidName, 1, 6),
        Broken("<a>\n<?xml version='1.0'?></a>", .misplacedXMLDeclaration, 2, 1),
        Broken("\n<?xml version='1.0'?><a/>", .misplacedXMLDeclaration, 2, 1),
        Broken("<a><?XML x?></a>", .reservedProcessingInstruction, 1, 4),
        Broken("<a><!DOCTYPE b></a>", .misplacedDocumentType, 1, 4),
        Broken("<a/>\n<!DOCTYPE a>", .misplacedDocumentType, 2, 1),
        Broken("<a>x<![if IE]></a>", .malformedTag, 1, 5),
        Broken("<!doctype html><html></html>", .notXML, 1, 1),
    ]

    static let characters = [
        Broken("<a>x\u{1}</a>", .invalidCharacter, 1, 5),
        Broken("<a>x\0</a>", .invalidCharacter, 1, 5),
        Broken("<a b='\u{8}'/>", .invalidCharacter, 1, 7),
        Broken("<a>é\u{FFFE}</a>", .invalidCharacter, 1, 5),
        Broken("<a><!-- \u{2} --></a>", .invalidCharacter, 1, 9),
        Broken("<a><![CDATA[\u{3}]]></a>", .invalidCharacter, 1, 13),
        Broken("<a><?p \u{4}?></a>", .invalidCharacter, 1, 8),
        Broken("<a>\n&#0;</a>", .invalidCharacterReference, 2, 1),
        Broken("<a>&amp;\u{2}</a>", .invalidCharacter, 1, 9),
        Broken("<a>&#10;\0</a>", .invalidCharacter, 1, 9),
        Broken("<a>&#99999999999;</a>", .invalidCharacterReference, 1, 4),
        Broken("<a>\n&#xD800;</a>", .invalidCharacterReference, 2, 1),
        Broken("<a b='x&#2;'/>", .invalidCharacterReference, 1, 8),
        Broken("<a>&#12x;</a>", .invalidCharacterReference, 1, 8),
        Broken("<a>&#xyz;</a>", .invalidCharacterReference, 1, 7),
        Broken("<a b='&#1;\u{1}'/>", .invalidCharacterReference, 1, 7),
        // What looks like a reference where there are none
        Broken("<a><!--&#1;\u{1}--></a>", .invalidCharacter, 1, 12),
        Broken("<a><?p &#1;\u{1}?></a>", .invalidCharacter, 1, 12),
        Broken("<a><![CDATA[&#1;\u{1}]]></a>", .invalidCharacter, 1, 17),
        Broken("<a><![CDATA[x]>&#23!;\u{1}y]]></a>", .invalidCharacter, 1, 22),
        Broken("<!--&#1;\u{1}--><a/>", .invalidCharacter, 1, 9),
        Broken("<?p &#1;\u{1}?><a/>", .invalidCharacter, 1, 9),
        Broken("<!DOCTYPE a [<!--&#1;\u{1}-->]><a/>", .invalidCharacter, 1, 22),
        Broken("<!DOCTYPE a [<?p &#1;\u{1}?>]><a/>", .invalidCharacter, 1, 22),
    ]

    static let references = [
        Broken("<a>Bob & Co</a>", .malformedReference, 1, 8),
        Broken("<a b='R&D'/>", .malformedReference, 1, 10),
        Broken("<a>AT&T</a>", .malformedReference, 1, 8),
        Broken("<a>&&amp;</a>", .malformedReference, 1, 4),
        Broken("<a>x &am", .malformedReference, 1, 6),
        Broken("<a>x&nbsp;y</a>", .undeclaredEntity, 1, 5),
        Broken("<a b='é&nbsp;'/>", .undeclaredEntity, 1, 8),
        Broken("<!DOCTYPE a [<!ENTITY e '&f;'>]><a>\n &e;</a>", .undeclaredEntity, 2, 2),
        Broken("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", .recursiveEntity, 1, 36),
        Broken("<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a>x&e;</a>", .recursiveEntity, 1, 54),
        Broken("<!DOCTYPE a [<!ENTITY e '<b>'>]><a>\n&e;</a>", .malformedEntity, 2, 1),
        Broken("<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a b='é&e;'/>", .misplacedEntity, 1, 45),
        Broken(
            "<!DOCTYPE a [<!NOTATION n SYSTEM 'n'><!ENTITY e SYSTEM 'x' NDATA n>]><a>&e;</a>", .misplacedEntity, 1, 73),
        Broken("<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x'><a>&e;</a>", .undeclaredEntity, 1, 65),
    ]

    static let namespaces = [
        Broken("<a>\n<p:b/></a>", .undeclaredPrefix, 2, 1),
        Broken("<a b='1' p:c='2'/>", .undeclaredPrefix, 1, 10),
        Broken("<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", .duplicateAttribute, 1, 35, note: [1, 28]),
        Broken("<a xmlns:p=''/>", .invalidNamespaceDeclaration, 1, 4),
        Broken("<a b='c'\n xmlns:xml='u' d='e'/>", .invalidNamespaceDeclaration, 2, 2),
        Broken("<é xmlns='http://www.w3.org/XML/1998/namespace'/>", .invalidNamespaceDeclaration, 1, 4),
        Broken("<a>\n<b xmlns='u:v' xmlns:xmlns='w:x'/></a>", .invalidNamespaceDeclaration, 2, 16),
        Broken("<a xmlns:p='u:v' xmlns:q='http://www.w3.org/2000/xmlns/'/>", .invalidNamespaceDeclaration, 1, 18),
        Broken("<a xmlns:p='' b=c/>", .invalidNamespaceDeclaration, 1, 4),
        Broken("<a><b:c:d/></a>", .invalidName, 1, 5),
        Broken("<a b:c:d='' xmlns:b='u'/>", .invalidName, 1, 4),
        Broken("<?a:b?><a/>", .invalidName, 1, 3),
    ]

    static let declarations = [
        Broken("<?xml?><a/>", .malformedXMLDeclaration, 1, 6),
        Broken("<?xml version='1.0'<a/>", .malformedXMLDeclaration, 1, 20),
        Broken("<?xml version='1.0' encoding='8'?><a/>", .malformedXMLDeclaration, 1, 31),
        Broken("<!DOCTYPE a [<!ELEMENT>]><a/>", .malformedDocumentType, 1, 23, note: [1, 14]),
        Broken("<!DOCTYPE a [<!ENTITY e>]><a/>", .malformedDocumentType, 1, 24, note: [1, 14]),
        Broken("<!DOCTYPE a [<!NOTATION n>]><a/>", .malformedDocumentType, 1, 26, note: [1, 14]),
        Broken("<!DOCTYPE a [\n<!ELEMENT a (b>\n]><a/>", .malformedDocumentType, 2, 15, note: [2, 1]),
        Broken("<!DOCTYPE a [\n<!ENTITY x \"y\"\n]><a/>", .malformedDocumentType, 3, 1, note: [2, 1]),
        Broken("<!DOCTYPE a [\n<!ENTITY x \"y>\n]>\n<a/>", .malformedDocumentType, 2, 12),
        Broken("<!DOCTYPE a [\n<!ATTLIST a k CDATA 'v>\n]><a/>", .malformedDocumentType, 2, 21),
        Broken("<!DOCTYPE a SYSTEM \"x>\n<a/>", .malformedDocumentType, 1, 20),
        Broken("<!DOCTYPE a [<!ENTITY x 'y'>\n <!-- c\n]><a/>", .unclosedComment, 2, 2),
        Broken("<!DOCTYPE a [<!ENTITY x 'y'>\n <?p c\n]><a/>", .unclosedProcessingInstruction, 2, 2),
        Broken("<!DOCTYPE a [<!ENTITY x<?y\"?> \"z\">]><a/>", .malformedDocumentType, 1, 24, note: [1, 14]),
        Broken("<!DOCTYPE a [<!ENTITY ! x<?y\"?> \"z\">]><a/>", .malformedDocumentType, 1, 23, note: [1, 14]),
        Broken("<!DOCTYPE a [<!ATTLIST a b CDATA \"&#1;x\">]><a/>", .invalidCharacterReference, 1, 35),
        Broken("<!DOCTYPE a [<!ATTLIST a b CDATA 'v' c CDATA 'R&D'>]><a/>", .malformedReference, 1, 50),
        Broken("<!DOCTYPE a [<!ATTLIST a b CDATA \"&#xZ;\">]><a/>", .invalidCharacterReference, 1, 38),
        Broken("<!DOCTYPE a [<!ENTITY e \"x&#0;y\" >]><a/>", .invalidCharacterReference, 1, 27),
        Broken("<!DOCTYPE a [<!ENTITY e \"a&#12 b\">]><a/>", .invalidCharacterReference, 1, 31),
        Broken("<!DOCTYPE a [<!ENTITY e \"R&D\">]><a/>", .malformedReference, 1, 29),
        Broken("<!DOCTYPE a [<!ENTITY e 'a & b'>]><a/>", .malformedReference, 1, 28),
        Broken("<!DOCTYPE a [<!ENTITY % e \"x&;\">]><a/>", .malformedReference, 1, 29),
        Broken("<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f \"5 % x\">]><a/>", .malformedReference, 1, 43),
        Broken("<!DOCTYPE a [<!ENTITY e 'R%D'>]><a/>", .malformedReference, 1, 27),
        Broken("<!DOCTYPE a [<!ENTITY SYSTEM 'R&D'>]><a/>", .malformedReference, 1, 34),
        Broken("<!DOCTYPE a [<!ENTITY e SYSTEM 'R&D#'>]><a/>", .malformedDocumentType, 1, 36),
        Broken("<!DOCTYPE a [<!EN x<?y\"?> \"z\">]><a/>", .malformedDocumentType, 1, 14),
        Broken("<!DOCTYPE a [<!EN x<!--\"--> \"z\">]><a/>", .malformedDocumentType, 1, 14),
        Broken("<!DOCTYPE a [ text ]><a/>", .malformedDocumentType, 1, 15),
        Broken("<!DOCTYPEa><a/>", .malformedDocumentType, 1, 10),
        Broken("<!DOCTYPE :r><r/>", .invalidName, 1, 11),
        Broken("<!DOCTYPE  r:><r/>", .invalidName, 1, 12),
        Broken("<!DOCTYPE a:b:c []><r/>", .invalidName, 1, 11),
        Broken("<!DOCTYPE r [<!ATTLIST r :b CDATA 'x'>]>\n<r/>", .invalidName, 2, 1),
        Broken("<!DOCTYPE r [<!ATTLIST r xmlns:a CDATA 'u' a:b:c CDATA 'x'>]>\n<r/>", .invalidName, 2, 1),
        Broken("<!DOCTYPE a [<?p\"?>]><a/>", .malformedDocumentType, 1, 17),
        Broken("<!DOCTYPE a [<?p&\"<'?>]><a/>", .malformedDocumentType, 1, 17),
        Broken("<!DOCTYPE a [<?p]?><?q '?>]><a/>", .malformedDocumentType, 1, 17),
        Broken("<!DOCTYPE a [<!FOO a>]><a/>", .malformedDocumentType, 1, 14),
        Broken("<?xml version='1.0' encodings='UTF-9'?><a/>", .malformedXMLDeclaration, 1, 29),
        Broken("<!DOCTYPE[<!ELEMENT a ANY>]><a/>", .malformedDocumentType, 1, 10),
        Broken("<!DOCTYPE a [<!ENTITY e SYSTEM 'u' NDATA >]><a/>", .malformedDocumentType, 1, 42),
        Broken("<?xml version='1.0' encoding='UTF-8'standalone='yes'?><a/>", .malformedXMLDeclaration, 1, 37),
        Broken("<?xml version='1.0'standalone='yes'?><a/>", .malformedXMLDeclaration, 1, 20),
        Broken("<?xml version='1.0'encoding='UTF-8'?><a/>", .malformedXMLDeclaration, 1, 20),
        Broken("<!DOCTYPE a>[<!ELEMENT a ANY>]><a/>", .missingRootElement, 1, 13),
        Broken("<!DOCTYPE a SYSTEM 'a'>[]><a/>", .missingRootElement, 1, 24),
        Broken("<!DOCTYPE a []>[]><a/>", .missingRootElement, 1, 16),
        Broken("<!DOCTYPE a>[<a/>", .missingRootElement, 1, 13),
    ]
}
