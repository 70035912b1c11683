import CLibXML2

/// The nodes of libxml2 for the open elements of a document, and for those that are collected.
///
/// libxml2 may report an error about a node that has ended. Nodes therefore stay in memory until the end of the
/// validation, and their memory is reused only for nodes.
@safe
struct NodePool: ~Copyable {
    typealias CString = UnsafePointer<UInt8>

    /// What is known about a node.
    @safe
    struct Origin {
        /// Where it begins, in bytes from the start of the text.
        var place: Int
        var node: xmlNodePtr
    }

    struct Mark {
        fileprivate var nodes = 0
        fileprivate var attributes = 0
        fileprivate var namespaces = 0
        fileprivate var texts = StableTexts.Mark()
    }

    private var nodes = unsafe StablePool<xmlNode>()
    private var attributes = unsafe StablePool<xmlAttr>()
    private var namespaces = unsafe StablePool<xmlNs>()
    private var texts = StableTexts()
    private var origins = StablePool<Origin>()

    var mark: Mark {
        unsafe Mark(
            nodes: nodes.count, attributes: attributes.count, namespaces: namespaces.count, texts: texts.mark)
    }

    /// An estimate of the memory that the nodes take, in bytes.
    var size: Int { unsafe nodes.count * 200 + attributes.count * 150 + texts.mark.size }

    /// Removes all nodes since a mark.
    mutating func truncate(to mark: Mark) {
        unsafe nodes.truncate(to: mark.nodes)
        unsafe attributes.truncate(to: mark.attributes)
        unsafe namespaces.truncate(to: mark.namespaces)
        origins.truncate(to: mark.nodes)
        texts.truncate(to: mark.texts)
    }

    /// Where a node begins; nil if it has been removed, or is not of this pool.
    func origin(of node: xmlNodePtr) -> Int? {
        let number = unsafe Int(bitPattern: node.pointee._private)
        guard (0..<origins.count).contains(number), unsafe origins[number].node == node else { return nil }
        return origins[number].place
    }

    // MARK: Adding

    /// Adds an element, as the last child of another one or of a document.
    mutating func addElement(
        _ local: CString, _ prefix: CString?, _ uri: CString?, _ namespaceCount: Int32,
        _ declarations: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32,
        _ attributes: UnsafeMutablePointer<CString?>?, to parent: xmlNodePtr, at place: Int
    ) -> xmlNodePtr {
        let node = unsafe addNode(XML_ELEMENT_NODE, local, to: parent, at: place)
        if let declarations = unsafe declarations {
            for index in (0..<Int(namespaceCount)).reversed() {
                let added = unsafe namespace(declarations[2 * index], declarations[2 * index + 1])
                unsafe added.pointee.next = node.pointee.nsDef
                unsafe node.pointee.nsDef = added
            }
        }
        unsafe node.pointee.ns = namespace(prefix, uri, like: parent.pointee.type == XML_ELEMENT_NODE ? parent : nil)
        guard let attributes = unsafe attributes else { return unsafe node }
        var last: UnsafeMutablePointer<xmlAttr>?
        for index in 0..<Int(attributeCount) {
            let part = unsafe attributes + 5 * index
            guard let local = unsafe part[0], let begin = unsafe part[3], let end = unsafe part[4] else { continue }
            let text = unsafe texts.add(UnsafeBufferPointer(start: begin, count: end - begin))
            let attribute = unsafe addAttribute(local, namespace(part[1], part[2], like: nil), text, to: node)
            unsafe attribute.pointee.prev = unsafe last
            if let last = unsafe last {
                unsafe last.pointee.next = attribute
            } else {
                unsafe node.pointee.properties = attribute
            }
            unsafe last = unsafe attribute
        }
        return unsafe node
    }

    /// Adds a text as the last child of an element.
    mutating func addText(_ bytes: [UInt8], to parent: xmlNodePtr, at place: Int) {
        let content = unsafe bytes.withUnsafeBufferPointer { unsafe texts.add($0) }
        let node = unsafe addNode(XML_TEXT_NODE, Self.textName, to: parent, at: place)
        unsafe node.pointee.content = unsafe content
    }

    private static var textName: CString { unsafe ("text" as StaticString).utf8Start }

    private mutating func addNode(
        _ type: xmlElementType, _ name: CString, to parent: xmlNodePtr, at place: Int
    ) -> xmlNodePtr {
        var value = unsafe xmlNode()
        unsafe value.type = type
        unsafe value.name = unsafe name
        unsafe value.parent = unsafe parent
        unsafe value.doc = parent.pointee.doc
        unsafe value._private = UnsafeMutableRawPointer(bitPattern: origins.count)
        unsafe value.prev = parent.pointee.last
        let node = unsafe nodes.add(value)
        unsafe origins.add(Origin(place: place, node: node))
        if let previous = unsafe parent.pointee.last {
            unsafe previous.pointee.next = node
        } else {
            unsafe parent.pointee.children = unsafe node
        }
        unsafe parent.pointee.last = unsafe node
        return unsafe node
    }

    private mutating func addAttribute(
        _ local: CString, _ namespace: UnsafeMutablePointer<xmlNs>?, _ text: UnsafeMutablePointer<UInt8>,
        to element: xmlNodePtr
    ) -> UnsafeMutablePointer<xmlAttr> {
        var value = unsafe xmlAttr()
        unsafe value.type = XML_ATTRIBUTE_NODE
        unsafe value.name = unsafe local
        unsafe value.ns = unsafe namespace
        unsafe value.parent = unsafe element
        unsafe value.doc = element.pointee.doc
        let attribute = unsafe attributes.add(value)
        var content = unsafe xmlNode()
        unsafe content.type = XML_TEXT_NODE
        unsafe content.name = Self.textName
        unsafe content.content = unsafe text
        unsafe content.doc = element.pointee.doc
        unsafe content._private = UnsafeMutableRawPointer(bitPattern: origins.count)
        // The beginning of an attribute in memory is that of a node.
        unsafe content.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
        let node = unsafe nodes.add(content)
        unsafe origins.add(Origin(place: 0, node: node))
        unsafe attribute.pointee.children = unsafe node
        unsafe attribute.pointee.last = unsafe node
        return unsafe attribute
    }

    private mutating func namespace(
        _ prefix: CString?, _ uri: CString?, like element: xmlNodePtr?
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let uri = unsafe uri else { return nil }
        if let known = unsafe element?.pointee.ns, unsafe known.pointee.href == uri,
            unsafe known.pointee.prefix == prefix
        {
            return unsafe known
        }
        return unsafe namespace(prefix, uri) as UnsafeMutablePointer<xmlNs>
    }

    private mutating func namespace(_ prefix: CString?, _ uri: CString?) -> UnsafeMutablePointer<xmlNs> {
        var value = unsafe xmlNs()
        unsafe value.type = XML_NAMESPACE_DECL
        unsafe value.href = unsafe uri
        unsafe value.prefix = unsafe prefix
        return unsafe namespaces.add(value)
    }
}
