import CLibXML2
import CLibXML2Shims
import LibXML

extension DocumentBridge {
    /// Makes the elements known that the function `id` finds: those with `xml:id`, with an attribute that the internal
    /// subset declares as ID, and in HTML those with `id` (`xmlIsID`).
    func addIDs(of tree: XMLTree) {
        let type = tree.documentType
        let isDeclared = type?.internalSubset?.utf8.firstRange(of: "ID".utf8) != nil
        Libxml2.isolated {
            let declarations = unsafe isDeclared ? type.flatMap { unsafe Self.declarations($0) } : nil
            unsafe document.pointee.intSubset = declarations?.pointee.intSubset
            for index in unsafe nodes.indices where unsafe nodes[index].type == XML_ELEMENT_NODE {
                unsafe addIDs(nodes[index])
            }
            unsafe document.pointee.intSubset = nil
            unsafe xmlFreeDoc(declarations)
        }
    }

    private func addIDs(_ node: xmlNode) {
        var attribute = unsafe node.properties
        while let found = unsafe attribute {
            if unsafe xmlIsID(document, found.pointee.parent, found) == 1 {
                _ = unsafe xmlAddID(nil, document, found.pointee.children.pointee.content, found)
            }
            unsafe attribute = found.pointee.next
        }
    }

    /// The declarations of an internal subset, in a document of their own. Nothing is loaded.
    private static func declarations(_ type: XMLTree.DocumentType) -> xmlDocPtr? {
        let text = Array("<!DOCTYPE \(type.name) [\(type.internalSubset ?? "")]><\(type.name)/>".utf8CString)
        return unsafe text.withUnsafeBufferPointer { text in
            unsafe xmlReadMemory(text.baseAddress, Int32(clamping: text.count - 1), nil, "UTF-8", lx_safe_options())
        }
    }
}
