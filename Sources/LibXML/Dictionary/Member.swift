/// A member of a dictionary, or of a list in one: a part of the document.
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
    /// One run of text between child elements.
    case run(Range<Int>)
    /// A CDATA section with a key of its own.
    case cdata(Int)
    case comment(Int)
    /// The name of an element.
    case name(of: Int)
    /// An omitted element whose key still has a list.
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

    /// Whether rules about lists apply to the member: not to attributes and to members that the mapping adds.
    var mayBeListed: Bool {
        switch self {
        case .element, .nothing, .text, .run, .cdata, .comment: true
        case .attribute, .namespace, .attributes, .namespaces, .name: false
        }
    }

    /// The part of an element that the member is.
    var source: MadeDictionary.Source {
        switch self {
        case .element, .nothing: .element
        case .attribute: .attribute
        case .attributes: .attributes
        case .namespace: .namespace
        case .namespaces: .namespaces
        case .text, .run: .text
        case .cdata, .comment, .name: .other
        }
    }
}
