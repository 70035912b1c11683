// Start tags and names.

extension HTMLWriter {
    /// Writes the start tag of an element. Returns its first child.
    mutating func startTag(_ element: Int) throws(XMLError) -> Int {
        let rules = rules(of: element)
        if rules.contains(.isInvalid) {
            throw failure(
                "“\(qualifiedName(of: element).excerpt)” cannot be the name of an element in HTML", .invalidName,
                at: element)
        }
        if rules.contains(.isUnrepresentable) { throw unrepresentable(in: qualifiedName(of: element), at: element) }
        bytes.append(UInt8(ascii: "<"))
        appendElementName(tape.nameNumber(element), rules)
        let isMeta = rules.contains(.isMeta)
        let isContentType = isMeta && isContentType(element)
        var isCompared = false
        var index = tape.firstEntry(in: element)
        while let part = tape.tagHead(index) {
            if part.kind == .namespace {
                try declaration(index, part, in: element)
            } else {
                let rules = try attributeRules(part.name, in: element)
                if rules.contains(.isCompared) { isCompared = true }
                bytes.append(UInt8(ascii: " "))
                appendAttributeName(part.name, rules)
                let charset = isMeta ? try otherCharset(index, part.name, isContentType: isContentType) : nil
                try value(index, charset: charset, in: element)
            }
            index += part.length
        }
        if isCompared { try compareAttributes(of: element) }
        bytes.append(UInt8(ascii: ">"))
        return index
    }

    /// Writes the value of an attribute.
    ///
    /// - Parameter charset: the range of the value that is replaced with the encoding of the output.
    private mutating func value(_ index: Int, charset: Range<Int>?, in element: Int) throws(XMLError) {
        bytes.append("=\"")
        let (tape, start) = (tape, bytes.count)
        if let charset {
            tape.withData(index) { bytes.appendHTML($0.extracting(0..<charset.lowerBound), in: .attribute) }
            encodingName.withUTF8Span { bytes.appendHTML($0, in: .attribute) }
            tape.withData(index) {
                bytes.appendHTML($0.extracting(charset.upperBound..<$0.count), in: .attribute)
            }
        } else if tape.data(index).isInArena, origin == .xml, hasOnlyUnreadReferences(index, in: element) {
            tape.withData(index) { appendKeepingReferences($0) }
        } else {
            tape.withData(index) { bytes.appendHTML($0, in: .attribute) }
        }
        if encoding != nil { try writeReferences(from: start, at: element) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether the references in the value of an attribute were not read, and no `&amp;` looks like one.
    private func hasOnlyUnreadReferences(_ index: Int, in element: Int) -> Bool {
        let (start, name) = (tape.sourceRange(element).lowerBound, tape.qualifiedName(tape.head(index).name))
        return tape.source.withText { text in
            name.withUTF8Span { name in
                let value = tape.withData(index) { text.unreadValue(ofAttribute: name, tag: start, readAs: $0) }
                return value.map { text.extracting($0).ampersandReferenceCount == 0 } ?? false
            }
        }
    }

    /// Appends a value. References that HTML knows stay unchanged.
    private mutating func appendKeepingReferences(_ value: Span<UInt8>) {
        var start = 0
        while let reference = value.entityReference(in: start..<value.count) {
            bytes.appendHTML(value.extracting(start..<reference.lowerBound), in: .attribute)
            let text = value.extracting(reference)
            let name = text.string(1..<max(1, text.count - 1))
            if HTMLCharacterNames.characters(for: name) != nil {
                text.append(to: &bytes)
            } else {
                bytes.appendHTML(text, in: .attribute)
            }
            start = reference.upperBound
        }
        bytes.appendHTML(value.extracting(start..<value.count), in: .attribute)
    }

    /// Writes a namespace declaration, which is an ordinary attribute in HTML.
    private mutating func declaration(_ index: Int, _ head: TapeHead, in element: Int) throws(XMLError) {
        let (tape, start) = (tape, bytes.count)
        bytes.append(" xmlns")
        tape.withString(head.prefix) { prefix in
            if prefix.count > 0 { bytes.append(UInt8(ascii: ":")) }
            bytes.appendShort(prefix)
        }
        if encoding != nil { try checkUnescaped(from: start, at: element) }
        bytes.append("=\"")
        let valueStart = bytes.count
        tape.withString(tape.uri(ofDeclaration: index)) { bytes.appendHTML($0, in: .attribute) }
        if encoding != nil { try writeReferences(from: valueStart, at: element) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Checks that no two attributes of a tag have the same name in HTML, where letter case and namespaces do not
    /// distinguish names.
    private mutating func compareAttributes(of element: Int) throws(XMLError) {
        tag.removeAll()
        comparedNames.truncate(to: 0)
        var cursor = tape.tag(of: element)
        while let (_, part) = cursor.next(tape) {
            guard part.kind == .attribute else { continue }
            let mark = bytes.count
            appendAttributeName(part.name, try attributeRules(part.name, in: element))
            let start = comparedNames.count
            for index in mark..<bytes.count { comparedNames.append(bytes[index].asciiLowercased) }
            bytes.truncate(to: mark)
            let name = OpenTag.Part(start: start, nameEnd: comparedNames.count, prefixLength: 0, isResolved: true)
            guard tag.add(name, comparedNames) else {
                let name = tape.qualifiedName(part.name).excerpt
                throw failure(
                    "HTML does not distinguish the attribute “\(name)” from another one", .duplicateAttribute,
                    at: element)
            }
        }
    }

    // MARK: Declared encodings

    /// Whether the `content` of a `meta` element may declare the encoding of the page.
    private func isContentType(_ element: Int) -> Bool {
        var cursor = tape.tag(of: element)
        while let (attribute, part) = cursor.next(tape) {
            guard part.kind == .attribute, isNamed(part.name, "http-equiv") else { continue }
            return tape.withData(attribute) { $0.equalsLowercased("content-type".utf8) }
        }
        return false
    }

    /// Returns the part of an attribute of a `meta` element that declares an encoding other than that of the output.
    private func otherCharset(_ attribute: Int, _ name: Int, isContentType: Bool) throws(XMLError) -> Range<Int>? {
        let isCharset = isNamed(name, "charset")
        guard isCharset || isContentType && isNamed(name, "content") else { return nil }
        let found = tape.withData(attribute) { value in
            let range = isCharset ? 0..<value.count : HTMLEncoding.charset(in: value, 0..<value.count)
            return range.map { ($0, value.string($0)) }
        }
        guard let (range, charset) = found, !charset.isEmpty else { return nil }
        return try HTMLEncoding.isSame(charset, encodingName) ? nil : range
    }

    private func isNamed(_ name: Int, _ other: String) -> Bool {
        tape.withString(tape.name(name).local) { $0.equalsLowercased(other.utf8) }
    }
}
