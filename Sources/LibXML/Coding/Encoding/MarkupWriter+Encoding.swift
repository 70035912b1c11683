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
        _ = try beginElement()
        bytes.append(names, name)
        bytes.append(UInt8(ascii: ">"))
        bytes.append(texts, text)
        bytes.appendEndTag(names, name)
    }

    /// Writes the beginning of a start tag whose name has no prefix.
    @inline(__always)
    mutating func startElement(_ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>) throws(XMLError) {
        try startElement(isResolved: true) { markup, _ in
            markup.bytes.append(names, name)
            markup.openNames.append(names, name)
            return 0
        }
    }

    /// Writes the beginning of a start tag whose prefix is declared, or empty.
    mutating func startElement(
        _ prefix: String, _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>
    ) throws(XMLError) {
        try startElement(isResolved: true) { markup, _ in markup.appendName(prefix, names, name) }
    }

    /// Appends a qualified name. Returns the length of its prefix.
    private mutating func appendName(_ prefix: String, _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>) -> Int {
        if !prefix.isEmpty {
            append(prefix)
            bytes.append(UInt8(ascii: ":"))
        }
        bytes.append(names, name)
        return prefix.utf8.count
    }

    /// Writes an attribute whose prefix is declared, or empty, and whose name is unique.
    mutating func attribute(
        _ prefix: String, _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>,
        _ values: borrowing RawBuffer<UInt8>, _ value: Range<Int>
    ) {
        validAttribute { markup, _ in
            markup.appendName(prefix, names, name)
        } value: { markup, _ in
            markup.bytes.append(values, value)
        }
    }

    /// Writes an attribute whose name has no prefix and is unique.
    @inline(__always)
    mutating func attribute(
        _ names: borrowing RawBuffer<UInt8>, _ name: Range<Int>, _ values: borrowing RawBuffer<UInt8>,
        _ value: Range<Int>
    ) {
        validAttribute { markup, _ in
            markup.bytes.append(names, name)
            return 0
        } value: { markup, _ in
            markup.bytes.append(values, value)
        }
    }

    /// Writes an attribute with a prefix, or in a namespace, or a namespace declaration.
    ///
    /// - Parameter written: the name as it is written, if it is not in a namespace whose prefix is chosen.
    mutating func attribute(
        _ name: NameTest, _ written: String, _ values: borrowing RawBuffer<UInt8>, _ value: Range<Int>
    ) throws(XMLError) {
        let text = values.withSpan(value) { $0.string($0.indices) }
        if case .expanded(let name) = name {
            try attribute(name, text, isEscaped: true)
        } else if written.isDeclaration {
            let uri = values.withSpan(value) { $0.withoutCharacterReferences }
            let prefix = String(written.dropFirst(6))
            // The name of the element, or the options, may have declared the same.
            let isDeclared = bindings.index(of: prefix, from: Int(open[open.count - 1].bindings)) != nil
            if isDeclared, bindings.uri(of: prefix)?.hasSameBytes(as: uri) ?? false { return }
            try attribute(written, uri)
        } else {
            try attribute(written, text, isEscaped: true)
        }
    }

    /// Writes text.
    @inline(__always)
    mutating func text(_ texts: borrowing RawBuffer<UInt8>, _ text: Range<Int>) throws(XMLError) {
        let mark = try beginText()
        bytes.append(texts, text)
        endText(from: mark)
    }
}
