public import LibXML

/// A parsed selector of CSS: Selectors Level 3, and `:is`, `:where`, `:not` and `:has` with lists, `:scope`,
/// `:nth-child(… of …)`, `:lang` with ranges (RFC 4647, 3.3.2), and the flags `i` and `s` of attributes.
///
/// ```swift
/// let selector = try CSSSelector("li.current > a[href^='https:']:not([rel~=nofollow])")
/// let links = page.elements(css: selector)
/// ```
///
/// An element name without a prefix follows the rule of this package: it matches elements that are written without a
/// prefix, or are in the namespace of their parent. If `namespaces` binds an empty prefix, it matches elements in that
/// namespace instead. `p|name` is in the namespace that `namespaces` binds to `p`, `|name` in none, and `*|name` in
/// any. An attribute name without a prefix is in no namespace. In HTML, names are compared case-insensitively, as are
/// values of the attributes that the HTML Standard lists (4.16.2), such as `type`.
///
/// A selector that begins with `>` is relative to the element in which it is searched, as `:scope > td` is: to the root
/// element in a tree. It does not match an element by itself.
///
/// Selectors are matched with the tree itself, without XPath.
public struct CSSSelector: Sendable {
    /// The selector as it was given.
    public let text: String

    /// The namespace URI of each prefix in the selector.
    public let namespaces: [String: String]

    private let selector: Selector

    /// Parses a selector.
    ///
    /// - Throws: `XMLError.Code.invalidPath`, located in the selector, if it is malformed, or has an unknown
    ///   pseudo-class or an unbound prefix.
    public init(_ text: String, namespaces: [String: String] = [:]) throws(XMLError) {
        try self.init(text, namespaces, isScoped: true)
    }

    /// - Parameter isScoped: whether the selector may begin with `>`.
    fileprivate init(_ text: String, _ namespaces: [String: String], isScoped: Bool) throws(XMLError) {
        self.text = text
        self.namespaces = namespaces
        var parser = SelectorParser(text, namespaces, isScoped: isScoped)
        selector = try parser.parse()
    }

    /// The elements that match, in document order.
    func elements(in context: QueryContext, limit: Int = .max) -> [XMLTree.Element] {
        let (tree, scope) = (context.tree, context.entry)
        return tree.withMemory { tape in
            var matcher = matcher(tree, tape, scope: scope)
            var found: [UInt32] = []
            matcher.forEach { entry in
                found.append(entry)
                return found.count < limit
            }
            return tree.elements(found)
        }
    }

    /// - Parameter scope: the element that `:scope` matches; nil for the element itself.
    func matches(_ element: XMLTree.Element, scope: XMLTree.Element? = nil) -> Bool {
        let tree = XMLTree(of: element)
        return tree.withMemory { tape in
            var matcher = matcher(tree, tape, scope: (scope ?? element).entries.lowerBound)
            return matcher.matches(entry: element.entries.lowerBound)
        }
    }

    private func matcher(_ tree: XMLTree, _ tape: TapeMemory, scope: Int) -> SelectorMatcher {
        let queries = tree.queries
        let program = queries.program(SelectorKey(text: text, namespaces: namespaces)) {
            SelectorProgram(selector, tape, isHTML: tree.isHTML)
        }
        let siblings = program.needsSiblings ? queries.siblings(tape) : nil
        return SelectorMatcher(program, tape, queries.elements(tape), siblings, isHTML: tree.isHTML, scope: scope)
    }
}

extension XMLQueryable {
    /// Returns the elements that a selector matches, in document order.
    ///
    /// On an element, the result contains its descendants, and `:scope` is that element. The selector may also name
    /// elements around it.
    ///
    /// - Complexity: O(*n*) in the number of elements for most selectors, times the depth for descendants.
    public func elements(css selector: CSSSelector) -> [XMLTree.Element] { selector.elements(in: queryContext) }

    /// Returns the first element that a selector matches, in document order; nil if there is none.
    public func first(css selector: CSSSelector) -> XMLTree.Element? {
        selector.elements(in: queryContext, limit: 1).first
    }

    /// Returns the elements that a selector matches, in document order.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func elements(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> [XMLTree.Element] {
        elements(css: try CSSSelector(text, namespaces: namespaces))
    }

    /// Returns the first element that a selector matches, in document order; nil if there is none.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``.
    public func first(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> XMLTree.Element? {
        first(css: try CSSSelector(text, namespaces: namespaces))
    }

    /// Returns the first element that a selector matches, in document order.
    ///
    /// - Throws: `XMLError.Code.missingElement` if there is no such element, with help if the selector names `tbody`,
    ///   which browsers add to tables.
    public func require(css selector: CSSSelector) throws(XMLError) -> XMLTree.Element {
        if let found = first(css: selector) { return found }
        throw nothingSelected(by: selector.text)
    }

    /// Returns the first element that a selector matches, in document order.
    ///
    /// - Throws: the errors of ``CSSSelector/init(_:namespaces:)``; `XMLError.Code.missingElement` if there is no such
    ///   element.
    public func require(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> XMLTree.Element {
        try require(css: try CSSSelector(text, namespaces: namespaces))
    }
}

extension XMLTree.Element {
    /// Whether a selector matches this element, which is also `:scope`.
    public func matches(css selector: CSSSelector) -> Bool { selector.matches(self) }

    /// Whether a selector matches this element.
    ///
    /// - Throws: the errors of `CSSSelector.init(_:namespaces:)`; for a selector that begins with `>`.
    public func matches(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> Bool {
        matches(css: try CSSSelector(text, namespaces, isScoped: false))
    }

    /// Returns this element, or the nearest one around it, that a selector matches; nil if there is none.
    public func closest(css selector: CSSSelector) -> XMLTree.Element? {
        var element: XMLTree.Element? = self
        while let found = element, !selector.matches(found, scope: self) { element = found.parent }
        return element
    }

    /// Returns this element, or the nearest one around it, that a selector matches; nil if there is none.
    ///
    /// - Throws: the errors of `CSSSelector.init(_:namespaces:)`; for a selector that begins with `>`.
    public func closest(css text: String, namespaces: [String: String] = [:]) throws(XMLError) -> XMLTree.Element? {
        closest(css: try CSSSelector(text, namespaces, isScoped: false))
    }
}
