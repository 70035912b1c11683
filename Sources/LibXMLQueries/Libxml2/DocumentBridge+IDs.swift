import CLibXML2
import CLibXML2Shims
import LibXML

extension DocumentBridge {
    /// Registers the elements that the function `id` finds: those with `xml:id`, with an attribute that the internal
    /// subset declares as ID, and in HTML those with `id` and `a` with `name` (`xmlIsID`). Returns false if there is no
    /// memory.
    func addIDs(of tree: XMLTree) -> Bool {
        let type = tree.documentType
        let isDeclared = type?.internalSubset?.utf8.firstRange(of: "ID".utf8) != nil
        return Libxml2.isolated {
            let declarations = unsafe isDeclared ? type.flatMap { unsafe Self.declarations($0) } : nil
            // Recovery may have accepted a malformed subset, which declares nothing.
            if isDeclared, unsafe declarations == nil, !Self.isMalformed { return false }
            unsafe document.pointee.intSubset = declarations?.pointee.intSubset
            let isDone = unsafe nodes.indices.allSatisfy {
                unsafe nodes[$0].type != XML_ELEMENT_NODE || addIDs(nodes[$0])
            }
            unsafe document.pointee.intSubset = nil
            unsafe xmlFreeDoc(declarations)
            // Up to 2.12, a report may be the only effect of a failed allocation.
            return isDone && lx_lacks_memory() == 0
        }
    }

    private func addIDs(_ node: xmlNode) -> Bool {
        var attribute = unsafe node.properties
        while let found = unsafe attribute {
            if unsafe xmlIsID(document, found.pointee.parent, found) == 1 {
                let value = unsafe found.pointee.children.pointee.content
                // If several elements have the same ID, it belongs to the first; an empty value is not an ID.
                let isAdded = unsafe value?.pointee == 0 || xmlAddID(nil, document, value, found) != nil
                if unsafe !isAdded && xmlGetID(document, value) == nil { return false }
            }
            unsafe attribute = found.pointee.next
        }
        return true
    }

    /// The declarations of an internal subset, in a document of their own. Nothing is loaded. The name of an external
    /// subset allows references to entities that are not declared.
    private static func declarations(_ type: XMLTree.DocumentType) -> xmlDocPtr? {
        let text = Array("<!DOCTYPE \(type.name) SYSTEM '' [\(type.internalSubset ?? "")]><\(type.name)/>".utf8CString)
        xmlResetLastError()
        return unsafe text.withUnsafeBufferPointer { text in
            let count = Int32(clamping: text.count - 1)
            return unsafe xmlReadMemory(text.baseAddress, count, nil, "UTF-8", lx_declaration_options())
        }
    }

    /// Whether libxml2 has reported a fault of a document, rather than a failed allocation.
    private static var isMalformed: Bool {
        let code = unsafe xmlGetLastError().map { unsafe $0.pointee.code } ?? 0
        return code != 0 && code != Int32(XML_ERR_NO_MEMORY.rawValue)
    }
}
