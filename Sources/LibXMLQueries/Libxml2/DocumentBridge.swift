import CLibXML2
import CLibXML2Shims
import LibXML

/// libxml2's document of a tree: its nodes in memory of their own, each with the entry of the tree in `_private`.
///
/// libxml2 reads the nodes, and never owns, frees or changes one. Adjacent text, CDATA sections and references that
/// were kept are one text node, as XPath 1.0 requires (section 5.7). The document type is omitted.
///
/// Immutable after it is built, so that any number of tasks may read it.
@safe
final class DocumentBridge: @unchecked Sendable {
    let document: xmlDocPtr
    let memory: BridgeMemory
    /// Whether the nodes have their lines, which only code of libxml2 needs.
    let hasLines: Bool
    /// The nodes in document order.
    let nodes: UnsafeMutableBufferPointer<xmlNode>
    /// Memory that well-formed documents do not need: see ``BridgeBuilder``.
    private var extras: [UnsafeMutableRawPointer]

    private init(_ memory: consuming BridgeMemory, _ builder: BridgeBuilder, hasLines: Bool) {
        self.memory = memory
        self.hasLines = hasLines
        unsafe document = builder.document
        unsafe nodes = UnsafeMutableBufferPointer(start: builder.firstNode, count: builder.nodeCount)
        unsafe extras = builder.extras
    }

    deinit {
        if unsafe document.pointee.ids != nil {
            // Later versions write to the attributes.
            memory.protect(isWritable: true)
            Libxml2.isolated { unsafe xmlFreeIDTable(OpaquePointer(document.pointee.ids)) }
        }
        unsafe extras.forEach { unsafe $0.deallocate() }
    }

    /// Creates the document of a tree, or of an element with the start tags around it. Returns nil if memory is
    /// exhausted.
    ///
    /// - Parameter isRevised: whether an element inherits attributes of `xml:` as Canonical XML 1.1 says.
    static func make(
        _ tree: XMLTree, part element: Int? = nil, isRevised: Bool = false, withLines: Bool = false
    ) -> DocumentBridge? {
        tree.withMemory { tape in
            var ranges = [TapeEntry.documentLength..<tape.count]
            if let element {
                ranges = [element..<tape.end(element)]
                var parent = tape.parent(element)
                while parent > 0 {
                    ranges.append(tape.tag(parent))
                    parent = tape.parent(parent)
                }
                ranges.reverse()
            }
            let size = BridgeSize(of: tape, ranges)
            guard let memory = BridgeMemory(size: size.total) else { return nil }
            var builder = unsafe BridgeBuilder(tape, size, at: memory.base, withLines: withLines)
            builder.build(ranges, isHTML: tree.isHTML, outer: tree.outerNamespaces)
            let bridge = DocumentBridge(memory, builder, hasLines: withLines)
            if element == nil, builder.mayHaveIDs || tree.isHTML, !bridge.addIDs(of: tree) { return nil }
            if isRevised, let node = unsafe element.flatMap({ unsafe bridge.node($0) }),
                unsafe !bridge.reviseAttributes(around: node)
            {
                return nil
            }
            #if DEBUG
                bridge.memory.protect(isWritable: false)
            #endif
            return bridge
        }
    }

    /// Copies a text, which stays in memory as long as the document.
    func keep(_ text: String) -> UnsafeMutablePointer<xmlChar> {
        let bytes = Array(text.utf8) + [0]
        let copy = UnsafeMutablePointer<xmlChar>.allocate(capacity: bytes.count)
        for (place, byte) in bytes.enumerated() { unsafe copy[place] = byte }
        unsafe extras.append(UnsafeMutableRawPointer(copy))
        return unsafe copy
    }

    /// The node of an element; the document for the entry 0.
    func node(_ entry: Int) -> xmlNodePtr? {
        if entry == 0 { return unsafe UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self) }
        var (low, high) = (0, unsafe nodes.count)
        while low < high {
            let middle = (low + high) / 2
            if unsafe Self.entry(nodes[middle]._private) < entry { low = middle + 1 } else { high = middle }
        }
        guard unsafe low < nodes.count, unsafe Self.entry(nodes[low]._private) == entry else { return nil }
        return unsafe nodes.baseAddress.map { unsafe $0 + low }
    }

    /// The node of an attribute.
    func attribute(_ entry: Int, of element: Int) -> xmlNodePtr? {
        var attribute = unsafe node(element)?.pointee.properties
        while let found = unsafe attribute, unsafe Self.entry(found.pointee._private) != entry {
            unsafe attribute = found.pointee.next
        }
        return unsafe attribute.map { unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: xmlNode.self) }
    }

    /// The entry that a node has in `_private`.
    static func entry(_ pointer: UnsafeMutableRawPointer?) -> Int { Int(bitPattern: pointer) }
}
