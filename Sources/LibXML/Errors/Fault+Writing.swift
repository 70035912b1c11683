// Faults of what a program writes, encodes, decodes or edits. They have no offset unless the document has one.

extension Fault {
    static func characterNotAllowed(_ character: String) -> Self {
        Self(.invalidCharacter, "XML does not allow the character \(character)")
    }

    /// - Parameter kind: what has the name, with an article.
    static func invalidName(_ name: String, of kind: StaticString) -> Self {
        Self(.invalidName, "“\(name)” is not a valid name of \(kind)")
    }

    static func attributeAlreadyWritten(_ name: String) -> Self {
        Self(.duplicateAttribute, "the attribute “\(name)” was already written")
    }

    static func elementNotEnded(_ name: String) -> Self {
        Self(.unclosedElement, "the element “\(name)” was not ended")
    }

    static func unrepresentable(_ scalar: Unicode.Scalar, in encoding: String) -> Self {
        let message = "the encoding \(encoding) cannot represent “\(scalar)”, and a reference is not allowed here"
        return Self(.unrepresentableCharacter, message)
    }

    static func failedConversion(to encoding: String) -> Self {
        Self(.internalFailure, "conversion to \(encoding) failed")
    }

    static func leadsToAttribute(_ path: String) -> Self {
        Self(.invalidPath, "the path “\(path)” leads to an attribute")
    }

    /// - Parameter limit: the limit that values exceed; nil if it is the stack.
    static func valuesTooDeep(limit: Int?) -> Self {
        let excess = limit.map { "the limit of \($0)" } ?? "the stack of this thread allows"
        return Self(.tooDeep, "values nest deeper than \(excess)")
    }
}
