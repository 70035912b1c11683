extension XMLEdit {
    /// Sets the value of an attribute, or adds the attribute after the others if there is no such attribute.
    ///
    /// An existing value keeps its quotes. A new attribute is written as the others are: on a line of its own if they
    /// are, with their quotes, and with their space around `=`. `xmlns:p` declares a prefix that is not in scope, for
    /// names and markup that are written later in the element. Other namespace declarations cannot be edited, nor can
    /// this one be changed or removed.
    ///
    /// - Parameters:
    ///   - name: the name, as for ``XMLTree/Element/subscript(attribute:)-(String)``. `p:id` and `{uri}id` can also be
    ///     added if a prefix is declared in this scope; `*:id` must exist.
    ///   - element: an element of ``tree``.
    ///   - value: the new value. Its special characters are escaped.
    /// - Throws: ``XMLError/Code/uneditable``; ``XMLError/Code/invalidCharacter``; ``XMLError/Code/invalidName``,
    ///   ``XMLError/Code/undeclaredPrefix`` or ``XMLError/Code/invalidNamespaceDeclaration`` for a name that cannot be
    ///   added.
    /// - Complexity: O(*n*) in the length of the value; for the first edit of an element, also in that of its tags.
    public mutating func set(
        attribute name: String, of element: XMLTree.Element, to value: String
    ) throws(XMLError) {
        try check(element)
        if name.hasPrefix("xmlns:") { return try declare(String(name.dropFirst(6)), as: value, in: element.entry) }
        try set(NameTest(name), element, value)
    }

    /// Sets the value of the attribute with this expanded name, or adds it if there is no such attribute.
    ///
    /// - Throws: the same errors as for a name that is a string.
    public mutating func set(
        attribute name: XMLName, of element: XMLTree.Element, to value: String
    ) throws(XMLError) {
        try check(element)
        try set(.expanded(name), element, value)
    }

    /// Sets the value of an attribute.
    ///
    /// - Throws: the errors of ``set(attribute:of:to:)-(String,_,_)``.
    public mutating func setText(of attribute: XMLTree.Attribute, to value: String) throws(XMLError) {
        try check(attribute.tape, at: attribute.elementIndex)
        try check(attribute.element)
        try set(.written(attribute.qualifiedName), attribute.element, value)
    }

    /// Removes an attribute, with the white space before it.
    ///
    /// If the document type declares a default value for the attribute, the element would then have this value:
    /// ``xmlBytes()`` throws ``XMLError/Code/uneditable``.
    ///
    /// - Parameters:
    ///   - name: the name, as for ``XMLTree/Element/subscript(attribute:)-(String)``.
    ///   - element: an element of ``tree``.
    /// - Throws: ``XMLError/Code/missingAttribute``; ``XMLError/Code/uneditable``, also for a default value.
    public mutating func remove(attribute name: String, of element: XMLTree.Element) throws(XMLError) {
        try remove(NameTest(name), of: element)
    }

    /// Removes the attribute with this expanded name, with the white space before it.
    ///
    /// - Throws: the same errors as for a name that is a string.
    public mutating func remove(attribute name: XMLName, of element: XMLTree.Element) throws(XMLError) {
        try remove(.expanded(name), of: element)
    }

    private mutating func remove(_ name: NameTest, of element: XMLTree.Element) throws(XMLError) {
        try check(element)
        switch try place(name, of: element) {
        case .written(let name)?: try remove(name, of: element.entry)
        case .added(let index)?:
            if let name = edited.tags[element.entry]?.added.remove(at: index).name {
                edited.tags[element.entry]?.used.remove(name.expanded)
            }
        case nil: try remove(element.requireAttribute(name))
        }
    }

    /// Removes an attribute, with the white space before it.
    ///
    /// - Throws: the errors of ``remove(attribute:of:)-(String,_)``.
    public mutating func remove(_ attribute: XMLTree.Attribute) throws(XMLError) {
        let (name, _) = try place(of: attribute)
        try remove(name, of: attribute.elementIndex)
    }

    /// Changes the name of an attribute; its value stays.
    ///
    /// If the document type declares a default value for the old name, ``xmlBytes()`` throws
    /// ``XMLError/Code/uneditable``.
    ///
    /// - Parameters:
    ///   - attribute: an attribute of an element of ``tree``.
    ///   - name: the new name as it is written, with a prefix that is declared in this scope, or none.
    /// - Throws: ``XMLError/Code/duplicateAttribute``, and the errors of ``set(attribute:of:to:)-(String,_,_)``.
    public mutating func rename(_ attribute: XMLTree.Attribute, to name: String) throws(XMLError) {
        let (old, place) = try place(of: attribute)
        let element = attribute.elementIndex
        let new = try resolve(name, at: element, isAttribute: true)
        try checkRange(place.name)
        prepareTag(of: element)
        guard !isRemoved(old, of: element) else {
            throw overlap(at: place.name.lowerBound, with: place.name.lowerBound)
        }
        let current = edited.tags[element]?.names[old]?.expanded ?? attribute.name
        guard new.expanded == current || !isUsed(new.expanded, in: element) else {
            throw error(
                .duplicateAttribute, "the element already has an attribute “\(name.excerpt)”",
                at: place.name.lowerBound)
        }
        edited.tags[element]?.used.remove(current)
        edited.tags[element]?.used.insert(new.expanded)
        let order = nextOrder()
        edited.tags[element]?.names[old] =
            name == old ? nil : EditedTag.Name(written: name, expanded: new.expanded, order: order)
    }

    // MARK: Recording

    /// Makes room for the edits of a tag, which are changed in place. Copying them would take time in proportion to
    /// their number.
    mutating func prepareTag(of element: Int) {
        if edited.tags[element] == nil { edited.tags[element] = EditedTag(element, in: tape) }
    }

    private func isRemoved(_ name: String, of element: Int) -> Bool {
        edited.tags[element]?.removed[name] != nil
    }

    private func isUsed(_ name: XMLName, in element: Int) -> Bool {
        edited.tags[element]?.used.contains(name) ?? false
    }

    /// An attribute after the edits.
    private enum AttributePlace {
        /// An attribute of the document, by its name there.
        case written(String)
        /// An added attribute, by its index.
        case added(Int)
    }

    /// Returns the attribute that has a name after the edits. An attribute of the document is also found by its old
    /// name. Nil if no such attribute exists, or if it has a default value.
    private func place(_ test: NameTest, of element: XMLTree.Element) throws(XMLError) -> AttributePlace? {
        let written = element.attribute(test).flatMap { $0.isDefaulted ? nil : $0.qualifiedName }
        guard let tag = edited.tags[element.entry] else { return written.map { .written($0) } }
        if let written, tag.removed[written] == nil { return .written(written) }
        // A name that cannot be resolved does not belong to an added attribute.
        if let name = try? newName(test, of: element) {
            if let index = tag.addedIndex(name.expanded) { return .added(index) }
            if let old = tag.renamed(to: name.expanded) { return .written(old) }
        }
        return written.map { .written($0) }
    }

    /// Returns the name and the place of an attribute that is written in the document.
    private mutating func place(
        of attribute: XMLTree.Attribute
    ) throws(XMLError) -> (name: String, TagPlaces.Attribute) {
        try check(attribute.tape, at: attribute.elementIndex)
        try check(attribute.element)
        let name = attribute.qualifiedName
        guard !attribute.isDefaulted, let place = places(of: attribute.elementIndex).attributes[name] else {
            throw error(
                .uneditable, "the attribute “\(name)” is not written here, but has a default value",
                at: tape.sourceRange(attribute.elementIndex).lowerBound)
        }
        return (name, place)
    }

    private mutating func set(_ test: NameTest, _ element: XMLTree.Element, _ value: String) throws(XMLError) {
        let index = element.entry
        let existing = try place(test, of: element)
        if case .written(let name)? = existing { return try setValue(of: name, element, value) }
        let start = tape.sourceRange(index).lowerBound
        let name = try newName(test, of: element)
        try checkCharacters(of: value, at: start)
        let places = places(of: index)
        try checkRange(places.partsEnd..<places.partsEnd)
        let text = try withReferences(
            tape.source.withText { EditText.attribute(name.written, value, places.style, in: $0) })
        if case .added(let place)? = existing {
            let order = nextOrder()
            edited.tags[index]?.added[place] = EditedTag.Value(name: name, value: value, text: text, order: order)
            return
        }
        prepareTag(of: index)
        guard !isUsed(name.expanded, in: index) else {
            throw error(.duplicateAttribute, "the element already has an attribute “\(name.expanded)”", at: start)
        }
        edited.tags[index]?.used.insert(name.expanded)
        let order = nextOrder()
        edited.tags[index]?.added.append(EditedTag.Value(name: name, value: value, text: text, order: order))
    }

    /// Declares a prefix in an element, unless it is in scope.
    private mutating func declare(_ prefix: String, as uri: String, in element: Int) throws(XMLError) {
        let start = tape.sourceRange(element).lowerBound
        let name = "xmlns:" + prefix
        guard name.withUTF8Span({ $0.isQualifiedName }), try canRepresent(Array(name.utf8)) else {
            throw error(.invalidName, "“\(prefix.excerpt)” is not a valid prefix here", at: start)
        }
        if let fault = ReservedNamespaces.fault(inDeclarationOf: prefix, as: uri) {
            throw error(.invalidNamespaceDeclaration, fault, at: start)
        }
        if let known = namespace(of: prefix, at: element) {
            if known.hasSameBytes(as: uri) { return }
            throw error(
                .invalidNamespaceDeclaration, "the prefix “\(prefix.excerpt)” is declared for another namespace",
                at: start, help: "declare another prefix: a declaration cannot be changed")
        }
        guard tape.source.impliedDeclarations.isEmpty else {
            throw error(
                .uneditable, "the repair has declared prefixes, which may be those in this element", at: start,
                help: "edit the repaired document, tree.utf8Source")
        }
        try checkCharacters(of: uri, at: start)
        let places = places(of: element)
        try checkRange(places.partsEnd..<places.partsEnd)
        let text = try withReferences(tape.source.withText { EditText.attribute(name, uri, places.style, in: $0) })
        prepareTag(of: element)
        edited.tags[element]?.declared.append((prefix, uri))
        namespaces = [:]
        let order = nextOrder()
        edited.tags[element]?.added.append(EditedTag.Value(value: uri, text: text, order: order))
    }

    /// Sets the value of an attribute of the document, also if it was removed.
    private mutating func setValue(of name: String, _ element: XMLTree.Element, _ value: String) throws(XMLError) {
        let index = element.entry
        guard let place = places(of: index).attributes[name], let attribute = element.attribute(.written(name)) else {
            return
        }
        try checkCharacters(of: value, at: place.value.lowerBound)
        try checkRange(place.value)
        let text = try withReferences(EditText.value(value, quote: place.quote))
        prepareTag(of: index)
        if isRemoved(name, of: index) {
            guard !isUsed(attribute.name, in: index) else {
                throw error(
                    .duplicateAttribute, "the element already has an attribute “\(attribute.name)”",
                    at: place.name.lowerBound)
            }
            edited.tags[index]?.removed[name] = nil
            edited.tags[index]?.used.insert(attribute.name)
        }
        let order = nextOrder()
        edited.tags[index]?.values[name] = EditedTag.Value(value: value, text: text, order: order)
    }

    /// Removes an attribute of the document.
    private mutating func remove(_ name: String, of element: Int) throws(XMLError) {
        guard let place = places(of: element).attributes[name] else { return }
        try checkRange(place.before..<place.end)
        prepareTag(of: element)
        guard !isRemoved(name, of: element) else { return }
        let written = XMLTree.Element(tape: tape, entry: element).attribute(.written(name))?.name
        if let current = edited.tags[element]?.names[name]?.expanded ?? written {
            edited.tags[element]?.used.remove(current)
        }
        edited.tags[element]?.names[name] = nil
        edited.tags[element]?.values[name] = nil
        let order = nextOrder()
        edited.tags[element]?.removed[name] = order
    }

    // MARK: Names

    /// Returns the name of a new attribute.
    private func newName(_ test: NameTest, of element: XMLTree.Element) throws(XMLError) -> EditedTag.Name {
        switch test {
        case .written(let written): return try resolve(written, at: element.entry, isAttribute: true)
        case .expanded(let expanded): return try write(expanded, at: element.entry)
        case .local, .any:
            let start = tape.sourceRange(element.entry).lowerBound
            throw error(.invalidName, "“\(test)” is not the name of a new attribute", at: start)
        }
    }

    /// Returns the expanded name of a name as it is written at an element.
    func resolve(_ written: String, at element: Int, isAttribute: Bool) throws(XMLError) -> EditedTag.Name {
        let start = tape.sourceRange(element).lowerBound
        guard written.withUTF8Span({ $0.isQualifiedName }), try canRepresent(Array(written.utf8)) else {
            throw error(.invalidName, "“\(written.excerpt)” is not a valid name here", at: start)
        }
        guard written != "xmlns", !written.hasPrefix("xmlns:") else {
            throw error(
                .invalidNamespaceDeclaration, "namespace declarations cannot be edited", at: start,
                help: "declare a new prefix by set(attribute: \"xmlns:p\", of: element, to: uri)")
        }
        guard let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            let uri = isAttribute ? nil : tape.namespace(ofPrefix: nil, at: element)
            return EditedTag.Name(written: written, expanded: XMLName(written, namespaceURI: uri))
        }
        let prefix = String(written[..<colon])
        let local = String(written[colon...].dropFirst())
        guard let uri = prefix == "xml" ? ReservedNamespaces.xml : namespace(of: prefix, at: element) else {
            throw error(.undeclaredPrefix(prefix.excerpt).at(start))
        }
        return EditedTag.Name(written: written, expanded: XMLName(local, namespaceURI: uri))
    }

    /// The namespace of a prefix at an element, also by declarations that were added; nil for an undeclared prefix.
    private func namespace(of prefix: String, at element: Int) -> String? {
        if let uri = tape.namespace(ofPrefix: prefix, at: element), !uri.isEmpty { return uri }
        return addedDeclarations(at: element).first { $0.prefix.hasSameBytes(as: prefix) }?.uri
    }

    /// Returns the declarations that were added to an element or around it, and that no other one hides: the nearest of
    /// each prefix. Complexity: O(depth).
    func addedDeclarations(at element: Int) -> [(prefix: String, uri: String)] {
        var found: [(prefix: String, uri: String)] = []
        var ancestor = edited.tags.isEmpty ? nil : Optional(element)
        while let current = ancestor, current != Tape.document {
            for case (let prefix?, let uri) in edited.tags[current]?.declared ?? []
            where !found.contains(where: { $0.prefix.hasSameBytes(as: prefix) })
                && tape.namespace(ofPrefix: prefix, at: element)?.isEmpty != false
            {
                found.append((prefix, uri))
            }
            ancestor = tape.parent(ofElement: current)
        }
        return found
    }

    /// Returns an attribute name with a prefix that is declared at an element. Complexity: O(depth).
    private func write(_ name: XMLName, at element: Int) throws(XMLError) -> EditedTag.Name {
        guard let uri = name.namespaceURI else { return try resolve(name.localName, at: element, isAttribute: true) }
        if uri == ReservedNamespaces.xml { return try resolve("xml:" + name.localName, at: element, isAttribute: true) }
        var ancestor: Int? = element
        while let current = ancestor, current != Tape.document {
            for declared in tape.namespaces(of: current) where tape.names.table.isString(declared.uri, uri) {
                guard let prefix = tape.string(declared.prefix),
                    tape.namespace(ofPrefix: prefix, at: element)?.hasSameBytes(as: uri) == true
                else { continue }
                return try resolve("\(prefix):\(name.localName)", at: element, isAttribute: true)
            }
            ancestor = tape.parent(ofElement: current)
        }
        for (prefix, found) in addedDeclarations(at: element) where found.hasSameBytes(as: uri) {
            return try resolve("\(prefix):\(name.localName)", at: element, isAttribute: true)
        }
        throw error(
            .undeclaredPrefix, "no prefix is declared for the namespace “\(uri.excerpt)”",
            at: tape.sourceRange(element).lowerBound,
            help: "declare one first, by set(attribute: \"xmlns:p\", of: element, to: uri)")
    }
}
