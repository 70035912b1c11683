/// A tag of HTML as written.
struct HTMLTag {
    var name = 0..<0
    var attributes: [HTMLTagScanner.Attribute] = []
    /// Whether it ends with `/>`.
    var isEmptyElement = false
    /// Whether libxml2 up to 2.13 reads it as it is.
    var isPlain = true
    /// The number of attributes, with those that have the name of another one.
    var attributeCount = 0
    /// The names of the attributes in lower case, used once there are ``few``.
    var names: Set<[UInt8]> = []

    /// Up to this many names are compared one by one.
    static let few = 16
}

extension HTMLTokenizer {
    /// Reads a start tag, and the text of an element that contains only text.
    mutating func readStartTag(_ text: Span<UInt8>) {
        let start = position
        if let nameEnd = endOfSimpleTagName(text, from: start + 1) {
            position = nameEnd + 1
            return readContent(of: start + 1..<nameEnd, text)
        }
        guard readTag(text, from: start + 1, start) else {
            if isFailed { return position = text.count }
            let name = name(tag.name, text, isElement: true)
            replace(start..<text.count, with: [.lessThan] + name + [.greaterThan], text)
            translation.cutTag = translation.text.count - name.count - 2
            return
        }
        if !tag.isPlain {
            var bytes: [UInt8] = [.lessThan]
            bytes += name(tag.name, text, isElement: true)
            for attribute in tag.attributes {
                bytes.append(0x20)
                bytes += name(attribute.name, text)
                guard let value = attribute.value else { continue }
                bytes += "=\"".utf8
                append(value: value, to: &bytes, text)
                bytes.append(UInt8(ascii: "\""))
            }
            replace(start..<position, with: bytes + (tag.isEmptyElement ? "/>" : ">").utf8, text)
        }
        if !tag.isEmptyElement { readContent(of: tag.name, text) }
    }

    mutating func readEndTag(_ text: Span<UInt8>) {
        let start = position
        hasContent = true
        if let nameEnd = endOfSimpleTagName(text, from: start + 2) { return position = nameEnd + 1 }
        guard readTag(text, from: start + 2, start) else {
            if isFailed { return position = text.count }
            return replace(start..<text.count, with: [], text)
        }
        guard !tag.attributes.isEmpty || tag.isEmptyElement || !tag.isPlain else { return }
        replace(start..<position, with: Array("</".utf8) + name(tag.name, text, isElement: true) + ">".utf8, text)
    }

    /// Returns the end of a short name of ASCII letters and digits after which the tag ends, as after most; nil for
    /// others.
    @inline(__always)
    private func endOfSimpleTagName(_ text: Span<UInt8>, from start: Int) -> Int? {
        let end = text.index(in: start..<min(text.count, start + min(16, limits.nameLength))) {
            !$0.isASCIILetter && !$0.isASCIIDigit
        }
        return text.has(">", at: end) ? end : nil
    }

    /// Reads a tag to its end. Returns false if the page ends in it.
    private mutating func readTag(_ text: Span<UInt8>, from nameStart: Int, _ start: Int) -> Bool {
        if !tag.attributes.isEmpty { tag.attributes.removeAll(keepingCapacity: true) }
        if !tag.names.isEmpty { tag.names = [] }
        tag.attributeCount = 0
        tag.isEmptyElement = false
        position = text.index(from: nameStart) { !$0.isPlainInElementName }
        tag.isPlain = position == text.count || text[position].endsTagName
        if !tag.isPlain { position = text.index(from: position) { $0.endsTagName } }
        tag.name = nameStart..<position
        guard checkLength(tag.name, at: start) else { return false }
        if !text.mayBePlainHTMLName(tag.name) { tag.isPlain = false }
        while true {
            let before = position
            while position < text.count, text[position].isHTMLSpace || text[position] == .slash {
                if text[position] == .slash, text.has(">", at: position + 1) {
                    position += 2
                    tag.isEmptyElement = true
                    return true
                }
                if text[position] == .slash || text[position] == 0x0C { tag.isPlain = false }
                position += 1
            }
            guard position < text.count else {
                report(Fault.unclosedTag.at(start))
                return false
            }
            if text[position] == .greaterThan {
                position += 1
                return true
            }
            if position == before { tag.isPlain = false }
            guard readAttribute(text, in: start) else { return false }
        }
    }

    /// Reads an attribute. Returns false if the page ends in its value.
    private mutating func readAttribute(_ text: Span<UInt8>, in start: Int) -> Bool {
        let simple = simpleAttribute(text)
        let attribute = simple ?? HTMLTagScanner.attribute(in: text, at: position, before: text.count)
        let name = attribute.name
        guard checkLength(name, at: start) else { return false }
        if simple == nil, !text.isPlainHTMLName(name) { tag.isPlain = false }
        position = attribute.end
        if simple == nil, let value = attribute.value {
            guard attribute.isClosed else {
                let fault = Fault.unclosedAttributeValue(of: text.string(name), tag: start)
                report(fault.at(value.lowerBound - 1))
                return false
            }
            if text.index(in: name.upperBound..<value.lowerBound, where: { $0 == 0x0C }) < value.lowerBound {
                tag.isPlain = false
            }
            if attribute.end == value.lowerBound {
                tag.isPlain = false
                if !faults.isFull { report(Fault.missingAttributeValue(of: text.string(name)).at(name.lowerBound)) }
            }
            if !isPlain(value, text) { tag.isPlain = false }
        }
        tag.attributeCount += 1
        if isRepeated(name, text) {
            tag.isPlain = false
            if !faults.isFull { report(Fault.duplicateAttribute(text.string(name)).at(name.lowerBound)) }
        } else {
            tag.attributes.append(attribute)
        }
        // libxml2 up to 2.13 compares each attribute with all before it.
        if tag.attributeCount > limits.attributesPerElement {
            fail(limits.fault(.attributesPerElement, at: start))
            return false
        }
        return true
    }

    /// Returns the attribute at the position if it is `name="value"` without references, as most are.
    @inline(__always)
    private func simpleAttribute(_ text: Span<UInt8>) -> HTMLTagScanner.Attribute? {
        let nameEnd = text.index(from: position) { !$0.isPlainInHTMLName }
        guard text.mayBePlainHTMLName(position..<nameEnd), text.has("=\"", at: nameEnd) else { return nil }
        let start = nameEnd + 2
        let end = text.index(from: start) { $0 == UInt8(ascii: "\"") || $0 == .ampersand || $0.isHTMLMarked }
        guard text.has("\"", at: end) else { return nil }
        return HTMLTagScanner.Attribute(name: position..<nameEnd, value: start..<end, end: end + 1)
    }

    /// Checks the length of a name. From 2.14 on, libxml2 omits the end of a long name.
    private mutating func checkLength(_ name: Range<Int>, at start: Int) -> Bool {
        guard name.count > limits.nameLength else { return true }
        fail(limits.fault(.nameLength, at: start))
        return false
    }

    /// Whether the tag already has an attribute with this name.
    private mutating func isRepeated(_ name: Range<Int>, _ text: Span<UInt8>) -> Bool {
        func lowercased(_ name: Range<Int>) -> [UInt8] { text.extracting(name).array.map(\.asciiLowercased) }
        if tag.attributes.count >= HTMLTag.few {
            if tag.names.isEmpty { tag.names = Set(tag.attributes.map { lowercased($0.name) }) }
            return !tag.names.insert(lowercased(name)).inserted
        }
        return tag.attributes.contains { other in
            other.name.count == name.count
                && name.indices.allSatisfy {
                    text[$0].asciiLowercased == text[other.name.lowerBound + $0 - name.lowerBound].asciiLowercased
                }
        }
    }

    /// Whether libxml2 up to 2.13 reads an attribute value as it is.
    private func isPlain(_ value: Range<Int>, _ text: Span<UInt8>) -> Bool {
        var position = value.lowerBound
        while true {
            position = text.index(in: position..<value.upperBound) { $0 == .ampersand || $0.isHTMLMarked }
            guard position < value.upperBound else { return true }
            if text[position] == .ampersand {
                if let end = text.endOfPlainReference(at: position, before: value.upperBound) {
                    position = end
                    continue
                }
                let reference = HTMLReference(in: text, at: position, before: value.upperBound, isInAttribute: true)
                guard reference.isPlain else { return false }
                position = reference.end
            } else {
                let (code, length) = HTMLMarks.code(in: text, at: position)
                if code != nil { return false }
                position += length
            }
        }
    }

    /// Appends a value whose references become characters, for double quotes.
    private mutating func append(value: Range<Int>, to bytes: inout [UInt8], _ text: Span<UInt8>) {
        var start = value.lowerBound
        while start < value.upperBound {
            let next = text.index(in: start..<value.upperBound) { $0 == .ampersand || $0 == UInt8(ascii: "\"") }
            append(start..<next, to: &bytes, text)
            guard next < value.upperBound else { return }
            if text[next] == .ampersand {
                let reference = HTMLReference(in: text, at: next, before: value.upperBound, isInAttribute: true)
                if let fault = reference.fault { report(fault) }
                if reference.isPlain {
                    bytes.append(contentsOf: text.extracting(next..<reference.end))
                } else {
                    append(reference, to: &bytes, text)
                }
                start = reference.end
            } else {
                bytes += "&quot;".utf8
                start = next + 1
            }
        }
    }

    /// The name of an element or attribute for libxml2 up to 2.13.
    private mutating func name(_ range: Range<Int>, _ text: Span<UInt8>, isElement: Bool = false) -> [UInt8] {
        let name = text.extracting(range).array
        if text.isPlainHTMLName(range, isElement: isElement) { return name }
        // libxml2 omits the rest of a longer name.
        let isCut = name.count > HTMLTagScanner.longestName
        let kept = isCut ? String(decoding: name, as: UTF8.self).utf8Prefix(HTMLTagScanner.longestName) : name
        return substitute(for: kept.map(\.asciiLowercased))
    }
}

extension String {
    /// The first characters, in at most `count` bytes.
    fileprivate func utf8Prefix(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            guard bytes.count + UTF8.width(scalar) <= count else { break }
            bytes += String(scalar).utf8
        }
        return bytes
    }
}

extension Span<UInt8> {
    /// Whether libxml2 up to 2.13 reads a name of an element or attribute as it is (`htmlParseHTMLName`). Before a tag,
    /// it reads the name to the first full stop.
    fileprivate func isPlainHTMLName(_ range: Range<Int>, isElement: Bool = false) -> Bool {
        guard mayBePlainHTMLName(range) else { return false }
        let end = index(in: range) { isElement ? !$0.isPlainInElementName : !$0.isPlainInHTMLName }
        return end == range.upperBound
    }

    /// Whether the beginning and the length of a name are those of a name that libxml2 up to 2.13 reads as it is.
    @inline(__always)
    fileprivate func mayBePlainHTMLName(_ range: Range<Int>) -> Bool {
        let first = self[range.lowerBound]
        return first.mayBeginASCIIName && range.count <= HTMLTagScanner.longestName
            && (first.asciiLowercased != UInt8(ascii: "l")
                || !hasLowercased(HTMLNames.substitute, at: range.lowerBound))
    }
}

extension UInt8 {
    fileprivate var isPlainInHTMLName: Bool { isPlainInElementName || self == UInt8(ascii: ".") }

    /// ASCII letters and digits, and `-`, `:` and `_`.
    fileprivate var isPlainInElementName: Bool { self < 0x80 && isASCIINameCharacter && self != UInt8(ascii: ".") }
}
