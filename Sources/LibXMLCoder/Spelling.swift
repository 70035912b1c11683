internal import Foundation

/// How XMLCoder spells a document that LibXML has written: in one pass over it.
struct Spelling {
    /// The characters that XMLCoder writes as references.
    static let standard = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&apos;"), ("\"", "&quot;")]

    /// The references that LibXML writes, by their names.
    private static let known: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "#x9": 0x09, "#xA": 0x0A, "#xD": 0x0D,
    ]

    /// What is written for each ASCII character; nil for the character or the reference of LibXML.
    private let text, value: [[UInt8]?]

    init(text: [(String, String)], attributes: [(String, String)]) {
        func table(_ pairs: [(String, String)]) -> [[UInt8]?] {
            var table = [[UInt8]?](repeating: nil, count: 128)
            for (character, reference) in pairs where character.utf8.count == 1 && reference.hasPrefix("&") {
                table[Int(character.utf8.first ?? 0)] = Array(reference.utf8)
            }
            return table
        }
        (self.text, value) = (table(text), table(attributes))
    }

    /// Returns the document after a prologue, without a line feed at its end.
    func spelled(_ document: [UInt8], after prologue: String) -> Data {
        var output = Array(prologue.utf8)
        output.reserveCapacity(output.count + document.count + document.count / 8)
        var (isTag, isValue) = (false, false)
        var index = 0
        while index < document.count {
            let byte = document[index]
            let isSyntax = isTag && !isValue || byte == UInt8(ascii: "<") || isValue && byte == UInt8(ascii: "\"")
            if isSyntax {
                let end = byte == UInt8(ascii: "<") ? document.endOfSection(at: index) : nil
                if let end {
                    output += document[index..<end]
                    index = end
                    continue
                }
                switch byte {
                case UInt8(ascii: "<"): isTag = true
                case UInt8(ascii: ">"): isTag = false
                case UInt8(ascii: "\""): isValue.toggle()
                case UInt8(ascii: "/") where document[index + 1] == UInt8(ascii: ">"): output.append(0x20)
                default: break
                }
                output.append(byte)
                index += 1
                continue
            }
            var (character, end) = (Int(byte), index + 1)
            if byte == UInt8(ascii: "&") {
                let semicolon = document[index...].firstIndex(of: UInt8(ascii: ";")) ?? index
                character = Int(Self.known[String(decoding: document[end..<semicolon], as: UTF8.self)] ?? 0)
                end = semicolon + 1
            }
            if character < 128, let reference = (isValue ? value : text)[character] {
                output += reference
            } else {
                output += document[index..<end]
            }
            index = end
        }
        if output.last == UInt8(ascii: "\n") { output.removeLast() }
        return Data(output)
    }
}

extension [UInt8] {
    /// The end of a CDATA section or a comment; nil for a tag.
    fileprivate func endOfSection(at start: Int) -> Int? {
        func end(_ opening: String, _ closing: String) -> Int? {
            guard self[start...].starts(with: opening.utf8) else { return nil }
            return (start..<count).first { self[$0...].starts(with: closing.utf8) }.map { $0 + closing.utf8.count }
        }
        return self[start + 1] == UInt8(ascii: "!") ? end("<![CDATA[", "]]>") ?? end("<!--", "-->") : nil
    }
}
