extension XMLTree.Element {
    /// The first element at a path, in document order; nil if there is no such element.
    ///
    /// A path begins with the name of a child element; names match as in ``subscript(_:)-(String)``. An index counts
    /// the elements that its step matches in one parent. The result is nil for a path to an attribute, for which see
    /// ``string(at:)``, and for a malformed literal, for which see ``XMLPath/error``.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'><item>Tea</item></order></orders>")
    /// let order = tree.root[path: "order[1]"]
    /// let item = order?.string(at: "item")  // "Tea"
    /// ```
    ///
    /// A malformed literal stops a debug build; in a release build it leads to nothing: see ``XMLPath/error``.
    ///
    /// - Complexity: that of a lookup for each step; O(*n*) in the size of the element for a path with `//`.
    public subscript(path path: XMLPath) -> XMLTree.Element? { first(at: path.steps[...]) }

    func first(at steps: ArraySlice<XMLPath.Step>) -> XMLTree.Element? {
        var walk = ElementWalk(steps, from: self)
        // If steps search inside elements that `//` found, an element that is found later may come first in the
        // document.
        return walk.isOrdered ? walk.next() : elements(at: steps).first
    }

    /// Returns all elements at a path, without duplicates, in document order: see ``subscript(path:)``.
    public func elements(at path: XMLPath) -> [XMLTree.Element] { elements(at: path.steps[...]) }

    /// Returns the text of the first element at a path, without that of its children, or the value of the first
    /// attribute.
    ///
    /// - Returns: the text or value; nil if there is no such element or attribute, or for a malformed literal, in a release
    ///   build: see ``subscript(path:)``.
    public func string(at path: XMLPath) -> String? {
        guard case .attribute(let test)? = path.steps.last else { return self[path: path]?.text }
        return first(ofAttribute: test, at: path.steps.dropLast())
    }

    /// Returns the texts of all elements at a path, or the values of all attributes: see ``string(at:)``.
    public func strings(at path: XMLPath) -> [String] {
        guard case .attribute(let test)? = path.steps.last else { return elements(at: path).map(\.text) }
        return owners(at: path.steps.dropLast()).flatMap { $0.attributes(test).map(\.value) }
    }

    func elements(at steps: ArraySlice<XMLPath.Step>) -> [XMLTree.Element] {
        let walk = ElementWalk(steps, from: self)
        return walk.isOrdered ? Array(walk) : ElementSet(steps, from: self).elements
    }

    private func first(ofAttribute test: NameTest, at steps: ArraySlice<XMLPath.Step>) -> String? {
        let walk = ElementWalk(steps, from: self)
        guard walk.isOrdered, steps.last != .descendants else {
            return owners(at: steps).lazy.compactMap { $0.attribute(test)?.value }.first
        }
        for element in walk { if let value = element.attribute(test)?.value { return value } }
        return nil
    }

    /// Returns the elements whose attributes a path selects: after `//`, the elements at the path before it and their
    /// descendants.
    fileprivate func owners(at steps: ArraySlice<XMLPath.Step>) -> [XMLTree.Element] {
        guard steps.last == .descendants else { return elements(at: steps) }
        var end = 0
        return elements(at: steps.dropLast()).flatMap { top -> [XMLTree.Element] in
            // The descendants of an earlier element are already included.
            guard top.entry >= end else { return [] }
            end = tape.end(top.entry)
            return [top] + top.descendants
        }
    }
}

extension XMLTree {
    /// The first element at a path that begins with the root element; nil if there is no such element.
    ///
    /// See ``Element/subscript(path:)``.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'><item>Tea</item></order></orders>")
    /// let item = tree.string(at: "orders/order[1]/item")  // "Tea"
    /// ```
    public subscript(path path: XMLPath) -> Element? { top[path: path] }

    /// Returns all elements at a path that begins with the root element, without duplicates, in document order.
    public func elements(at path: XMLPath) -> [Element] { top.elements(at: path) }

    /// Returns the first element at a path that begins with the root element.
    ///
    /// - Throws: the errors of ``Element/require(path:)``.
    public func require(path: XMLPath) throws(XMLError) -> Element { try top.require(path: path) }

    /// Returns the text of the first element, or the value of the first attribute, at a path that begins with the root.
    public func string(at path: XMLPath) -> String? { top.string(at: path) }

    /// Returns the texts of all elements, or the values of all attributes, at a path that begins with the root.
    public func strings(at path: XMLPath) -> [String] { top.strings(at: path) }

    /// Returns the elements whose attributes a path selects, which begins with the root element.
    func owners(at steps: ArraySlice<XMLPath.Step>) -> [Element] { top.owners(at: steps) }

    /// The document, as the parent of its root element.
    private var top: Element { Element(tape: tape, entry: Tape.document) }
}
