extension XMLTree.Element {
    /// The first element at a path, in document order; nil if there is no such element.
    ///
    /// A path begins with the name of a child element; names match as in ``subscript(_:)-(String)``. An index counts
    /// the elements that its step matches in one parent. The result is nil for a path to an attribute, for which see
    /// ``attributes(at:)`` and ``string(at:)``.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'><item>Tea</item></order></orders>")
    /// let order = tree.root[at: "order[1]"]
    /// let item = order?.string(at: "item")  // "Tea"
    /// ```
    ///
    /// A malformed literal stops a debug build, as does one that leads to an attribute; in a release build it matches
    /// nothing: see ``XMLPath/error``.
    ///
    /// - Complexity: that of a lookup for each step; O(*n*) in the size of the element for a path with `//`.
    public subscript(at path: XMLPath) -> XMLTree.Element? {
        path.assertNoAttributes()
        guard let plain = path.plain else { return first(at: path.steps) }
        if let found = tape.follow(plain, from: entry, isWritten: false), found.attribute == nil {
            return XMLTree.Element(tape: tape, entry: found.element)
        }
        return plain.leadsToAttribute ? nil : first(at: plain.makeIterator()) { $0 }
    }

    /// Returns the first result of `end` that is not nil, for the elements at the rest of a plain path. Allocates
    /// nothing, apart from long names, unless a step matches several elements.
    private func first<End>(at steps: PlainPath.Iterator, _ end: (XMLTree.Element) -> End?) -> End? {
        var steps = steps
        guard let step = steps.next(), !step.isAttribute else { return end(self) }
        func element(_ entry: Int) -> XMLTree.Element { XMLTree.Element(tape: tape, entry: entry) }
        let test = NameTest.written(step.name)
        guard let child = tape.child(of: entry, named: test, at: step.index ?? 0) else { return nil }
        if let found = element(child).first(at: steps, end) { return found }
        guard step.index == nil else { return nil }
        for other in tape.children(of: entry, named: test).dropFirst() {
            if let found = element(other).first(at: steps, end) { return found }
        }
        return nil
    }

    func first(at steps: [PathStep]) -> XMLTree.Element? {
        // If steps search inside elements that `//` has found, an element that is found later may come first in the
        // document.
        if !steps.isOrdered { return elements(at: steps).first }
        var walk = PathWalk(steps, from: self)
        return walk.next()
    }

    /// Returns all elements at a path, without duplicates, in document order: see ``subscript(at:)``.
    ///
    /// The result is empty for a path to attributes, for which see ``attributes(at:)``. A literal of such a path stops
    /// a debug build.
    public func elements(at path: XMLPath) -> [XMLTree.Element] {
        path.assertNoAttributes()
        return elements(at: path.steps)
    }

    /// Returns all attributes at a path that leads to attributes, such as `order/@id`, in document order.
    ///
    /// The result is empty for a path to elements, for which see ``elements(at:)``. A literal of such a path stops a
    /// debug build.
    public func attributes(at path: XMLPath) -> [XMLTree.Attribute] {
        path.assertAttributes()
        guard path.leadsToAttributes, let last = path.steps.last else { return [] }
        return owners(at: path).flatMap { $0.attributes(last) }
    }

    /// Returns the text of the first element at a path, or the value of the first attribute.
    ///
    /// - Returns: the text or value; nil if there is no such element or attribute, or for a malformed literal, in a
    ///   release build: see ``subscript(at:)``.
    public func string(at path: XMLPath) -> String? {
        if let plain = path.plain {
            if let (element, attribute) = tape.follow(plain, from: entry, isWritten: false) {
                return attribute.map { tape.dataString($0) } ?? tape.text(of: element, isDeep: true)
            }
            return first(at: plain.makeIterator()) { plain.leadsToAttribute ? $0.value(ofLast: plain) : $0.text }
        }
        if path.isText { return first(at: path.steps.dropLast())?.ownText }
        guard path.leadsToAttributes, let last = path.steps.last else { return self[at: path]?.text }
        let steps = Array(path.steps.dropLast())
        if last.isDeep || !steps.isOrdered {
            return owners(at: path).lazy.compactMap { $0.attributes(last).first?.value }.first
        }
        for element in PathWalk(steps, from: self) {
            if let value = element.attributes(last).first?.value { return value }
        }
        return nil
    }

    /// Returns the value of the attribute at the end of a path.
    private func value(ofLast path: PlainPath) -> String? {
        for step in path where step.isAttribute { return attribute(.written(step.name))?.value }
        return nil
    }

    /// Returns the texts of all elements at a path, or the values of all attributes: see ``string(at:)``.
    public func strings(at path: XMLPath) -> [String] {
        if path.isText { return elements(at: path.steps.dropLast()).map(\.ownText) }
        return path.leadsToAttributes ? attributes(at: path).map(\.value) : elements(at: path).map(\.text)
    }

    func elements(at steps: [PathStep]) -> [XMLTree.Element] {
        if !steps.isOrdered { return ElementSet(steps, from: self).elements }
        return Array(PathWalk(steps, from: self))
    }

    /// Returns the elements in which the last step of a path, which leads to attributes, is looked up; after `//`, the
    /// elements at the path before it and their descendants.
    func owners(at path: XMLPath) -> [XMLTree.Element] {
        let elements = elements(at: Array(path.steps.dropLast()))
        guard path.steps.last?.isDeep == true else { return elements }
        var end = 0
        return elements.flatMap { top -> [XMLTree.Element] in
            // The descendants of an earlier element are already included.
            guard top.entry >= end else { return [] }
            end = tape.end(top.entry)
            return [top] + top.descendants
        }
    }

    /// Returns the attributes of this element that a step matches.
    func attributes(_ step: PathStep) -> [XMLTree.Attribute] {
        guard case .attribute(let test) = step.target else { return [] }
        return step.predicates.reduce(attributes(test)) { found, predicate in
            switch predicate {
            case .index(let index): found.indices.contains(index) ? [found[index]] : []
            case .last: found.suffix(1)
            // An attribute has neither attributes nor children.
            case .attribute, .element: []
            }
        }
    }
}

extension [PathStep] {
    /// Whether a walk finds elements in document order, without duplicates: whether no step searches inside elements
    /// that `//` found.
    fileprivate var isOrdered: Bool {
        guard let deep = firstIndex(where: \.isDeep) else { return true }
        return deep == count - 1
    }
}

extension XMLTree {
    /// The first element at a path that begins with the root element; nil if there is no such element.
    ///
    /// See ``Element/subscript(at:)``.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'><item>Tea</item></order></orders>")
    /// let item = tree.string(at: "orders/order[2]/item")  // "Tea"
    /// ```
    public subscript(at path: XMLPath) -> Element? { top[at: path] }

    /// Returns all elements at a path that begins with the root element, without duplicates, in document order.
    public func elements(at path: XMLPath) -> [Element] { top.elements(at: path) }

    /// Returns all attributes at a path that begins with the root element and leads to attributes.
    public func attributes(at path: XMLPath) -> [Attribute] { top.attributes(at: path) }

    /// Returns the first element at a path that begins with the root element.
    ///
    /// - Throws: the errors of ``Element/require(at:)``.
    public func require(at path: XMLPath) throws(XMLError) -> Element { try top.require(at: path) }

    /// Returns the text of the first element, or the value of the first attribute, at a path that begins with the root.
    public func string(at path: XMLPath) -> String? { top.string(at: path) }

    /// Returns the texts of all elements, or the values of all attributes, at a path that begins with the root.
    public func strings(at path: XMLPath) -> [String] { top.strings(at: path) }

    /// Returns the elements whose attributes a path selects. The path begins with the root element.
    func owners(at path: XMLPath) -> [Element] { top.owners(at: path) }

    /// The document, as the parent of its root element.
    var top: Element { Element(tape: tape, entry: Tape.document) }
}
