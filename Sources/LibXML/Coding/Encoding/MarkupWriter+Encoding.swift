// Writing names that are known to be valid, and texts that already contain references, from other buffers.

extension MarkupWriter {
    /// Writes an element that contains only text.
    @inline(__always)
    mutating func leaf(
        _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>, _ texts: borrowing RawBuffer<UInt8>, _ text: Range<Int>
    ) throws(XMLError) {
        guard !layout.isActive, encoding == nil, open.count > 0, !text.isEmpty else {
            try startElement(names, name)
            if !text.isEmpty { try self.text(texts, text) }
            return try endElement()
        }
        try closeTag()
        bytes.append(UInt8(ascii: "<"))
        bytes.append(names, name)
        bytes.append(UInt8(ascii: ">"))
        bytes.append(texts, text)
        bytes.append("</")
        bytes.append(names, name)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes the beginning of a start tag whose name has no prefix.
    @inline(__always)
    mutating func startElement(_ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>) throws(XMLError) {
        let mark = try beginElement()
        let nameStart = openNames.count
        bytes.append(names, name)
        openNames.append(names, name)
        pushElement(from: mark, nameStart: nameStart, prefixLength: 0, isResolved: true)
    }

    /// Writes the beginning of a start tag whose prefix is declared, or empty.
    mutating func startElement(
        _ prefix: String, _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>
    ) throws(XMLError) {
        let mark = try beginElement()
        let nameStart = openNames.count
        append(prefix: prefix)
        bytes.append(names, name)
        openNames.append(bytes, mark + 1..<bytes.count)
        pushElement(from: mark, nameStart: nameStart, prefixLength: prefix.utf8.count, isResolved: true)
    }

    private mutating func append(prefix: String) {
        guard !prefix.isEmpty else { return }
        append(prefix)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes an attribute whose prefix is declared, or empty, and whose name is unique.
    mutating func attribute(
        _ prefix: String, _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>,
        _ values: borrowing RawBuffer<UInt8>, _ value: Range<Int>
    ) {
        let mark = bytes.count
        bytes.append(UInt8(ascii: " "))
        append(prefix: prefix)
        bytes.append(names, name)
        let part = OpenTag.Part(
            start: mark + 1, nameEnd: bytes.count, prefixLength: prefix.utf8.count, isResolved: true)
        endAttribute(part, values, value)
    }

    /// Writes an attribute whose name has no prefix and is unique.
    @inline(__always)
    mutating func attribute(
        _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>, _ values: borrowing RawBuffer<UInt8>,
        _ value: Range<Int>
    ) {
        let mark = bytes.count
        bytes.append(UInt8(ascii: " "))
        bytes.append(names, name)
        let part = OpenTag.Part(start: mark + 1, nameEnd: bytes.count, prefixLength: 0, isResolved: true)
        endAttribute(part, values, value)
    }

    @inline(__always)
    private mutating func endAttribute(_ part: OpenTag.Part, _ values: borrowing RawBuffer<UInt8>, _ value: Range<Int>)
    {
        bytes.append("=\"")
        bytes.append(values, value)
        bytes.append(UInt8(ascii: "\""))
        if encoding != nil { writeReferences(from: part.nameEnd) }
        tag.parts.append(part)
        if layout.isActive { noteSpace(part) }
    }

    /// Writes an attribute with a prefix, or in a namespace, or a namespace declaration.
    ///
    /// - Parameter written: the name as it is written, if it is not in a namespace whose prefix is chosen.
    mutating func attribute(
        _ name: NameTest, _ written: String, _ values: borrowing RawBuffer<UInt8>, _ value: Range<Int>
    ) throws(XMLError) {
        let text = values.withSpan(value) { $0.string($0.indices) }.withoutReferences
        if case .expanded(let name) = name { try attribute(name, text) } else { try attribute(written, text) }
    }

    /// Writes text.
    @inline(__always)
    mutating func text(_ texts: borrowing RawBuffer<UInt8>, _ text: Range<Int>) throws(XMLError) {
        let mark = try beginText()
        bytes.append(texts, text)
        endText(from: mark)
    }
}

extension String {
    /// The text with the characters for which ``RawBuffer/appendEscaped(_:in:)`` writes references.
    fileprivate var withoutReferences: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        let references = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x9;", "\t"), ("&#xA;", "\n"), ("&#xD;", "\r"),
            ("&amp;", "&"),
        ]
        return references.reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
