extension XMLDictionary {
    /// Returns a copy that does not keep the document around it in memory.
    ///
    /// A dictionary of a document is copied under the same mapping, whose transformations are called again. One that
    /// was changed keeps its mapping, and has no element and no location.
    ///
    /// - Complexity: O(*n*) in the size of the dictionary.
    public func detached() -> XMLDictionary {
        guard XMLValue(self).isWhole, let (context, element) = origin else {
            return XMLValue(self).detached().dictionary ?? self
        }
        let isWhole = context.isOfDocument
        if element == Tape.document, isWhole { return self }
        let (copy, root) = context.copy(of: element == Tape.document ? context.root : element)
        let top = element == Tape.document ? element : root
        if case .view = storage { return XMLDictionary(.view(copy, top)) }
        return XMLDictionary(.made(TransformedDictionary.make(copy, top)))
    }
}

extension XMLValue {
    /// Returns a copy that does not keep the document around it in memory. Does not recurse.
    ///
    /// Values of attributes and of separate text become strings without a location, and changed dictionaries keep their
    /// mapping only.
    ///
    /// - Complexity: O(*n*) in the size of the value.
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

    /// The detached copy of a value that is not a list, and not a dictionary created in code.
    private var detachedPart: XMLValue {
        switch storage {
        case .null, .string, .number, .list: return self
        case .member: return string.map { XMLValue($0) } ?? .null
        case .dictionary(let dictionary): return XMLValue(dictionary.detached())
        case .element(let element, let context):
            let (copy, root) = context.copy(of: element)
            return XMLValue(.element(root, copy))
        }
    }
}

/// A list, or a dictionary created in code, whose values are being replaced with detached copies.
private struct DetachedFrame {
    /// The dictionary; nil for a list.
    private var dictionary: MadeDictionary?
    private var values: [XMLValue]
    private var position = 0

    /// Returns nil for other values.
    init?(_ value: XMLValue) {
        switch value.storage {
        case .list(let list): values = list.values
        case .dictionary(let dictionary) where !value.isWhole:
            guard case .made(let made) = dictionary.storage else { return nil }
            self.dictionary = made
            values = made.members.map(\.value)
        default: return nil
        }
    }

    var next: XMLValue? { position < values.count ? values[position] : nil }

    mutating func replaceNext(by value: XMLValue) {
        values[position] = value
        position += 1
    }

    var value: XMLValue {
        dictionary.map { XMLValue(.dictionary(XMLDictionary(.made($0.detached(values))))) } ?? XMLValue(values)
    }
}

extension DictionaryContext {
    /// Returns a copy of an element under the same mapping, with the keys of the elements around it.
    fileprivate func copy(of element: Int) -> (context: DictionaryContext, root: Int) {
        let tape = tape.copy(ofElement: element)
        let root = tape.firstElement(Tape.document) ?? Tape.document
        let isRoot = element == self.root
        let around = isRoot ? ancestors : path(to: self.tape.parent(ofElement: element) ?? Tape.document)
        // An element that is not the root in its document is not the root of the copy.
        let copy = DictionaryContext(
            tape, root: isRoot ? root : Tape.document, mapping, ancestors: around,
            diagnostics: isRoot ? diagnostics : [], family: family)
        return (copy, root)
    }
}
