import Synchronization

/// A dictionary that is not a view: one that was created in code, by transformations, or by a change.
final class MadeDictionary: Sendable {
    /// The origin of a dictionary.
    enum Origin: Sendable {
        case element(Int, DictionaryContext)
        /// A dictionary that no longer keeps its document in memory, with the names of that document.
        indirect case mapping(XMLMapping, TapeNames)
    }

    struct Member {
        let key: String
        /// A list if the key has several members.
        var value: XMLValue
        /// Nil if the part depends on the key.
        fileprivate(set) var source: Source?
        /// Whether it was removed, so that others keep their positions.
        fileprivate var isRemoved = false
    }

    /// The part of an element from which a member was created.
    enum Source: Hashable, Sendable {
        case element, attribute, attributes, namespace, namespaces, text
        /// Another part, or no specific part.
        case other
        /// The parts of the values of a list, if some differ.
        indirect case mixed([Source])
    }

    fileprivate struct Contents {
        private(set) var slots: [Member] = []
        private(set) var positions: [ExactKey: Int] = [:]
        var isChanged = false
    }

    /// Changed when the object is destroyed, and by the only dictionary that refers to it.
    private let contents: Mutex<Contents>
    private let lists: Set<ExactKey>
    let origin: Origin?

    private init(_ contents: consuming Contents, _ origin: Origin?, lists: Set<ExactKey> = []) {
        self.contents = Mutex(contents)
        self.lists = lists
        self.origin = origin
    }

    /// Creates a dictionary from keys and values. Values with the same key become a list.
    ///
    /// - Parameter origin: the origin from which the dictionary was created, and from which it differs.
    convenience init(_ pairs: [(String, XMLValue)], origin: Origin? = nil) {
        var contents = Contents()
        contents.add(pairs.lazy.map { ($0.0, $0.1, nil) }, lists: [])
        contents.isChanged = origin != nil
        self.init(contents, origin)
    }

    /// Creates a dictionary of an element. Values with the same key become a list, as do single values of the keys in
    /// `lists`.
    convenience init(_ parts: [(key: String, value: XMLValue, source: Source)], lists: Set<ExactKey>, origin: Origin) {
        var contents = Contents()
        contents.add(parts.lazy.map { ($0.key, $0.value, $0.source) }, lists: lists)
        self.init(contents, origin, lists: lists)
    }

    /// Creates the dictionary of an element, so that it can be changed. Complexity: O(*n*) in the number of children.
    convenience init(_ context: DictionaryContext, _ element: Int) {
        var contents = Contents()
        for member in Self.members(of: element, in: context) { contents.append(member) }
        self.init(contents, .element(element, context))
    }

    /// The members of the dictionary of an element. Complexity: O(*n*) in the number of children.
    static func members(of element: Int, in context: DictionaryContext) -> [Member] {
        context.index(of: element).groups.map { group in
            Member(
                key: context.keys.text(group.key), value: context.value(of: group.members, in: group, of: element),
                source: Source(group.members.lazy.map(\.source)))
        }
    }

    /// Returns a copy with other values, in order, and another origin.
    func with(_ values: [XMLValue], _ origin: Origin?) -> MadeDictionary {
        var contents = contents.locked {
            $0.compact(); return $0
        }
        contents.replaceValues(values)
        return MadeDictionary(contents, origin, lists: lists)
    }

    /// A copy, for a change. Its values are shared.
    func copy() -> MadeDictionary { MadeDictionary(contents.locked { $0 }, origin, lists: lists) }

    deinit {
        var remains = MadeRemains()
        takeNested(into: &remains)
        remains.release()
    }

    /// Moves the nested values out of this dictionary, which becomes empty.
    func takeNested(into remains: inout MadeRemains) {
        contents.locked { contents in
            for member in contents.slots { remains.add(member.value) }
            contents = Contents()
        }
    }
}

// MARK: Content

extension MadeDictionary {
    var members: [Member] {
        contents.locked { contents in
            contents.compact()
            return contents.slots
        }
    }

    var count: Int { contents.locked { $0.positions.count } }

    var pairs: [(key: String, value: XMLValue)] { members.map { ($0.key, $0.value) } }

    subscript(key: String) -> XMLValue? {
        contents.locked { contents in contents.positions[ExactKey(key)].map { contents.slots[$0].value } }
    }

    /// The mapping with which the dictionary was read; nil for a dictionary that was created in code.
    var mapping: XMLMapping? {
        switch origin {
        case .element(_, let context): context.mapping
        case .mapping(let mapping, _): mapping
        case nil: nil
        }
    }

    /// The names of the document: see ``DictionaryContext/family``.
    var family: TapeNames? {
        switch origin {
        case .element(_, let context): context.family
        case .mapping(_, let names): names
        case nil: nil
        }
    }

    /// The keys and values from one part of the element.
    func pairs(from source: Source) -> [(key: String, value: XMLValue)] {
        let mapping = mapping ?? .xmltodict
        return members.compactMap { member in
            let known = member.source ?? mapping.source(ofKey: member.key, member.value, isInRoot: isRoot)
            if case .mixed(let sources) = known {
                let values = zip(member.value.array, sources).filter { $0.1 == source }.map(\.0)
                guard let first = values.first else { return nil }
                return (member.key, values.count > 1 || lists.contains(ExactKey(member.key)) ? XMLValue(values) : first)
            }
            return known == source ? (member.key, member.value) : nil
        }
    }

    private var isRoot: Bool {
        if case .element(let element, let context) = origin { element == context.root } else { false }
    }
}

extension XMLMapping {
    /// Returns the part of an element that a key means.
    fileprivate func source(ofKey key: String, _ value: XMLValue, isInRoot: Bool) -> MadeDictionary.Source {
        switch part(ofKey: key, value, isInRoot: isInRoot) {
        case .element: .element
        case .text: .text
        case .cdata, .comment, .nothing: .other
        case .tag where namespaceDeclarations.contains(key): .namespaces
        case .tag where attributes.group != nil: .attributes
        case .tag: attributes.name(ofKey: key)?.isDeclaration == true ? .namespace : .attribute
        }
    }
}

extension MadeDictionary.Source {
    /// Creates the source of a list from those of its values; nil for an empty list.
    fileprivate init?(_ sources: some Collection<Self>) {
        guard let first = sources.first else { return nil }
        self = sources.allSatisfy { $0 == first } ? first : .mixed(Array(sources))
    }
}

// MARK: Changes

extension MadeDictionary {
    /// Whether the dictionary may differ from what was read.
    var isChanged: Bool { contents.locked { $0.isChanged } }

    /// Takes the value of a key out of the dictionary, which must be used by one dictionary only. The value must be put
    /// back, because its place is kept.
    func take(_ key: String) -> XMLValue? { contents.locked { $0.exchange(nil, key) } }

    /// Puts a value back, or removes the key. A new key is the last one. Complexity: O(1) on average.
    func put(_ value: XMLValue?, _ key: String) {
        contents.locked { contents in
            guard let value else { return contents.remove(key) }
            if contents.exchange(value, key) == nil { contents.append(Member(key: key, value: value)) }
            contents.isChanged = true
        }
    }

    /// Inserts a key that the dictionary does not contain. Complexity: O(*n*) in the number of keys.
    func insert(_ value: XMLValue, _ key: String, at position: Int) {
        contents.locked { $0.insert(Member(key: key, value: value), at: position) }
    }

    /// Renames a key to one that the dictionary does not contain.
    func rename(_ key: String, to name: String, _ value: XMLValue) {
        contents.locked { $0.rename(key, Member(key: name, value: value)) }
    }
}

extension MadeDictionary.Contents {
    mutating func append(_ member: MadeDictionary.Member) {
        positions[ExactKey(member.key)] = slots.count
        slots.append(member)
    }

    /// Returns the value of a key, and replaces it; by null if the new value is nil. Nil if the key does not exist.
    mutating func exchange(_ value: XMLValue?, _ key: String) -> XMLValue? {
        guard let position = positions[ExactKey(key)] else { return nil }
        isChanged = true
        let old = slots[position].value
        slots[position].value = value ?? .null
        if value != nil, case .mixed = slots[position].source { slots[position].source = nil }
        return old
    }

    mutating func remove(_ key: String) {
        guard let position = positions.removeValue(forKey: ExactKey(key)) else { return }
        isChanged = true
        (slots[position].isRemoved, slots[position].value) = (true, .null)
        if slots.count > 2 * positions.count + 8 { compact() }
    }

    mutating func insert(_ member: MadeDictionary.Member, at position: Int) {
        isChanged = true
        compact()
        slots.insert(member, at: position)
        for position in slots[position...].indices { positions[ExactKey(slots[position].key)] = position }
    }

    mutating func rename(_ key: String, _ member: MadeDictionary.Member) {
        guard let position = positions.removeValue(forKey: ExactKey(key)) else { return }
        isChanged = true
        slots[position] = member
        positions[ExactKey(member.key)] = position
    }

    mutating func replaceValues(_ values: [XMLValue]) {
        for (position, value) in values.enumerated() { slots[position].value = value }
    }

    /// Removes the places of removed members.
    mutating func compact() {
        guard slots.count > positions.count else { return }
        slots.removeAll(where: \.isRemoved)
        for position in slots.indices { positions[ExactKey(slots[position].key)] = position }
    }

    /// Combines members by key.
    fileprivate mutating func add(
        _ parts: some Collection<(String, XMLValue, MadeDictionary.Source?)>, lists forcedLists: Set<ExactKey>
    ) {
        var lists: [Int: (values: [XMLValue], sources: [MadeDictionary.Source])] = [:]
        for (key, value, source) in parts {
            if let position = positions[ExactKey(key)] {
                let first = slots[position]
                let values = first.value.array
                let sources = first.source.map { Array(repeating: $0, count: values.count) } ?? []
                lists[position, default: (values, sources)].values.append(value)
                if let source { lists[position]?.sources.append(source) }
            } else {
                append(MadeDictionary.Member(key: key, value: value, source: source))
            }
        }
        for key in forcedLists {
            guard let position = positions[key], lists[position] == nil else { continue }
            slots[position].value = XMLValue(slots[position].value.array)
        }
        for (position, list) in lists {
            slots[position].value = XMLValue(list.values)
            slots[position].source = MadeDictionary.Source(list.sources)
        }
    }
}
