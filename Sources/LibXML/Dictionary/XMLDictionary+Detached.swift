extension XMLDictionary {
    /// Returns a copy that does not keep the document around it in memory.
    ///
    /// A dictionary of a document is copied under the same mapping, whose transformations are called again. One that
    /// was changed keeps the element that was read.
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
    /// Values of attributes and of separate text become strings without a location.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    public func detached() -> XMLValue {
        guard let frame = DetachedFrame(self) else { return detachedPart }
        var frames = [frame]
        while true {
            let top = frames.count - 1
            if let value = frames[top].next {
                if let inner = DetachedFrame(value, in: frames[top].copied) {
                    frames.append(inner)
                } else {
                    frames[top].replaceNext(by: frames[top].copied?.value(value) ?? value.detachedPart)
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

/// A list, or a dictionary created in code or changed, whose values are being replaced with detached copies.
private struct DetachedFrame {
    /// The dictionary; nil for a list.
    private var dictionary: MadeDictionary?
    private var values: [XMLValue]
    private var position = 0
    /// The copy of the element of the outermost changed dictionary.
    private(set) var copied: CopiedElement?

    /// Returns nil for other values.
    init?(_ value: XMLValue, in copied: CopiedElement? = nil) {
        self.copied = copied
        switch value.storage {
        case .list(let list): values = list.values
        case .dictionary(let dictionary) where !value.isWhole:
            guard case .made(let made) = dictionary.storage else { return nil }
            self.dictionary = made
            values = made.members.map(\.value)
            if let (context, element) = dictionary.origin, copied?.place(of: element, context) == nil {
                self.copied = CopiedElement(element, context)
            }
        default: return nil
        }
    }

    var next: XMLValue? { position < values.count ? values[position] : nil }

    mutating func replaceNext(by value: XMLValue) {
        values[position] = value
        position += 1
    }

    var value: XMLValue {
        guard let dictionary else { return XMLValue(values) }
        var origin = dictionary.origin
        if case .element(let element, let context) = origin, let copied, let place = copied.place(of: element, context)
        {
            origin = .element(place, copied.copy)
        }
        return XMLValue(.dictionary(XMLDictionary(.made(dictionary.with(values, origin)))))
    }
}

/// A copy of an element, to which all that was inside of the element belongs.
private struct CopiedElement {
    private let context: DictionaryContext
    private let elements: Range<Int>
    let copy: DictionaryContext
    private let offset: Int

    init(_ element: Int, _ context: DictionaryContext) {
        self.context = context
        if element == Tape.document, context.isOfDocument {
            (copy, elements, offset) = (context, element..<context.tape.end(element), 0)
            return
        }
        let top = element == Tape.document ? context.root : element
        let (copy, root) = context.copy(of: top)
        self.copy = copy
        elements = top..<context.tape.end(top)
        offset = root - top
    }

    /// Returns the element in the copy; nil for one that is not in it.
    func place(of element: Int, _ context: DictionaryContext) -> Int? {
        guard context === self.context else { return nil }
        if element == Tape.document { return elements.lowerBound <= context.root ? element : nil }
        return elements.contains(element) ? element + offset : nil
    }

    /// Returns the value in the copy; nil for one that is not in it.
    func value(_ value: XMLValue) -> XMLValue? {
        switch value.storage {
        case .element(let element, let context): place(of: element, context).map { XMLValue(.element($0, copy)) }
        case .dictionary(let dictionary):
            dictionary.view.flatMap { view in
                place(of: view.element, view.context).map { XMLValue(.dictionary(XMLDictionary(.view(copy, $0)))) }
            }
        case .null, .string, .number, .member, .list: nil
        }
    }
}

extension DictionaryContext {
    /// Returns a copy of an element under the same mapping, with the keys of the elements around it.
    fileprivate func copy(of element: Int) -> (context: DictionaryContext, root: Int) {
        let tape = tape.copy(ofElement: element)
        let root = tape.root ?? Tape.document
        let isRoot = element == self.root
        let around = isRoot ? ancestors : path(to: self.tape.parent(ofElement: element) ?? Tape.document)
        // An element that is not the root in its document is not the root of the copy.
        let copy = DictionaryContext(
            tape, root: isRoot ? root : Tape.document, mapping, ancestors: around,
            diagnostics: isRoot ? diagnostics : [], family: family)
        return (copy, root)
    }
}
