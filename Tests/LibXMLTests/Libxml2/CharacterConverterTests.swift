import Testing

@testable import LibXML

@Suite struct CharacterConverterTests {
    @Test(
        "Encodings with shift states are recognized by any of their names",
        arguments: [
            "ISO-2022-JP", "ISO2022JP", "csISO2022JP", "iso_2022_jp", "JIS", "ISO-2022-KR", "ISO-2022-CN", "UTF-7",
            "UTF7",
            "UT-F-7", "unicode-1-1-utf-7", "HZ", "HZ-GB-2312", "IBM930", "ibm-939", "IMAP-mailbox-name", "SCSU",
        ])
    func stateful(_ name: String) {
        // Which names libxml2 knows depends on iconv and ICU.
        #expect(CharacterConverter.isStateful(name) == (CharacterConverter(from: name) != nil))
        #expect(DocumentEncoding(named: name).isStateful == CharacterConverter.isStateful(name))
    }

    @Test(
        "Other encodings have no shift states",
        arguments: [
            "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF_16", "UCS-2", "US-ASCII", "ISO-8859-1", "ISO-8859-15",
            "windows-1252", "KOI8-R", "Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GBK", "GB18030", "IBM037", "no-such",
        ])
    func stateless(_ name: String) {
        #expect(!CharacterConverter.isStateful(name))
    }
}
