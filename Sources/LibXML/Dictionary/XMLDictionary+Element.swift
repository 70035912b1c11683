// What a dictionary knows of its element, whatever its mapping makes of that.

extension XMLDictionary {
    /// The element that this is a dictionary of; nil for one of a whole document, and for one made by hand.
    public var element: XMLTree.Element? {
        guard let (context, element) = origin, element != Tape.document else { return nil }
        return XMLTree.Element(tape: context.tape, index: element)
    }

    /// The key of its element in the dictionary around it; nil for the dictionary of a document.
    public var nodeName: String? {
        guard let (context, element) = origin, element != Tape.document else { return nil }
        return context.key(of: element)
    }

    /// The attributes of its element by their names without what the mapping puts before them, namespace declarations
    /// aside; those that transformations left, with what has become of their names and values.
    public var attributes: [String: String] {
        guard let (context, element) = origin, element != Tape.document else { return [:] }
        if case .made(let made) = storage, context.mapping.attributes != .discarded {
            let pairs = made.attributePairs(context.mapping).compactMap { name, value in
                value.string.map { (name, $0) }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let pairs = context.tape.attributes(of: element).map { index in
            (
                context.mapping.names.name(context.tape.nameNumber(index), context.tape.names),
                context.tape.dataString(index)
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The child elements by their keys, or what transformations left of them; those of one key as a list. Attributes
    /// that have a key too are left aside.
    public var childNodes: [String: XMLValue] {
        guard origin != nil else { return [:] }
        return Dictionary(elementPairs.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The comments in its element, or beside the root, in order, white space as the mapping says.
    public var comments: [String] {
        guard let (context, element) = origin else { return [] }
        return XMLTree.Nodes(tape: context.tape, parent: element).filter { $0.kind == .comment }.map { node in
            context.withComment(node.index) { $0.string(0..<$0.count) }
        }
    }

    /// The text of its element without that of its children, as the mapping joins it, or what transformations left of
    /// it; nil when there is none.
    public var innerText: String? {
        guard let (context, element) = origin, element != Tape.document else { return nil }
        if case .made(let made) = storage, context.mapping.textKey != nil {
            let texts = made.parts.filter { $0.source == .text }.compactMap(\.value.string)
            return texts.isEmpty ? nil : texts.joined(separator: "\n")
        }
        guard context.hasText(element) else { return nil }
        return context.text(of: element)
    }

    /// Where its element begins; nil for a dictionary made by hand.
    public var location: XMLLocation? {
        guard let (context, element) = origin else { return nil }
        return context.tape.source.location(at: context.tape.sourceRange(element).lowerBound)
    }
}
