/// Reads a start tag that may be malformed, up to its first fault (XML 1.0, section 3.1).
struct TagReader {
    let start: Int
    /// Where the names of its attributes are.
    private(set) var attributes: [Range<Int>] = []
    /// What is wrong with the tag; nil when its form is right.
    private(set) var fault: Fault?

    private let finder: FaultFinder
    private var seen: [String: Int] = [:]

    init(_ finder: FaultFinder, start: Int) {
        self.finder = finder
        self.start = start
        read()
    }

    private mutating func read() {
        var position = finder.nameRange(from: start + 1).upperBound
        while fault == nil {
            let end = finder.skipSpace(from: position)
            guard let byte = finder.byte(end), byte != UInt8(ascii: "<") else {
                let rest = finder.byte(end) == nil ? "the document ends inside the tag" : "the tag is not closed"
                fault = Fault(.unclosedTag, rest, at: start)
                return
            }
            if byte == UInt8(ascii: ">") || finder.has("/>", at: end) { return }
            position = readAttribute(at: end, isSeparated: end > position)
        }
    }

    /// Reads one attribute and returns where it ends.
    private mutating func readAttribute(at offset: Int, isSeparated: Bool) -> Int {
        let name = finder.nameRange(from: offset)
        if !isSeparated {
            let what =
                name.isEmpty ? "\(finder.character(at: offset)) in a tag" : "white space is missing before an attribute"
            fault = Fault(name.isEmpty ? .malformedTag : .missingWhitespace, what, at: offset)
            return offset
        }
        if name.isEmpty {
            fault = Fault(
                .invalidName, "\(finder.character(at: offset)) cannot begin the name of an attribute", at: offset)
            return offset
        }
        noteDuplicate(of: name)
        attributes.append(name)
        let equals = finder.skipSpace(from: name.upperBound)
        guard finder.has("=", at: equals) else {
            let message = "the attribute “\(finder.string(name))” has no value"
            fault = fault ?? Fault(.missingAttributeValue, message, at: name.upperBound)
            return equals
        }
        return readValue(at: finder.skipSpace(from: equals + 1), of: name)
    }

    private mutating func readValue(at quoteOffset: Int, of name: Range<Int>) -> Int {
        guard let quote = finder.byte(quoteOffset), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let message = "the value of “\(finder.string(name))” is not in quotes"
            fault = fault ?? Fault(.unquotedAttributeValue, message, at: quoteOffset)
            return quoteOffset
        }
        var position = quoteOffset + 1
        var hasTagEnd = false
        while let byte = finder.byte(position), byte != quote, byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: ">") { hasTagEnd = true }
            position += 1
        }
        if finder.byte(position) == quote { return position + 1 }
        // A value that runs past the end of its tag into the next one lacks its closing quote.
        if hasTagEnd || finder.byte(position) == nil {
            fault =
                fault
                ?? Fault(
                    .unclosedAttributeValue, "the value of “\(finder.string(name))” is not closed", at: start,
                    note: .init(message: "the value begins here", offset: quoteOffset))
        } else {
            fault =
                fault
                ?? Fault(
                    .lessThanInAttributeValue, "“<” in the value of “\(finder.string(name))”", at: position,
                    help: "write &lt; for the character itself")
        }
        return position
    }

    private mutating func noteDuplicate(of name: Range<Int>) {
        let text = finder.string(name)
        guard let first = seen.updateValue(name.lowerBound, forKey: text), fault == nil else { return }
        fault = Fault(
            .duplicateAttribute, "the attribute “\(text)” stands twice in one tag", at: name.lowerBound,
            note: .init(message: "first here", offset: first))
    }
}
