public import LibXML

/// An XPath 1.0 expression, which was checked.
///
/// ```swift
/// let expression = try XPathExpression("//s:Body/m:Item[@id = $id]", namespaces: ["s": soap, "m": stock])
/// let value = try tree.evaluate(expression, variables: ["id": .string("7")])
/// ```
///
/// An unprefixed name means no namespace (XPath 1.0, section 2.3): bind a prefix of your own to find elements of a
/// default namespace. The prefixes of the document have no meaning.
///
/// The functions are those of XPath 1.0. Nothing is loaded. An expression is not scanned again when it is evaluated.
public struct XPathExpression: Sendable {
    /// The expression as it was given.
    public let text: String

    /// The namespace URI of each prefix in the expression.
    public let namespaces: [String: String]

    /// The maximum number of operations of one evaluation, which are mostly visited nodes. It does not limit the time.
    /// Default: 100,000,000.
    public var operationLimit = 100_000_000

    /// The first name of an element without a prefix.
    let plainName: String?

    /// Creates an expression.
    ///
    /// - Parameters:
    ///   - text: the expression.
    ///   - namespaces: the namespace URIs of the prefixes in it.
    /// - Throws: ``XMLError/Code/invalidPath``, located in the expression, for one that is malformed, has a prefix that
    ///   is not bound, a function that does not exist or other numbers of arguments, or exceeds 64 KiB, 1,000 operators
    ///   and steps, or a depth of 200.
    public init(_ text: String, namespaces: [String: String] = [:]) throws(XMLError) {
        self.text = text
        self.namespaces = namespaces
        var checker = XPathChecker(text, namespaces)
        try checker.check()
        plainName = checker.plainName
    }
}

extension XPathExpression {
    /// The error of an evaluation.
    func error(_ report: XPathReport) -> XMLError {
        let message =
            switch report.code {
            case 1225, 1226: "the expression takes more than \(operationLimit) operations"
            case 2: "there is no memory for the query"
            case 1205: "a variable of the expression has no value"
            case 1211: "a value of the expression has a type that its function or operator does not take"
            default: "the expression cannot be evaluated (libxml2: \(report.code))"
            }
        let code = report.code == 2 ? XMLError.Code.outOfMemory : .invalidPath
        return XMLError(message, code: code, inThe: "expression", Array(text.utf8), at: report.offset)
    }

    /// Evaluates the expression.
    ///
    /// - Parameter entry: the entry of the context node.
    func evaluate(
        in tree: XMLTree, at entry: Int, _ variables: [String: XPathValue], stopper: XPathStopper? = nil
    ) throws(XMLError) -> XPathValue {
        let bridge = try DocumentBridge.of(tree)
        return try Libxml2.isolated { () throws(XMLError) in
            let context = try XPathContext(bridge, tree, at: entry)
            context.limit(operations: operationLimit)
            for (prefix, uri) in namespaces { try context.bind(prefix: prefix, to: uri) }
            for (name, value) in variables { try context.set(name, to: value) }
            do throws(XPathReport) {
                return try context.evaluate(text, stopper)
            } catch {
                if stopper?.isStopped == true { throw XMLError("the task was canceled", code: .cancelled) }
                throw self.error(error)
            }
        }
    }

    /// Evaluates the expression until the task is canceled.
    func evaluate(
        in tree: XMLTree, at entry: Int, _ variables: [String: XPathValue]
    ) async throws(XMLError) -> XPathValue {
        let stopper = XPathStopper()
        let result = await withTaskCancellationHandler {
            Result { () throws(XMLError) in try evaluate(in: tree, at: entry, variables, stopper: stopper) }
        } onCancel: {
            stopper.stop()
        }
        return try result.get()
    }

    /// A name in the expression that means no namespace, while the elements of the document with that name are in one:
    /// the reason why it selects nothing. Nil if there is another reason.
    @_spi(Checks) public func plainName(in tree: XMLTree) -> (name: String, namespaceURI: String)? {
        guard let plainName else { return nil }
        let same = ([tree.root] + Array(tree.root.descendants)).first { $0.localName == plainName }
        guard let uri = (same ?? tree.root).namespaceURI else { return nil }
        return (plainName, uri)
    }

    func helpForNothing(in tree: XMLTree) -> String? {
        plainName(in: tree).map { name, uri in
            "“\(name)” means no namespace, and the element is in “\(uri)”: bind a prefix, namespaces: [\"p\": \"\(uri)\"], "
                + "and write p:\(name)"
        }
    }
}
