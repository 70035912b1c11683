/// A violation of a schema, as the validating module describes it. The parser knows the place.
package struct ValidationFault: Sendable {
    /// The part of a document that violates the schema.
    package enum Culprit: Sendable {
        /// The start tag of the element.
        case startTag
        /// The end of the element.
        case end
        /// The text of the event; at the end of an element, all of its content.
        case text
        /// The text before the element of the event.
        case textBefore
        /// The text that begins at a place, in bytes from the start of the text of the document.
        case textAt(Int)
        /// An attribute of the element, or its value.
        case attribute(local: String, hasPrefix: Bool)
        case value(local: String, hasPrefix: Bool)
    }

    package var code: XMLError.Code
    package var message: String
    package var culprit: Culprit
    /// Where the start tag of the element begins, in bytes from the start of the text, if the element is not that of
    /// the event.
    package var element: Int?
    /// The path of the element, from the root.
    package var path: String?
    package var help: String?
    /// The place in the schema.
    package var note: XMLDiagnostic.Note?
    /// Whether any attribute of the element may be the reason, and the rest of the tag is not checked.
    package var isOfWholeTag = false
    package var libxml2Code: Int?
    package var libxml2Message: String?

    /// Whether it concerns something before the element of the event.
    package var isBeforeElement: Bool { if case .textBefore = culprit { true } else { false } }

    package init(_ code: XMLError.Code, _ message: String, _ culprit: Culprit = .startTag) {
        self.code = code
        self.message = message
        self.culprit = culprit
    }
}

extension ValidationFault {
    package static func undeclaredEntity(_ name: String) -> Self {
        Self(.undeclaredEntity, "the DTD does not declare the entity “\(name)”", .text)
    }
}
