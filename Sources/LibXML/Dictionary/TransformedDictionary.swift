/// Makes a dictionary under a mapping with transformations, from the innermost members outwards. Does not recurse.
struct TransformedDictionary {
    private struct Frame {
        let element: Int
        /// What its value stands under in the dictionary around it.
        let key: String
        let entries: [Entry]
        var position = 0
        /// What is left so far, each with the position of its entry.
        var parts: [(position: Int, part: MadeDictionary.Part)] = []
        /// Keys whose value is a list though it be single.
        var lists: Set<ExactKey> = []
        /// The keys of `parts`, where members may be left out.
        var keys: Set<ExactKey> = []
        /// Text waits until it is known whether anything stands beside it.
        var texts: [(position: Int, key: String, value: XMLValue)] = []
        /// Whether something other than text and the element's name is left.
        var hasContent = false
    }

    private let context: DictionaryContext
    private var frames: [Frame] = []
    private var path: [String] = []

    static func make(_ context: DictionaryContext, _ top: Int) -> MadeDictionary {
        var maker = Self(context: context)
        maker.path = context.ancestors
        maker.open(top, under: top == Tape.document ? nil : context.key(of: top))
        while true {
            if let value = maker.step() { return value }
        }
    }

    private init(context: DictionaryContext) {
        self.context = context
    }

    private mutating func open(_ element: Int, under key: String?) {
        var entries: [Entry] = []
        context.appendMembers(of: element, to: &entries)
        frames.append(Frame(element: element, key: key ?? "", entries: entries))
        if let key { path.append(key) }
    }

    /// Goes on by one member; the dictionary at the end.
    private mutating func step() -> MadeDictionary? {
        let top = frames.count - 1
        guard frames[top].position < frames[top].entries.count else { return close() }
        let entry = frames[top].entries[frames[top].position]
        frames[top].position += 1
        let key = context.keys.text(entry.key)
        switch entry.member {
        case .element(let child):
            if context.shape(of: child) == .dictionary {
                open(child, under: key)
            } else {
                add(key, XMLValue(entry.member, context), .element)
            }
        case .nothing: addNothing(under: key)
        case .text, .run:
            frames[top].texts.append((frames[top].position, key, XMLValue(entry.member, context)))
        default: add(key, XMLValue(entry.member, context), entry.member.source, of: entry)
        }
        return nil
    }

    private mutating func close() -> MadeDictionary? {
        let top = frames.count - 1
        let element = frames[top].element
        let isWhole = top == 0 || frames[top].hasContent || context.isUncollapsed(element)
        if isWhole { addTexts() }
        let frame = frames.removeLast()
        let dictionary = MadeDictionary(
            frame.parts.map(\.part), lists: frame.lists, origin: .init(context: context, element: element))
        if frames.isEmpty { return dictionary }
        path.removeLast()
        if isWhole {
            add(frame.key, XMLValue(.dictionary(XMLDictionary(.made(dictionary)))), .element)
        } else if !frame.texts.isEmpty {
            add(frame.key, XMLValue(.member(.text(of: element), context)), .element)
        } else {
            closeEmpty(frame, dictionary)
        }
        return nil
    }

    /// Adds the text that has waited, where it stands.
    private mutating func addTexts() {
        let top = frames.count - 1
        let last = frames[top].position
        for (position, key, value) in frames[top].texts {
            frames[top].position = position
            add(key, value, .text)
        }
        frames[top].position = last
        // Those of one position are one: only text may have to go before what is there already.
        if context.listsText { frames[top].parts.sort { $0.position < $1.position } }
    }

    /// An element of which everything was dropped.
    private mutating func closeEmpty(_ frame: Frame, _ dictionary: MadeDictionary) {
        switch context.mapping.emptyElements {
        case .null: add(frame.key, .null, .element)
        case .string: add(frame.key, "", .element)
        case .dictionary: add(frame.key, XMLValue(.dictionary(XMLDictionary(.made(dictionary)))), .element)
        case .omitted: addNothing(under: frame.key)
        }
    }

    private mutating func add(_ key: String, _ value: XMLValue, _ source: MadeDictionary.Source, of entry: Entry? = nil)
    {
        let top = frames.count - 1
        let member = XMLMapping.Member(path: path, key: key, value: value)
        guard let member = context.mapping.transformed(member) else { return }
        let part = MadeDictionary.Part(key: member.key, value: member.value, source: source)
        frames[top].parts.append((frames[top].position, part))
        if context.mapping.emptyElements == .omitted { frames[top].keys.insert(ExactKey(member.key)) }
        if case .name? = entry?.member {} else { frames[top].hasContent = true }
        if isList(member, isElement: source == .element, entry) { frames[top].lists.insert(ExactKey(member.key)) }
    }

    private func isList(_ member: XMLMapping.Member, isElement: Bool, _ entry: Entry?) -> Bool {
        if case .comment? = entry?.member, context.mapping.listsComments { return true }
        if let entry, !entry.member.mayBeListed { return false }
        return switch context.mapping.arrays {
        case .none: false
        case .all: isElement && frames.last?.element != Tape.document
        case .named(let names): names.contains(member.key)
        case .matching(let isMeant): isMeant(member)
        }
    }

    /// An element that is left out makes a list of what is under its key already.
    private mutating func addNothing(under key: String) {
        let top = frames.count - 1
        let member = XMLMapping.Member(path: path, key: key, value: .null)
        if frames[top].keys.contains(ExactKey(key)) {
            frames[top].lists.insert(ExactKey(key))
        } else if isList(member, isElement: true, nil) {
            let part = MadeDictionary.Part(key: key, value: XMLValue([]), source: .element)
            frames[top].parts.append((frames[top].position, part))
            frames[top].keys.insert(ExactKey(key))
            frames[top].lists.insert(ExactKey(key))
            frames[top].hasContent = true
        }
    }
}

extension Member {
    fileprivate var source: MadeDictionary.Source {
        switch self {
        case .element, .nothing: .element
        case .attribute: .attribute
        case .attributes: .attributes
        case .namespace: .namespace
        case .namespaces: .namespaces
        case .text, .run: .text
        case .cdata, .comment, .name: .other
        }
    }
}

extension DictionaryContext {
    /// The key of an element in the dictionary around it.
    func key(of element: Int) -> String { keys.text(keys.ofElement(tape.nameNumber(element))) }
}
