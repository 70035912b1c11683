import LibXML

/// The common properties of the elements of one kind: elements with the same name in one place of the samples.
struct ObservedElement {
    let name: XMLName
    /// The number of these elements.
    var count = 0
    var attributes: [ObservedAttribute] = []
    var children: [ObservedChild] = []
    private var attributeIndices: [XMLName: Int] = [:]
    private var childIndices: [XMLName: Int] = [:]
    var texts = ObservedValues()
    /// Whether one of these elements contains both text and elements.
    var isMixed = false

    init(name: XMLName) {
        self.name = name
    }

    /// The number of properties.
    var memberCount: Int { attributes.count + children.count + (texts.hasText ? 1 : 0) }

    func attribute(_ name: XMLName) -> ObservedAttribute? { attributeIndices[name].map { attributes[$0] } }

    func child(_ name: XMLName) -> ObservedChild? { childIndices[name].map { children[$0] } }

    /// The index of an attribute, which is added if it is new.
    mutating func index(ofAttribute name: XMLName) -> Int {
        if let index = attributeIndices[name] { return index }
        attributeIndices[name] = attributes.count
        attributes.append(ObservedAttribute(name: name))
        return attributes.count - 1
    }

    /// The index of a child element, which is added if it is new.
    mutating func index(ofChild name: XMLName) -> Int {
        if let index = childIndices[name] { return index }
        childIndices[name] = children.count
        children.append(ObservedChild(name: name))
        return children.count - 1
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
        for attribute in other.attributes { attributes[index(ofAttribute: attribute.name)].merge(attribute) }
        for child in other.children { children[index(ofChild: child.name)].merge(child, mergeElements: mergeElements) }
    }
}

struct ObservedAttribute {
    let name: XMLName
    /// The number of elements that have it.
    var count = 0
    var values = ObservedValues()

    init(name: XMLName) {
        self.name = name
    }

    mutating func merge(_ other: Self) {
        count += other.count
        values.merge(other.values)
    }
}

/// The child elements with one name in one kind of elements.
struct ObservedChild {
    enum ListReason {
        /// A struct cannot contain itself.
        case recursion
        /// A struct contains the properties of the structs in it, and would contain too many.
        case size
    }

    let name: XMLName
    /// The prefixes with which they are written; an empty one for none.
    var prefixes: Set<String> = []
    /// The number of parents that have such a child.
    var parentCount = 0
    /// The last parent that has such a child.
    var lastParent = 0
    /// Whether a parent has several such children.
    var isList = false
    /// Why it is a list although no parent has several such children.
    var listReason: ListReason?
    /// The number of these elements with `xsi:nil="true"`.
    var nilCount = 0
    /// The number of these elements without attributes and child elements.
    var plainCount = 0
    /// The number of these elements that are also empty, and thus nil for a decoder.
    var emptyCount = 0
    /// The values of those without attributes and child elements that are not empty.
    var values = ObservedValues()
    /// The kind of the elements with attributes or child elements.
    var element: Int?

    init(name: XMLName) {
        self.name = name
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

    mutating func makeList(_ reason: ListReason) {
        isList = true
        listReason = reason
    }
}
