public import LibXML

/// An XPath 1.0 expression, which was checked.
///
/// ```swift
/// let expression = try XPathExpression("//s:Body/m:Item[@id = $id]", namespaces: ["s": soap, "m": stock])
/// let value = try tree.evaluate(expression, variables: ["id": .string("7")])
/// ```
///
/// An unprefixed name means no namespace (XPath 1.0, section 2.3): bind a prefix to find elements of a default
/// namespace.
public struct XPathExpression: Sendable {
    /// The expression as it was given.
    public let text: String

    /// The namespace URI of each prefix in the expression.
    public let namespaces: [String: String]

    /// The maximum number of operations of one evaluation, which are mostly visited nodes. It does not limit the time.
    /// Default: 100,000,000.
    public var operationLimit = 100_000_000

    /// Creates an expression.
    ///
    /// - Parameters:
    ///   - text: the expression.
    ///   - namespaces: the namespace URIs of the prefixes in it.
    /// - Throws: ``XMLError/Code/invalidPath``, located in the expression, for one that is malformed, has a prefix that
    ///   is not bound, or exceeds a limit.
    public init(_ text: String, namespaces: [String: String] = [:]) throws(XMLError) {
        self.text = text
        self.namespaces = namespaces
        var checker = XPathChecker(text, namespaces)
        try checker.check()
    }
}

extension XMLTree {
    /// Evaluates an expression, whose context is the document.
    ///
    /// - Parameter variables: the values of the variables in it.
    /// - Throws: ``XMLError`` if the expression cannot be evaluated.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> XPathValue {
        try evaluate(expression, at: 0, variables)
    }

    /// Returns the elements that an expression selects, in document order.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let orders = try tree.elements(xpath: "//order[@id > 7]")
    /// ```
    ///
    /// - Throws: ``XMLError`` if the expression is malformed, or selects something else than elements.
    public func elements(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> [Element] {
        try evaluate(XPathExpression(text, namespaces: namespaces), variables: variables).elements(of: text)
    }

    func evaluate(
        _ expression: XPathExpression, at entry: Int, _ variables: [String: XPathValue]
    ) throws(XMLError) -> XPathValue {
        let bridge = try DocumentBridge.of(self)
        return try Libxml2.isolated { () throws(XMLError) in
            let context = try XPathContext(bridge, self, at: entry)
            context.limit(operations: expression.operationLimit)
            for (prefix, uri) in expression.namespaces { try context.bind(prefix: prefix, to: uri) }
            for (name, value) in variables { try context.set(name, to: value) }
            do throws(XPathReport) {
                return try context.evaluate(expression.text)
            } catch {
                throw expression.error(error)
            }
        }
    }
}

extension XMLTree.Element {
    /// Evaluates an expression, whose context is this element.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> XPathValue {
        try XMLTree(of: self).evaluate(expression, at: entries.lowerBound, variables)
    }

    /// Returns the elements that an expression selects from this element, in document order.
    public func elements(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> [XMLTree.Element] {
        try evaluate(XPathExpression(text, namespaces: namespaces), variables: variables).elements(of: text)
    }
}

extension XPathValue {
    fileprivate func elements(of text: String) throws(XMLError) -> [XMLTree.Element] {
        guard case .nodes(let nodes) = self else {
            throw XMLError("the expression “\(text)” has a value, and selects no elements", code: .invalidPath)
        }
        var elements: [XMLTree.Element] = []
        elements.reserveCapacity(nodes.count)
        for node in nodes {
            guard case .element(let element) = node else {
                throw XMLError(
                    "the expression “\(text)” selects nodes that are not elements", code: .invalidPath,
                    help: "use evaluate(_:variables:)")
            }
            elements.append(element)
        }
        return elements
    }
}

extension XPathExpression {
    /// The error of an evaluation.
    func error(_ report: XPathReport) -> XMLError {
        switch report.code {
        case 1225, 1226: XMLError("the expression exceeds the limit of operations", code: .invalidPath)
        case 2, 1219: XPathContext.noMemory
        default: XMLError("the expression cannot be evaluated (libxml2: \(report.code))", code: .invalidPath)
        }
    }
}
