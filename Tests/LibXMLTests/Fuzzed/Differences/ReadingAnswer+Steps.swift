@testable import LibXML

extension ReadingAnswer {
    /// Returns the steps that another way reports for the document of this tree.
    func steps(for way: ReadingWay) -> [Walk.Step] {
        switch way {
        case .handler, .handlerInPieces, .repairedHandler: stepsForHandler
        case .element, .root: steps(atDepth: 0)
        case .records: steps(atDepth: 1)
        default: steps
        }
    }

    /// A handler does not receive the document type, the expanded names of attributes, or the form of tags.
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

    /// Returns the steps of each element at a depth, as a separate document.
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
