@_spi(Command) public import LibXML

/// A checked XPath 1.0 expression.
///
/// ```swift
/// let namespaces = ["s": "http://schemas.xmlsoap.org/soap/envelope/", "m": "https://example.org/stock"]
/// let expression = try XPathExpression("//s:Body//m:Item[@id = $id]", namespaces: namespaces)
/// let value = try tree.evaluate(expression, variables: ["id": "7"])
/// ```
///
/// An unprefixed name is in no namespace (XPath 1.0, section 2.3): bind a prefix of your own to find elements of a
/// default namespace. The prefixes of the document have no meaning.
///
/// The functions are those of XPath 1.0 and your own. Nothing is loaded. An expression is checked once; it
/// can be evaluated by any number of tasks.
public struct XPathExpression: Sendable {
    /// The expression as it was given.
    public let text: String

    /// The namespace URI of each prefix in the expression.
    public let namespaces: [String: String]

    /// The maximum number of operations of one evaluation, which are mostly visited nodes. It does not limit the time:
    /// use a deadline for that. Default: 100,000,000.
    public var operationLimit = 100_000_000

    /// The functions by their names, `{uri}name` or `name`.
    let functions: [String: XPathFunction]
    /// The names to which the expression refers.
    let references: XPathReferences
    /// The expression as libxml2 can read it.
    private let readableText: String

    /// Creates an expression.
    ///
    /// ```swift
    /// let lower: XPathFunction = { arguments in .string(arguments.map(\.string).joined().lowercased()) }
    /// let expression = try XPathExpression(
    ///     "//item[f:lower(@sku) = 'b2']", namespaces: ["f": "urn:f"], functions: ["f:lower": lower])
    /// ```
    ///
    /// - Parameters:
    ///   - text: the expression.
    ///   - namespaces: the namespace URIs of the prefixes in it.
    ///   - functions: your functions by the names that they have in the expression. They are called in the
    ///     thread that evaluates it, and may evaluate expressions themselves. A function of XPath cannot be replaced.
    /// - Throws: `XMLError.Code.invalidPath`, located in the expression, if it is malformed, has an unbound prefix, an
    ///   unknown function or a wrong number of arguments, or exceeds 64 KiB, 500 operators and steps, or a depth of
    ///   200.
    public init(
        _ text: String, namespaces: [String: String] = [:], functions: [String: XPathFunction] = [:]
    ) throws(XMLError) {
        self.text = text
        self.namespaces = namespaces
        var checker = XPathChecker(text, namespaces, functions: functions.keys.sorted())
        let references = try checker.check()
        self.references = references
        readableText = Self.readableText(text, references)
        var named: [String: XPathFunction] = [:]
        for (name, function) in functions { named[try checker.expandedName(ofFunction: name)] = function }
        self.functions = named
    }

    private static func readableText(_ text: String, _ references: XPathReferences) -> String {
        guard !references.replacements.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for (range, text) in references.replacements.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(range, with: text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// MARK: Evaluation

extension XPathExpression {
    /// Evaluates the expression, and calls `read` with the result.
    func evaluate<Value>(
        at context: QueryContext, _ variables: [String: XPathValue], _ deadline: ContinuousClock.Instant?,
        _ stopper: XPathStopper? = nil, _ read: (XPathResult) throws(XMLError) -> Value
    ) throws(XMLError) -> Value {
        try checkVariables(variables)
        let bridge = try DocumentBridge.of(context.tree)
        let stopper = stopper ?? (deadline == nil ? nil : XPathStopper())
        if let deadline, let stopper { try XPathDeadlines.add(stopper, deadline) }
        defer { if deadline != nil, let stopper { XPathDeadlines.remove(stopper) } }
        return try Libxml2.isolated { () throws(XMLError) in
            let evaluation = try XPathContext(bridge, context, functions)
            evaluation.limit(operations: operationLimit)
            for name in functions.keys { try evaluation.register(function: name) }
            if references.hasSearch { try evaluation.registerSearches() }
            for (prefix, uri) in namespaces { try evaluation.bind(prefix: prefix, to: uri) }
            for name in references.variables.keys {
                if let value = variables[name] { try evaluation.set(name, to: value, namespaces) }
            }
            return try evaluation.evaluate(readableText, stopper, failure: error, read)
        }
    }

    private func checkVariables(_ variables: [String: XPathValue]) throws(XMLError) {
        let missing = references.variables.filter { variables[$0.key] == nil }.min { $0.value < $1.value }
        guard let missing else { return }
        let nearest = nearestName(to: missing.key, in: variables.keys.sorted())
        throw error(
            "the variable $\(missing.key) has no value", at: missing.value,
            help: nearest.map { "did you mean $\($0)?" } ?? "pass its value: variables: [\"\(missing.key)\": …]")
    }

    /// The error of an evaluation.
    private func error(_ report: XPathReport, _ stopped: XMLError.Code?) -> XMLError {
        switch (stopped, report.code) {
        case (.cancelled?, _): error("the task was canceled", .cancelled, at: 0)
        case (_?, _): error("the expression was not evaluated before the deadline", .deadlineExceeded, at: 0)
        case (nil, 1225):
            error("the expression takes more than \(operationLimit) operations", .tooManyOperations, at: 0)
        case (nil, 1211):
            error("a value of the expression has a type that its function or operator does not take", at: report.offset)
        // Variables, functions and prefixes have been checked. If one of them is unknown to libxml2 (1205, 1209, 1219),
        // it could not copy or register it.
        case (nil, 0), (nil, 2), (nil, 1205), (nil, 1209), (nil, 1215), (nil, 1219):
            error(XPathContext.noMemory.diagnostic.message, .outOfMemory, at: 0)
        // The expression was checked. Up to 2.12, libxml2 reports some failed allocations as other faults.
        default:
            error("libxml2 cannot evaluate the expression (\(report.code))", .internalFailure, at: report.offset)
        }
    }

    private func error(
        _ message: String, _ code: XMLError.Code = .invalidPath, at offset: Int, help: String? = nil
    ) -> XMLError {
        XMLError(message, code: code, inThe: "expression", Array(text.utf8), at: offset, help: help)
    }

    /// The nodes of a value.
    func nodes(_ value: XPathValue) throws(XMLError) -> [XPathNode] {
        guard case .nodes(let nodes) = value else {
            throw error(
                "the expression returns a value, and not nodes", at: 0,
                help: "use string(xpath:), number(xpath:), isTrue(xpath:) or evaluate(_:)")
        }
        return nodes
    }

    /// The elements among nodes.
    ///
    /// - Throws: for another value.
    func elements(_ value: XPathValue) throws(XMLError) -> [XMLTree.Element] {
        let nodes = try nodes(value)
        var elements: [XMLTree.Element] = []
        elements.reserveCapacity(nodes.count)
        for node in nodes {
            guard case .element(let element) = node else {
                throw error(
                    "the expression selects nodes that are not elements", at: 0,
                    help: "use evaluate(_:), or string(xpath:) for the first of them")
            }
            elements.append(element)
        }
        return elements
    }
}

// MARK: Help

extension XPathExpression {
    /// A name in the expression that is in no namespace, while the elements of the document with this name are in one,
    /// so that the expression selects nothing. Nil if there is another reason.
    @_spi(Command) public func plainName(in tree: XMLTree) -> (name: String, namespaceURI: String)? {
        guard let plainName = references.plainName else { return nil }
        var uri: String?
        for element in [tree.root] + Array(tree.root.descendants) where element.localName == plainName {
            guard let other = element.namespaceURI else { return nil }
            uri = uri ?? other
        }
        return uri.map { (plainName, $0) }
    }

    func helpForNothing(in tree: XMLTree) -> String? {
        plainName(in: tree).map { name, uri in
            """
            “\(name)” means no namespace, and the element is in “\(uri)”: bind a prefix, \
            namespaces: ["p": "\(uri)"], and write p:\(name)
            """
        }
    }
}

extension XMLTree {
    /// The help for a path or selector from a browser, whose tables have a `tbody`.
    func helpForAddedElement(in text: String) -> String? {
        let steps = text.split { " \t\r\n>+~,/:()[]|*".contains($0) }.map { $0.prefix { $0 != "." && $0 != "#" } }
        guard isHTML, steps.contains("tbody"), case let names = root.descendants.map(\.localName),
            names.contains("table"),
            !names.contains("tbody")
        else { return nil }
        return "the page has no <tbody>, which browsers add to tables: omit it"
    }
}
