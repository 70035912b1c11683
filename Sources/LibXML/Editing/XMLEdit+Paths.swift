// Edits at paths, which must match exactly one place.

extension XMLEdit {
    /// Sets the text of the element, or the value of the attribute, at a path that begins with the root element.
    ///
    /// The path must match one element or attribute. If it ends with the name of an attribute that does not exist, and
    /// leads to one element, the attribute is added.
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<project><version>1.0</version></project>"))
    /// try edit.setText(at: "project/version", to: "1.1")
    /// try edit.setText(at: "project/@id", to: "tea")
    /// let bytes = try edit.xmlBytes()  // <project id="tea"><version>1.1</version></project>
    /// ```
    ///
    /// - Throws: ``XMLError/Code/missingElement`` or ``XMLError/Code/missingAttribute``, as for
    ///   ``XMLTree/require(at:)``; ``XMLError/Code/ambiguousPath``, located at the first match, with a note at the
    ///   second; the errors of ``setText(of:to:)-(XMLTree.Element,_)`` and ``set(attribute:of:to:)-(String,_,_)``.
    /// - Complexity: O(*n*) in the size of the document.
    public mutating func setText(at path: XMLPath, to text: String) throws(XMLError) {
        switch try place(at: path) {
        case .element(let element): try setText(of: element, to: text)
        case .attribute(let attribute): try setText(of: attribute, to: text)
        case .newAttribute(let name, let element): try set(attribute: name, of: element, to: text)
        }
    }

    /// Removes the element or attribute at a path that begins with the root element.
    ///
    /// The path must match one element or attribute.
    ///
    /// - Throws: the errors of ``setText(at:to:)`` for the path, those of ``remove(_:)-(XMLTree.Element)`` and
    ///   ``remove(attribute:of:)-(String,_)``.
    /// - Complexity: O(*n*) in the size of the document.
    public mutating func remove(at path: XMLPath) throws(XMLError) {
        switch try place(at: path, canBeNew: false) {
        case .element(let element): try remove(element)
        case .attribute(let attribute): try remove(attribute)
        case .newAttribute(let name, let element): throw element.missing(attribute: NameTest(name))
        }
    }

    /// Removes all elements or attributes at a path that begins with the root element.
    ///
    /// An element inside another matching element is removed with it.
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<a><b/>x<b id='1'/></a>"))
    /// try edit.removeAll(at: "a/b")
    /// let bytes = try edit.xmlBytes()  // <a>x</a>
    /// ```
    ///
    /// - Returns: how many were removed.
    /// - Throws: ``XMLError/Code/missingElement`` or ``XMLError/Code/missingAttribute`` if nothing is at the path; the
    ///   errors of ``remove(_:)-(XMLTree.Element)`` and ``remove(attribute:of:)-(String,_)``.
    /// - Complexity: O(*n*) in the size of the document.
    @discardableResult
    public mutating func removeAll(at path: XMLPath) throws(XMLError) -> Int {
        var edit = self
        var count = 0
        if let last = path.steps.last, case .attribute = last.target {
            for attribute in tree.owners(at: path).flatMap({ $0.attributes(last) }) {
                try edit.remove(attribute)
                count += 1
            }
        } else {
            var end = 0
            for element in tree.elements(at: path) where element.entry >= end {
                try edit.remove(element)
                end = tape.end(element.entry)
                count += 1
            }
        }
        // This throws the error of the missing element or attribute.
        if count == 0 { try remove(at: path) }
        self = edit
        return count
    }

    /// Returns the element at a path that begins with the root element.
    ///
    /// The path must match exactly one element.
    ///
    /// - Throws: the errors of ``setText(at:to:)`` for the path; ``XMLError/Code/invalidPath``, located at the
    ///   attribute, for a path to an attribute.
    /// - Complexity: O(*n*) in the size of the document.
    public func element(at path: XMLPath) throws(XMLError) -> XMLTree.Element {
        let location: XMLLocation
        switch try place(at: path) {
        case .element(let element): return element
        case .attribute(let attribute): location = attribute.location
        case .newAttribute(_, let element): location = element.location
        }
        let fault = Fault.leadsToAttribute("\(path)")
        throw XMLError(fault.code, fault.message, at: location)
    }

    /// The element or attribute to which a path leads.
    @_spi(Command) public enum Place {
        /// An element.
        case element(XMLTree.Element)
        /// An attribute of an element.
        case attribute(XMLTree.Attribute)
        /// The name of an attribute that the element does not have.
        case newAttribute(String, XMLTree.Element)
    }

    /// Returns all places at a path that begins with the root element. Complexity: O(*n*) in the size of the document.
    ///
    /// - Parameter canBeNew: whether an attribute that does not exist has a place.
    /// - Throws: ``XMLError/Code/missingElement`` or ``XMLError/Code/missingAttribute`` if the path leads to nothing.
    @_spi(Command) public func places(at path: XMLPath, canBeNew: Bool = true) throws(XMLError) -> [Place] {
        guard let last = path.steps.last, case .attribute(let test) = last.target else {
            let elements = tree.elements(at: path)
            // Without elements, this throws the error of the missing element.
            return elements.isEmpty ? [try place(at: path)] : elements.map { .element($0) }
        }
        let isOneName =
            switch test {
            case .written, .expanded: !last.isDeep && last.predicates.isEmpty
            case .local, .any: false
            }
        let owners = tree.owners(at: path)
        let places = owners.flatMap { owner -> [Place] in
            let attributes = owner.attributes(last)
            if attributes.isEmpty, isOneName, canBeNew { return [.newAttribute(test.description, owner)] }
            return attributes.map { .attribute($0) }
        }
        if places.isEmpty, let owner = owners.first { throw owner.missing(attribute: test) }
        return places.isEmpty ? [try place(at: path)] : places
    }

    /// Returns the only place at a path that begins with the root element.
    ///
    /// - Parameter canBeNew: whether an attribute that does not exist has a place.
    /// - Throws: the errors of ``setText(at:to:)`` for the path.
    @_spi(Command) public func place(at path: XMLPath, canBeNew: Bool = true) throws(XMLError) -> Place {
        guard let last = path.steps.last, case .attribute(let test) = last.target else {
            let elements = tree.elements(at: path)
            guard let first = elements.first else { throw tree.top.missing(path) }
            if elements.count > 1 { throw ambiguous(path, elements.map(\.location)) }
            return .element(first)
        }
        let owners = tree.owners(at: path)
        let attributes = owners.flatMap { $0.attributes(last) }
        if attributes.count > 1 { throw ambiguous(path, attributes.prefix(2).map(\.location)) }
        if let attribute = attributes.first { return .attribute(attribute) }
        guard let element = owners.first else { throw tree.top.missing(path) }
        // An attribute at any depth has no place of its own.
        if last.isDeep || !canBeNew { throw element.missing(attribute: test) }
        if owners.count > 1 { throw ambiguous(path, owners.prefix(2).map(\.location)) }
        return .newAttribute(test.description, element)
    }

    private func ambiguous(_ path: XMLPath, _ locations: [XMLLocation]) -> XMLError {
        var error = tape.source.error(
            .ambiguousPath, "the path “\(path)” matches several places", at: locations[0],
            help: path.steps.contains(where: \.isDeep)
                ? "write the names from the root on, and an index, which counts from \(path.firstIndex), if one repeats"
                : "add an index, which counts from \(path.firstIndex)")
        error.diagnostic.note = XMLDiagnostic.Note(message: "the second match is here", location: locations[1])
        return XMLError(error.diagnostic)
    }
}
