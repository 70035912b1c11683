/// The elements, attributes and texts of a value that is encoded, in flat arrays.
struct EncodedDocument: ~Copyable {
    private struct ChildName: Hashable {
        var parent: UInt32
        var name: UInt32
    }

    /// A key whose value may not be written.
    struct KeyLookup {
        var node: UInt32
        /// The element with the key. The node itself may be in an element on its path.
        var parent: UInt32
        /// The plan of the attribute that a decoder reads if there is no element; 0 for none.
        var attribute: UInt32 = 0
    }

    /// Records a key whose value may not be written.
    mutating func recordLookup(_ node: UInt32, attribute: UInt32 = 0) {
        lookups.append(KeyLookup(node: node, parent: self[node].parent, attribute: attribute))
    }

    /// The node of the document itself, which contains the root element.
    static let root: UInt32 = 0

    var nodes = RawBuffer<EncodedNode>(capacity: 64)
    /// The texts and attribute values, with references.
    var text = RawBuffer<UInt8>(capacity: 512)
    /// The first child element of each name, in elements in which a path looked for one.
    private var children: [ChildName: UInt32] = [:]
    /// The attributes of elements that have many.
    private var attributes: Set<ChildName> = []
    /// The elements in which keys may share names.
    private(set) var checked: [UInt32] = []
    /// The keys in such elements whose values may not be written.
    var lookups: [KeyLookup] = []
    /// The elements whose content is that of an element of a document, with the plan of the key.
    var contents: [(element: UInt32, plan: UInt32)] = []
    /// The elements with lists whose key does not name the elements in it, with the plan of the key.
    var unnamed: [(element: UInt32, plan: UInt32)] = []
    /// The keys whose values are attributes by the strategy, with their elements: a decoder reads a child element of
    /// the key first.
    var inferred: [(plan: UInt32, parent: UInt32)] = []
    /// An element whose text is a value, and to which a path has also written text; 0 for none.
    private(set) var elementWithTwoTexts: UInt32 = 0

    init() { nodes.append(EncodedNode(.element, name: 0, parent: 0, state: .linked)) }

    subscript(node: UInt32) -> EncodedNode {
        @inline(__always) get { nodes[Int(node)] }
        @inline(__always) set { nodes[Int(node)] = newValue }
    }

    @inline(__always)
    mutating func add(_ node: EncodedNode) -> UInt32 {
        nodes.append(node)
        return UInt32(truncatingIfNeeded: nodes.count &- 1)
    }

    /// Records an element in which keys may share names.
    mutating func check(_ element: UInt32) {
        guard !self[element].isChecked else { return }
        self[element].isChecked = true
        checked.append(element)
    }

    /// Records a container with keys for an element, which may already have another one.
    @inline(__always)
    mutating func addKeys(to element: UInt32, areShared: Bool) {
        if areShared || nodes[Int(element)].hasKeys { check(element) }
        nodes[Int(element)].hasKeys = true
    }

    // MARK: Elements

    /// Adds an element that contains the text from an offset on, at the end of a parent.
    @inline(__always)
    mutating func addLeaf(name: UInt32, plan: UInt32, parent: UInt32, textStart: Int) {
        if nodes[Int(parent)].isIndexed, let wrapper = takeWrapper(in: parent, named: name, plan: plan) {
            return setText(of: wrapper, from: textStart)
        }
        var node = EncodedNode(.element, name: name, parent: parent, plan: plan, state: .linked)
        node.textStart = textStart
        node.textCount = text.count &- textStart
        append(add(node), to: parent)
    }

    /// Appends a node to the children of its parent.
    @inline(__always)
    mutating func append(_ node: UInt32, to parent: UInt32) {
        let last = nodes[Int(parent)].lastChild
        if last == 0 { nodes[Int(parent)].firstChild = node } else { nodes[Int(last)].next = node }
        nodes[Int(parent)].lastChild = node
        if nodes[Int(parent)].isIndexed { index(node, in: parent) }
    }

    @inline(never)
    private mutating func index(_ node: UInt32, in parent: UInt32) {
        guard self[node].kind == .element, self[node].name != 0 else { return }
        let id = ChildName(parent: parent, name: self[node].name)
        if children[id] == nil { children[id] = node }
    }

    /// Returns the first child element with a name; 0 if no child has the name. Complexity: O(1) on average after the
    /// first call for a parent.
    mutating func child(of parent: UInt32, named name: UInt32) -> UInt32 {
        if !self[parent].isIndexed {
            self[parent].isIndexed = true
            var child = self[parent].firstChild
            while child != 0 {
                index(child, in: parent)
                child = self[child].next
            }
        }
        return children[ChildName(parent: parent, name: name)] ?? 0
    }

    /// Returns the element that a path made where an element is about to be added; nil if no path made one. Each is
    /// returned only once.
    @inline(never)
    mutating func takeWrapper(in parent: UInt32, named name: UInt32, plan: UInt32) -> UInt32? {
        guard self[parent].isIndexed, let found = children[ChildName(parent: parent, name: name)], self[found].isWrapper
        else { return nil }
        self[found].isWrapper = false
        self[found].plan = plan
        check(found)
        return found
    }

    /// The attributes, child elements and texts of an element.
    func nodes(in element: UInt32) -> [EncodedNode] {
        var found: [EncodedNode] = []
        for first in [self[element].firstAttribute, self[element].firstChild] {
            var number = first
            while number != 0 {
                found.append(self[number])
                number = self[number].next
            }
        }
        return found
    }

    /// Sorts the attributes and child elements of each element by their names, except beside text.
    mutating func sort(by name: (UInt32) -> String) {
        for element in 0..<UInt32(nodes.count) where self[element].kind == .element && self[element].state == .linked {
            (self[element].firstAttribute, self[element].lastAttribute) = sorted(self[element].firstAttribute, name)
            (self[element].firstChild, self[element].lastChild) = sorted(self[element].firstChild, name)
        }
    }

    /// Sorts a node and those after it. Returns the first and the last one.
    private mutating func sorted(_ first: UInt32, _ name: (UInt32) -> String) -> (first: UInt32, last: UInt32) {
        var found: [(name: String, node: UInt32)] = []
        var next = first
        var hasText = false
        while next != 0 {
            found.append((name(self[next].name), next))
            hasText = hasText || self[next].kind == .text
            next = self[next].next
        }
        guard let last = found.last?.node else { return (0, 0) }
        if found.count == 1 || hasText { return (first, last) }
        // The numbers of nodes grow in the order in which they were made.
        found.sort { ($0.name, $0.node) < ($1.name, $1.node) }
        for (one, other) in zip(found, found.dropFirst()) { self[one.node].next = other.node }
        self[found[found.count - 1].node].next = 0
        return (found[0].node, found[found.count - 1].node)
    }

    // MARK: Attributes

    /// Appends an attribute to its element. Returns whether the name is unique in its tag.
    mutating func appendAttribute(_ node: UInt32, to element: UInt32) -> Bool {
        var owner = self[element]
        let name = self[node].name
        if owner.attributeCount < 16 {
            var other = owner.firstAttribute
            while other != 0 {
                if self[other].name == name { return false }
                other = self[other].next
            }
        } else {
            if owner.attributeCount == 16 {
                var other = owner.firstAttribute
                while other != 0 {
                    attributes.insert(ChildName(parent: element, name: self[other].name))
                    other = self[other].next
                }
            }
            guard attributes.insert(ChildName(parent: element, name: name)).inserted else { return false }
        }
        if owner.lastAttribute == 0 { owner.firstAttribute = node } else { self[owner.lastAttribute].next = node }
        owner.lastAttribute = node
        owner.attributeCount += 1
        self[element] = owner
        return true
    }

    /// Whether an element has an attribute. Complexity: O(*n*) in the number of attributes.
    func hasAttribute(_ name: UInt32, _ element: UInt32) -> Bool {
        var attribute = self[element].firstAttribute
        while attribute != 0 {
            if self[attribute].name == name { return true }
            attribute = self[attribute].next
        }
        return false
    }

    // MARK: Text

    /// Adds the text from an offset on to a node that is linked, after the text that it has.
    mutating func setText(of node: UInt32, from start: Int) {
        let owner = self[node]
        let target = owner.kind == .text ? owner.parent : node
        let last = self[target].lastChild
        if owner.kind == .text { self[target].hasText = true }
        if owner.kind == .element, owner.textPlan != 0 { elementWithTwoTexts = node }
        if last == 0, self[target].textCount == 0 {
            self[target].textStart = start
            self[target].textCount = text.count - start
        } else if last == 0, self[target].text.upperBound == start {
            self[target].textCount = text.count - self[target].textStart
        } else if owner.kind == .attribute {
            // The words of a list are written one after the other.
            let end = text.count
            text.appendCopy(of: owner.text)
            text.appendCopy(of: start..<end)
            self[target].textStart = end
            self[target].textCount = text.count - end
        } else if last != 0, self[last].kind == .text, self[last].text.upperBound == start {
            self[last].textCount = text.count - self[last].textStart
        } else {
            var node = EncodedNode(.text, name: 0, parent: target, state: .linked)
            node.textStart = start
            node.textCount = text.count - start
            append(add(node), to: target)
        }
    }
}
