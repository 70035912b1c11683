@testable import LibXML

extension ReadingAnswer {
    /// What another way delivers of a document of which this is the tree.
    func steps(for way: ReadingWay) -> [Walk.Step] {
        switch way {
        case .handler, .handlerInPieces, .repairedHandler: stepsForHandler
        case .element, .root: steps(atDepth: 0)
        case .records: steps(atDepth: 1)
        default: steps
        }
    }

    /// A handler receives no document type, attributes without their expanded names, and not how tags are written.
    private var stepsForHandler: [Walk.Step] {
        steps.filter { $0.what != "doctype" }.map { step in
            var step = step
            step.isEmpty = false
            step.attributes = step.attributes.map {
                XMLReader.Attribute(qualifiedName: $0.qualifiedName, name: XMLName(""), value: $0.value)
            }
            return step
        }
    }

    /// Each element at a depth, as a document of its own.
    private func steps(atDepth depth: Int) -> [Walk.Step] {
        var found: [Walk.Step] = []
        var isInside = false
        for step in steps {
            if step.what == "start", step.depth == depth { isInside = true }
            if isInside {
                var inner = step
                inner.depth -= depth
                found.append(inner)
            }
            if step.what == "end", step.depth == depth { isInside = false }
        }
        return found
    }
}
