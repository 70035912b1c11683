// Attributes of XML that child elements inherit.

extension XMLTree.Element {
    /// The base URI of this element: the values of `xml:base` of this element and of those around it, each resolved
    /// against the next outer one (XML Base, section 4; RFC 3986, section 5.2).
    ///
    /// It is relative to the location of the document if the outermost value is relative. Nil without such a value, or
    /// if one of them is not a URI reference. A detached element and a record do not know the elements around them.
    ///
    /// Complexity: O(*d*) in the depth of the element.
    public var baseURI: String? { URIReference.resolve(nil, at: self) }

    /// The language of this element, as in `en` or `pt-BR`: `xml:lang` of this element or of the nearest one around it
    /// that has it (XML 1.0, section 2.12); in HTML also `lang`.
    ///
    /// Nil without such an attribute, and if its value is empty, which means that the language is not known. A detached
    /// element and a record do not know the elements around them.
    ///
    /// Complexity: O(*d*) in the depth of the element.
    public var language: String? {
        var element: XMLTree.Element? = self
        while let current = element {
            let isHTML = current.tape.source.isHTML
            let language =
                current[attribute: XMLNamespace.xml["lang"]]
                ?? (isHTML ? current[attribute: "lang"] : nil)
            if let language { return language.isEmpty ? nil : language }
            element = current.parent
        }
        return nil
    }
}

extension URIReference {
    /// A reference of an element, resolved against the values of `xml:base` around it; without a reference, the base
    /// URI. Nil if one of them is not a URI reference.
    package static func resolve(_ reference: String?, at element: XMLTree.Element) -> String? {
        var result = reference
        var next: XMLTree.Element? = element
        while let current = next {
            if let base = current[attribute: XMLNamespace.xml["base"]] {
                // libxml2 ignores a base that is not a URI reference.
                guard resolve(base, "") != nil, let resolved = resolve(result ?? "", base) else { return nil }
                result = result == nil ? base : resolved
            }
            next = current.parent
        }
        return result
    }
}
