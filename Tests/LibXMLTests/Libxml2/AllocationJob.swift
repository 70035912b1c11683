import CheckCases
import Foundation
@_spi(Checks) import LibXML
import LibXMLQueries

/// A use of the library that allocates memory in libxml2.
enum AllocationJob: String, CaseIterable, Sendable {
    case tree, treePulled, treeOfFile, treeOfText
    case entities, entitiesPushed, defaults, defaultsPushed, parameterEntities, unresolvedEntities
    case declarations, namespaces, manyNames, longText, longTextPulled, manyAttributes
    case utf16, latin1, cyrillic, japanese, shifted
    case pieces, piecesOfEncoding, records, recordsResumed, reader, readerElements, handler, checker
    case malformed, malformedType, malformedStream
    case repair, repairKeepingCharacters, repairStream, libxml2Recovery, libxml2RecoveryOfEncoding
    case page, shortPages, malformedPage, fragment, bareFragment, pageOfEncoding, parsedHTML
    case ebcdic, ebcdicPieces, ebcdicPage, ebcdicRepair, katakana
    case dictionary, decoder, writer, writerReferences, edit, snippet
    case xpath, xpathFunctions, xpathAxes, identifiers, canonical, canonical11, canonicalElement
    case schema, schemaFaults, schemaParsing, malformedSchema
    case relaxNG, relaxNGFaults, relaxNGParsing, malformedRelaxNG
    case dtd, dtdFaults, dtdParsing, malformedDTD

    /// The result, or the error.
    enum Outcome: Equatable, CustomStringConvertible {
        case result(String)
        case error(XMLError.Code, String)

        var isResult: Bool {
            if case .result = self { true } else { false }
        }

        var isOutOfMemory: Bool {
            if case .error(.outOfMemory, _) = self { true } else { false }
        }

        var description: String {
            switch self {
            case .result(let text): text
            case .error(_, let text): text
            }
        }
    }

    func run() -> Outcome {
        do {
            return .result(try result())
        } catch let error as XMLError {
            return .error(error.code, "\(error.code): \(error)")
        } catch {
            return .error(.sourceFailed, "\(error)")
        }
    }

    private static let plain = """
        <?xml version='1.0'?><!-- c --><r xmlns='urn:r' xmlns:p='urn:p' a='1' p:b='&lt;&#233;\n'>
        text &amp; more<p:e>\u{E9}\u{E9}</p:e><![CDATA[x\r\ny]]><?p data?><e><e><e/></e></e>\(String(repeating: "é", count: 400))</r>
        """
    private static let declared = """
        <!DOCTYPE r [<!ENTITY e '<i k="v">x<j/></i>y'><!ENTITY t 'te&#38;#38;xt'><!ENTITY n '&t;&e;'>
        <!ENTITY i 'in&t;'>]><r k='&t;&i;'>&e; &n;<b c='&t;'>&e;</b>&t;</r>
        """
    private static let defaulted = """
        <!DOCTYPE r [<!ATTLIST r a CDATA 'v' b NMTOKENS ' x  y ' xmlns:p CDATA 'urn:p'>
        <!ATTLIST p:e p:d CDATA "w" id ID #IMPLIED k (a|b) 'b'>]><r>\n<p:e/><p:e k=' a '/><r/></r>
        """
    private static let broken = "<r>\n<a b='1'><c>text & more</a>&#0;<d e=f>]]></r>"

    private static func encoded(_ text: String, _ name: String, as converter: String? = nil) -> [UInt8] {
        let document =
            "<?xml version='1.0' encoding='\(name)'?>\n<r a='\(text)'>\n<b>\(text)</b> \(text)<c>\(text)</c></r>"
        return CheckCases.encode(document, as: converter ?? name) ?? []
    }

    private func withFile(_ bytes: some Sequence<UInt8>, _ body: (String) throws -> String) throws -> String {
        let file = try TemporaryFile(bytes)
        return try body(file.path)
    }

    private static func outline(_ bytes: [UInt8], _ engine: XMLParsingOptions.Engine? = nil) throws -> String {
        var options = XMLParsingOptions()
        options.engine = engine
        let tree = try XMLTree(parsing: bytes, options: options)
        return tree.outline + "\(tree.diagnostics)"
    }

    private func result() throws -> String {
        switch self {
        case .tree: return try Self.outline(Array(Self.plain.utf8))
        case .xpath:
            let tree = try XMLTree(parsing: Self.plain)
            let names = try tree.evaluate(
                XPathExpression("//p:e | //@* | //text()[. != $v]", namespaces: ["p": "urn:p"]), variables: ["v": "x"])
            return try "\(names.string) \(tree.number(xpath: "count(//*) + string-length(/)"))"
        case .xpathFunctions:
            let tree = try XMLTree(parsing: Self.plain)
            let function: XPathFunction = { .nodes($0.isEmpty ? [] : $0[0].nodes.reversed()) }
            let expression = try XPathExpression("f(//*)[2]", functions: ["f": function])
            return try tree.string(xpath: expression)
        case .xpathAxes:
            let tree = try XMLTree(parsing: Self.plain)
            let nodes = try tree.strings(
                xpath:
                    "//*/namespace::* | //e/ancestor::*[last()] | //text()[contains(., 'te') and not(position() > 2)]")
            let text = try tree.string(
                xpath: "concat(translate(name(/*), 'r', 's'), sum(//@a) div 3, substring(normalize-space(/), 2, 9))")
            return "\(nodes) \(text) \(try tree.isTrue(xpath: "//e = //*[lang('en')] or number('x') < -1.5"))"
        case .identifiers:
            return try XMLTree(parsing: Self.defaulted.replacing("<p:e/>", with: "<p:e id='i'/>")).string(
                xpath: "name(id('i'))")
        case .canonical:
            return String(decoding: try XMLTree(parsing: Self.plain).canonicalized(comments: true), as: UTF8.self)
        case .canonical11:
            let text =
                "<r xml:base='b' xml:lang='en' xmlns:q='urn:q'><a xml:base='../c' q:k='1' b='2' a='3'><b/></a></r>"
            let element = try XMLTree(parsing: text).root.elements.first
            return String(decoding: try element?.canonicalized(.inclusive11) ?? [], as: UTF8.self)
        case .canonicalElement:
            let element = try XMLTree(parsing: Self.plain).root.elements.first
            return String(
                decoding: try element?.canonicalized(.exclusive(inclusivePrefixes: ["p"])) ?? [], as: UTF8.self)
        case .treePulled: return try Self.outline(Array(Self.plain.utf8), .pull)
        case .treeOfFile:
            return try withFile(Self.plain.utf8) { try XMLTree(parsing: .file($0)).outline }
        case .treeOfText: return try XMLTree(parsing: Self.plain).outline
        case .entities: return try Self.outline(Array(Self.declared.utf8))
        case .entitiesPushed: return try Self.outline(Array(Self.declared.utf8), .push)
        case .defaults: return try Self.outline(Array(Self.defaulted.utf8))
        case .defaultsPushed: return try Self.outline(Array(Self.defaulted.utf8), .push)
        case .parameterEntities:
            return try Self.outline(
                Array(
                    """
                    <!DOCTYPE r [<!ENTITY % p '<!ENTITY e "x&#38;#37;y">'>%p;<!ENTITY % x SYSTEM 'x'>%x;
                    <!ENTITY f 'z'>]><r>&e;&f;&unknown;</r>
                    """.utf8))
        case .unresolvedEntities:
            return try Self.outline(
                Array("<!DOCTYPE r SYSTEM 'r' [<!ENTITY x SYSTEM 'x'>]><r a='&u;'>&x;&u;<b>&x;</b></r>".utf8))
        case .declarations:
            return try Self.outline(
                Array(
                    """
                    <!DOCTYPE r PUBLIC 'p' 's' [<!ELEMENT r (a|(b,c*)+)*><!ELEMENT a (#PCDATA|b)*><!-- c --><?p d?>
                    <!NOTATION n PUBLIC 'n'><!ENTITY u SYSTEM 'u' NDATA n><!ATTLIST a n NOTATION (n|m) 'n'>]><r><a/></r>
                    """.utf8))
        case .namespaces:
            let tags = (0..<30).map { "<p\($0):e xmlns:p\($0)='urn:\($0)' p\($0):a\($0)='v'>" }.joined()
            let ends = (0..<30).reversed().map { "</p\($0):e>" }.joined()
            return try Self.outline(Array((tags + "x" + ends).utf8))
        case .manyNames:
            let attributes = (0..<40).map { "a\($0)='&lt;\($0)'" }.joined(separator: " ")
            let elements = (0..<300).map { "<e\($0)/>" }.joined()
            return try Self.outline(Array("<r \(attributes)>\(elements)</r>".utf8))
        case .longText:
            let text = String(repeating: "é and text\r\n", count: 1_000)
            return try Self.outline(
                Array("<r a='\(text)'>\(text)<!--\(text)--><?p \(text)?><![CDATA[\(text)]]></r>".utf8))
        case .longTextPulled:
            let text = String(repeating: "é and text\r\n<e a='b'/>&lt;", count: 3_000)
            return try Self.outline(Array("<r>\(text)<!--\(text)--></r>".utf8), .pull)
        case .manyAttributes:
            let attributes = (0..<200).map { "a\($0)='&lt;\($0)'" }.joined(separator: " ")
            return try Self.outline(Array("<r \(attributes)><b \(attributes)/></r>".utf8))
        case .utf16: return try Self.outline([0xFE, 0xFF] + Self.encoded("é日😀", "UTF-16", as: "UTF-16BE"))
        case .latin1: return try Self.outline(Self.encoded("é", "ISO-8859-1"))
        case .cyrillic: return try Self.outline(Self.encoded("Привет", "ISO-8859-5"))
        case .japanese: return try Self.outline(Self.encoded("日本語", "EUC-JP"))
        case .shifted: return try Self.outline(Self.encoded("日本語", "ISO-2022-JP"))
        default: return try streamResult()
        }
    }

    private func streamResult() throws -> String {
        switch self {
        case .pieces: return try parse(chunks: Array(Self.plain.utf8).chunks(of: 20)).outline
        case .piecesOfEncoding:
            return try parse(chunks: Self.encoded("Привет", "ISO-8859-5").chunks(of: 20)).outline
        case .records:
            return try withFile(Self.declared.utf8) {
                var records = try XMLRecords(parsing: .file($0), at: "r/*")
                var text = ""
                while let record = try records.next() { text += record.source + "\(records.checkpoint)" }
                return text
            }
        case .recordsResumed:
            return try withFile(Self.encoded("Привет", "ISO-8859-5")) {
                var records = try XMLRecords(parsing: .file($0), at: "r/*")
                let first = try records.next()?.source ?? ""
                var rest = try XMLRecords(parsing: .file($0), at: "r/*", from: records.checkpoint)
                return try first + "\(rest.next()?.source ?? "")"
            }
        case .reader:
            var reader = XMLReader(parsing: Self.declared)
            var text = ""
            while let event = try reader.next() {
                text += "\(event) \(reader.name) \(reader.value ?? "") \(reader.attributes) \(reader.location)\n"
            }
            return text
        case .readerElements:
            var reader = XMLReader(parsing: Self.plain)
            var text = ""
            try reader.forEachElement("e") { text += try $0.readElement().source }
            return text
        case .handler:
            var handler = Recorder()
            try handler.parse(Self.declared)
            return handler.text
        case .checker:
            var options = XMLParsingOptions()
            options.recovery = .repair
            var repairer = XMLRepairer(options: options)
            var text: [UInt8] = []
            for piece in Array(Self.broken.utf8).chunks(of: 9) {
                try repairer.feed(piece)
                text += repairer.takeBytes()
            }
            text += try repairer.finish()
            return String(decoding: text, as: UTF8.self) + "\(repairer.diagnostics)"
        case .malformed: return try Self.outline(Array(Self.broken.utf8))
        case .malformedType:
            return try Self.outline(Array("<!DOCTYPE r [<!ENTITY e '<'><!ATTLIST r a CDATA '&f;'>]><r>&e;</r>".utf8))
        case .malformedStream: return try parse(chunks: Array(Self.broken.utf8).chunks(of: 5)).outline
        default: return try recoveryResult()
        }
    }

    private func recoveryResult() throws -> String {
        func recovered(_ bytes: [UInt8], _ mode: XMLRecoveryMode, _ encoding: String? = nil) throws -> String {
            var options = XMLParsingOptions()
            options.encoding = encoding
            let recovered = try XMLTree(parsing: bytes, options: options.recovering(mode))
            return recovered.outline + "\(recovered.diagnostics)"
        }
        switch self {
        case .repair: return try recovered(Array(Self.broken.utf8), .repair)
        case .repairKeepingCharacters:
            let repair = XMLRepairOptions(invalidCharacters: .keep)
            return try recovered(Array("<r a='\u{1}'>\u{1}&#2;&nbsp;<b></r>".utf8), .repair(repair))
        case .repairStream:
            var options = XMLParsingOptions()
            options.recovery = .repair
            return try parse(chunks: Array(Self.broken.utf8).chunks(of: 9), options: options).outline
        case .libxml2Recovery: return try recovered(Array((Self.declared + Self.broken).utf8), .libxml2)
        case .libxml2RecoveryOfEncoding:
            return try recovered(Self.encoded("Привет", "ISO-8859-5") + Array("<a>".utf8), .libxml2, "ISO-8859-5")
        case .page:
            return try XMLTree(
                html: "<!DOCTYPE html><title>t</title><p class=a>x<br>&eacute;<p>y<!-- c --><b>z<script>s</script>"
            )
            .outline
        case .shortPages:
            // The first read of libxml2 up to 2.11 makes room for more than there is.
            return try [60, 100, 170, 240].map { size in
                try XMLTree(html: "<title>é</title><p>\(String(repeating: "text\n", count: size / 5))<p>y").outline
            }
            .joined()
        case .malformedPage:
            let tags = "<p a<b c='x' d=y e<i>t<!DOCTYPE x PUBLIC 'y' \"z\"></x><script>s<</script>&#x;&e<?p?><!--"
            let deep = String(repeating: "<div title='&lt;&amp'>", count: 30)
            return try XMLTree(html: "<!DOCTYPE html SYSTEM 's'>\(tags)\(deep)</p><1></b").outline
        case .fragment: return try XMLTree(htmlFragment: " <p>x<br>y<i>z</i> &amp; w").outline
        case .bareFragment: return try XMLTree(htmlFragment: "text").outline
        case .pageOfEncoding:
            let page = "<meta charset=iso-8859-5><p title='Привет'>Привет"
            return try XMLTree(html: CheckCases.encode(page, as: "ISO-8859-5") ?? []).outline
        case .parsedHTML:
            let feed = try XMLTree(parsing: "<r><c>&lt;p>x&lt;br>y &amp;amp; z</c></r>")
            return try feed.root.require("c").parsedHTML().outline
        default: return try otherResult()
        }
    }

    private func otherResult() throws -> String {
        struct Item: Decodable { var a: String, b: String }
        func written(_ encoding: String) throws -> String {
            let writer = try XMLWriter(options: XMLWritingOptions(encoding: encoding))
            try writer.element("r", ["a": "Привет é"]) {
                try writer.element("b", text: "Привет 日")
                try writer.element("b", text: String(repeating: "Привет é ", count: 1_000))
            }
            return try "\(writer.xmlBytes())"
        }
        switch self {
        case .dictionary: return try XMLDictionary(parsing: Self.declared).json()
        case .decoder:
            let item = try XMLDecoder().decode(Item.self, from: Self.encoded("Привет", "ISO-8859-5"))
            return item.a + item.b
        case .writer: return try written("UTF-16")
        case .writerReferences: return try written("ISO-8859-5")
        case .edit:
            let tree = try XMLTree(parsing: Self.encoded("Привет", "ISO-8859-5"))
            var edit = XMLEdit(tree)
            try edit.setText(of: tree.root.require("b"), to: "Пока é")
            try edit.append("<новый a='é'>日</новый>", to: tree.root)
            return try "\(edit.xmlBytes())"
        case .snippet:
            do {
                return try Self.outline(Self.encoded("Привет</b", "ISO-8859-5"))
            } catch let error as XMLError where error.code != .outOfMemory {
                let bytes = Self.encoded("Привет</b", "ISO-8859-5")
                return "\(error.code) " + error.diagnostic.snippet(in: bytes)
            }
        default: return try ebcdicResult()
        }
    }

    private func ebcdicResult() throws -> String {
        let bytes = Self.encoded("é", "IBM037")
        switch self {
        case .ebcdic: return try Self.outline(bytes)
        case .ebcdicPieces: return try parse(chunks: bytes.chunks(of: 20)).outline
        case .ebcdicPage: return try XMLTree(html: bytes).outline
        case .ebcdicRepair: return try XMLTree(parsing: bytes, options: .recovering).outline
        case .katakana: return try Self.outline(Self.encoded("カ", "IBM930"))
        default: return try schemaResult()
        }
    }
}

private struct Recorder: XMLHandler {
    var text = ""

    mutating func startElement(_ element: borrowing XMLElementEvent) {
        text += "<\(element.name) \(element.attributes) \(element.location)>"
    }

    mutating func text(_ text: borrowing XMLTextEvent) { self.text += "\(text.string) \(text.location)" }
    mutating func comment(_ text: borrowing XMLTextEvent) { self.text += "<!--\(text.string)-->" }
    mutating func diagnostic(_ diagnostic: XMLDiagnostic) { text += "\(diagnostic)" }
    mutating func endElement(_ element: borrowing XMLElementEvent) {}
}
