// Properties of a dictionary's element that do not depend on where the mapping puts them.

extension XMLDictionary {
    /// The element of this dictionary; nil for the dictionary of a whole document, and for one created in code.
    ///
    /// It is as it was read, also after a change of the dictionary.
    public var element: XMLTree.Element? {
        guard let (context, element) = origin, element != Tape.document else { return nil }
        return XMLTree.Element(tape: context.tape, entry: element)
    }

    /// The key of the element in the dictionary around it; nil for the dictionary of a document, and for one created in
    /// code.
    public var name: String? {
        guard let (context, element) = origin, element != Tape.document else { return nil }
        return context.key(of: element)
    }

    /// The attributes of the element, without namespace declarations, by their names without the prefix of the mapping.
    ///
    /// If the mapping has transformations, these are the transformed names and values.
    public var attributes: [String: String] {
        if case .made(let made) = storage, made.mapping?.attributes.areKept ?? true {
            let pairs = made.attributePairs().compactMap { name, value in value.string.map { (name, $0) } }
            return Dictionary(pairs) { first, _ in first }
        }
        guard let (context, element) = origin, element != Tape.document else { return [:] }
        let pairs = context.tape.attributes(of: element).map { index in
            (
                context.mapping.names.name(context.tape.nameNumber(index), context.tape.names),
                context.tape.dataString(index)
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The child elements by their keys; several elements with one key are a list.
    ///
    /// If the mapping has transformations, these are the transformed keys and values. Attributes with the same keys are
    /// not included.
    public var elements: [String: XMLValue] {
        Dictionary(elementPairs.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The comments in the element or beside the root, in document order, with white space according to the mapping.
    public var comments: [String] {
        if case .made(let made) = storage, made.isChanged, let key = made.mapping?.commentsKey {
            return made[key]?.array.compactMap(\.string) ?? []
        }
        guard let (context, element) = origin else { return [] }
        return XMLTree.Nodes(tape: context.tape, parent: element).filter { $0.kind == .comment }.map { node in
            context.withComment(node.entry) { $0.string(0..<$0.count) }
        }
    }

    /// The text of the element without that of its children, joined according to the mapping; nil if there is no text.
    ///
    /// If the mapping has transformations, this is the transformed text.
    public var string: String? {
        if case .made(let made) = storage, (made.mapping ?? .xmltodict).textKey != nil {
            let texts = made.pairs(from: .text).flatMap(\.value.array).compactMap(\.string)
            return texts.isEmpty ? nil : texts.joined(separator: "\n")
        }
        guard let (context, element) = origin, element != Tape.document else { return nil }
        guard context.hasText(element) else { return nil }
        return context.text(of: element)
    }

    /// The location of the element; nil for a dictionary created in code.
    public var location: XMLLocation? {
        guard let (context, element) = origin else { return nil }
        return context.tape.source.location(at: context.tape.sourceRange(element).lowerBound)
    }
}
