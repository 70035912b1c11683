public import LibXML

extension XMLQueryable {
    /// Returns the value of an expression.
    ///
    /// The first query builds libxml2's document of the tree, which is kept with the tree: ten to fifteen times the
    /// size of a document with short texts. Any number of tasks may query a tree at the same time.
    ///
    /// - Parameters:
    ///   - expression: the expression.
    ///   - variables: the values of the variables in it.
    ///   - deadline: the time after which the evaluation ends with `XMLError.Code.deadlineExceeded`: within 0.5 s in a
    ///     document of 20,000 nodes. Your functions are not interrupted.
    /// - Throws: `XMLError`, located in the expression: for a variable without a value, a value of a wrong type, or
    ///   more operations than ``XPathExpression/operationLimit``; `XMLError.Code.functionFailed` with the
    ///   `XMLError.underlyingError` for an error of a function.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:], deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> XPathValue {
        try expression.evaluate(at: queryContext, variables, deadline) { (result) throws(XMLError) in result.value }
    }

    /// Returns the value of an expression, unless the task is canceled before.
    ///
    /// The evaluation occupies a thread of Swift's tasks. It ends soon after the cancellation of its task: within 0.5 s
    /// in a document of 20,000 nodes. Your functions are not interrupted.
    ///
    /// - Throws: as the synchronous function; `XMLError.Code.cancelled`.
    public func evaluate(
        _ expression: XPathExpression, variables: [String: XPathValue] = [:], deadline: ContinuousClock.Instant? = nil
    ) async throws(XMLError) -> XPathValue {
        let (context, stopper) = (queryContext, XPathStopper())
        let result = await withTaskCancellationHandler {
            Result { () throws(XMLError) in
                try expression.evaluate(at: context, variables, deadline, stopper) { (result) throws(XMLError) in
                    result.value
                }
            }
        } onCancel: {
            stopper.stop(.cancelled)
        }
        return try result.get()
    }

    /// Returns the elements that an expression selects, in document order.
    ///
    /// - Throws: as `evaluate(_:variables:deadline:)`; for an expression whose value is not elements.
    public func elements(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> [XMLTree.Element] {
        try expression.evaluate(at: queryContext, variables, deadline) { (result) throws(XMLError) in
            try expression.elements(result.value)
        }
    }

    /// Returns the first element that an expression selects, in document order; nil if there is none.
    ///
    /// - Throws: as ``elements(xpath:variables:deadline:)``.
    public func first(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> XMLTree.Element? {
        try expression.evaluate(at: queryContext, variables, deadline) { (result) throws(XMLError) in
            try expression.elements(result.firstNode).first
        }
    }

    /// Returns the first element that an expression selects, in document order.
    ///
    /// - Throws: as ``elements(xpath:variables:deadline:)``; `XMLError.Code.missingElement` if there is no such
    ///   element, with help if its names are in no namespace, although the document has a default namespace, or if it
    ///   names `tbody`, which browsers add to tables.
    public func require(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> XMLTree.Element {
        if let found = try first(xpath: expression, variables: variables, deadline: deadline) { return found }
        throw nothingSelected(by: expression.text, help: expression.helpForNothing(in: queryContext.tree))
    }

    func nothingSelected(by text: String, help: String? = nil) -> XMLError {
        queryContext.element.error(
            "no element is selected by “\(text)”", code: .missingElement,
            help: help ?? queryContext.tree.helpForAddedElement(in: text))
    }

    /// Returns the value of an expression as a string, like the function `string` of XPath. For nodes, this is the text
    /// of the first one, or an empty string if there are no nodes.
    ///
    /// - Throws: as `evaluate(_:variables:deadline:)`.
    public func string(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> String {
        try expression.evaluate(at: queryContext, variables, deadline) { (result) throws(XMLError) in
            try result.string
        }
    }

    /// Returns the strings of the nodes that an expression selects, such as the values of `//a/@href`, in document
    /// order.
    ///
    /// - Throws: as `evaluate(_:variables:deadline:)`; for an expression whose value is not nodes.
    public func strings(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> [String] {
        try expression.nodes(try evaluate(expression, variables: variables, deadline: deadline)).map(\.string)
    }

    /// Returns the value of an expression as a number, like the function `number` of XPath: NaN for text that is not a
    /// number.
    ///
    /// - Throws: as `evaluate(_:variables:deadline:)`.
    public func number(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> Double {
        try expression.evaluate(at: queryContext, variables, deadline) { (result) throws(XMLError) in result.number }
    }

    /// Returns the value of an expression as a Boolean, like the function `boolean` of XPath. It is true if the
    /// expression selects a node, is a string that is not empty, or a number that is neither 0 nor NaN.
    ///
    /// - Throws: as `evaluate(_:variables:deadline:)`.
    public func isTrue(
        xpath expression: XPathExpression, variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> Bool {
        try expression.evaluate(at: queryContext, variables, deadline) { (result) throws(XMLError) in result.boolean }
    }
}

// MARK: Text

extension XMLQueryable {
    /// Returns the elements that an expression selects, in document order.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let orders = try tree.elements(xpath: "//order[@id > $id]", variables: ["id": 7])
    /// ```
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and
    ///   ``elements(xpath:variables:deadline:)``.
    public func elements(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> [XMLTree.Element] {
        try elements(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }

    /// Returns the first element that an expression selects, in document order; nil if there is none.
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and
    ///   ``elements(xpath:variables:deadline:)``.
    public func first(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> XMLTree.Element? {
        try first(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }

    /// Returns the first element that an expression selects, in document order.
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and
    ///   ``require(xpath:variables:deadline:)``.
    public func require(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> XMLTree.Element {
        try require(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }

    /// Returns the value of an expression as a string: see ``string(xpath:variables:deadline:)``.
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and
    ///   `evaluate(_:variables:deadline:)`.
    public func string(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> String {
        try string(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }

    /// Returns the strings of the nodes that an expression selects: see ``strings(xpath:variables:deadline:)``.
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and `evaluate`.
    public func strings(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> [String] {
        try strings(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }

    /// Returns the value of an expression as a number: see ``number(xpath:variables:deadline:)``.
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and
    ///   `evaluate(_:variables:deadline:)`.
    public func number(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> Double {
        try number(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }

    /// Returns the value of an expression as a Boolean: see ``isTrue(xpath:variables:deadline:)``.
    ///
    /// - Throws: the errors of ``XPathExpression/init(_:namespaces:functions:)`` and
    ///   `evaluate(_:variables:deadline:)`.
    public func isTrue(
        xpath text: String, namespaces: [String: String] = [:], variables: [String: XPathValue] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) throws(XMLError) -> Bool {
        try isTrue(xpath: XPathExpression(text, namespaces: namespaces), variables: variables, deadline: deadline)
    }
}
