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
    /// aside.
    public var attributes: [String: String] {
        guard let (context, element) = origin, element != Tape.document else { return [:] }
        let pairs = context.tape.attributes(of: element).map { index in
            (context.mapping.names.name(context.tape.nameNumber(index), context.tape), context.tape.dataString(index))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The child elements by their keys; those of one key as a list.
    public var childNodes: [String: XMLValue] {
        guard let (context, element) = origin else { return [:] }
        let keys: Set<String>
        if element == Tape.document {
            keys = [context.key(of: context.root)]
        } else {
            keys = Set(XMLTree.Elements(tape: context.tape, parent: element).map { context.key(of: $0.index) })
        }
        return Dictionary(pairs.filter { keys.contains($0.key) }.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The comments in its element, or beside the root, in order, white space as the mapping says.
    public var comments: [String] {
        guard let (context, element) = origin else { return [] }
        return XMLTree.Nodes(tape: context.tape, parent: element).filter { $0.kind == .comment }.map { node in
            context.withComment(node.index) { $0.string(0..<$0.count) }
        }
    }

    /// The text of its element without that of its children, as the mapping joins it; nil when there is none.
    public var innerText: String? {
        guard let (context, element) = origin, element != Tape.document, context.hasText(element) else { return nil }
        return context.text(of: element)
    }

    /// Where its element begins; nil for a dictionary made by hand.
    public var location: XMLLocation? {
        guard let (context, element) = origin else { return nil }
        return context.tape.source.location(at: context.tape.sourceRange(element).lowerBound)
    }

    /// A copy that lets go of the document around it: what it refers to is as large as itself.
    ///
    /// Complexity: O(*n*) in the size of the dictionary.
    public func detached() -> XMLDictionary {
        guard case .view(let context, let element) = storage, element != Tape.document else { return self }
        let tape = context.tape.copy(ofElement: element)
        let root = tape.firstElement(Tape.document) ?? Tape.document
        // What is no root in its document is none in the copy.
        let copy = DictionaryContext(tape, root: element == context.root ? root : Tape.document, context.mapping)
        return XMLDictionary(.view(copy, root))
    }
}
