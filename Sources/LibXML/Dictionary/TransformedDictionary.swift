/// Creates a dictionary under a mapping with transformations, from the innermost members outwards. Does not recurse.
struct TransformedDictionary {
    private struct Frame {
        let element: Int
        /// The key of its value in the dictionary around it.
        let key: String
        let entries: [Entry]
        var position = 0
        /// The transformed members so far, each with the position of its entry.
        var parts: [(position: Int, part: (key: String, value: XMLValue, source: MadeDictionary.Source))] = []
        /// Keys whose value is a list even if it has only one member.
        var lists: Set<ExactKey> = []
        /// The keys of `parts`, if members may be omitted.
        var keys: Set<ExactKey> = []
        /// Text, which waits until it is known whether the element has other content.
        var texts: [(position: Int, entry: Entry)] = []
        /// Whether something other than text and the element's name remains.
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

    /// Processes the next member. Returns the dictionary at the end.
    private mutating func step() -> MadeDictionary? {
        let top = frames.count - 1
        guard frames[top].position < frames[top].entries.count else { return close() }
        let entry = frames[top].entries[frames[top].position]
        frames[top].position += 1
        switch entry.member {
        case .element(let child) where context.shape(of: child) == .dictionary: open(child, under: key(of: entry))
        case .nothing: addNothing(under: key(of: entry))
        case .text, .run: frames[top].texts.append((frames[top].position, entry))
        default: add(entry.member, under: key(of: entry))
        }
        return nil
    }

    private func key(of entry: Entry) -> String { context.keys.text(entry.key) }

    private mutating func close() -> MadeDictionary? {
        let top = frames.count - 1
        let element = frames[top].element
        let isWhole = top == 0 || frames[top].hasContent || context.isUncollapsed(element)
        if isWhole { addTexts() }
        let frame = frames.removeLast()
        let dictionary = MadeDictionary(
            frame.parts.map(\.part), lists: frame.lists, origin: .element(element, context))
        if frames.isEmpty { return dictionary }
        path.removeLast()
        let part = Member.element(element)
        switch isWhole ? .dictionary : context.mapping.shape(hasText: !frame.texts.isEmpty) {
        case .null: add(part, under: frame.key, .null)
        case .text:
            add(part, under: frame.key, frame.texts.isEmpty ? "" : XMLValue(.member(.text(of: element), context)))
        case .dictionary where !isWhole && context.mapping.emptyElements.areOmitted: addNothing(under: frame.key)
        case .dictionary: add(part, under: frame.key, XMLValue(.dictionary(XMLDictionary(.made(dictionary)))))
        }
        return nil
    }

    /// Adds the waiting text at its position.
    private mutating func addTexts() {
        let top = frames.count - 1
        let last = frames[top].position
        for (position, entry) in frames[top].texts {
            frames[top].position = position
            add(entry.member, under: key(of: entry))
        }
        frames[top].position = last
        // Positions are unique. Only text may have to move before parts that were added earlier.
        if context.listsText { frames[top].parts = frames[top].parts.inOrder { $0.position < $1.position } }
    }

    private mutating func add(_ part: Member, under key: String, _ value: XMLValue? = nil) {
        let top = frames.count - 1
        let member = XMLMapping.Member(path: path, key: key, value: value ?? XMLValue(part, context))
        guard let member = context.mapping.transformed(member) else { return }
        append(member.key, member.value, part.source)
        if case .name = part {} else { frames[top].hasContent = true }
        if isList(part, member) { frames[top].lists.insert(ExactKey(member.key)) }
    }

    private mutating func append(_ key: String, _ value: XMLValue, _ source: MadeDictionary.Source) {
        let top = frames.count - 1
        frames[top].parts.append((frames[top].position, (key, value, source)))
        if context.mapping.emptyElements.areOmitted { frames[top].keys.insert(ExactKey(key)) }
    }

    private func isList(_ part: Member, _ member: XMLMapping.Member) -> Bool {
        let isInDocument = frames[frames.count - 1].element == Tape.document
        return context.mapping.isList(part, isInDocument: isInDocument, key: member.key, member)
    }

    /// Handles an omitted element, which makes a list of the earlier members of its key.
    private mutating func addNothing(under key: String) {
        let top = frames.count - 1
        if frames[top].keys.contains(ExactKey(key)) {
            frames[top].lists.insert(ExactKey(key))
        } else if isList(.nothing, XMLMapping.Member(path: path, key: key, value: .null)) {
            append(key, XMLValue([]), .element)
            frames[top].lists.insert(ExactKey(key))
            frames[top].hasContent = true
        }
    }
}
