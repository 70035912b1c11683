extension XMLWriter {
    /// Writes an element with the content that `content` writes.
    ///
    /// If `content` throws, the elements that it has begun are ended, and the error is rethrown.
    ///
    /// - Parameters:
    ///   - name: the name as it is written.
    ///   - attributes: the attributes, by their names as they are written.
    ///   - content: writes the content of the element. It may also begin by writing further attributes.
    /// - Throws: ``XMLError`` if XML does not allow a name, value or its place; the errors of `content` and of the
    ///   sink.
    public func element<Result>(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], content: () throws -> Result
    ) throws -> Result {
        try startElement(name, attributes)
        return try end(content)
    }

    /// Writes an element with the content that `content` writes. The namespace is declared if it has no prefix in
    /// scope.
    public func element<Result>(
        _ name: XMLName, _ attributes: KeyValuePairs<String, String> = [:], content: () throws -> Result
    ) throws -> Result {
        try startElement(name, attributes)
        return try end(content)
    }

    /// Writes an element that contains only text; an empty element for nil.
    public func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil
    ) throws {
        try undoing { (markup) throws(XMLError) in
            try markup.startElement(name)
            try markup.addLeaf(attributes, text)
        }
    }

    /// Writes an element that contains only text; an empty element for nil. The namespace is declared if it has no
    /// prefix in scope.
    public func element(
        _ name: XMLName, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil
    ) throws {
        try undoing { (markup) throws(XMLError) in
            try markup.startElement(name)
            try markup.addLeaf(attributes, text)
        }
    }

    /// Writes a start tag, which remains open for ``attribute(_:_:)-(String,_)`` until something else is written.
    public func startElement(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) throws {
        try start(attributes) { (markup) throws(XMLError) in try markup.startElement(name) }
    }

    /// Writes a start tag, which remains open for ``attribute(_:_:)-(XMLName,_)`` until something else is written.
    public func startElement(_ name: XMLName, _ attributes: KeyValuePairs<String, String> = [:]) throws {
        try start(attributes) { (markup) throws(XMLError) in try markup.startElement(name) }
    }

    // MARK: Attributes by expanded name

    /// Writes an element with the content that `content` writes, and with attributes by their expanded names.
    ///
    /// ```swift
    /// let xsi: XMLNamespace = "http://www.w3.org/2001/XMLSchema-instance"
    /// try writer.element("item", [xsi["type"]: "Book"]) { try writer.element("title", text: "Tea") }
    /// ```
    ///
    /// The namespaces are declared if they have no prefix in scope. An attribute without a namespace is
    /// `XMLName("id")`.
    ///
    /// - Throws: ``XMLError`` if XML does not allow a name, value or its place; the errors of `content` and of the
    ///   sink.
    @_disfavoredOverload
    public func element<Result>(
        _ name: String, _ attributes: KeyValuePairs<XMLName, String>, content: () throws -> Result
    ) throws -> Result {
        try startElement(name, attributes)
        return try end(content)
    }

    /// Writes an element with the content that `content` writes, and with attributes by their expanded names.
    @_disfavoredOverload
    public func element<Result>(
        _ name: XMLName, _ attributes: KeyValuePairs<XMLName, String>, content: () throws -> Result
    ) throws -> Result {
        try startElement(name, attributes)
        return try end(content)
    }

    /// Writes an element that contains only text, with attributes by their expanded names; an empty element for nil.
    @_disfavoredOverload
    public func element(_ name: String, _ attributes: KeyValuePairs<XMLName, String>, text: String? = nil) throws {
        try undoing { (markup) throws(XMLError) in
            try markup.startElement(name)
            try markup.addLeaf(attributes, text)
        }
    }

    /// Writes an element that contains only text, with attributes by their expanded names; an empty element for nil.
    @_disfavoredOverload
    public func element(_ name: XMLName, _ attributes: KeyValuePairs<XMLName, String>, text: String? = nil) throws {
        try undoing { (markup) throws(XMLError) in
            try markup.startElement(name)
            try markup.addLeaf(attributes, text)
        }
    }

    /// Writes a start tag with attributes by their expanded names, which remains open until something else is written.
    @_disfavoredOverload
    public func startElement(_ name: String, _ attributes: KeyValuePairs<XMLName, String>) throws {
        try undoing { (markup) throws(XMLError) in
            try markup.startElement(name)
            try markup.add(attributes)
        }
    }

    /// Writes a start tag with attributes by their expanded names, which remains open until something else is written.
    @_disfavoredOverload
    public func startElement(_ name: XMLName, _ attributes: KeyValuePairs<XMLName, String>) throws {
        try undoing { (markup) throws(XMLError) in
            try markup.startElement(name)
            try markup.add(attributes)
        }
    }

    // MARK: Ends

    /// Writes the end of the innermost open element.
    ///
    /// - Throws: ``XMLError/Code/mismatchedEndTag`` if no element is open.
    public func endElement() throws {
        try checked { (markup) throws(XMLError) in try markup.endElement() }
    }

    private func start(
        _ attributes: KeyValuePairs<String, String>, _ start: (inout MarkupWriter) throws(XMLError) -> Void
    ) throws {
        try undoing { (markup) throws(XMLError) in
            try start(&markup)
            try markup.add(attributes)
        }
    }

    /// Ends the innermost element after `content`, which must leave it open.
    private func end<Result>(_ content: () throws -> Result) throws -> Result {
        let depth = cell.modify { $0.open.count }
        let result: Result
        do {
            result = try content()
        } catch {
            try? close(to: depth - 1)
            throw error
        }
        let count = cell.modify { $0.open.count }
        guard count == depth else {
            let name = cell.modify { $0.openElementNames.last } ?? ""
            let isOpen = count > depth
            try? close(to: depth - 1)
            throw isOpen
                ? XMLError(.elementNotEnded(name.excerpt)) : XMLError(.mismatchedEndTag, "an element was ended twice")
        }
        do {
            try endElement()
        } catch {
            try? close(to: depth - 1)
            throw error
        }
        return result
    }

    /// Ends elements until `depth` elements are open. An element whose start tag is not valid is removed.
    private func close(to depth: Int) throws {
        while cell.modify({ $0.open.count }) > depth {
            do {
                try endElement()
            } catch {
                guard cell.modify({ $0.removeOpenTag() }) else { throw error }
            }
        }
    }
}

extension MarkupWriter {
    fileprivate mutating func add(_ attributes: KeyValuePairs<String, String>) throws(XMLError) {
        for (name, value) in attributes { try addAttribute(name, value) }
    }

    fileprivate mutating func add(_ attributes: KeyValuePairs<XMLName, String>) throws(XMLError) {
        for (name, value) in attributes { try addAttribute(name, value) }
    }

    /// Writes an attribute. Its errors have the path with its name.
    mutating func addAttribute(_ name: String, _ value: String) throws(XMLError) {
        do throws(XMLError) {
            try attribute(name, value)
        } catch {
            throw located(error, attribute: name)
        }
    }

    /// Writes an attribute by its expanded name. Its errors have the path with that name.
    mutating func addAttribute(_ name: XMLName, _ value: String) throws(XMLError) {
        do throws(XMLError) {
            try attribute(name, value)
        } catch {
            throw located(error, attribute: name.localName)
        }
    }

    fileprivate mutating func addLeaf(_ attributes: KeyValuePairs<XMLName, String>, _ text: String?) throws(XMLError) {
        try add(attributes)
        if let text, !text.isEmpty { try self.text(text) }
        try endElement()
    }

    /// Writes the rest of an element that contains only text.
    fileprivate mutating func addLeaf(_ attributes: KeyValuePairs<String, String>, _ text: String?) throws(XMLError) {
        try add(attributes)
        if let text, !text.isEmpty { try self.text(text) }
        try endElement()
    }
}
