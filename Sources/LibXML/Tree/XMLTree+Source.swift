// Where everything stands in the document. All ranges are in bytes of the input as it was given, whatever its encoding.

extension XMLTree.Element {
    /// Where the start tag begins.
    ///
    /// An element that comes out of an entity has the place of the reference. Complexity: O(1), but O(*n*) in the
    /// length of the document for the first place that is asked for.
    public var location: XMLLocation { tape.source.location(at: tape.sourceRange(index).lowerBound) }

    /// The bytes of the input from the start tag to the end tag.
    public var sourceRange: Range<Int> { tape.inputRange(tape.sourceRange(index)) }

    /// What stands in the document from the start tag to the end tag, as a string. Complexity: O(length).
    public var source: String { tape.sourceString(tape.sourceRange(index)) }
}

extension XMLTree.Node {
    /// Where the node begins; what comes out of an entity has the place of the reference.
    public var location: XMLLocation { tape.source.location(at: tape.sourceRange(index).lowerBound) }

    /// The bytes of the input that the node takes, its marks included.
    public var sourceRange: Range<Int> { tape.inputRange(tape.sourceRange(index)) }

    /// What stands in the document there, as a string: text with its references as written. Complexity: O(length).
    public var source: String { tape.sourceString(tape.sourceRange(index)) }
}

extension XMLTree {
    /// The name that the document was given, or the path of its file.
    public var sourceName: String? { tape.source.name }

    /// The whole document as a string, without a byte order mark. Complexity: O(*n*).
    public var source: String { tape.sourceString(tape.source.textStart..<tape.source.count) }

    /// The whole document in UTF-8, as it can be written to a file: ``source``, where an encoding that its declaration
    /// names becomes UTF-8. Complexity: O(*n*).
    public var utf8Source: [UInt8] {
        tape.source.withText { text in
            let start = tape.source.textStart
            let declared = DeclarationText(scanning: text, from: start)?.encoding
            guard let declared, text.string(declared).uppercased() != "UTF-8" else {
                return text.extracting(start..<text.count).array
            }
            return text.extracting(start..<declared.lowerBound).array + Array("UTF-8".utf8)
                + text.extracting(declared.upperBound..<text.count).array
        }
    }
}

extension Tape {
    /// A range of the text in bytes of the input.
    func inputRange(_ range: Range<Int>) -> Range<Int> {
        let start = source.inputOffset(of: range.lowerBound)
        return start..<(range.isEmpty ? start : max(start, source.inputEnd(of: range.upperBound)))
    }

    func sourceString(_ range: Range<Int>) -> String {
        source.withText { $0.string(range) }
    }

    /// Where the attributes and namespace declarations of a tag begin that are written there, by their names.
    func attributeOffsets(of element: Int) -> [[UInt8]: Int] {
        source.withText { text in
            var offsets: [[UInt8]: Int] = [:]
            let range = sourceRange(element)
            guard text.has("<", at: range.lowerBound) else { return [:] }
            forEachAttribute(in: text, tag: range) { attribute in
                var name = text.extracting(attribute.name).array
                if source.isHTML { name = name.map(\.asciiLowercased) }
                // Of attributes that are written twice the first counts.
                if offsets[name] == nil { offsets[name] = attribute.name.lowerBound }
                return true
            }
            return offsets
        }
    }

    private func forEachAttribute(
        in text: Span<UInt8>, tag: Range<Int>, _ body: (_ attribute: (name: Range<Int>, end: Int)) -> Bool
    ) {
        if source.isHTML {
            HTMLTagScanner.forEachAttribute(in: text, tag: tag, body)
        } else {
            TagScanner.forEachAttribute(in: text, tag: tag, body)
        }
    }

    /// Where an attribute or namespace declaration stands in the source; nil when it is not written there.
    func attributeRange(of element: Int, named name: String) -> Range<Int>? {
        source.withText { text in
            var found: Range<Int>?
            let range = sourceRange(element)
            guard text.has("<", at: range.lowerBound) else { return nil }
            forEachAttribute(in: text, tag: range) { attribute in
                let written = text.extracting(attribute.name)
                guard source.isHTML ? written.equalsLowercased(name.utf8) : written.equals(name) else { return true }
                found = attribute.name.lowerBound..<attribute.end
                return false
            }
            return found
        }
    }
}
