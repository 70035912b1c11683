internal import Foundation

/// How XMLCoder spells a document that LibXML has written: in one pass over it.
struct Spelling {
    /// The characters that XMLCoder writes as references.
    static let standard = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&apos;"), ("\"", "&quot;")]

    /// The references that LibXML writes, by their names.
    private static let known: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "#x9": 0x09, "#xA": 0x0A, "#xD": 0x0D,
    ]

    /// What is written for each ASCII character; empty for the character or the reference of LibXML.
    private let text, value: [[UInt8]]
    /// Whether white space between tags is that of the layout.
    var isIndented = false
    /// For each byte in text and in values, whether it may be written differently.
    private let isSpecial: [Bool]

    init(text: [(String, String)], attributes: [(String, String)]) {
        func table(_ pairs: [(String, String)]) -> [[UInt8]] {
            var table = [[UInt8]](repeating: [], count: 256)
            for (character, reference) in pairs where character.utf8.count == 1 && reference.hasPrefix("&") {
                table[Int(character.utf8.first ?? 0)] = Array(reference.utf8)
            }
            return table
        }
        (self.text, value) = (table(text), table(attributes))
        let references = self.text + value
        isSpecial = references.indices.map { [0x26, 0x3C, 0x22].contains($0 & 255) || !references[$0].isEmpty }
    }

    /// Returns the document after a prologue, without a line feed at its end.
    func spelled(_ document: [UInt8], after prologue: String) -> Data {
        var output = Array(prologue.utf8)
        output.reserveCapacity(output.count + document.count + document.count / 8)
        var (isTag, isValue) = (false, false)
        var (index, copied) = (0, 0)
        func replace(to end: Int, with bytes: [UInt8]) {
            output += document[copied..<index]
            output += bytes
            (index, copied) = (end, end)
        }
        let last = document.last == UInt8(ascii: "\n") ? document.count - 1 : document.count
        while index < last {
            let byte = document[index]
            if isIndented, byte == UInt8(ascii: "\n"), document[index - 1] == UInt8(ascii: ">") {
                while document[index].isLayout { index += 1 }
                continue
            }
            if isTag, !isValue {
                if byte == UInt8(ascii: ">") { isTag = false }
                if byte == UInt8(ascii: "\"") { isValue = true }
                if byte == UInt8(ascii: "/"), document[index + 1] == UInt8(ascii: ">") {
                    replace(to: index, with: [0x20])
                }
            } else if isSpecial[Int(byte) + (isValue ? 256 : 0)] {
                if byte == UInt8(ascii: "<") {
                    if let end = document.endOfSection(at: index) {
                        index = end
                        continue
                    }
                    isTag = true
                } else if isValue, byte == UInt8(ascii: "\"") {
                    isValue = false
                } else {
                    var (character, end) = (byte, index + 1)
                    if byte == UInt8(ascii: "&") {
                        while document[end] != UInt8(ascii: ";") { end += 1 }
                        character = Self.known[String(decoding: document[(index + 1)..<end], as: UTF8.self)] ?? 0
                        end += 1
                    }
                    let reference = (isValue ? value : text)[Int(character)]
                    if reference.isEmpty { index = end } else { replace(to: end, with: reference) }
                    continue
                }
            }
            index += 1
        }
        output += document[copied..<last]
        return Data(output)
    }
}

extension [UInt8] {
    /// The end of a CDATA section, a comment or a processing instruction; nil for a tag.
    fileprivate func endOfSection(at start: Int) -> Int? {
        func end(_ opening: String, _ closing: String) -> Int? {
            guard self[start...].starts(with: opening.utf8) else { return nil }
            let content = start + opening.utf8.count
            return (content..<count).first { self[$0] == closing.utf8.first && self[$0...].starts(with: closing.utf8) }
                .map { $0 + closing.utf8.count }
        }
        switch self[start + 1] {
        case UInt8(ascii: "!"): return end("<![CDATA[", "]]>") ?? end("<!--", "-->")
        case UInt8(ascii: "?"): return end("<?", "?>")
        default: return nil
        }
    }
}

extension UInt8 {
    fileprivate var isLayout: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}
