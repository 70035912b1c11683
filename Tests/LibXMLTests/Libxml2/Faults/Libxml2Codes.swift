import Foundation

/// The codes of `xmlParserErrors` that concern parsing: below 500, and from 800 to 999.
enum Libxml2Codes {
    /// The codes in the headers of libxml2 2.9.14, 2.10, 2.11, 2.12, 2.13, 2.14 and 2.15 together.
    static let known = parse(table)

    /// The codes in the header that the tests were built with, if `pkg-config` finds it.
    static let installed: [Int: String] = {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--variable=includedir", "libxml-2.0"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return [:] }
        let folder = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let path = folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/libxml2/libxml/xmlerror.h"
        guard let header = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
        return numbers(in: header).filter { (1..<500).contains($0.key) || (800..<1_000).contains($0.key) }
    }()

    /// The members of `enum xmlParserErrors`. A member without a number has the next number after the previous one.
    private static func numbers(in header: String) -> [Int: String] {
        var number = -1
        var numbers: [Int: String] = [:]
        let member = /\b(?<name>XML_\w+)\s*(?:=\s*(?<number>\d+))?\s*(?:,|\/\*|$)/.anchorsMatchLineEndings()
        guard let start = header.range(of: "XML_ERR_OK = 0"), let end = header.range(of: "} xmlParserErrors") else {
            return [:]
        }
        for line in header[start.lowerBound..<end.lowerBound].split(separator: "\n") {
            guard let match = line.firstMatch(of: member), !line.hasPrefix("#") else { continue }
            number = match.number.flatMap { Int($0) } ?? number + 1
            numbers[number] = String(match.name)
        }
        return numbers
    }

    private static func parse(_ table: String) -> [Int: String] {
        var numbers: [Int: String] = [:]
        for line in table.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            if let number = Int(words[0]) { numbers[number] = String(words[1]) }
        }
        return numbers
    }

    private static let table = """
        1 XML_ERR_INTERNAL_ERROR
        2 XML_ERR_NO_MEMORY
        3 XML_ERR_DOCUMENT_START
        4 XML_ERR_DOCUMENT_EMPTY
        5 XML_ERR_DOCUMENT_END
        6 XML_ERR_INVALID_HEX_CHARREF
        7 XML_ERR_INVALID_DEC_CHARREF
        8 XML_ERR_INVALID_CHARREF
        9 XML_ERR_INVALID_CHAR
        10 XML_ERR_CHARREF_AT_EOF
        11 XML_ERR_CHARREF_IN_PROLOG
        12 XML_ERR_CHARREF_IN_EPILOG
        13 XML_ERR_CHARREF_IN_DTD
        14 XML_ERR_ENTITYREF_AT_EOF
        15 XML_ERR_ENTITYREF_IN_PROLOG
        16 XML_ERR_ENTITYREF_IN_EPILOG
        17 XML_ERR_ENTITYREF_IN_DTD
        18 XML_ERR_PEREF_AT_EOF
        19 XML_ERR_PEREF_IN_PROLOG
        20 XML_ERR_PEREF_IN_EPILOG
        21 XML_ERR_PEREF_IN_INT_SUBSET
        22 XML_ERR_ENTITYREF_NO_NAME
        23 XML_ERR_ENTITYREF_SEMICOL_MISSING
        24 XML_ERR_PEREF_NO_NAME
        25 XML_ERR_PEREF_SEMICOL_MISSING
        26 XML_ERR_UNDECLARED_ENTITY
        27 XML_WAR_UNDECLARED_ENTITY
        28 XML_ERR_UNPARSED_ENTITY
        29 XML_ERR_ENTITY_IS_EXTERNAL
        30 XML_ERR_ENTITY_IS_PARAMETER
        31 XML_ERR_UNKNOWN_ENCODING
        32 XML_ERR_UNSUPPORTED_ENCODING
        33 XML_ERR_STRING_NOT_STARTED
        34 XML_ERR_STRING_NOT_CLOSED
        35 XML_ERR_NS_DECL_ERROR
        36 XML_ERR_ENTITY_NOT_STARTED
        37 XML_ERR_ENTITY_NOT_FINISHED
        38 XML_ERR_LT_IN_ATTRIBUTE
        39 XML_ERR_ATTRIBUTE_NOT_STARTED
        40 XML_ERR_ATTRIBUTE_NOT_FINISHED
        41 XML_ERR_ATTRIBUTE_WITHOUT_VALUE
        42 XML_ERR_ATTRIBUTE_REDEFINED
        43 XML_ERR_LITERAL_NOT_STARTED
        44 XML_ERR_LITERAL_NOT_FINISHED
        45 XML_ERR_COMMENT_NOT_FINISHED
        46 XML_ERR_PI_NOT_STARTED
        47 XML_ERR_PI_NOT_FINISHED
        48 XML_ERR_NOTATION_NOT_STARTED
        49 XML_ERR_NOTATION_NOT_FINISHED
        50 XML_ERR_ATTLIST_NOT_STARTED
        51 XML_ERR_ATTLIST_NOT_FINISHED
        52 XML_ERR_MIXED_NOT_STARTED
        53 XML_ERR_MIXED_NOT_FINISHED
        54 XML_ERR_ELEMCONTENT_NOT_STARTED
        55 XML_ERR_ELEMCONTENT_NOT_FINISHED
        56 XML_ERR_XMLDECL_NOT_STARTED
        57 XML_ERR_XMLDECL_NOT_FINISHED
        58 XML_ERR_CONDSEC_NOT_STARTED
        59 XML_ERR_CONDSEC_NOT_FINISHED
        60 XML_ERR_EXT_SUBSET_NOT_FINISHED
        61 XML_ERR_DOCTYPE_NOT_FINISHED
        62 XML_ERR_MISPLACED_CDATA_END
        63 XML_ERR_CDATA_NOT_FINISHED
        64 XML_ERR_RESERVED_XML_NAME
        65 XML_ERR_SPACE_REQUIRED
        66 XML_ERR_SEPARATOR_REQUIRED
        67 XML_ERR_NMTOKEN_REQUIRED
        68 XML_ERR_NAME_REQUIRED
        69 XML_ERR_PCDATA_REQUIRED
        70 XML_ERR_URI_REQUIRED
        71 XML_ERR_PUBID_REQUIRED
        72 XML_ERR_LT_REQUIRED
        73 XML_ERR_GT_REQUIRED
        74 XML_ERR_LTSLASH_REQUIRED
        75 XML_ERR_EQUAL_REQUIRED
        76 XML_ERR_TAG_NAME_MISMATCH
        77 XML_ERR_TAG_NOT_FINISHED
        78 XML_ERR_STANDALONE_VALUE
        79 XML_ERR_ENCODING_NAME
        80 XML_ERR_HYPHEN_IN_COMMENT
        81 XML_ERR_INVALID_ENCODING
        82 XML_ERR_EXT_ENTITY_STANDALONE
        83 XML_ERR_CONDSEC_INVALID
        84 XML_ERR_VALUE_REQUIRED
        85 XML_ERR_NOT_WELL_BALANCED
        86 XML_ERR_EXTRA_CONTENT
        87 XML_ERR_ENTITY_CHAR_ERROR
        88 XML_ERR_ENTITY_PE_INTERNAL
        89 XML_ERR_ENTITY_LOOP
        90 XML_ERR_ENTITY_BOUNDARY
        91 XML_ERR_INVALID_URI
        92 XML_ERR_URI_FRAGMENT
        93 XML_WAR_CATALOG_PI
        94 XML_ERR_NO_DTD
        95 XML_ERR_CONDSEC_INVALID_KEYWORD
        96 XML_ERR_VERSION_MISSING
        97 XML_WAR_UNKNOWN_VERSION
        98 XML_WAR_LANG_VALUE
        99 XML_WAR_NS_URI
        100 XML_WAR_NS_URI_RELATIVE
        101 XML_ERR_MISSING_ENCODING
        102 XML_WAR_SPACE_VALUE
        103 XML_ERR_NOT_STANDALONE
        104 XML_ERR_ENTITY_PROCESSING
        105 XML_ERR_NOTATION_PROCESSING
        106 XML_WAR_NS_COLUMN
        107 XML_WAR_ENTITY_REDEFINED
        108 XML_ERR_UNKNOWN_VERSION
        109 XML_ERR_VERSION_MISMATCH
        110 XML_ERR_NAME_TOO_LONG
        111 XML_ERR_USER_STOP
        112 XML_ERR_COMMENT_ABRUPTLY_ENDED
        113 XML_WAR_ENCODING_MISMATCH
        114 XML_ERR_RESOURCE_LIMIT
        115 XML_ERR_ARGUMENT
        116 XML_ERR_SYSTEM
        117 XML_ERR_REDECL_PREDEF_ENTITY
        118 XML_ERR_INT_SUBSET_NOT_FINISHED
        200 XML_NS_ERR_XML_NAMESPACE
        201 XML_NS_ERR_UNDEFINED_NAMESPACE
        202 XML_NS_ERR_QNAME
        203 XML_NS_ERR_ATTRIBUTE_REDEFINED
        204 XML_NS_ERR_EMPTY
        205 XML_NS_ERR_COLON
        800 XML_HTML_STRUCURE_ERROR
        801 XML_HTML_UNKNOWN_TAG
        802 XML_HTML_INCORRECTLY_OPENED_COMMENT
        """
}
