// Paths, dictionaries and choices, which the roles of types declare. See ``XMLCodingRoles``.

/// The entries of a dictionary in a document.
struct DecodingMap {
    var entries: [(key: DecodingPosition, value: DecodingPosition)] = []
    var keys: [String] = []
    /// The positions of the entries, by key.
    var places: [String: Int] = [:]
    /// Whether there are entries, or the element around them.
    var isPresent = false

    /// Adds an entry. Returns false if there is one with this key.
    mutating func add(_ key: String, _ place: DecodingPosition, _ value: DecodingPosition) -> Bool {
        guard places[key] == nil else { return false }
        places[key] = keys.count
        keys.append(key)
        entries.append((place, value))
        return true
    }
}

/// Results for values that are being decoded, by numbers that positions contain. A number may outlive its value, if the
/// program keeps a decoder.
struct FoundValues<Value> {
    private var values: [Int: Value] = [:]
    private var last = 0

    mutating func add(_ value: Value) -> Int {
        last += 1
        values[last] = value
        return last
    }

    mutating func remove(_ number: Int) { values[number] = nil }

    subscript(number: Int) -> Value? { values[number] }
}

// MARK: Paths

extension DecodingSession {
    /// The elements, or the attribute or text, at the path of a key.
    func pathPositions(_ scope: UInt16, _ key: Int, in element: Int, isFirst: Bool = false) -> [DecodingPosition] {
        guard let path = path(scope, key) else { return [] }
        let parent = XMLTree.Element(tape: tape, entry: element)
        if checksUnknownElements { request(path, scope, key, in: parent) }
        if path.isText {
            return parent.elements(at: Array(path.steps.dropLast())).map { DecodingPosition(.text, $0.entry) }
        }
        guard path.leadsToAttributes, let last = path.steps.last else {
            if isFirst { return parent[at: path].map { [DecodingPosition(.element, $0.entry)] } ?? [] }
            return parent.elements(at: path).map { DecodingPosition(.element, $0.entry) }
        }
        return parent.owners(at: path).compactMap { owner in
            owner.attributes(last).first.map { DecodingPosition(.attribute, $0.entry, parent: owner.entry) }
        }
    }

    /// Records the names that a path looks up in the elements on its way.
    private func request(_ path: XMLPath, _ scope: UInt16, _ key: Int, in parent: XMLTree.Element) {
        for step in path.steps.indices.dropFirst() {
            if path.steps[step].isDeep { return }
            for element in parent.elements(at: Array(path.steps[..<step])) {
                requests.keys[element.entry, default: []].insert(Requests.Key(scope: scope, number: key, step: step))
            }
        }
    }

    /// Whether the element around the elements of a path exists.
    func hasWrapper(_ scope: UInt16, _ key: Int, in element: Int) -> Bool {
        !wrappers(scope, key, in: element).isEmpty
    }

    /// The elements around the elements of a path.
    func wrappers(_ scope: UInt16, _ key: Int, in element: Int) -> [Int] {
        guard let path = path(scope, key), path.steps.count > 1 else { return [] }
        return XMLTree.Element(tape: tape, entry: element).elements(at: Array(path.steps.dropLast())).map(\.entry)
    }

    private func path(_ scope: UInt16, _ key: Int) -> XMLPath? { scopes[scope].plan(of: key).path }
}

extension XMLPath {
    /// The names of the child elements with which the path begins.
    var childTest: NameTest {
        guard let first = steps.first, !first.isDeep else { return .any }
        return first.nameTest ?? .any
    }
}

// MARK: Comments

extension DecodingSession {
    func comments(in element: Int) -> [DecodingPosition] {
        var found: [DecodingPosition] = []
        var children = tape.children(of: element)
        while let (index, head) = children.next(tape) {
            if head.kind == .comment { found.append(DecodingPosition(.comment, index, parent: element)) }
        }
        return found
    }
}

// MARK: Dictionaries

extension DecodingSession {
    /// The dictionary of a key.
    ///
    /// - Throws: `DecodingError` for an entry without a key, and for a repeated key.
    @inline(never)
    func mapPosition(_ scope: UInt16, _ key: Int, in element: Int) throws -> DecodingPosition {
        guard case .map(_, let keyName, let valueName) = scopes[scope].plan(of: key).role.kind else {
            return DecodingPosition(.list, 0, parent: element, key: key, scope: scope)
        }
        var map = DecodingMap()
        let entries = pathPositions(scope, key, in: element)
        map.isPresent = !entries.isEmpty || hasWrapper(scope, key, in: element)
        for entry in entries { _ = try attempt(at: entry) { try add(entry, keyName, valueName, to: &map) } }
        return DecodingPosition(.map, maps.add(map), parent: element, key: key, scope: scope)
    }

    /// Adds an entry of a dictionary.
    ///
    /// - Throws: the error of a missing key, or of one that the dictionary has.
    private func add(_ entry: DecodingPosition, _ key: String, _ value: String, to map: inout DecodingMap) throws {
        let literal = scopes.literal
        guard let place = otherPosition(literal, number(of: key, literal, in: entry.index), in: entry.index) else {
            throw missing(key, in: DecodingPosition(.element, entry.index, scope: literal))
        }
        let text = withText(place) { $0.string($0.trimmedRange) }
        let position =
            try value == "."
            ? entry : otherListPosition(literal, number(of: value, literal, in: entry.index), in: entry.index)
        guard map.add(text, place, position) else { throw conflict("a second entry for “\(text)”", at: place) }
    }
}

// MARK: Choices

extension DecodingSession {
    /// The elements and texts of a choice, as the value of a key or the children of an element.
    func choices(_ scope: UInt16, at position: DecodingPosition) -> DecodingPosition {
        switch position.kind {
        case .list where position.index > 0:
            let elements = elements(of: position)
            let cases = elements.filter { isCase(scope, $0) }
            if scopes[position.scope][position.key].role == .path, !cases.isEmpty {
                return stored(cases, position.parent, scope)
            }
            if !cases.isEmpty { return DecodingPosition(.choices, position.parent, scope: scope) }
            guard elements.count > 1 else { return DecodingPosition(.choices, position.index, scope: scope) }
            return stored(
                elements.flatMap { choicePositions(DecodingPosition(.choices, $0.index, scope: scope)) },
                position.parent, scope)
        case .list: return DecodingPosition(.choices, position.parent, scope: scope)
        case .element, .payload: return DecodingPosition(.choices, position.index, scope: scope)
        case .attribute, .declaration, .text, .run, .comment, .choices, .choice, .map, .word, .absent: return position
        }
    }

    func stored(_ positions: [DecodingPosition], _ parent: Int, _ scope: UInt16) -> DecodingPosition {
        var position = DecodingPosition(.choices, lists.add(positions), parent: parent, scope: scope)
        position.isStored = true
        return position
    }

    /// Removes what was found for a position whose value has been decoded.
    @inline(__always)
    func discard(_ position: DecodingPosition) {
        if position.kind == .map { maps.remove(position.index) }
        if position.isStored { lists.remove(position.index) }
    }

    /// The elements of a list that is not empty.
    func elements(of list: DecodingPosition) -> [DecodingPosition] {
        let keys = scopes[list.scope]
        if keys[list.key].role == .path { return pathPositions(list.scope, list.key, in: list.parent) }
        var found: [DecodingPosition] = []
        var next: Int? = list.index
        while let element = next {
            found.append(DecodingPosition(.element, element))
            next = child(keys, list.key, of: list.parent, after: element)
        }
        return found
    }

    /// Whether an element is a case of a choice by name.
    func isCase(_ scope: UInt16, _ element: DecodingPosition) -> Bool {
        caseKey(scope, ofEntry: element.index, in: tape.parent(ofElement: element.index) ?? Tape.document) != nil
    }

    /// The elements and texts of a choice, whose cases are recorded as looked up.
    func choicePositions(_ choices: DecodingPosition) -> [DecodingPosition] {
        if choices.isStored { return lists[choices.index] ?? [] }
        requestCases(choices.scope, in: choices.index)
        return casePositions(choices.scope, in: choices.index)
    }

    /// The elements and texts in an element that are cases of a choice.
    ///
    /// White space alone is omitted, unless the element has other text.
    func casePositions(_ scope: UInt16, in parent: Int) -> [DecodingPosition] {
        let hasText = scopes[scope].choices(tape).contains { $0.isText } && !isBlank(parent)
        return positions(in: parent, withText: hasText) { caseKey(scope, ofEntry: $0, in: parent) != nil }
    }

    /// The element or text of a choice of one value. White space before it is not the text.
    func casePosition(_ choices: DecodingPosition) -> DecodingPosition? {
        let found = choicePositions(choices)
        return found.first { !isBlankRun($0) } ?? found.first
    }

    func isBlankRun(_ position: DecodingPosition) -> Bool {
        position.kind == .run && withText(position) { $0.trimmedRange.isEmpty }
    }

    /// The child elements of an element that fulfil a condition, and the texts between elements.
    func positions(in parent: Int, withText: Bool, _ isItem: (Int) -> Bool) -> [DecodingPosition] {
        var found: [DecodingPosition] = []
        var isInRun = false
        var children = tape.children(of: parent)
        while let (child, head) = children.next(tape) {
            if head.kind == .element {
                isInRun = false
                if isItem(child) { found.append(DecodingPosition(.element, child)) }
            } else if withText, !isInRun, head.kind.isText {
                isInRun = true
                found.append(DecodingPosition(.run, child, parent: parent))
            }
        }
        return found
    }

    /// Records the names of all cases as looked up in an element with choices.
    private func requestCases(_ scope: UInt16, in element: Int) {
        guard checksUnknownElements else { return }
        let known = scopes[scope].choices(tape).map { Requests.Key(scope: scope, number: $0.number) }
        requests.keys[element, default: []].formUnion(known)
    }

    /// The key of the case for an element, or a text, in its parent.
    func caseKey(_ scope: UInt16, ofEntry entry: Int, in parent: Int) -> String? {
        let keys = scopes[scope]
        let head = tape.head(entry)
        return keys.choices(tape).first { choice in
            guard head.kind == .element else { return choice.isText }
            return !choice.isText
                && keys.matchesElement(choice.number, keys[choice.number], head.name, in: parent, tape)
                && (keys[choice.number].role != .path || payloadElement(scope, choice.number, in: entry) != nil)
        }?.key
    }

    /// The element of the value of a case, whose path begins with the element of the case.
    private func payloadElement(_ scope: UInt16, _ choice: Int, in element: Int) -> Int? {
        guard let path = path(scope, choice), path.steps.count > 1 else { return element }
        return XMLTree.Element(tape: tape, entry: element).elements(at: Array(path.steps.dropFirst())).first?.entry
    }

    /// The value of a case, which the element or text of a choice is.
    func payload(of choice: DecodingPosition, _ key: String) -> DecodingPosition {
        guard tape.kind(choice.index) == .element else {
            return DecodingPosition(.run, choice.index, parent: choice.parent)
        }
        if choice.scope == DecodingPosition.byName {
            return DecodingPosition(.payload, choice.index, parent: choice.parent)
        }
        let number = scopes[choice.scope].number(of: key, tape)
        let element = payloadElement(choice.scope, number, in: choice.index) ?? choice.index
        return DecodingPosition(.payload, element, parent: choice.parent, scope: scopes.labels(choice.scope))
    }

    /// The key of the case for an element or a text.
    func caseKey(of choice: DecodingPosition) -> String? {
        if choice.scope == DecodingPosition.byName {
            guard tape.kind(choice.index) == .element else { return "" }
            let parent = tape.parent(ofElement: choice.index) ?? Tape.document
            return key(ofName: tape.nameNumber(choice.index), isAttribute: false, in: parent)
        }
        let keys = scopes[choice.scope]
        guard tape.kind(choice.index) == .element else {
            return caseKey(choice.scope, ofEntry: choice.index, in: choice.parent)
        }
        guard keys.type?.kind == .typedChoice else {
            let parent = tape.parent(ofElement: choice.index) ?? Tape.document
            return caseKey(choice.scope, ofEntry: choice.index, in: parent)
        }
        let element = XMLTree.Element(tape: tape, entry: choice.index)
        guard let type = typeAttribute(of: choice.index) else { return keys.type?.key(ofType: nil) }
        return element.resolve(type.value).flatMap { keys.type?.key(ofType: $0) }
    }

    private func typeAttribute(of element: Int) -> XMLTree.Attribute? {
        guard scopes.typeName >= 0 else { return nil }
        let found = tape.tag(of: element).first(tape) { _, head in
            head.kind == .attribute && head.name == scopes.typeName
        }
        return found.map { XMLTree.Attribute(tape: tape, entry: $0, elementIndex: element) }
    }

    /// The only element or text of a choice, with the keys of its cases.
    ///
    /// - Throws: `DecodingError` if no case matches.
    func choice(_ known: KnownType, at position: DecodingPosition) throws -> DecodingPosition {
        let scope = known.scope
        var place = position
        try checkIsNoText(scope, at: position)
        if known.kind == .typedChoice {
            place = try first(position)
        } else if position.kind == .list, position.index > 0, isCase(scope, DecodingPosition(.element, position.index))
        {
            // The element of the key, among several that are cases.
            place = try first(position)
        } else if position.kind == .list || position.kind == .choices {
            let choices = choices(scope, at: position)
            let found = choices.kind == .choices ? casePosition(choices) : try first(choices)
            guard let found else { throw noCase(scope, in: choices.choicesParent) }
            place = found
        }
        let chosen = DecodingPosition(.choice, place.index, parent: place.parent, scope: scope)
        if caseKey(of: chosen) != nil { return chosen }
        let inner = choices(scope, at: place)
        guard known.kind == .choice, inner.kind == .choices, let found = casePosition(inner) else {
            throw unknownCase(chosen)
        }
        return DecodingPosition(.choice, found.index, parent: found.parent, scope: scope)
    }

    /// - Throws: the error of a choice in an attribute or a text.
    func checkIsNoText(_ scope: UInt16, at position: DecodingPosition) throws {
        switch position.kind {
        case .attribute, .declaration, .text, .word: throw choiceIsText(scope, at: position)
        default: break
        }
    }

    func choiceIsText(_ scope: UInt16, at position: DecodingPosition) -> any Error {
        wrongRole(CodingMessage.choiceAsText(scopes[scope].type?.name ?? "it"), at: position)
    }

    /// Whether an optional has a choice, or a list of choices has an element.
    func hasChoices(_ known: KnownType, at position: DecodingPosition) -> Bool {
        let isElement = position.kind == .list && position.index > 0
        if isElement, known.kind == .choice, isCase(known.scope, DecodingPosition(.element, position.index)) {
            return true
        }
        let choices = choices(known.scope, at: position)
        if known.kind == .choices { noteChoices(choices, at: position) }
        defer { if choices.isStored { lists.remove(choices.index) } }
        // The case of an element with `xsi:nil` is there, but its value is nil.
        return choices.kind != .choices || !choicePositions(choices).isEmpty
    }

    /// Whether an optional is a choice whose element has `xsi:nil`.
    func isNilChoice(_ known: KnownType, at position: DecodingPosition) -> Bool {
        guard known.kind == .choice else { return false }
        let choices = choices(known.scope, at: position)
        defer { if choices.isStored { lists.remove(choices.index) } }
        return choices.kind == .choices && casePosition(choices).map(isNil) ?? false
    }

    private func expectedCases(_ scope: UInt16) -> String {
        let names = scopes[scope].choices(tape).map { $0.isText ? "text" : "<\($0.name)>" }
        if names.isEmpty { return "expected a case of \(scopes[scope].type?.name ?? "a choice")" }
        return "expected " + (names.count > 1 ? "one of " : "") + names.joined(separator: ", ")
    }

    private func noCase(_ scope: UInt16, in element: Int) -> any Error {
        let found = XMLTree.Element(tape: tape, entry: element)
            .error(
                "<\(tape.qualifiedName(tape.nameNumber(element)))> has no such element: \(expectedCases(scope))",
                code: .missingElement)
        return DecodingError.valueNotFound(Any.self, context(of: found, at: DecodingPosition(.element, element)))
    }

    private func unknownCase(_ choice: DecodingPosition) -> any Error {
        let position = DecodingPosition(.element, choice.index)
        guard tape.kind(choice.index) == .element else { return invalid("an element", at: choice) }
        let element = XMLTree.Element(tape: tape, entry: choice.index)
        let coded = scopes[choice.scope].type
        guard coded?.kind == .typedChoice else {
            let found = element.error(
                "\(expectedCases(choice.scope)), found <\(element.qualifiedName)>", code: .invalidValue)
            return DecodingError.dataCorrupted(context(of: found, at: position))
        }
        guard let type = typeAttribute(of: choice.index) else {
            let found = element.missing(attribute: .expanded(DecodingScopes.typeAttribute))
            return DecodingError.dataCorrupted(context(of: found, at: position))
        }
        let names = coded?.typeNames.map { "“\($0)”" }.joined(separator: ", ") ?? ""
        let found = type.error("expected a type of \(names), found “\(type.value)”", code: .invalidValue)
        return DecodingError.dataCorrupted(context(of: found, at: position))
    }
}
