/// Walks the values of a dictionary along a path. A list at the end of the path is one value.
///
/// For each step, the dictionary of a document's element is searched once, even if `//` leads to it in several ways.
struct ValueCursor: PathCursor {
    /// For each step, the elements whose dictionaries were searched, if `//` may lead to them again.
    private var seen: [Set<Int>]
    private let mayRepeat: Bool
    private let texts: TextIndex?

    init(_ steps: [PathStep], from value: XMLValue) {
        // In a dictionary created in code or changed, an element may occur several times.
        let isDocument = value.isWhole
        mayRepeat = isDocument && steps.count { $0.isDeep } > 1
        seen = Array(repeating: [], count: mayRepeat ? steps.count : 1)
        texts = !isDocument ? nil : value.element.flatMap { TextIndex(steps, $0.context.tape, in: $0.index) }
    }

    func matches(of step: PathStep, at position: Int, in value: XMLValue) -> ValueMatches {
        ValueMatches(step, at: mayRepeat ? position : 0, in: value, texts, findsOnce: step.isDeep && mayRepeat)
    }

    mutating func next(in matches: inout ValueMatches) -> XMLValue? { matches.next(&seen[matches.position]) }
}

extension PathWalk<ValueCursor> {
    init(_ steps: [PathStep], from value: XMLValue) { self.init(steps, from: value, ValueCursor(steps, from: value)) }
}

/// The values that one step matches in the dictionaries of one value.
struct ValueMatches {
    private let step: PathStep
    private let texts: TextIndex?
    /// The position of the step among those that look up elements only once.
    let position: Int
    private var dictionaries: DictionaryWalk
    /// The values found in the last dictionary.
    private var found: [XMLValue] = []
    private var next = 0

    init(_ step: PathStep, at position: Int, in value: XMLValue, _ texts: TextIndex?, findsOnce: Bool) {
        self.texts = texts
        self.step = step
        self.position = position
        if step.target == .itself {
            found = value.filtered(by: step.predicates, texts).map { [$0] } ?? []
            dictionaries = DictionaryWalk()
        } else {
            dictionaries = DictionaryWalk(value, isDeep: step.isDeep, findsOnce: findsOnce)
        }
    }

    mutating func next(_ seen: inout Set<Int>) -> XMLValue? {
        while next == found.count {
            guard let dictionary = dictionaries.next(&seen) else { return nil }
            next = 0
            switch step.target {
            case .element(.any): found = dictionary.elementPairs.map(\.value)
            case .element(let test): found = dictionary.elements(test).map { [$0] } ?? []
            case .attribute(let test): found = dictionary.attribute(test).map { [$0] } ?? []
            case .itself, .malformed: found = []
            }
            if !step.predicates.isEmpty { found = found.compactMap { $0.filtered(by: step.predicates, texts) } }
        }
        next += 1
        return found[next - 1]
    }
}

extension XMLDictionary {
    /// Returns the value of a key, or the elements that another test matches; a list if several match.
    fileprivate func elements(_ test: NameTest) -> XMLValue? {
        if case .written(let key) = test { return self[key] }
        let found = elementPairs.flatMap { key, value in value.array.filter { matches(test, key, $0) } }
        return found.count > 1 ? XMLValue(found) : found.first
    }

    /// Whether a test matches a child element: by its name as it was read, or by its key if that is another one.
    private func matches(_ test: NameTest, _ key: String, _ value: XMLValue) -> Bool {
        var made: MadeDictionary?
        if case .made(let dictionary) = storage { made = dictionary }
        if let (element, context) = value.element, element != Tape.document,
            made?.isChanged != true || context.key(of: element).hasSameBytes(as: key)
        {
            var test = ElementTest(test)
            return test.matches(element, name: context.tape.nameNumber(element), context.tape)
        }
        return made.map { test.matches(key, in: $0.namespace(ofPrefix:)) } ?? false
    }
}

// MARK: Predicates

extension XMLValue {
    /// Returns the values of a list, or of a value as a list with one value, that satisfy the predicates; nil if no
    /// value does.
    fileprivate func filtered(by predicates: [PathPredicate], _ texts: TextIndex?) -> XMLValue? {
        var value = self
        for predicate in predicates {
            let left: XMLValue?
            switch predicate {
            case .index(let index): left = value[index]
            case .last: left = value[value.listCount - 1]
            case .attribute, .element:
                let all = value.array
                let found = all.filter { $0.satisfies(predicate, texts) }
                left = found.count == all.count ? value : found.count > 1 ? XMLValue(found) : found.first
            }
            guard let left else { return nil }
            value = left
        }
        return value
    }

    private func satisfies(_ predicate: PathPredicate, _ texts: TextIndex?) -> Bool {
        switch predicate {
        case .index, .last: false
        case .attribute(let test, let value): Self.contains(dictionary?.attribute(test), value, texts)
        case .element(let test, let value): Self.contains(dictionary?.elements(test), value, texts)
        }
    }

    /// Whether a value, or a value of a list, has a text; if the text is nil, whether it exists.
    private static func contains(_ found: XMLValue?, _ text: String?, _ texts: TextIndex?) -> Bool {
        guard let found, let text else { return found != nil }
        return found.array.contains { value in
            // The mapping decides on the white space around the text of an element without children.
            guard value.isWhole, let (element, context) = value.element, element != Tape.document,
                case let tape = context.tape, tape.firstElement(element) != nil
            else {
                return value.string?.hasSameBytes(as: text) ?? text.isEmpty
            }
            return text.withUTF8Span { tape.hasText(in: element, equalTo: $0, texts) }
        }
    }

    /// The element of a document that this value represents, or represented before a change; nil for other values.
    fileprivate var element: (index: Int, context: DictionaryContext)? {
        switch storage {
        case .element(let index, let context): (index, context)
        case .dictionary(let dictionary): dictionary.origin.map { ($0.element, $0.context) }
        case .null, .string, .number, .member, .list: nil
        }
    }
}

/// The dictionary of a value, or those of a list, one at a time. If deep, each is followed by the dictionaries of child
/// elements inside it. Does not recurse.
private struct DictionaryWalk {
    private enum Level {
        case list(XMLValueList.Iterator)
        case children(IndexingIterator<[(key: String, value: XMLValue)]>)

        mutating func next() -> XMLValue? {
            switch self {
            case .list(var iterator):
                let value = iterator.next()
                self = .list(iterator)
                return value
            case .children(var iterator):
                let pair = iterator.next()
                self = .children(iterator)
                return pair?.value
            }
        }
    }

    private let isDeep: Bool
    private let findsOnce: Bool
    private var levels: [Level] = []
    private var start: XMLValue?

    /// Creates a walk over nothing.
    init() { (isDeep, findsOnce) = (false, false) }

    /// - Parameter findsOnce: whether to skip the dictionaries of elements that were already found, with all inside
    ///   them.
    init(_ value: XMLValue, isDeep: Bool, findsOnce: Bool) {
        start = value
        self.isDeep = isDeep
        self.findsOnce = findsOnce
    }

    mutating func next(_ seen: inout Set<Int>) -> XMLDictionary? {
        if let value = start {
            start = nil
            if let dictionary = open(value, &seen) { return dictionary }
        }
        while let top = levels.indices.last {
            guard let value = levels[top].next() else {
                levels.removeLast()
                continue
            }
            if let dictionary = open(value, &seen) { return dictionary }
        }
        return nil
    }

    /// Returns the dictionary of a value. Returns nil for a list, whose values come next.
    private mutating func open(_ value: XMLValue, _ seen: inout Set<Int>) -> XMLDictionary? {
        if case .list(let list) = value.storage {
            levels.append(.list(XMLValueList.Iterator(list)))
            return nil
        }
        guard let dictionary = value.dictionary else { return nil }
        if findsOnce, let (_, element) = dictionary.origin, !seen.insert(element).inserted { return nil }
        if isDeep { levels.append(.children(dictionary.elementPairs.makeIterator())) }
        return dictionary
    }
}
