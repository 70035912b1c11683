/// An element, attribute or text that is encoded.
///
/// Nodes are kept until the whole value is encoded: what a start tag contains, and which element a path leads to, may
/// be known only after the content of other elements.
struct EncodedNode: BitwiseCopyable {
    enum Kind: UInt8 { case element, attribute, text, comment }

    enum State: UInt8 {
        /// Not in the document yet: the value may turn out to be a list, or nil.
        case pending
        case linked
        /// Replaced with the element whose number is in `firstChild`.
        case merged
    }

    var kind: Kind
    var state: State
    /// Whether a list is written as elements of this name, instead of one element that contains the list.
    var isRepeatable = false
    /// Whether a choice is written in place of the element.
    var isReplaceable = false
    /// Whether its attributes include namespace declarations.
    var hasDeclarations = false
    /// Whether its children are in the index of the document.
    var isIndexed = false
    /// Whether a path made it, and no value has been written to it.
    var isWrapper = false
    /// Whether a path that made it stands for its local name in every namespace.
    var isInAnyNamespace = false
    /// Whether a container with keys was made for the element.
    var hasKeys = false
    /// Whether a value reads all attributes and children, as a dictionary does.
    var isOpen = false
    /// Whether keys may share the names of its children.
    var isChecked = false
    /// Whether it is the text of a case of a choice.
    var isCase = false
    /// Whether it is an element of a list that may become a case by the key of its value.
    var isItem = false
    /// Whether a property is its text, which may be empty or only white space.
    var hasText = false
    /// The number of the name; 0 for a text, and for an element whose name is not known.
    var name: UInt32
    var parent: UInt32
    /// The number of the plan for its key; 0 if it has no key.
    var plan: UInt32
    /// The number of the plan for the key that is the text of the element; 0 if no key is.
    var textPlan: UInt32 = 0
    /// The index in a list, from 1; 0 for an element that is not in a list.
    var index: UInt32 = 0
    /// The numbers of other nodes; 0 if there is no such node.
    var next: UInt32 = 0
    var firstChild: UInt32 = 0
    var lastChild: UInt32 = 0
    var firstAttribute: UInt32 = 0
    var lastAttribute: UInt32 = 0
    var attributeCount: UInt32 = 0
    /// The text before all children, with references.
    var textStart = 0
    var textCount = 0

    init(_ kind: Kind, name: UInt32, parent: UInt32, plan: UInt32 = 0, state: State = .pending) {
        self.kind = kind
        self.name = name
        self.parent = parent
        self.plan = plan
        self.state = state
    }

    var text: Range<Int> { textStart..<textStart &+ textCount }
}

/// Where a value is encoded, in 8 bytes.
struct EncodingPosition: BitwiseCopyable {
    enum Kind: UInt8 {
        /// A node of its own.
        case value
        /// A word of an attribute or a text.
        case word
        /// The next child of an element, as a case of an ``XMLChoice``.
        case choice
    }

    var kind: Kind
    /// The scope of the keys in an element.
    var scope: UInt16 = 0
    var node: UInt32

    init(_ kind: Kind, _ node: UInt32, scope: UInt16 = 0) {
        self.kind = kind
        self.node = node
        self.scope = scope
    }
}
