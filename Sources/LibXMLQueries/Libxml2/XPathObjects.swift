import CLibXML2
import CLibXML2Shims
import LibXML

/// Values of libxml2's XPath over a tree, in both directions.
struct XPathObjects {
    let bridge: DocumentBridge
    let tree: XMLTree

    /// Creates a value of libxml2, which the caller owns. Returns nil if memory is exhausted.
    ///
    /// - Throws: for nodes of another tree, and for namespaces.
    func object(_ value: XPathValue) throws(XMLError) -> xmlXPathObjectPtr? {
        switch value {
        case .string(let text):
            guard !text.utf8.contains(0) else { throw XMLError("U+0000 is not allowed in a value") }
            return unsafe xmlXPathNewCString(text)
        case .number(let number): return unsafe xmlXPathNewFloat(number)
        case .boolean(let isTrue): return unsafe xmlXPathNewBoolean(isTrue ? 1 : 0)
        case .nodes(let nodes):
            var found: [xmlNodePtr] = unsafe []
            for node in nodes {
                guard let node = unsafe pointer(node) else {
                    throw XMLError("a value may only contain nodes of the same document, and no namespaces")
                }
                unsafe found.append(node)
            }
            // The nodes are in document order, each once.
            unsafe found.sort {
                unsafe DocumentBridge.entry($0.pointee._private) < DocumentBridge.entry($1.pointee._private)
            }
            guard let object = unsafe xmlXPathNewNodeSet(nil), let set = unsafe object.pointee.nodesetval else {
                return nil
            }
            for index in unsafe found.indices where unsafe index == 0 || found[index] != found[index - 1] {
                guard unsafe xmlXPathNodeSetAddUnique(set, found[index]) == 0 else {
                    unsafe xmlXPathFreeObject(object)
                    return nil
                }
            }
            return unsafe object
        }
    }

    private func pointer(_ node: XPathNode) -> xmlNodePtr? {
        switch node {
        case .document(let other): return unsafe other.isSame(as: tree) ? bridge.node(0) : nil
        case .element(let element): return unsafe element.entry(in: tree).flatMap { unsafe bridge.node($0) }
        case .attribute(let attribute):
            return unsafe attribute.entry(in: tree).flatMap { unsafe bridge.attribute($0.entry, of: $0.element) }
        case .text(let node, _), .comment(let node), .processingInstruction(let node):
            return unsafe node.entry(in: tree).flatMap { unsafe bridge.node($0) }
        case .namespace: return nil
        }
    }

    /// The node of the tree for a node of libxml2.
    func node(_ node: xmlNodePtr) -> XPathNode? {
        let entry = unsafe DocumentBridge.entry(node.pointee._private)
        switch unsafe node.pointee.type {
        case XML_DOCUMENT_NODE, XML_HTML_DOCUMENT_NODE: return .document(tree)
        case XML_ELEMENT_NODE: return .element(tree.element(entry))
        case XML_ATTRIBUTE_NODE: return unsafe .attribute(tree.attribute(entry, of: owner(node.pointee.parent)))
        case XML_NAMESPACE_DECL:
            // A copy, whose next member is the element.
            let namespace = unsafe UnsafeMutableRawPointer(node).assumingMemoryBound(to: xmlNs.self)
            guard let element = unsafe namespace.pointee.next else { return nil }
            return .namespace(
                prefix: unsafe namespace.pointee.prefix.map { unsafe String(cString: $0) },
                uri: unsafe namespace.pointee.href.map { unsafe String(cString: $0) } ?? "",
                of: tree.element(
                    unsafe owner(UnsafeMutableRawPointer(element).assumingMemoryBound(to: xmlNode.self))))
        default: break
        }
        let found = tree.node(entry, in: unsafe owner(node.pointee.parent))
        switch unsafe node.pointee.type {
        case XML_COMMENT_NODE: return .comment(found)
        case XML_PI_NODE: return .processingInstruction(found)
        default: return .text(found, unsafe node.pointee.content.map { unsafe String(cString: $0) } ?? "")
        }
    }

    private func owner(_ node: xmlNodePtr?) -> Int { unsafe DocumentBridge.entry(node?.pointee._private) }
}

extension XPathObjects {
    /// The place of a node in document order (XPath 1.0, section 5): that of its entry; for a namespace, after its
    /// element.
    fileprivate func place(of node: xmlNodePtr) -> (entry: Int, isNamespace: Int) {
        guard unsafe node.pointee.type == XML_NAMESPACE_DECL else {
            return (unsafe DocumentBridge.entry(node.pointee._private), 0)
        }
        let namespace = unsafe UnsafeMutableRawPointer(node).assumingMemoryBound(to: xmlNs.self)
        let element = unsafe namespace.pointee.next.map {
            unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: xmlNode.self)
        }
        return (unsafe owner(element), 1)
    }
}

/// The value of an expression, which is valid as long as the evaluation.
@safe
struct XPathResult {
    private let object: xmlXPathObjectPtr
    private let objects: XPathObjects

    init(_ object: xmlXPathObjectPtr, _ objects: XPathObjects) {
        unsafe self.object = object
        self.objects = objects
    }

    var value: XPathValue { value(limit: .max) }

    /// The value; if it consists of nodes, only the first node.
    var firstNode: XPathValue { value(limit: 1) }

    private func value(limit: Int) -> XPathValue {
        switch unsafe object.pointee.type {
        case XPATH_BOOLEAN: return .boolean(boolean)
        case XPATH_NUMBER: return .number(number)
        case XPATH_STRING: return .string(stringOfString)
        default: break
        }
        return unsafe .nodes(ordered(limit: limit).compactMap { unsafe objects.node($0) })
    }

    /// The nodes in document order, or the first one if the limit is 1.
    private func ordered(limit: Int) -> [xmlNodePtr] {
        guard let set = unsafe object.pointee.nodesetval, let table = unsafe set.pointee.nodeTab else {
            return unsafe []
        }
        let pointers = unsafe UnsafeBufferPointer(start: table, count: Int(set.pointee.nodeNr))
        let all = unsafe pointers.compactMap { unsafe $0 }
        let places = unsafe all.map { unsafe objects.place(of: $0) }
        if limit == 1 {
            guard let first = places.indices.min(by: { places[$0] < places[$1] }) else { return unsafe [] }
            return unsafe [all[first]]
        }
        if zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) { return unsafe all }
        // Namespaces of one element remain in their order.
        let order = places.indices.sorted { places[$0] == places[$1] ? $0 < $1 : places[$0] < places[$1] }
        return unsafe order.map { unsafe all[$0] }
    }

    /// The value as the function `string` returns it: for nodes, the string of the first one.
    var string: String {
        get throws(XMLError) {
            switch unsafe object.pointee.type {
            case XPATH_BOOLEAN: return boolean ? "true" : "false"
            case XPATH_STRING: return stringOfString
            case XPATH_NUMBER:
                guard let text = unsafe xmlXPathCastNumberToString(number) else { throw XPathContext.noMemory }
                defer { unsafe lx_free(text) }
                return unsafe String(cString: text)
            default: return stringOfFirstNode
            }
        }
    }

    private var stringOfString: String {
        unsafe object.pointee.stringval.map { unsafe String(cString: $0) } ?? ""
    }

    private var stringOfFirstNode: String {
        unsafe ordered(limit: 1).first.flatMap { unsafe objects.node($0) }?.string ?? ""
    }

    /// The value as the function `number` returns it.
    var number: Double {
        let isNodes = unsafe object.pointee.type == XPATH_NODESET
        let number = unsafe isNodes ? xmlXPathCastStringToNumber(stringOfFirstNode) : xmlXPathCastToNumber(object)
        // The sign of libxml2's NaN, which Swift prints, depends on the machine.
        return number.isNaN ? .nan : number
    }

    var boolean: Bool { unsafe xmlXPathCastToBoolean(object) != 0 }

    /// A number as the function `string` writes it (XPath 1.0, section 4.2).
    static func string(_ number: Double) -> String {
        Libxml2.isolated {
            guard let text = unsafe xmlXPathCastNumberToString(number) else { return "" }
            defer { unsafe lx_free(text) }
            return unsafe String(cString: text)
        }
    }
}
