public import LibXML

extension XMLTree {
    /// Evaluates an expression, whose context is the document.
    ///
    /// The first query builds libxml2's document of the tree, which is kept with the tree: ten to fifteen times the
    /// size of a document with short texts. Any number of tasks may query a tree at the same time.
    ///
    /// - Parameter variables: the values of the variables in it.
    /// - Throws: ``XMLError`` if the expression cannot be evaluated, or exceeds its ``XPathExpression/operationLimit``.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> XPathValue {
        try expression.evaluate(in: self, at: 0, variables)
    }

    /// Evaluates an expression, whose context is the document, until the task is canceled.
    ///
    /// It is evaluated in the thread of the caller, and ends soon after the cancellation of its task.
    ///
    /// - Throws: as the function that is not asynchronous; ``XMLError/Code/cancelled``.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:]
    ) async throws(XMLError) -> XPathValue {
        try await expression.evaluate(in: self, at: 0, variables)
    }

    /// Returns the elements that an expression selects, in document order.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let orders = try tree.elements(xpath: "//order[@id > 7]")
    /// ```
    ///
    /// - Throws: ``XMLError`` if the expression is malformed, or has another value than elements.
    public func elements(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> [Element] {
        try evaluate(XPathExpression(text, namespaces: namespaces), variables: variables).elements(of: text)
    }

    /// Returns the first element that an expression selects, in document order; nil if there is none.
    ///
    /// - Throws: the errors of ``elements(xpath:namespaces:variables:)``.
    public func first(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> Element? {
        try elements(xpath: text, namespaces: namespaces, variables: variables).first
    }

    /// Returns the first element that an expression selects, in document order.
    ///
    /// - Throws: the errors of ``elements(xpath:namespaces:variables:)``; ``XMLError/Code/missingElement`` if there is
    ///   no such element, with help if its names mean no namespace and the document has a default one.
    public func require(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> Element {
        try root.require(xpath: text, namespaces, variables, at: 0)
    }

    /// Returns the string value of an expression, as the function `string` of XPath: that of its first node.
    ///
    /// - Throws: ``XMLError`` if the expression is malformed or cannot be evaluated.
    public func string(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> String {
        try root.string(xpath: text, namespaces, variables, at: 0)
    }

    /// Returns the value of an expression as a number, as the function `number` of XPath: NaN for what is no number.
    ///
    /// - Throws: ``XMLError`` if the expression is malformed or cannot be evaluated.
    public func number(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> Double {
        try root.number(xpath: text, namespaces, variables, at: 0)
    }

    /// Returns the value of an expression as a Boolean, as the function `boolean` of XPath: whether it selects a node,
    /// is a string that is not empty, or a number that is neither 0 nor NaN.
    ///
    /// - Throws: ``XMLError`` if the expression is malformed or cannot be evaluated.
    public func isTrue(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> Bool {
        try root.isTrue(xpath: text, namespaces, variables, at: 0)
    }
}

extension XMLTree.Element {
    /// Evaluates an expression, whose context is this element.
    ///
    /// - Throws: as ``XMLTree/evaluate(_:variables:)``.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> XPathValue {
        try expression.evaluate(in: XMLTree(of: self), at: entries.lowerBound, variables)
    }

    /// Evaluates an expression, whose context is this element, until the task is canceled.
    ///
    /// - Throws: as for a tree.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:]
    ) async throws(XMLError) -> XPathValue {
        try await expression.evaluate(in: XMLTree(of: self), at: entries.lowerBound, variables)
    }

    /// Returns the elements that an expression selects from this element, in document order.
    ///
    /// - Throws: as for a tree.
    public func elements(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> [XMLTree.Element] {
        try evaluate(XPathExpression(text, namespaces: namespaces), variables: variables).elements(of: text)
    }

    /// Returns the first element that an expression selects from this element, in document order; nil if there is none.
    ///
    /// - Throws: as for a tree.
    public func first(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> XMLTree.Element? {
        try elements(xpath: text, namespaces: namespaces, variables: variables).first
    }

    /// Returns the first element that an expression selects from this element, in document order.
    ///
    /// - Throws: as for a tree.
    public func require(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> XMLTree.Element {
        try require(xpath: text, namespaces, variables, at: entries.lowerBound)
    }

    /// Returns the string value of an expression at this element.
    ///
    /// - Throws: as for a tree.
    public func string(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> String {
        try string(xpath: text, namespaces, variables, at: entries.lowerBound)
    }

    /// Returns the value of an expression at this element as a number.
    ///
    /// - Throws: as for a tree.
    public func number(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> Double {
        try number(xpath: text, namespaces, variables, at: entries.lowerBound)
    }

    /// Returns the value of an expression at this element as a Boolean.
    ///
    /// - Throws: as for a tree.
    public func isTrue(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:]
    ) throws(XMLError) -> Bool {
        try isTrue(xpath: text, namespaces, variables, at: entries.lowerBound)
    }
}

// MARK: Values of one type

extension XMLTree.Element {
    fileprivate func require(
        xpath text: String, _ namespaces: [String: String], _ variables: [String: XPathValue], at entry: Int
    ) throws(XMLError) -> XMLTree.Element {
        let expression = try XPathExpression(text, namespaces: namespaces)
        let tree = XMLTree(of: self)
        let found = try expression.evaluate(in: tree, at: entry, variables).elements(of: text)
        if let first = found.first { return first }
        throw error(
            "no element is selected by “\(text)”", code: .missingElement, help: expression.helpForNothing(in: tree))
    }

    fileprivate func string(
        xpath text: String, _ namespaces: [String: String], _ variables: [String: XPathValue], at entry: Int
    ) throws(XMLError) -> String {
        let value = try value("string", of: text, namespaces, variables, at: entry)
        if case .string(let string) = value { return string }
        return ""
    }

    fileprivate func number(
        xpath text: String, _ namespaces: [String: String], _ variables: [String: XPathValue], at entry: Int
    ) throws(XMLError) -> Double {
        let value = try value("number", of: text, namespaces, variables, at: entry)
        if case .number(let number) = value { return number }
        return .nan
    }

    fileprivate func isTrue(
        xpath text: String, _ namespaces: [String: String], _ variables: [String: XPathValue], at entry: Int
    ) throws(XMLError) -> Bool {
        let value = try value("boolean", of: text, namespaces, variables, at: entry)
        if case .boolean(let isTrue) = value { return isTrue }
        return false
    }

    /// The value of an expression, as the argument of a function that converts it.
    private func value(
        _ function: String, of text: String, _ namespaces: [String: String], _ variables: [String: XPathValue],
        at entry: Int
    ) throws(XMLError) -> XPathValue {
        // Errors are those of the expression itself.
        _ = try XPathExpression(text, namespaces: namespaces)
        let converted = try XPathExpression("\(function)(\(text))", namespaces: namespaces)
        return try converted.evaluate(in: XMLTree(of: self), at: entry, variables)
    }
}

extension XPathValue {
    fileprivate func elements(of text: String) throws(XMLError) -> [XMLTree.Element] {
        guard case .nodes(let nodes) = self else {
            throw XMLError(
                "the expression has a value, and selects no elements", inThe: "expression", Array(text.utf8), at: 0,
                help: "use string(xpath:), number(xpath:), isTrue(xpath:) or evaluate(_:)")
        }
        var elements: [XMLTree.Element] = []
        elements.reserveCapacity(nodes.count)
        for node in nodes {
            guard case .element(let element) = node else {
                throw XMLError(
                    "the expression selects nodes that are not elements", inThe: "expression", Array(text.utf8), at: 0,
                    help: "use evaluate(_:), or string(xpath:) for the first of them")
            }
            elements.append(element)
        }
        return elements
    }
}
