import LibXML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The known properties of a format from sample documents, which are not kept.
///
/// Elements with attributes or child elements are of one kind if they have the same name and their parents are of one
/// kind. An element with the same name as an element around it is of the same kind, so that recursive formats have few
/// kinds.
struct ObservedSamples {
    /// All kinds, in the order in which they first occur. The first is that of the root elements.
    private(set) var elements: [ObservedElement] = []
    private(set) var namespaces = ObservedNamespaces()
    /// For each kind, the kind into which it was merged; otherwise the kind itself.
    private var representatives: [Int] = []
    /// The number of elements that have been observed.
    private var position = 0

    /// The local name of the root elements; nil without samples.
    var rootName: String? { elements.first?.name.localName }

    /// The kind into which a kind was merged, or the kind itself.
    func representative(_ element: Int) -> Int {
        var element = element
        while representatives[element] != element { element = representatives[element] }
        return element
    }

    /// All kinds that were not merged into others.
    var representativeElements: [Int] { elements.indices.filter { representatives[$0] == $0 } }

    // MARK: Observing

    /// Adds a document. Its root element must have the name of the others.
    mutating func add(_ tree: XMLTree) {
        namespaces.begin(tree.root)
        let name = namespaces.name(of: tree.root)
        if elements.isEmpty { _ = makeElement(name) }
        var path = [0]
        observe(tree.root, &path)
    }

    private mutating func makeElement(_ name: XMLName) -> Int {
        representatives.append(elements.count)
        elements.append(ObservedElement(name: name))
        return elements.count - 1
    }

    /// Adds an element. Recurses at most as deep as the parser allows elements to nest.
    ///
    /// - Parameter path: the kinds of the element and those around it, which are the same afterwards.
    private mutating func observe(_ element: XMLTree.Element, _ path: inout [Int]) {
        let kind = path[path.count - 1]
        position += 1
        let parent = position
        elements[kind].count += 1
        var children: [(index: Int, element: XMLTree.Element)] = []
        // All children are counted before one of them adds to the same kind.
        for child in element.elements {
            let index = elements[kind].index(ofChild: namespaces.name(of: child))
            count(child, in: kind, index, parent)
            if child.hasMembers, !child.isNil { children.append((index, child)) }
        }
        addAttributes(of: element, kind)
        let text = element.ownText
        elements[kind].texts.add(text) { element.isDate($0) }
        if !element.elements.isEmpty, text.utf8.contains(where: { $0 > 0x20 }) { elements[kind].isMixed = true }

        for (index, child) in children {
            path.append(childKind(kind, index, path))
            observe(child, &path)
            path.removeLast()
        }
    }

    private mutating func count(_ child: XMLTree.Element, in kind: Int, _ index: Int, _ parent: Int) {
        if elements[kind].children[index].lastParent == parent {
            elements[kind].children[index].isList = true
        } else {
            elements[kind].children[index].lastParent = parent
            elements[kind].children[index].parentCount += 1
        }
        elements[kind].children[index].prefixes.insert(child.prefix ?? "")
        if child.isNil {
            elements[kind].children[index].nilCount += 1
        } else if !child.hasMembers {
            elements[kind].children[index].plainCount += 1
            if child.isEmpty {
                elements[kind].children[index].emptyCount += 1
            } else {
                elements[kind].children[index].values.add(child.ownText) { child.isDate($0) }
            }
        }
    }

    private mutating func addAttributes(of element: XMLTree.Element, _ kind: Int) {
        for attribute in element.properties {
            let index = elements[kind].index(ofAttribute: namespaces.name(of: attribute))
            elements[kind].attributes[index].count += 1
            elements[kind].attributes[index].values.add(attribute.value) { attribute.isDate($0) }
        }
    }

    private mutating func childKind(_ parent: Int, _ index: Int, _ path: [Int]) -> Int {
        if let kind = elements[parent].children[index].element { return kind }
        let name = elements[parent].children[index].name
        let kind = path.first { elements[$0].name == name } ?? makeElement(name)
        elements[parent].children[index].element = kind
        return kind
    }

    // MARK: Changing kinds

    /// Merges two kinds, and the kinds of their children.
    mutating func merge(_ element: Int, _ other: Int) {
        var pairs = [(element, other)]
        while let (first, second) = pairs.popLast() {
            let (one, two) = (representative(first), representative(second))
            guard one != two else { continue }
            let (target, source) = (min(one, two), max(one, two))
            representatives[source] = target
            let merged = elements[source]
            elements[source] = ObservedElement(name: merged.name)
            elements[target].merge(merged) { pairs.append(($0, $1)) }
        }
    }

    /// Changes a kind.
    mutating func modify(_ element: Int, _ body: (inout ObservedElement) -> Void) {
        body(&elements[element])
    }
}

// MARK: Elements

extension XMLTree.Element {
    private static var instance: XMLNamespace { "http://www.w3.org/2001/XMLSchema-instance" }

    /// The attributes that describe the content, and not its type in a schema.
    fileprivate var properties: some Sequence<XMLTree.Attribute> {
        attributes.lazy.filter { $0.prefix == nil || $0.namespaceURI != Self.instance.uri }
    }

    /// Whether it has attributes or child elements.
    fileprivate var hasMembers: Bool { !elements.isEmpty || properties.contains { _ in true } }

    /// Whether it is completely empty, and thus nil for a decoder.
    fileprivate var isEmpty: Bool { children.isEmpty && attributes.isEmpty && namespaceDeclarations.isEmpty }

    /// Whether it has `xsi:nil="true"`.
    fileprivate var isNil: Bool {
        guard let attribute = attributes[Self.instance["nil"]] else { return false }
        return (try? attribute.value(as: Bool.self)) ?? false
    }

    fileprivate func isDate(_ strategy: XMLDecoder.DateDecodingStrategy) -> Bool {
        (try? value(as: Date.self, with: XMLDecoder(dateDecodingStrategy: strategy))) != nil
    }
}

extension XMLTree.Attribute {
    fileprivate func isDate(_ strategy: XMLDecoder.DateDecodingStrategy) -> Bool {
        (try? value(as: Date.self, with: XMLDecoder(dateDecodingStrategy: strategy))) != nil
    }
}
