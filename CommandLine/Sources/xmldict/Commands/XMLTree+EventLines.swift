import LibXML

extension XMLTree {
    /// Calls `body` with a line for each event of the pull reader for the document. Does not recurse.
    func forEachEventLine(_ body: (EventLine) -> Void) {
        let documentType = documentType?.name ?? ""
        // The remaining nodes of the document and of each open element.
        var open: [(element: Element?, rest: Nodes.Iterator)] = [(nil, children.makeIterator())]
        while let last = open.indices.last {
            guard let node = open[last].rest.next() else {
                if let element = open[last].element { body(EventLine(endOf: element, depth: last - 1)) }
                open.removeLast()
                continue
            }
            body(EventLine(node, depth: last, documentType: documentType))
            if let element = node.element, !element.children.isEmpty {
                open.append((element, element.children.makeIterator()))
            }
        }
    }
}

extension EventLine {
    fileprivate init(endOf element: XMLTree.Element, depth: Int) {
        self.init(event: .endElement, depth: depth, name: element.qualifiedName, isEmpty: false, value: nil)
    }

    /// - Parameter documentType: the name that the document type declares.
    fileprivate init(_ node: XMLTree.Node, depth: Int, documentType: String) {
        let value = node.text
        let (event, name): (XMLReader.Event, String) =
            switch node.kind {
            case .element: (.startElement, node.element?.qualifiedName ?? "")
            case .text: (value?.isWhiteSpace == true ? .whiteSpace : .text, "")
            case .cdata: (.cdata, "")
            case .comment: (.comment, "")
            case .processingInstruction: (.processingInstruction, node.target ?? "")
            // The source is `&name;`.
            case .entityReference: (.entityReference, String((value ?? "").dropFirst().dropLast()))
            case .documentType: (.documentType, documentType)
            }
        self.init(
            event: event, depth: depth, name: name, isEmpty: node.element?.children.isEmpty ?? false, value: value)
    }
}

extension String {
    /// Whether it contains only XML white space.
    fileprivate var isWhiteSpace: Bool { utf8.allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) } }
}
