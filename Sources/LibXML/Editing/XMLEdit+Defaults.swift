// Attributes that the document type declares with default values (XML 1.0, section 3.3.2).

extension XMLEdit {
    /// Returns the edits, completed so that renamed elements keep their default attributes. These depend on the name,
    /// and are therefore written in the tag.
    ///
    /// - Throws: ``XMLError/Code/uneditable`` if an element would get an attribute or a namespace by default that it
    ///   did not have.
    func withDefaults() throws(XMLError) -> Self {
        guard let type = documentType else { return self }
        let changed = edited.tags.filter {
            $0.value.name != nil || !$0.value.removed.isEmpty || !$0.value.names.isEmpty
        }
        guard !changed.isEmpty else { return self }
        var edit = self
        let elements = changed.map(\.key).inOrder()
        for element in elements where edited.tags[element]?.name != nil { try edit.writeDefaults(of: element) }
        try edit.checkDefaults(of: elements, type)
        return edit
    }

    /// The document type declaration; nil if there is none, or if it declares nothing.
    var documentType: [UInt8]? {
        var children = tape.children(of: Tape.document)
        while let (index, head) = children.next(tape) {
            guard head.kind == .documentType else { continue }
            let type = tape.source.withText { $0.extracting(tape.sourceRange(index)).array }
            return type.contains(UInt8(ascii: "[")) ? type : nil
        }
        return nil
    }

    /// Writes the default attributes and namespaces of an element into its tag.
    private mutating func writeDefaults(of element: Int) throws(XMLError) {
        let places = places(of: element)
        var added: [EditedTag.Value] = []
        for declared in tape.namespaces(of: element) {
            if places.declaredPrefixes.contains(tape.string(declared.prefix) ?? "") { continue }
            let uri = tape.string(declared.uri) ?? ""
            let text = EditText.attribute(tape.declarationName(declared.prefix), uri)
            added.append(EditedTag.Value(value: uri, text: try withReferences(text), order: 0))
        }
        for attribute in tape.attributes(of: element) where tape.head(attribute).isDefaulted {
            let number = tape.nameNumber(attribute)
            let name = EditedTag.Name(written: tape.qualifiedName(number), expanded: tape.expandedName(number))
            let value = tape.dataString(attribute)
            guard edited.tags[element]?.used.insert(name.expanded).inserted == true else { continue }
            let text = try withReferences(EditText.attribute(name.written, value))
            added.append(EditedTag.Value(name: name, value: value, text: text, order: 0))
        }
        guard !added.isEmpty else { return }
        try checkRange(places.partsEnd..<places.partsEnd)
        edited.tags[element]?.added += added
    }

    /// Checks that all default attributes of elements are those that they had, or are written in their tags.
    private func checkDefaults(of elements: [Int], _ type: [UInt8]) throws(XMLError) {
        let names = Set(elements.map { finalName(of: $0) })
        let defaults = try defaults(of: names, type)
        for element in elements {
            guard let new = defaults[finalName(of: element)] else { continue }
            var known = writtenNames(of: element)
            if edited.tags[element]?.name == nil { known.formUnion(defaultNames(in: tape, of: element)) }
            for name in new.subtracting(known).inOrder().prefix(1) {
                let final = finalName(of: element).excerpt
                throw error(
                    .uneditable, "the document type gives “\(final)” the attribute “\(name.excerpt)” by default",
                    at: tape.sourceRange(element).lowerBound, help: "set the attribute instead")
            }
        }
    }

    private func finalName(of element: Int) -> String {
        edited.tags[element]?.name?.written ?? tape.qualifiedName(tape.nameNumber(element))
    }

    /// Returns the names of the attributes that are written in the tag of an element after the edits, and of the
    /// namespaces declared there.
    private func writtenNames(of element: Int) -> Set<String> {
        var names = Set(tape.namespaces(of: element).map { tape.declarationName($0.prefix) })
        let tag = edited.tags[element]
        for attribute in tape.attributes(of: element) where !tape.head(attribute).isDefaulted {
            let name = tape.qualifiedName(tape.nameNumber(attribute))
            if tag?.removed[name] == nil { names.insert(tag?.names[name]?.written ?? name) }
        }
        for attribute in tag?.added ?? [] { if let name = attribute.name { names.insert(name.written) } }
        for case (let prefix?, _) in tag?.declared ?? [] { names.insert("xmlns:\(prefix)") }
        return names
    }

    /// Returns the names of the attributes and declarations that elements have by default.
    private func defaults(of names: Set<String>, _ type: [UInt8]) throws(XMLError) -> [String: Set<String>] {
        // The namespaces have no effect on the names.
        let prefixes = type.contiguous.span.prefixes.union(
            names.compactMap { $0.contains(":") ? String($0.prefix { $0 != ":" }) : nil })
        let root = try EditText.markup { (markup) throws(XMLError) in
            try markup.startElement("_")
            for prefix in prefixes.inOrder() where prefix != "xml" { try markup.declare(prefix: prefix, uri: prefix) }
            for name in names.inOrder() {
                try markup.startElement(name)
                try markup.endElement()
            }
            try markup.endElement()
        }
        var options = tape.source.origin?.options ?? XMLParsingOptions()
        (options.encoding, options.recovery) = ("UTF-8", nil)
        let tree = try XMLTree(parsing: type + root, options: options)
        var defaults: [String: Set<String>] = [:]
        for element in tree.root.elements {
            defaults.set(element.qualifiedName, to: defaultNames(in: tree.tape, of: element.entry))
        }
        return defaults
    }

    private func defaultNames(in tape: Tape, of element: Int) -> Set<String> {
        var names: Set<String> = []
        for attribute in tape.attributes(of: element) where tape.head(attribute).isDefaulted {
            names.insert(tape.qualifiedName(tape.nameNumber(attribute)))
        }
        for declared in tape.namespaces(of: element) {
            names.insert(tape.declarationName(declared.prefix))
        }
        return names
    }
}

extension Tape {
    /// Returns the name of the attribute that declares a prefix.
    fileprivate func declarationName(_ prefix: Int) -> String {
        guard let prefix = string(prefix), !prefix.isEmpty else { return "xmlns" }
        return "xmlns:\(prefix)"
    }
}
