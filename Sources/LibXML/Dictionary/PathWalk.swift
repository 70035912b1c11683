/// The values at a path, found one at a time. A list at the end of the path is one value. Does not recurse.
///
/// For each step, the dictionary of a document's element is searched once, even if `//` leads to it in several ways.
struct PathWalk: Sequence, IteratorProtocol {
    /// A step in progress.
    private struct Frame {
        let step: XMLPath.Step
        /// The position of the next step.
        let next: Int
        var dictionaries: DictionaryWalk
        /// The values found in the last dictionary.
        var found: [XMLValue] = []
        var position = 0

        init(_ step: XMLPath.Step, next: Int, _ dictionaries: DictionaryWalk) {
            self.step = step
            self.next = next
            self.dictionaries = dictionaries
        }

        mutating func takeValue(_ seen: inout Set<Int>) -> XMLValue? {
            while position == found.count {
                guard let dictionary = dictionaries.next(&seen) else { return nil }
                position = 0
                switch step {
                case .element(.written(let key)): found = dictionary[key].map { [$0] } ?? []
                case .element(let test): found = Self.elements(of: dictionary, test)
                case .attribute(let test): found = dictionary.attribute(test).map { [$0] } ?? []
                case .any: found = dictionary.elementPairs.map(\.value)
                case .index, .descendants, .malformed: found = []
                }
            }
            position += 1
            return found[position - 1]
        }

        /// Returns the elements that a test matches, as one value: a list if there are several, as for a key.
        private static func elements(of dictionary: XMLDictionary, _ test: NameTest) -> [XMLValue] {
            let found = dictionary.elementPairs.flatMap(\.value.array).filter { value in
                switch value.storage {
                case .element(let index, let context): matches(index, context.tape, test)
                case .dictionary(let dictionary):
                    dictionary.origin.map { matches($0.element, $0.context.tape, test) } ?? false
                case .null, .string, .number, .member, .list: false
                }
            }
            return found.count > 1 ? [XMLValue(found)] : found
        }

        private static func matches(_ element: Int, _ tape: Tape, _ test: NameTest) -> Bool {
            var test = ElementTest(test)
            return element != Tape.document && test.matches(element, name: tape.nameNumber(element), tape)
        }
    }

    private let steps: [XMLPath.Step]
    private var frames: [Frame] = []
    /// The first value, until the walk begins.
    private var start: XMLValue?
    /// For each step, the elements whose dictionaries were searched, if `//` may lead to them again.
    private var seen: [Set<Int>]
    private let mayRepeat: Bool

    init(_ path: XMLPath, from value: XMLValue) { self.init(path.steps[...], from: value) }

    init(_ path: ArraySlice<XMLPath.Step>, from value: XMLValue) {
        steps = Array(path)
        start = value
        // In a dictionary created in code, an element may occur several times.
        let isDocument = value.dictionary?.origin != nil
        mayRepeat = isDocument && steps.count { $0 == .descendants } > 1
        seen = Array(repeating: [], count: mayRepeat ? steps.count + 1 : 1)
    }

    mutating func next() -> XMLValue? {
        if let value = start {
            start = nil
            if let end = follow(value, from: 0) { return end }
        }
        while let top = frames.indices.last {
            guard let value = frames[top].takeValue(&seen[mayRepeat ? frames[top].next : 0]) else {
                frames.removeLast()
                continue
            }
            if let end = follow(value, from: frames[top].next) { return end }
        }
        return nil
    }

    /// Follows the path from the step at `position`. Returns the value if no step is left.
    private mutating func follow(_ value: XMLValue, from position: Int) -> XMLValue? {
        var value = value
        var isDeep = false
        for index in position..<steps.count {
            switch steps[index] {
            case .descendants: isDeep = true
            case .malformed: return nil
            case .index(let index):
                isDeep = false
                guard let inner = value[index] else { return nil }
                value = inner
            case .element, .attribute, .any:
                let dictionaries = DictionaryWalk(value, isDeep: isDeep, findsOnce: isDeep && mayRepeat)
                frames.append(Frame(steps[index], next: index + 1, dictionaries))
                return nil
            }
        }
        return value
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
