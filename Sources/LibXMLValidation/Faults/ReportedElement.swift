import LibXML

/// The element of an event.
struct ReportedElement {
    /// The name as written, and the namespace URI.
    var name = ""
    var uri: String?
    /// The names as written of its parent, of the element before it, and of the last one in it.
    var parent: String?
    var previous: String?
    var lastChild: String?
    /// The names from the root, with the numbers of those that are not the first.
    var path = ""
    /// Its attributes, and the local names of its children so far, as far as they are known.
    var attributes: [(name: String, value: String)] = []
    var children: [String] = []
    /// Whether these are all children so far.
    var hasAllChildren = true
    /// The beginning of its text, if that is known.
    var text = ""
}

/// The attribute of a report.
struct ReportedAttribute {
    /// The local name.
    var name: String
    var hasPrefix: Bool
}
