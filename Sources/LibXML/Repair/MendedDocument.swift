/// What is known of the document that is being mended.
struct MendedDocument {
    /// What part of it comes next.
    enum Part { case beginning, prolog, content, epilog }

    /// Something that may be long, which is looked through up to its end.
    enum Construct {
        case comment(start: Position)
        case cdata(start: Position)
        /// Text of an element of HTML that holds no markup.
        case rawText
        /// Text outside of the root element, of which has been told.
        case extraText
    }

    var part = Part.beginning
    /// What comes next is inside of this.
    var construct: Construct?
    var isStandalone = false
    /// What its document type declares, if it has one.
    var declarations: DeclaredEntities?

    var hasRoot: Bool { part == .content || part == .epilog }
}
