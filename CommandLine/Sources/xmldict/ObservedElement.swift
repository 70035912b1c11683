/// What the elements of one kind have in common: those with one name in one place of the samples.
struct ObservedElement {
    /// The name that matches them in their parent: see ``ObservedSamples/key(of:in:)``.
    let key: String
    /// The number of these elements.
    var count = 0
    var attributes: [ObservedAttribute] = []
    var children: [ObservedChild] = []
    private var attributeIndices: [String: Int] = [:]
    private var childIndices: [String: Int] = [:]
    var texts = ObservedValues()
    /// Whether one of these elements contains both text and elements.
    var isMixed = false

    init(key: String) {
        self.key = key
    }

    /// The number of properties.
    var memberCount: Int { attributes.count + children.count + (texts.hasText ? 1 : 0) }

    func attribute(_ key: String) -> ObservedAttribute? { attributeIndices[key].map { attributes[$0] } }

    func child(_ key: String) -> ObservedChild? { childIndices[key].map { children[$0] } }

    /// The index of an attribute, which is added if it is new.
    mutating func index(ofAttribute key: String) -> Int {
        if let index = attributeIndices[key] { return index }
        attributeIndices[key] = attributes.count
        attributes.append(ObservedAttribute(key: key))
        return attributes.count - 1
    }

    /// The index of a child element, which is added if it is new.
    mutating func index(ofChild key: String) -> Int {
        if let index = childIndices[key] { return index }
        childIndices[key] = children.count
        children.append(ObservedChild(key: key))
        return children.count - 1
    }

    /// The index of the child elements that have the values of an attribute in other parents: `<a id="7"/>` and
    /// `<a><id>7</id></a>`. Nil if there are no such elements, or if one property cannot have the values of both.
    func index(ofChildReplacing attribute: ObservedAttribute) -> Int? {
        guard let index = childIndices[attribute.key], attribute.countWithoutChild == attribute.count,
            !children[index].isList, children[index].element == nil
        else { return nil }
        return index
    }

    /// Whether the key of an attribute matches a child element, too.
    func matchesChild(_ attribute: ObservedAttribute) -> Bool {
        if childIndices[attribute.key] != nil { return true }
        guard let colon = attribute.key.firstIndex(of: ":") else { return false }
        let (prefix, local) = (attribute.key[..<colon], attribute.key[colon...].dropFirst())
        return child(String(local))?.prefixes.contains(String(prefix)) ?? false
    }

    /// Adds elements without attributes and child elements, which were observed as plain values.
    mutating func addPlain(_ child: ObservedChild) {
        count += child.plainCount
        texts.merge(child.values)
        if child.emptyCount > 0 { texts.add("") { _ in false } }
    }

    /// Adds elements of another kind.
    ///
    /// - Parameter mergeElements: receives pairs of kinds that must become one, because the same child has both.
    mutating func merge(_ other: Self, mergeElements: (Int, Int) -> Void) {
        count += other.count
        texts.merge(other.texts)
        isMixed = isMixed || other.isMixed
        for attribute in other.attributes { attributes[index(ofAttribute: attribute.key)].merge(attribute) }
        for child in other.children { children[index(ofChild: child.key)].merge(child, mergeElements: mergeElements) }
    }
}

struct ObservedAttribute {
    let key: String
    /// The number of elements that have it.
    var count = 0
    /// The number of those that have no child element with the same key.
    var countWithoutChild = 0
    var values = ObservedValues()

    init(key: String) {
        self.key = key
    }

    mutating func merge(_ other: Self) {
        count += other.count
        countWithoutChild += other.countWithoutChild
        values.merge(other.values)
    }
}

/// The child elements of one kind of elements that one key matches.
struct ObservedChild {
    enum ListReason {
        /// The key matches an attribute in parents without such a child. A list is empty then.
        case attribute
        /// A struct cannot contain itself.
        case recursion
    }

    let key: String
    /// The prefixes with which they are written, although their key has no prefix.
    var prefixes: Set<String> = []
    /// The number of parents that have such a child.
    var parentCount = 0
    /// The last parent that has such a child.
    var lastParent = 0
    /// Whether a parent has several.
    var isList = false
    /// Why it is a list although no parent has several.
    var listReason: ListReason?
    /// The number of those with `xsi:nil="true"`.
    var nilCount = 0
    /// The number of those without attributes and child elements.
    var plainCount = 0
    /// The number of those that are empty, too, which a decoder takes for nil.
    var emptyCount = 0
    /// The values of those without attributes and child elements that are not empty.
    var values = ObservedValues()
    /// The kind of those with attributes or child elements.
    var element: Int?

    init(key: String) {
        self.key = key
    }

    mutating func merge(_ other: Self, mergeElements: (Int, Int) -> Void) {
        prefixes.formUnion(other.prefixes)
        parentCount += other.parentCount
        isList = isList || other.isList
        nilCount += other.nilCount
        plainCount += other.plainCount
        emptyCount += other.emptyCount
        values.merge(other.values)
        if let element, let added = other.element { mergeElements(element, added) }
        element = element ?? other.element
    }
}
