extension XMLDictionary {
    /// A copy that lets go of the document around it: what it refers to is as large as itself.
    ///
    /// The copy of a dictionary of a document is made under the same mapping, whose transformations are called again.
    ///
    /// Complexity: O(*n*) in the size of the dictionary.
    public func detached() -> XMLDictionary {
        guard let (context, element) = origin else { return XMLValue(self).detached().dictionary ?? self }
        let isWhole = context.tape.parent(ofElement: context.root) == Tape.document
        if element == Tape.document, isWhole { return self }
        let (copy, root) = context.copy(of: element == Tape.document ? context.root : element)
        let top = element == Tape.document ? element : root
        if case .view = storage { return XMLDictionary(.view(copy, top)) }
        return XMLDictionary(.made(TransformedDictionary.make(copy, top)))
    }
}

extension XMLValue {
    /// A copy that lets go of the document around it: what it refers to is as large as itself. Does not recurse.
    ///
    /// Values of attributes and of text alone become strings that know no location.
    ///
    /// Complexity: O(*n*) in the size of the value.
    public func detached() -> XMLValue {
        guard let frame = DetachedFrame(self) else { return detachedPart }
        var frames = [frame]
        while true {
            let top = frames.count - 1
            if let value = frames[top].next {
                if let inner = DetachedFrame(value) {
                    frames.append(inner)
                } else {
                    frames[top].replaceNext(by: value.detachedPart)
                }
            } else {
                let value = frames.removeLast().value
                if frames.isEmpty { return value }
                frames[top - 1].replaceNext(by: value)
            }
        }
    }

    /// The same for what is no list, nor a dictionary made by hand.
    private var detachedPart: XMLValue {
        switch storage {
        case .null, .string, .number, .list: return self
        case .member: return string.map { XMLValue($0) } ?? .null
        case .dictionary(let dictionary): return XMLValue(dictionary.origin == nil ? dictionary : dictionary.detached())
        case .element(let element, let context):
            let (copy, root) = context.copy(of: element)
            return XMLValue(.element(root, copy))
        }
    }
}

/// A list, or a dictionary made by hand, whose values are being replaced by detached ones.
private struct DetachedFrame {
    /// Nil for a list.
    private var keys: [String]?
    private var values: [XMLValue]
    private var position = 0

    /// Nil for other values.
    init?(_ value: XMLValue) {
        switch value.storage {
        case .list(let list): values = list.values
        case .dictionary(let dictionary) where dictionary.origin == nil:
            let pairs = dictionary.pairs
            (keys, values) = (pairs.map(\.key), pairs.map(\.value))
        default: return nil
        }
    }

    var next: XMLValue? { position < values.count ? values[position] : nil }

    mutating func replaceNext(by value: XMLValue) {
        values[position] = value
        position += 1
    }

    var value: XMLValue {
        guard let keys else { return XMLValue(values) }
        return XMLValue(.dictionary(XMLDictionary(.made(MadeDictionary(Array(zip(keys, values)))))))
    }
}

extension DictionaryContext {
    /// A copy of an element, under the same mapping, which knows what was around it by name alone.
    fileprivate func copy(of element: Int) -> (context: DictionaryContext, root: Int) {
        let tape = tape.copy(ofElement: element)
        let root = tape.firstElement(Tape.document) ?? Tape.document
        let isRoot = element == self.root
        let around = isRoot ? ancestors : path(to: self.tape.parent(ofElement: element) ?? Tape.document)
        // What is no root in its document is none in the copy.
        let copy = DictionaryContext(
            tape, root: isRoot ? root : Tape.document, mapping, ancestors: around,
            diagnostics: isRoot ? diagnostics : [])
        return (copy, root)
    }
}
