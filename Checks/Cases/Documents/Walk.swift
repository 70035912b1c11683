package import LibXML

/// The nodes and events of a document, one step for each, in the same terms for a tree and a reader.
package struct Walk: Equatable {
    package struct Step: Hashable, CustomStringConvertible {
        package var what: String
        package var depth: Int
        package var name: String
        package var uri: String?
        package var value: String?
        package var attributes: [XMLReader.Attribute] = []
        package var isEmpty = false
        package var location: XMLLocation?

        package var description: String {
            let pairs = attributes.map { "\($0.qualifiedName)=\($0.value)@\($0.name)" }
            return
                "\(depth) \(what)\(isEmpty ? "/" : "") \(name) {\(uri ?? "")} \(value.map { "“\($0)”" } ?? "") \(pairs) \(location.map(\.description) ?? "") \(location?.byteOffset ?? -1)"
        }
    }

    package var steps: [Step] = []
    package var error: XMLError?

    package init() {}
}

extension Walk {
    /// Creates the walk that a reader should produce, from a tree.
    package init(_ tree: XMLTree) {
        for node in tree.children { add(node, depth: 0) }
    }

    /// Adds the steps of an element, and of its content.
    package mutating func add(_ element: XMLTree.Element) { add(element, depth: 0) }

    private mutating func add(_ element: XMLTree.Element, depth: Int) {
        var step = Step(
            what: "start", depth: depth + 1, name: element.qualifiedName, uri: element.namespaceURI,
            location: element.location)
        step.attributes = element.attributes.map { XMLReader.Attribute($0.name, prefix: $0.prefix, value: $0.value) }
        // For an element from an entity, the source is the reference.
        step.isEmpty = element.source.hasPrefix("<") && element.source.hasSuffix("/>")
        steps.append(step)
        for child in element.children { add(child, depth: depth + 1) }
        steps.append(Step(what: "end", depth: depth + 1, name: step.name, uri: step.uri))
    }

    private mutating func add(_ node: XMLTree.Node, depth: Int) {
        var step = Step(what: "", depth: depth, name: "", value: node.text, location: node.location)
        switch node.kind {
        case .element:
            if let element = node.element { add(element, depth: depth) }
            return
        case .text: step.what = (node.text ?? "").allSatisfy { " \t\n\r\r\n".contains($0) } ? "space" : "text"
        case .cdata: step.what = "cdata"
        case .comment: step.what = "comment"
        case .processingInstruction:
            step.what = "instruction"
            step.name = node.target ?? ""
        case .entityReference:
            step.what = "reference"
            step.name = String((node.text ?? "").dropFirst().dropLast())
        case .documentType: step.what = "doctype"
        }
        steps.append(step)
    }

    /// Creates the walk of a reader.
    package init(_ reader: consuming XMLReader, withLocations: Bool = true) {
        var reader = reader
        self.init(reading: &reader, withLocations: withLocations)
    }

    /// Creates the walk of a reader, whose diagnostics can be read afterwards.
    package init(reading reader: inout XMLReader, withLocations: Bool = true) {
        do throws(XMLError) {
            while let event = try reader.next() {
                var step = Step(
                    what: "", depth: reader.depth, name: reader.qualifiedName, uri: reader.namespaceURI,
                    value: reader.value,
                    location: withLocations ? reader.location : nil)
                switch event {
                case .startElement:
                    step.what = "start"
                    step.attributes = reader.attributes
                    step.isEmpty = reader.isEmptyElement
                case .endElement:
                    step.what = "end"
                    step.location = nil
                case .text: step.what = "text"
                case .whiteSpace: step.what = "space"
                case .cdata: step.what = "cdata"
                case .comment: step.what = "comment"
                case .processingInstruction: step.what = "instruction"
                case .entityReference: step.what = "reference"
                case .documentType:
                    step.what = "doctype"
                    step.name = ""
                }
                steps.append(step)
                if reader.isEmptyElement {
                    steps.append(Step(what: "end", depth: step.depth, name: step.name, uri: step.uri))
                }
            }
        } catch {
            self.error = error
        }
    }

    /// Describes the first difference between two walks; nil if they are equal.
    package func difference(to other: Walk) -> String? {
        if let index = zip(steps, other.steps).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "\(index): \(steps[index])\n   \(other.steps[index])"
        }
        if steps.count != other.steps.count { return "\(steps.count) steps, \(other.steps.count) steps" }
        return error.map { "\($0)" }
    }
}
