import CLibXML2
import CLibXML2Shims
import LibXML

/// One evaluation of an expression by libxml2, with what it reports.
@safe
struct XPathContext: ~Copyable {
    private let context: xmlXPathContextPtr
    private let bridge: DocumentBridge
    private let tree: XMLTree
    /// The first error that libxml2 has reported. At an address of its own, because libxml2 keeps a pointer to it.
    private let report: UnsafeMutablePointer<XPathReport>

    init(_ bridge: DocumentBridge, _ tree: XMLTree, at entry: Int) throws(XMLError) {
        guard let context = unsafe xmlXPathNewContext(bridge.document) else { throw Self.noMemory }
        unsafe self.context = context
        self.bridge = bridge
        self.tree = tree
        unsafe report = .allocate(capacity: 1)
        unsafe report.initialize(to: XPathReport())
        unsafe context.pointee.node = bridge.node(entry)
        unsafe context.pointee.userData = UnsafeMutableRawPointer(report)
        unsafe context.pointee.error = { data, error in
            guard let data = unsafe data, let error = unsafe error else { return }
            unsafe data.assumingMemoryBound(to: XPathReport.self).pointee.add(error.pointee)
        }
    }

    deinit {
        unsafe xmlXPathFreeContext(context)
        unsafe report.deinitialize(count: 1)
        unsafe report.deallocate()
    }

    static var noMemory: XMLError { XMLError("there is no memory for the query", code: .outOfMemory) }

    /// Limits the number of operations: of nodes that are visited.
    func limit(operations: Int) { unsafe context.pointee.opLimit = UInt(max(1, operations)) }

    func bind(prefix: String, to uri: String) throws(XMLError) {
        guard unsafe xmlXPathRegisterNs(context, prefix, uri) == 0 else { throw Self.noMemory }
    }

    func set(_ variable: String, to value: XPathValue) throws(XMLError) {
        let object: xmlXPathObjectPtr? =
            switch value {
            case .string(let text): unsafe xmlXPathNewCString(text)
            case .number(let number): unsafe xmlXPathNewFloat(number)
            case .boolean(let isTrue): unsafe xmlXPathNewBoolean(isTrue ? 1 : 0)
            case .nodes(let nodes): unsafe try nodeSet(nodes)
            }
        guard let object = unsafe object, unsafe xmlXPathRegisterVariable(context, variable, object) == 0 else {
            throw Self.noMemory
        }
    }

    private func nodeSet(_ nodes: [XPathNode]) throws(XMLError) -> xmlXPathObjectPtr? {
        let object = unsafe xmlXPathNewNodeSet(nil)
        for node in nodes {
            let entry: Int
            switch node {
            case .document: entry = 0
            case .element(let element) where element.isIn(tree): entry = element.entries.lowerBound
            default:
                unsafe xmlXPathFreeObject(object)
                throw XMLError("a variable can only contain elements of the same document")
            }
            if let node = unsafe bridge.node(entry), let set = unsafe object?.pointee.nodesetval {
                _ = unsafe xmlXPathNodeSetAdd(set, node)
            }
        }
        return unsafe object
    }

    /// Evaluates an expression, which `stopper` may end.
    func evaluate(_ text: String, _ stopper: XPathStopper?) throws(XPathReport) -> XPathValue {
        guard let stopper else { return try evaluate(text) }
        return unsafe try stopper.whileStoppable(context) { () throws(XPathReport) in try evaluate(text) }
    }

    private func evaluate(_ text: String) throws(XPathReport) -> XPathValue {
        guard let compiled = unsafe xmlXPathCtxtCompile(context, text) else { throw unsafe report.pointee }
        defer { unsafe xmlXPathFreeCompExpr(compiled) }
        guard let object = unsafe xmlXPathCompiledEval(compiled, context) else { throw unsafe report.pointee }
        defer { unsafe xmlXPathFreeObject(object) }
        guard unsafe report.pointee.code == 0 else { throw unsafe report.pointee }
        return unsafe value(object.pointee)
    }

    private func value(_ object: xmlXPathObject) -> XPathValue {
        switch unsafe object.type {
        case XPATH_BOOLEAN: return unsafe .boolean(object.boolval != 0)
        case XPATH_NUMBER: return unsafe .number(object.floatval)
        case XPATH_STRING: return unsafe .string(object.stringval.map { unsafe String(cString: $0) } ?? "")
        default: break
        }
        var nodes: [XPathNode] = []
        guard let set = unsafe object.nodesetval, let table = unsafe set.pointee.nodeTab else { return .nodes([]) }
        let count = unsafe Int(set.pointee.nodeNr)
        nodes.reserveCapacity(count)
        for index in 0..<count {
            if let node = unsafe table[index], let found = unsafe self.node(node) { nodes.append(found) }
        }
        return .nodes(nodes)
    }

    private func node(_ node: xmlNodePtr) -> XPathNode? {
        let entry = unsafe DocumentBridge.entry(node.pointee._private)
        switch unsafe node.pointee.type {
        case XML_DOCUMENT_NODE, XML_HTML_DOCUMENT_NODE: return .document
        case XML_ELEMENT_NODE: return .element(tree.element(entry))
        case XML_ATTRIBUTE_NODE:
            let attribute = unsafe UnsafeMutableRawPointer(node).assumingMemoryBound(to: xmlAttr.self)
            let owner = unsafe DocumentBridge.entry(attribute.pointee.parent.pointee._private)
            return .attribute(tree.attribute(unsafe DocumentBridge.entry(attribute.pointee._private), of: owner))
        case XML_NAMESPACE_DECL:
            // A copy, whose next member is the element.
            let namespace = unsafe UnsafeMutableRawPointer(node).assumingMemoryBound(to: xmlNs.self)
            guard let element = unsafe namespace.pointee.next else { return nil }
            let owner = unsafe UnsafeMutableRawPointer(element).assumingMemoryBound(to: xmlNode.self)
            return .namespace(
                prefix: unsafe namespace.pointee.prefix.map { unsafe String(cString: $0) },
                uri: unsafe namespace.pointee.href.map { unsafe String(cString: $0) } ?? "",
                of: tree.element(unsafe DocumentBridge.entry(owner.pointee._private)))
        default: break
        }
        let parent = unsafe DocumentBridge.entry(node.pointee.parent.pointee._private)
        let found = tree.node(entry, in: parent)
        switch unsafe node.pointee.type {
        case XML_COMMENT_NODE: return .comment(found)
        case XML_PI_NODE: return .processingInstruction(found)
        default: return .text(found, unsafe node.pointee.content.map { unsafe String(cString: $0) } ?? "")
        }
    }
}

/// What libxml2 has reported of an expression.
struct XPathReport: Error {
    /// The code of libxml2; 0 if nothing was reported.
    private(set) var code = 0
    /// Where in the expression, in bytes; 0 for errors of the evaluation.
    private(set) var offset = 0

    mutating func add(_ error: xmlError) {
        guard code == 0 else { return }
        code = unsafe Int(error.code)
        offset = unsafe Int(error.int1)
    }
}
