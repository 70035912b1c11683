/// What the decoders of one call share: the tape, the options, and the names that each key matches.
///
/// Decoders may outlive the call; they keep the session, and with it the tape.
final class DecodingSession {
    let tape: Tape
    let root: Int
    let options: XMLDecoder
    let keys: CodingKeyNames
    private let progress = UncheckedCell(Progress())
    /// Whether the options need no checks besides the types' own.
    let isPlain: Bool
    /// The keys that were asked of each element that is being decoded, if unknown elements matter.
    var requestedKeys: [Int: Set<Int>] = [:]
    /// The number of list elements that are being decoded whose errors the options allow.
    var attempts = 0
    /// The errors of list elements, if they are collected.
    var collectedErrors: [XMLError] = []

    private struct Progress {
        var depth = 0
        /// The large element in which keys were looked up last, and the number of lookups.
        var scanned = (parent: -1, count: 0)
    }

    /// - Parameter keys: those of another tape of the same document, which are used if its names and the options are the same.
    init(_ tape: Tape, root: Int, _ options: XMLDecoder, keys: CodingKeyNames? = nil) {
        self.tape = tape
        self.root = root
        self.options = options
        isPlain = options.invalidElements == .throw && options.unknownElements == .ignore
        self.keys = keys.flatMap { $0.fits(tape, options) ? $0 : nil } ?? CodingKeyNames(tape, options)
    }

    /// The number of a key.
    @inline(__always)
    func number(of key: String, in element: Int) -> Int {
        let number = keys.number(of: key, tape)
        if !isPlain { requestedKeys[element, default: []].insert(number) }
        return number
    }

    /// Decodes a value of any type.
    func value<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        guard progress.modify({ $0.depth }) < options.depthLimit else {
            let message = "values nest deeper than the limit of \(options.depthLimit)"
            throw DecodingError.dataCorrupted(context(.tooDeep, message, at: position))
        }
        if let value = try foundationValue(Value.self, at: position) { return value }
        progress.modify { $0.depth += 1 }
        defer { progress.modify { $0.depth -= 1 } }
        do {
            guard isPlain else { return try checkedValue(type, at: position) }
            return try Value(from: ElementDecoder(self, position))
        } catch let error as DecodingError where error.xmlError == nil {
            throw located(error, type, at: position)
        }
    }
}

// MARK: Finding

extension DecodingSession {
    /// The first child element that a key matches, after `child` if it is given.
    @inline(__always)
    func child(_ key: Int, of parent: Int, after child: Int? = nil) -> Int? {
        if child == nil, tape.end(parent) - parent > Self.largeElement, isScannedOften(parent),
            let test = keys.test(key)
        {
            return tape.firstChild(of: parent, named: test)
        }
        let names = keys[key]
        var index = child.map { tape.next($0) } ?? tape.firstChild(parent)
        let end = tape.end(parent)
        while index < end {
            let head = tape.head(index)
            if head.kind == .element, keys.matchesElement(key, names, head.name, in: parent, tape) { return index }
            index = tape.next(index)
        }
        return nil
    }

    /// The size of an element, in words, that is searched by an index if many keys are asked of it.
    private static var largeElement: Int { 512 }

    /// Whether more keys have been asked of an element than it takes to make an index.
    @inline(never)
    private func isScannedOften(_ parent: Int) -> Bool {
        progress.modify { progress in
            if progress.scanned.parent != parent { progress.scanned = (parent, 0) }
            progress.scanned.count += 1
            return progress.scanned.count > 8
        }
    }

    /// The elements of a list in an element that is searched by an index; nil for others.
    func indexedChildren(_ list: DecodingPosition) -> [Int]? {
        let scanned = progress.modify { $0.scanned }
        guard list.kind == .list, scanned.parent == list.parent, scanned.count > 8, let test = keys.test(list.key)
        else { return nil }
        return tape.children(of: list.parent, named: test)
    }

    /// The attribute that a key matches.
    @inline(__always)
    func attribute(_ key: Int, of element: Int) -> Int? {
        let names = keys[key]
        var index = tape.firstEntry(in: element)
        while let head = tape.tagHead(index) {
            if head.kind == .attribute, keys.matchesAttribute(key, names, head.name) { return index }
            index += head.length
        }
        return nil
    }

    /// What a key of an element means, other than a list.
    @inline(__always)
    func position(_ key: Int, in element: Int) -> DecodingPosition? {
        switch keys[key].role {
        case .text: return DecodingPosition(.text, element)
        case .attribute: break
        case .any:
            if let child = child(key, of: element) { return DecodingPosition(.element, child) }
        }
        return attribute(key, of: element).map { DecodingPosition(.attribute, $0, parent: element) }
    }

    /// Whether a value is nil: `xsi:nil`, or an element with nothing in it.
    func isNil(_ position: DecodingPosition) -> Bool {
        guard position.kind == .element, keys.nilName >= 0 else { return false }
        var index = tape.firstEntry(in: position.index)
        while let head = tape.tagHead(index) {
            if head.kind == .attribute, head.name == keys.nilName {
                return tape.withData(index) { Bool(xml: $0) } ?? false
            }
            index += head.length
        }
        return false
    }

    /// Whether an element has no children and no attributes.
    func isEmpty(_ position: DecodingPosition) -> Bool {
        guard position.kind == .element else { return false }
        return tape.end(position.index) == tape.firstEntry(in: position.index)
    }
}

// MARK: Text

extension DecodingSession {
    /// Calls `body` with the text at a position in UTF-8.
    @inline(__always)
    func withText<Result>(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Result) -> Result {
        switch position.kind {
        case .attribute: tape.withData(position.index, body)
        case .element, .text: tape.withText(of: position.index, isDeep: false, body)
        case .list: body(Span())
        }
    }

    func string(at position: DecodingPosition) -> String { withText(position) { $0.string(0..<$0.count) } }
}
