/// The state of the document that is being repaired.
struct RepairedDocument {
    /// The part of the document that comes next.
    enum Part {
        case beginning, prolog, content, epilog
        /// The inside of a construct that may be long, up to its closing mark.
        case comment, cdata
        /// Text of an HTML element that contains no markup.
        case rawText
        /// Text outside of the root element that has been reported.
        case extraText
    }

    var part = Part.beginning
    /// The part that continues after a construct that may be long.
    private var outerPart = Part.beginning
    /// Where the comment or CDATA section begins.
    private(set) var sectionStart = Position(offset: 0, line: 1, column: 1)
    var isStandalone = false
    /// The declarations of its document type, if it has one.
    var declarations: Declarations?

    var hasRoot: Bool {
        switch part {
        case .beginning, .prolog: false
        case .content, .epilog: true
        case .comment, .cdata, .rawText, .extraText: outerPart == .content || outerPart == .epilog
        }
    }

    /// Begins a construct that may be long.
    mutating func enter(_ inner: Part, at start: Position) { (outerPart, part, sectionStart) = (part, inner, start) }

    /// Ends that construct.
    mutating func leave() { part = outerPart }
}
