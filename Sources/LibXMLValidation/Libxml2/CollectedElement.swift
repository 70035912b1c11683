import CLibXML2

/// Describes elements that exist as nodes of libxml2.
enum CollectedElement {
    /// Describes an element inside of another one.
    ///
    /// - Parameter outer: what is known about `ancestor`.
    static func reported(
        _ node: xmlNodePtr, below ancestor: xmlNodePtr?, _ outer: ReportedElement
    ) -> ReportedElement {
        var steps: [String] = []
        var current: xmlNodePtr? = unsafe node
        while let element = unsafe current, unsafe element != ancestor, unsafe element.pointee.type == XML_ELEMENT_NODE
        {
            unsafe steps.append(step(element))
            unsafe current = unsafe element.pointee.parent
        }
        let parent = unsafe node.pointee.parent
        return unsafe ReportedElement(
            name: name(node), uri: node.pointee.ns?.pointee.href.map { unsafe String(cString: $0) },
            parent: parent.flatMap { unsafe $0.pointee.type == XML_ELEMENT_NODE ? unsafe name($0) : nil },
            previous: element(node.pointee.prev) { unsafe $0.pointee.prev }.map { unsafe name($0) },
            lastChild: element(node.pointee.last) { unsafe $0.pointee.prev }.map { unsafe name($0) },
            path: ([outer.path] + steps.reversed().suffix(100)).joined(separator: "/"))
    }

    /// Whether an element, or one inside of it, has attributes.
    static func hasAttributes(in element: xmlNodePtr) -> Bool {
        var next: xmlNodePtr? = unsafe element
        while let node = unsafe next {
            if unsafe node.pointee.type == XML_ELEMENT_NODE && node.pointee.properties != nil { return true }
            unsafe next = unsafe Self.next(after: node, in: element)
        }
        return false
    }

    /// Adds the names of the attributes and of the children of an element.
    static func addContent(of node: xmlNodePtr, to reported: inout ReportedElement) {
        var attribute = unsafe node.pointee.properties
        reported.attributes = []
        while let current = unsafe attribute {
            let name = unsafe current.pointee.name.map { unsafe String(cString: $0) } ?? ""
            let value = unsafe current.pointee.children?.pointee.content.map { unsafe String(cString: $0) } ?? ""
            reported.attributes.append((name, value))
            unsafe attribute = unsafe current.pointee.next
        }
        reported.text = unsafe text(of: node)
        var child = unsafe element(node.pointee.children) { unsafe $0.pointee.next }
        // The children of an element that was already passed to libxml2 have been removed.
        if unsafe child != nil { (reported.children, reported.hasAllChildren) = ([], true) }
        while let current = unsafe child, reported.children.count < 1_000 {
            unsafe reported.children.append(current.pointee.name.map { unsafe String(cString: $0) } ?? "")
            unsafe child = unsafe element(current.pointee.next) { unsafe $0.pointee.next }
        }
    }

    /// The first text of an element, up to 100 characters of it.
    private static func text(of node: xmlNodePtr) -> String {
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            if unsafe current.pointee.type == XML_TEXT_NODE, let content = unsafe current.pointee.content {
                let text = unsafe String(cString: content)
                return text.count > 100 ? text.prefix(100) + "…" : text
            }
            unsafe child = unsafe current.pointee.next
        }
        return ""
    }

    /// The node after another one in document order.
    static func next(after node: xmlNodePtr, in outermost: xmlNodePtr) -> xmlNodePtr? {
        if let child = unsafe node.pointee.children { return unsafe child }
        var current = unsafe node
        while unsafe current != outermost {
            if let next = unsafe current.pointee.next { return unsafe next }
            guard let parent = unsafe current.pointee.parent else { return nil }
            unsafe current = unsafe parent
        }
        return nil
    }

    /// The names of the elements between two elements, each after a slash, without their numbers.
    static func names(from ancestor: xmlNodePtr?, to node: xmlNodePtr) -> String {
        var names: [String] = []
        var current: xmlNodePtr? = unsafe node
        while let element = unsafe current, unsafe element != ancestor, unsafe element.pointee.type == XML_ELEMENT_NODE
        {
            unsafe names.append("/" + name(element))
            unsafe current = unsafe element.pointee.parent
        }
        return names.reversed().suffix(100).joined()
    }

    /// The node that a report concerns. In place of a text, libxml2 reports the element that contains it; in one that
    /// may contain only data, also if an element after the text is the fault.
    static func culprit(_ node: xmlNodePtr, _ report: ValidatorReport) -> xmlNodePtr {
        guard let name = unsafe node.pointee.name, let container = report.first,
            unsafe xmlStrEqual(name, container) == 1
        else { return unsafe node }
        let isText = report.code == RelaxNGCode.extraContent && report.second == "text"
        guard isText || RelaxNGCode.elementInData.contains(report.code) else { return unsafe node }
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            if unsafe isText
                ? current.pointee.type == XML_TEXT_NODE && xmlIsBlankNode(current) == 0
                : current.pointee.type == XML_ELEMENT_NODE
            {
                return unsafe current
            }
            unsafe child = current.pointee.next
        }
        return unsafe node
    }

    private static func element(_ node: xmlNodePtr?, _ next: (xmlNodePtr) -> xmlNodePtr?) -> xmlNodePtr? {
        var node = unsafe node
        while let current = unsafe node, unsafe current.pointee.type != XML_ELEMENT_NODE {
            unsafe node = unsafe next(current)
        }
        return unsafe node
    }

    private static func name(_ node: xmlNodePtr) -> String {
        let local = unsafe node.pointee.name.map { unsafe String(cString: $0) } ?? ""
        guard let prefix = unsafe node.pointee.ns?.pointee.prefix else { return local }
        return unsafe String(cString: prefix) + ":" + local
    }

    /// The name of an element, with its number among those of this name if it is not the first.
    private static func step(_ node: xmlNodePtr) -> String {
        let name = unsafe name(node)
        var number = 1
        var previous = unsafe element(node.pointee.prev) { unsafe $0.pointee.prev }
        while let current = unsafe previous {
            // The parser has one pointer for each name.
            if unsafe current.pointee.name == node.pointee.name,
                unsafe current.pointee.ns?.pointee.prefix == node.pointee.ns?.pointee.prefix
            {
                number += 1
            }
            unsafe previous = unsafe element(current.pointee.prev) { unsafe $0.pointee.prev }
        }
        return number > 1 ? "\(name)[\(number)]" : name
    }
}
