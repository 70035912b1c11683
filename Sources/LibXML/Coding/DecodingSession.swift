/// The state that the decoders of one call share: the tape, the options, and the names that each key matches.
///
/// Decoders may outlive the call; they keep the session, and with it the tape.
final class DecodingSession {
    let tape: Tape
    let root: Int
    let options: XMLDecoder
    let scopes: DecodingScopes
    private let progress = UncheckedCell(Progress())
    /// Whether unknown elements matter.
    let checksUnknownElements: Bool
    /// Whether the options need no checks besides the types' own.
    let isPlain: Bool
    /// The lookups of keys, if unknown elements matter.
    var requests = Requests()
    /// The elements from which values are being decoded, if unknown elements matter.
    var openElements: Set<Int> = []
    /// The errors of the call, if they are collected.
    var collected = CollectedErrors()
    /// Whether the document is one that the program knows, so that errors have locations in it.
    var hasLocations = true
    /// The entries of the dictionaries that are being decoded.
    var maps = FoundValues<DecodingMap>()
    /// The elements and texts of choices in several elements.
    var lists = FoundValues<[DecodingPosition]>()
    /// The elements with flattened structures that are being decoded, the innermost last.
    var shared: [SharedElement] = []
    /// The keys of optional flattened structures that were missing, by the scope of each.
    var flattenedKeys: [UInt16: [SharedElement.Key]] = [:]
    /// Whether a type is decoded only to find out which keys it looks up.
    var isFindingKeys = false
    /// Whether a type has read a position without elements as a list, a text or another whole value.
    var isEmptyListRead = false
    /// The attribute in which a type last looked up keys, which only elements have. A coding key without a role then
    /// does not match it.
    var attributeWithKeyLookup = -1
    /// The numbers of elements of the lists whose count was read.
    var counts: [ListPlace: Int] = [:]
    /// The element whose text was divided into words last, and this text.
    var wordText: (element: Int, isOwn: Bool, bytes: [UInt8]) = (-1, false, [])
    /// The last long texts that were divided into words, since a program may read several lists of words at once.
    var longWordTexts: [(element: Int, isOwn: Bool, bytes: [UInt8])] = []
    /// The elements of strings inside which other keys read elements.
    var ownTexts: Set<Int> = []
    /// Whether `xml:space="preserve"` applies in elements that contain others.
    var preservesSpace: [Int: Bool] = [:]
    /// The parents of elements in the coding paths of errors.
    var numbers = SiblingNumbers()

    /// A list, for its count.
    struct ListPlace: Hashable {
        private let list: Int
        private let key: Int
        private let scope: UInt16

        init(position: DecodingPosition) {
            let isKeyed = position.kind == .list
            list = isKeyed ? position.parent : position.index
            key = isKeyed ? position.key : -1
            scope = position.scope
        }
    }

    private struct Progress {
        var depth = 0
        /// The number of values, of any depth, that were begun.
        var valueCount: UInt32 = 0
        /// The large element in which keys were looked up last, and the number of lookups.
        var scanned = (parent: -1, count: 0)
        /// The numbers of lookups in the other large elements.
        var otherScanned: [Int: Int] = [:]
    }

    /// - Parameter scopes: the scopes of another tape of the same document; used only if its names and the options are
    ///   the same.
    init(_ tape: Tape, root: Int, _ options: XMLDecoder, scopes: DecodingScopes? = nil) {
        self.tape = tape
        self.root = root
        self.options = options
        checksUnknownElements = options.unknownElements != .ignore
        isPlain = options.invalidElements == .throw && !checksUnknownElements
        let keys = KeyOptions(options)
        self.scopes = scopes.flatMap { $0.fits(tape, keys) ? $0 : nil } ?? DecodingScopes(tape, keys)
    }

    /// Calls `body` with a session for an element, and keeps what it has found for other calls.
    static func with<Result, Failure>(
        _ tape: Tape, root: Int, _ options: XMLDecoder, _ body: (DecodingSession) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let keys = KeyOptions(options)
        var session = DecodingSession(
            tape, root: root, options, scopes: DecodingScopes.pool.take { $0.fits(tape, keys) })
        let result = try body(session)
        // The program may have kept a decoder, which uses the scopes.
        if isKnownUniquelyReferenced(&session), session.scopes.isSmall { DecodingScopes.pool.put(session.scopes) }
        return result
    }

    /// The number of a key in a scope.
    @inline(__always)
    func number(of key: String, _ scope: UInt16, in element: Int) -> Int {
        number(of: key, scopes[scope], scope, in: element)
    }

    @inline(__always)
    func number(of key: String, _ keys: DecodingKeys, _ scope: UInt16, in element: Int) -> Int {
        let number = keys.number(of: key, tape)
        if checksUnknownElements || keys.sharesElement { recordLookup(number, scope, in: element) }
        return number
    }

    /// Decodes a value of any type.
    func value<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        try knownValue(type, scopes.known(Value.self), at: position)
    }

    /// Decodes a value of a known type.
    func value<Value: Decodable>(
        _ type: Value.Type, _ known: KnownType, at position: DecodingPosition
    ) throws -> Value {
        try knownValue(type, known, at: position)
    }

    @inline(__always)
    private func knownValue<Value: Decodable>(
        _ type: Value.Type, _ known: KnownType, at position: DecodingPosition
    ) throws -> Value {
        guard try enter() else { throw tooDeep(at: position) }
        defer { progress.modify { $0.depth -= 1 } }
        do {
            if known.kind != .plain || position.kind == .payload || isFlattened(position) {
                return try specialValue(type, known, at: position)
            }
            return try plainValue(type, at: position.unscoped)
        } catch is DecodeAgain {
            return try value(type, known, at: position)
        } catch {
            throw improved(error, type, at: position)
        }
    }

    /// Enters a value, if the limit and the stack of the thread allow one more level.
    ///
    /// - Throws: ``XMLError/Code/cancelled``.
    @inline(__always)
    private func enter() throws -> Bool {
        let (depth, count) = progress.modify { progress in
            progress.depth += 1
            progress.valueCount &+= 1
            return (progress.depth, progress.valueCount)
        }
        if count & 4095 == 0, Task.isCancelled {
            progress.modify { $0.depth -= 1 }
            throw XMLError(.cancelled)
        }
        guard depth > options.depthLimit || depth & 15 == 0 else { return true }
        if depth <= options.depthLimit, StackSpace.isEnough { return true }
        progress.modify { $0.depth -= 1 }
        return false
    }

    @inline(never)
    private func tooDeep(at position: DecodingPosition) -> any Error {
        let isLimit = progress.modify { $0.depth } >= options.depthLimit
        let fault = Fault.valuesTooDeep(limit: isLimit ? options.depthLimit : nil)
        return DecodingError.dataCorrupted(context(fault.code, fault.message, at: position))
    }

    /// The error of a type's own initializer with the location of the value; others as they are.
    @inline(never)
    private func improved(_ error: any Error, _ type: Any.Type, at position: DecodingPosition) -> any Error {
        guard let error = error as? DecodingError, error.xmlError == nil else { return error }
        return located(error, type, at: position)
    }

    @inline(__always)
    private func plainValue<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        if position.kind == .list, position.index == 0 { return try valueOfNothing(type, at: position) }
        return try foundValue(type, at: position)
    }

    /// Decodes a type from a position without elements, which is valid for lists.
    ///
    /// - Throws: the error of a missing element for a type that reads nothing.
    @inline(never)
    private func valueOfNothing<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        isEmptyListRead = false
        let value = try foundValue(type, at: position)
        if !isEmptyListRead, position.parent > 0, !(type is any ContainerType.Type) { _ = try first(position) }
        return value
    }

    @inline(__always)
    private func foundValue<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        guard isPlain else { return try checkedValue(type, at: position) }
        return try Value(from: ElementDecoder(self, position))
    }

    /// Decodes a value of a type that needs more than its own initializer.
    @inline(never)
    private func specialValue<Value: Decodable>(
        _ type: Value.Type, _ known: KnownType, at position: DecodingPosition
    ) throws -> Value {
        let isFlattened = isFlattened(position)
        var position = position.kind == .payload ? position.with(.element) : position
        let keys = scopes[isFlattened ? position.scope : known.scope]
        try keys.checkPaths()
        switch known.kind {
        case .plain: break
        case .value:
            if let value = type as? any ReadTextValue.Type { return try textValue(value, at: position) }
        case .rawValue:
            position = try first(position)
            position.isTrimmed = true
            return try rawValue(type, at: position)
        case .roles:
            position = try first(position)
            if !isFlattened, position.kind == .element { position.scope = known.scope }
        case .choice, .typedChoice: position = try choice(known, at: position)
        case .choices:
            try checkIsNoText(known.scope, at: position)
            let choices = choices(known.scope, at: position)
            noteChoices(choices, at: position)
            position = choices
        case .dictionary:
            position = position.unscoped
            try checkKeys(of: type, at: position)
        case .optional: return try optionalValue(type, at: position)
        }
        defer { if position.isStored { lists.remove(position.index) } }
        let value =
            try keys.sharesElement && !isFlattened
            ? sharing(position) { try plainValue(type, at: position) } : plainValue(type, at: position)
        try keys.checkRoles(self, at: position)
        return value
    }

    private func rawValue<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        do {
            if hasElements(position) { throw invalid(type, at: position) }
            return try plainValue(type, at: position)
        } catch {
            let error = improved(error, type, at: position)
            return try replaced(position, with: (type as? any CaseIterable.Type)?.firstCase as? Value) { error }
        }
    }

    /// Decodes an optional as its own type.
    private func optionalValue<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        let missing = DecodingPosition(.list, 0)
        guard let wrapped = CodedType.of(type).wrapped,
            isPresent(position, wrapped.type, scopes.known(wrapped))
        else {
            return try plainValue(type, at: missing)
        }
        do {
            var position = position
            position.isPresent = true
            return try plainValue(type, at: position)
        } catch is DecodingError where isNothing(position, scopes.known(wrapped)) {
            return try plainValue(type, at: missing)
        }
    }

    /// Decodes the value of an optional. An empty element from which its type cannot be decoded is nil.
    @inline(__always)
    func valueIfPresent<Value: Decodable>(
        _ type: Value.Type, _ known: KnownType, at position: DecodingPosition
    ) throws -> Value? {
        guard isPresent(position, type, known) else { return nil }
        do {
            return try value(type, known, at: position)
        } catch is DecodingError where isNothing(position, known) {
            return nil
        }
    }
}

// MARK: Finding

extension DecodingSession {
    /// The first child element that a key matches, after `child` if it is given.
    @inline(__always)
    func child(_ keys: DecodingKeys, _ key: Int, of parent: Int, after child: Int? = nil) -> Int? {
        let names = keys[key]
        guard names.element >= 0 || names.hasOthers else { return nil }
        if child == nil, tape.end(parent) - parent > Self.largeElement, isScannedOften(parent),
            let test = keys.test(key) ?? exactTest(names)
        {
            return tape.firstChild(of: parent, named: test)
        }
        var index = child.map { tape.next($0) } ?? tape.firstChild(parent)
        let end = tape.end(parent)
        while index < end {
            let head = tape.head(index)
            if head.kind == .element, keys.matchesElement(key, names, head.name, in: parent, tape) { return index }
            index = tape.next(index)
        }
        return nil
    }

    /// The size of an element, in words, from which it is searched by an index if many keys are looked up in it.
    private static var largeElement: Int { 512 }

    /// Whether so many keys have been looked up in an element that an index takes less time.
    @inline(never)
    private func isScannedOften(_ parent: Int) -> Bool {
        progress.modify { progress in
            if progress.scanned.parent != parent {
                progress.otherScanned[progress.scanned.parent] = progress.scanned.count
                progress.scanned = (parent, progress.otherScanned[parent] ?? 0)
            }
            progress.scanned.count += 1
            return progress.scanned.count > 8
        }
    }

    /// The test for the only name that a converted key matches; nil if it matches more.
    @inline(never)
    private func exactTest(_ names: DecodingKeys.Names) -> NameTest? {
        names.hasOthers || names.role != .any && names.role != .element
            ? nil : .expanded(tape.expandedName(Int(names.element)))
    }

    /// The elements of a list in an element that is searched by an index; nil for others.
    func indexedChildren(_ list: DecodingPosition) -> [Int]? {
        let scanned = progress.modify { $0.scanned }
        guard scanned.parent == list.parent, scanned.count > 8, let test = scopes[list.scope].test(list.key)
        else { return nil }
        return tape.children(of: list.parent, named: test)
    }

    /// The attribute that a key matches.
    @inline(__always)
    func attribute(_ keys: DecodingKeys, _ key: Int, of element: Int) -> Int? {
        let names = keys[key]
        var index = tape.firstEntry(in: element)
        while let head = tape.tagHead(index) {
            if head.kind == .attribute, keys.matchesAttribute(key, names, head.name) { return index }
            index += head.length
        }
        return nil
    }

    /// The namespace declaration in an element that a key names, `@xmlns:p` or `@xmlns`.
    private func declaration(_ keys: DecodingKeys, _ key: Int, of element: Int) -> DecodingPosition? {
        guard let prefix = keys.plan(of: key).test?.declaredPrefix else { return nil }
        let found = tape.tag(of: element).first(tape) { _, head in
            head.kind == .namespace && (tape.string(head.prefix) ?? "").hasSameBytes(as: prefix)
        }
        return found.map { DecodingPosition(.declaration, $0, parent: element) }
    }

    /// What a key of an element means, other than a list.
    @inline(__always)
    func position(
        _ keys: DecodingKeys, _ names: DecodingKeys.Names, _ scope: UInt16, _ key: Int, in element: Int
    ) -> DecodingPosition? {
        switch names.role {
        case .text: return DecodingPosition(.text, element)
        case .attribute: break
        case .declaration: return declaration(keys, key, of: element)
        case .any, .element:
            if let child = child(keys, key, of: element) { return DecodingPosition(.element, child) }
            if names.role == .element { return nil }
        case .path: return pathPositions(scope, key, in: element, isFirst: true).first
        case .map, .flattened, .content, .comments, .otherElements, .otherAttributes: return nil
        }
        return attribute(keys, key, of: element).map { DecodingPosition(.attribute, $0, parent: element) }
    }

    /// What a key of an element means for a type that may turn out to be a list: all elements of the key, or none.
    @inline(__always)
    func listPosition(
        _ keys: DecodingKeys, _ names: DecodingKeys.Names, _ scope: UInt16, _ key: Int, in element: Int
    ) throws -> DecodingPosition {
        switch names.role {
        case .any, .element:
            if let child = child(keys, key, of: element) {
                return DecodingPosition(.list, child, parent: element, key: key, scope: scope)
            }
        case .map: return try mapPosition(scope, key, in: element)
        case .path:
            guard let first = otherPosition(scope, key, in: element) else { break }
            guard first.kind == .element else { return first }
            return DecodingPosition(.list, first.index, parent: element, key: key, scope: scope)
        case .flattened:
            let place = DecodingPosition(.element, element, scope: scope)
            throw wrongRole(CodingMessage.cannotFlatten(keys.text(key)), at: place)
        case .attribute, .declaration, .text, .content, .comments, .otherElements, .otherAttributes: break
        }
        return position(keys, names, scope, key, in: element)
            ?? DecodingPosition(.list, 0, parent: element, key: key, scope: scope)
    }
}
