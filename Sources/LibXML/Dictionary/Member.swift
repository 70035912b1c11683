/// What stands in a dictionary, or in a list of one: a part of the document.
enum Member: Sendable {
    case element(Int)
    case attribute(Int, of: Int)
    /// A namespace declaration.
    case namespace(Int)
    /// All attributes of an element, as a dictionary.
    case attributes(of: Int)
    /// All namespace declarations of an element, as a dictionary.
    case namespaces(of: Int)
    /// All text of an element.
    case text(of: Int)
    /// One run of text that children divide.
    case run(Range<Int>)
    /// A CDATA section that stands for itself.
    case cdata(Int)
    case comment(Int)
    /// The name of an element.
    case name(of: Int)
    /// An element that was left out, but of whose list something remains.
    case nothing

    var isElement: Bool {
        switch self {
        case .element, .nothing: true
        default: false
        }
    }

    var isNothing: Bool {
        if case .nothing = self { true } else { false }
    }
}

/// What an element is in a dictionary.
enum ElementShape {
    case null
    case text
    case dictionary
}

extension DictionaryContext {
    /// What an element is in the dictionary around it.
    func shape(of element: Int) -> ElementShape {
        if hasContent(element) { return .dictionary }
        guard isDirect else { return generalShape(of: element) }
        if !isBlank(element) { return isUncollapsed(element) ? .dictionary : .text }
        return emptyShape(of: element)
    }

    private func generalShape(of element: Int) -> ElementShape {
        if !hasText(element) { return emptyShape(of: element) }
        return isUncollapsed(element) ? .dictionary : .text
    }

    private func emptyShape(of element: Int) -> ElementShape {
        switch mapping.emptyElements {
        case .null: .null
        case .string: isUncollapsed(element) ? .dictionary : .text
        case .dictionary, .omitted: .dictionary
        }
    }

    /// Whether the text of an element stands under the text key though there is nothing else in it.
    func isUncollapsed(_ element: Int) -> Bool {
        switch mapping.uncollapsed {
        case .none: false
        case .all: true
        case .named, .matching:
            isSelected(
                mapping.uncollapsed, keys.ofElement(tape.nameNumber(element)),
                in: element == root ? Tape.document : tape.parent(ofElement: element) ?? Tape.document,
                .text(of: element))
        }
    }

    /// Whether something other than text and its own name stands in the dictionary of an element.
    @inline(__always)
    func hasContent(_ element: Int) -> Bool {
        let first = tape.firstEntry(in: element)
        guard first < tape.end(element) else { return false }
        if isDirect {
            if tape.head(element).hasElements { return true }
            let kind = tape.kind(first)
            return (kind == .attribute || kind == .namespace) && mapping.attributes != .discarded
        }
        return hasParts(element) || hasMembers(element)
    }

    private func hasParts(_ element: Int) -> Bool {
        tape.tag(of: element).first(tape) { _, head in
            head.kind == .attribute ? mapping.attributes != .discarded : keepsNamespaces
        } != nil
    }

    /// Whether namespace declarations stand in dictionaries.
    var keepsNamespaces: Bool {
        switch mapping.namespaceDeclarations {
        case .attributes: mapping.attributes != .discarded
        case .grouped: true
        case .discarded: false
        }
    }

    private func hasMembers(_ element: Int) -> Bool {
        let omits = mapping.emptyElements == .omitted
        if tape.head(element).hasElements, !omits { return true }
        guard omits || mapping.commentsKey != nil || mapping.cdataKey != nil else { return false }
        return tape.children(of: element).first(tape) { index, head in
            switch head.kind {
            case .element: isKept(index, in: element)
            case .comment: mapping.commentsKey != nil
            case .cdata: mapping.cdataKey != nil
            default: false
            }
        } != nil
    }

    /// Whether something of a child stays in a dictionary that leaves empty elements out: the child, or its list.
    func isKept(_ child: Int, in element: Int) -> Bool {
        presence.has(child) || isSelected(mapping.arrays, keys.ofElement(tape.nameNumber(child)), in: element, .nothing)
    }
}

/// Which elements of a document are there under a mapping that leaves empty ones out.
final class Presence: Sendable {
    private let bits: [UInt64]

    /// Complexity: O(*n*) in the size of the document.
    init(_ context: DictionaryContext) {
        let tape = context.tape
        var bits = [UInt64](repeating: 0, count: tape.count / 64 + 1)
        func has(_ index: Int) -> Bool { bits[index / 64] >> (index % 64) & 1 == 1 }
        /// Marks an element, and those around it up to one that is marked.
        func mark(_ element: Int) {
            var current: Int? = element
            while let element = current, element != Tape.document, !has(element) {
                bits[element / 64] |= 1 << (element % 64)
                current = tape.parent(ofElement: element)
            }
        }
        var open: [Int] = []
        var index = tape.firstChild(Tape.document)
        while index < tape.count {
            while let last = open.last, index >= tape.end(last) { open.removeLast() }
            let head = tape.head(index)
            if let element = open.last, !has(element), context.isPresence(index, head.kind, in: element) {
                mark(element)
            }
            if head.kind == .element { open.append(index) }
            index += head.length
        }
        self.bits = bits
    }

    func has(_ element: Int) -> Bool { bits[element / 64] >> (element % 64) & 1 == 1 }
}

extension DictionaryContext {
    /// Whether a part of an element by itself makes the element one that is not empty.
    fileprivate func isPresence(_ index: Int, _ kind: TapeKind, in element: Int) -> Bool {
        switch kind {
        case .attribute: mapping.attributes != .discarded
        case .namespace: keepsNamespaces
        case .comment: mapping.commentsKey != nil
        case .cdata where mapping.cdataKey != nil: true
        case .text, .cdata, .entityReference: !isBlank(piece: index)
        case .element: isSelected(mapping.arrays, keys.ofElement(tape.nameNumber(index)), in: element, .nothing)
        case .document, .documentType, .processingInstruction: false
        }
    }
}
