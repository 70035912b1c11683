/// What stands in a dictionary, or in a list of one: a part of the document.
enum Member: Sendable {
    case element(Int)
    case attribute(Int, of: Int)
    /// A namespace declaration.
    case namespace(Int)
    /// All attributes of an element, as a dictionary.
    case attributes(of: Int)
    /// All namespace declarations of an element, as a dictionary.
    case namespaces(of: Int)
    /// All text of an element.
    case text(of: Int)
    /// One run of text that children divide.
    case run(Range<Int>)
    /// A CDATA section that stands for itself.
    case cdata(Int)
    case comment(Int)
    /// The name of an element.
    case name(of: Int)
    /// An element that was left out, but of whose list something remains.
    case nothing

    var isElement: Bool {
        switch self {
        case .element, .nothing: true
        default: false
        }
    }

    var isNothing: Bool {
        if case .nothing = self { true } else { false }
    }

    /// Whether rules about lists apply: attributes, and what a mapping adds, are what they are.
    var mayBeListed: Bool {
        switch self {
        case .element, .nothing, .text, .run, .cdata, .comment: true
        case .attribute, .namespace, .attributes, .namespaces, .name: false
        }
    }
}
