import LibXML

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

    /// A handler receives no document type, and not how tags are written.
    private var stepsForHandler: [Walk.Step] {
        steps.filter { $0.what != "doctype" }.map { step in
            var step = step
            step.isEmpty = false
            return step
        }
    }

    /// Returns the steps of each element at a depth, as a separate document.
    private func steps(atDepth depth: Int) -> [Walk.Step] {
        var found: [Walk.Step] = []
        var isInside = false
        for step in steps {
            if step.what == "start", step.depth == depth + 1 { isInside = true }
            if isInside {
                var inner = step
                inner.depth -= depth
                found.append(inner)
            }
            if step.what == "end", step.depth == depth + 1 { isInside = false }
        }
        return found
    }
}
