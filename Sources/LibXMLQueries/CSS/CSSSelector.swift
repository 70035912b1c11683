public import LibXML

/// A selector of CSS, which was parsed: Selectors Level 3, and `:is`, `:where`, `:not` and `:has` with lists, `:scope`,
/// `:nth-child(… of …)`, and the flags `i` and `s` of attributes.
///
/// ```swift
/// let selector = try CSSSelector("li.current > a[href^='https:']:not([rel~=nofollow])")
/// let links = page.elements(matching: selector)
/// ```
///
/// The name of an element without a namespace follows the rule of this package: it is written without a prefix, or in
/// the namespace of its parent. `p|name` is in the namespace that `namespaces` binds to `p`, `|name` in none, and
/// `*|name` in any. An attribute without a namespace is in none. Names in HTML are compared without regard to case.
///
/// Selectors are matched with the tree itself, without XPath.
public struct CSSSelector: Sendable {
    /// The selector as it was given.
    public let text: String

    let list: SelectorList

    /// Parses a selector.
    ///
    /// - Throws: ``XMLError/Code/invalidPath``, located in the selector, for one that is malformed, that has a
    ///   pseudo-class which is not known, or a prefix that is not bound.
    public init(_ text: String, namespaces: [String: String] = [:]) throws(XMLError) {
        self.text = text
        var parser = SelectorParser(text, namespaces)
        list = try parser.parse()
    }
}

extension XMLTree {
    /// Returns the elements that a selector matches, in document order.
    ///
    /// Complexity: O(*n*) in the number of elements for most selectors, times the depth for descendants.
    public func elements(matching selector: CSSSelector) -> [Element] {
        matching(selector, scope: 0, limit: .max)
    }

    /// Returns the elements that a selector matches, in document order.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func elements(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> [Element] {
        elements(matching: try CSSSelector(text, namespaces: namespaces))
    }

    /// Returns the first element that a selector matches, in document order; nil if there is none.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func first(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> Element? {
        matching(try CSSSelector(text, namespaces: namespaces), scope: 0, limit: 1).first
    }

    /// - Parameter scope: the entry of the element in which is searched; 0 for the document.
    func matching(_ selector: CSSSelector, scope: Int, limit: Int) -> [Element] {
        withMemory { tape in
            var found: [Element] = []
            matcher(selector, tape, scope: scope).forEach(selector.list, in: entries(in: scope, tape)) { entry in
                found.append(element(entry))
                return found.count < limit
            }
            return found
        }
    }

    private func entries(in scope: Int, _ tape: TapeMemory) -> Range<Int> {
        scope == 0 ? TapeEntry.documentLength..<tape.count : scope + TapeEntry.elementLength..<tape.end(scope)
    }

    func matcher(_ selector: CSSSelector, _ tape: TapeMemory, scope: Int) -> SelectorMatcher {
        SelectorMatcher(tape, selector.list, isHTML: isHTML, scope: scope) { elementIndex }
    }

    var elementIndex: ElementIndex { queries.index(of: self) }
}

extension XMLTree.Element {
    /// Returns the elements in this one that a selector matches, in document order. `:scope` is this element; the
    /// selector may also name elements around it.
    public func elements(matching selector: CSSSelector) -> [XMLTree.Element] {
        XMLTree(of: self).matching(selector, scope: entries.lowerBound, limit: .max)
    }

    /// Returns the elements in this one that a selector matches, in document order.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func elements(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> [XMLTree.Element] {
        elements(matching: try CSSSelector(text, namespaces: namespaces))
    }

    /// Returns the first element in this one that a selector matches, in document order; nil if there is none.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func first(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> XMLTree.Element? {
        XMLTree(of: self).matching(
            try CSSSelector(text, namespaces: namespaces), scope: entries.lowerBound, limit: 1
        ).first
    }

    /// Whether a selector matches this element.
    public func matches(_ selector: CSSSelector) -> Bool {
        let tree = XMLTree(of: self)
        return tree.withMemory { tape in
            tree.matcher(selector, tape, scope: 0).matches(selector.list, entries.lowerBound)
        }
    }

    /// Whether a selector matches this element.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func matches(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> Bool {
        matches(try CSSSelector(text, namespaces: namespaces))
    }

    /// Returns this element, or the nearest one around it, that a selector matches; nil if there is none.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func closest(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> XMLTree.Element? {
        let selector = try CSSSelector(text, namespaces: namespaces)
        var element: XMLTree.Element? = self
        while let found = element {
            if found.matches(selector) { return found }
            element = found.parent
        }
        return nil
    }
}
