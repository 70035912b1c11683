import CLibXML2
import CLibXML2Shims
import LibXML

/// One evaluation of an expression by libxml2.
@safe
struct XPathContext: ~Copyable {
    private let context: xmlXPathContextPtr
    private let objects: XPathObjects
    /// The state of callbacks, in memory of its own, because libxml2 keeps a pointer to it.
    private let state: UnsafeMutablePointer<XPathState>

    init(
        _ bridge: DocumentBridge, _ place: QueryContext, _ functions: [String: XPathFunction]
    ) throws(XMLError) {
        guard let context = unsafe xmlXPathNewContext(bridge.document) else { throw Self.noMemory }
        unsafe self.context = context
        objects = XPathObjects(bridge: bridge, tree: place.tree)
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: XPathState(objects: objects, functions: functions))
        unsafe context.pointee.node = bridge.node(place.entry)
        // One node is the context, and it is the first (XPath 1.0, section 1).
        unsafe context.pointee.contextSize = 1
        unsafe context.pointee.proximityPosition = 1
        unsafe context.pointee.userData = UnsafeMutableRawPointer(state)
        unsafe context.pointee.error = { data, error in
            guard let data = unsafe data, let error = unsafe error else { return }
            unsafe data.assumingMemoryBound(to: XPathState.self).pointee.report.add(error.pointee)
        }
    }

    deinit {
        unsafe xmlXPathFreeContext(context)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    static var noMemory: XMLError { XMLError("there is no memory for the query", code: .outOfMemory) }

    /// Whether libxml2 reads a text as a name without a colon. Its XPath supports the names of XML 1.0 before the fifth
    /// edition; in newer versions, those of the fifth edition.
    static func isName(_ text: Substring) -> Bool { unsafe xmlValidateNCName(String(text), 0) == 0 }

    /// Limits the number of operations: of nodes that are visited.
    func limit(operations: Int) { unsafe context.pointee.opLimit = UInt(max(1, operations)) }

    func bind(prefix: String, to uri: String) throws(XMLError) {
        guard unsafe xmlXPathRegisterNs(context, prefix, uri) == 0 else { throw Self.noMemory }
    }

    /// - Parameter namespaces: the URIs of prefixes; the name may have one.
    func set(_ variable: String, to value: XPathValue, _ namespaces: [String: String]) throws(XMLError) {
        guard let object = unsafe try objects.object(value) else { throw Self.noMemory }
        let parts = variable.split(separator: ":").map(String.init)
        let uri = parts.count == 2 ? namespaces[parts[0]] : nil
        guard unsafe xmlXPathRegisterVariableNS(context, parts.last ?? "", uri, object) == 0 else {
            unsafe xmlXPathFreeObject(object)
            throw Self.noMemory
        }
    }

    /// Functions of XPath that libxml2 evaluates in quadratic time, which no deadline ends, and the names of our
    /// replacements. They have the same lengths, so that positions in the expression do not change.
    static let searches = [
        "contains": "_ontains", "substring-before": "_ubstring-before", "substring-after": "_ubstring-after",
        "translate": "_ranslate",
    ]

    func registerSearches() throws(XMLError) {
        for name in Self.searches.values {
            let function: xmlXPathFunction = { parser, count in
                if let parser = unsafe parser { unsafe lx_search(parser, count) }
            }
            guard unsafe xmlXPathRegisterFunc(context, name, function) == 0 else { throw Self.noMemory }
        }
    }

    /// - Parameter name: `{uri}name`, or `name` without a namespace.
    func register(function name: String) throws(XMLError) {
        let end = name.lastIndex(of: "}")
        let local = end.map { String(name[name.index(after: $0)...]) } ?? name
        let uri = end.map { String(name[..<$0].dropFirst()) }
        guard unsafe xmlXPathRegisterFuncNS(context, local, uri, XPathState.call) == 0 else { throw Self.noMemory }
    }

    /// Evaluates an expression, which `stopper` may end, and calls `read` with the result.
    ///
    /// - Parameter failure: the error of what libxml2 has reported, and the reason of the stopper.
    func evaluate<Value>(
        _ text: String, _ stopper: XPathStopper?, failure: (XPathReport, XMLError.Code?) -> XMLError,
        _ read: (XPathResult) throws(XMLError) -> Value
    ) throws(XMLError) -> Value {
        if let reason = stopper?.reason { throw failure(XPathReport(), reason) }
        let object: xmlXPathObjectPtr? =
            if let stopper {
                unsafe stopper.whileStoppable(context) { unsafe self.object(text) }
            } else {
                unsafe self.object(text)
            }
        defer { unsafe xmlXPathFreeObject(object) }
        try Self.checkMemory()
        if let error = unsafe state.pointee.error { throw error }
        guard let object = unsafe object, unsafe state.pointee.report.code == 0 else {
            throw failure(unsafe state.pointee.report, stopper?.reason)
        }
        let value = try read(unsafe XPathResult(object, objects))
        try Self.checkMemory()
        return value
    }

    /// Up to 2.12, a report may be the only effect of a failed allocation, or the result may be a shorter text.
    private static func checkMemory() throws(XMLError) {
        if lx_lacks_memory() != 0 { throw noMemory }
    }

    /// The function `count` that keeps the first of two arguments as the result.
    private static let count: xmlXPathFunction = { parser, argumentCount in
        guard argumentCount == 2, let parser = unsafe parser, let data = unsafe parser.pointee.context?.pointee.userData
        else { return unsafe xmlXPathCountFunction(parser, argumentCount) }
        unsafe xmlXPathFreeObject(lx_pop_value(parser))
        unsafe data.assumingMemoryBound(to: XPathState.self).pointee.result = lx_pop_value(parser)
        guard let value = unsafe xmlXPathNewBoolean(1), unsafe lx_push_value(parser, value) >= 0 else {
            unsafe data.assumingMemoryBound(to: XPathState.self).pointee.error = noMemory
            return
        }
    }

    /// Whether functions of libxml2 can be replaced: not from 2.14 on.
    private static let canReplaceFunctions = unsafe Int(String(cString: lx_version()).prefix(5)) ?? .max < 21400

    /// The value of an expression, whose nodes are in any order.
    ///
    /// libxml2 sorts the nodes that an expression selects, in a time that is quadratic in the number of siblings. It
    /// does not sort nodes that are only counted.
    private func object(_ text: String) -> xmlXPathObjectPtr? {
        var text = text
        // Paths without these characters have an engine of their own in libxml2, which does not sort.
        let mayBeSorted = text.utf8.contains { "[(@:".utf8.contains($0) }
        if mayBeSorted, Self.canReplaceFunctions, unsafe state.pointee.functions["count"] == nil {
            // A name that is already registered cannot be registered again.
            unsafe xmlXPathRegisterFunc(context, "count", nil)
            guard unsafe xmlXPathRegisterFunc(context, "count", Self.count) == 0 else { return nil }
            unsafe state.pointee.report.start = "count(".utf8.count
            text = "count(\(text), 1)"
        }
        guard let compiled = unsafe xmlXPathCtxtCompile(context, text) else { return nil }
        defer { unsafe xmlXPathFreeCompExpr(compiled) }
        // Up to 2.12, libxml2 crashes if it cannot allocate memory at the beginning of an evaluation.
        if lx_lacks_memory() != 0 { return nil }
        let object = unsafe xmlXPathCompiledEval(compiled, context)
        guard let result = unsafe state.pointee.result else { return unsafe object }
        unsafe state.pointee.result = nil
        unsafe xmlXPathFreeObject(object == nil ? result : object)
        return unsafe object == nil ? nil : result
    }
}

/// The report of libxml2 about an expression.
struct XPathReport {
    /// The code of libxml2; 0 if nothing was reported.
    private(set) var code = 0
    /// Where in the expression, in bytes; 0 for errors of the evaluation.
    private(set) var offset = 0
    /// Where the expression begins in the text that libxml2 reads.
    fileprivate var start = 0

    mutating func add(_ error: xmlError) {
        guard code == 0 else { return }
        code = unsafe Int(error.code)
        offset = unsafe max(0, Int(error.int1) - start)
    }
}

/// The state that the callbacks of an evaluation read and write.
@safe
struct XPathState {
    let objects: XPathObjects
    let functions: [String: XPathFunction]
    var report = XPathReport()
    /// The error that a function has thrown.
    var error: XMLError?
    /// The value of the expression, if libxml2 must not sort it.
    fileprivate var result: xmlXPathObjectPtr?

    /// Calls the function of the program whose name libxml2 has found.
    static let call: xmlXPathFunction = { parser, count in
        guard let parser = unsafe parser, let context = unsafe parser.pointee.context,
            let data = unsafe context.pointee.userData, let cName = unsafe context.pointee.function
        else { return }
        let state = unsafe data.assumingMemoryBound(to: XPathState.self)
        let local = unsafe String(cString: cName)
        let name = unsafe context.pointee.functionURI.map { unsafe "{\(String(cString: $0))}\(local)" } ?? local
        let objects = unsafe state.pointee.objects
        var arguments: [XPathValue] = []
        for _ in 0..<max(0, count) {
            guard let object = unsafe lx_pop_value(parser) else { break }
            arguments.append(unsafe XPathResult(object, objects).value)
            unsafe xmlXPathFreeObject(object)
        }
        arguments.reverse()
        do throws(XMLError) {
            guard let function = unsafe state.pointee.functions[name] else { return }
            let value: XPathValue
            do {
                defer { lx_restore_defaults() }
                value = try Libxml2.suspended { try function(arguments) }
            } catch {
                throw XMLError(ofFunction: name, error)
            }
            guard let object = unsafe try objects.object(value) else { throw XPathContext.noMemory }
            guard unsafe lx_push_value(parser, object) >= 0 else { throw XPathContext.noMemory }
        } catch {
            unsafe state.pointee.error = error
            unsafe xmlXPatherror(parser, nil, 0, Int32(XPATH_EXPR_ERROR.rawValue))
        }
    }
}
