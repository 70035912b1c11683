import LibXML

/// Phrases of messages for all schema languages.
enum Wording {
    /// `a, b or c`.
    static func list(_ items: [String], _ conjunction: String = "or") -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// `<a>, <b> or <c>`.
    static func elements(_ names: [String], _ conjunction: String = "or") -> String {
        list(names.map { "<\($0)>" }, conjunction)
    }

    /// `“a”, “b” or “c”`, of the first ten values.
    static func values(_ values: [String]) -> String {
        list(values.prefix(10).map { "“\($0)”" } + (values.count > 10 ? ["…"] : []))
    }

    static func listsTwice(_ child: String, in element: String) -> String {
        "the content of <\(element)> lists <\(child)> twice"
    }

    static func undeclaredNotation(_ name: String) -> String { "the notation “\(name)” is not declared" }

    /// The part of a name after its prefix.
    static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }
}

extension ValidationFault {
    /// An element was not validated because of content that is not known.
    static func unread(_ element: ReportedElement) -> Self {
        var fault = Self(
            .validationStopped,
            "<\(element.name)> and what follows it were not validated: an entity beside or inside of it is not read",
            .startTag)
        fault.help = "declare the entity in the document, or remove the reference to it"
        return fault
    }
}
