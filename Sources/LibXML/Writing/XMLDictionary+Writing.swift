// Dictionaries and values as XML.

extension XMLDictionary {
    /// Returns the dictionary as an XML document: the inverse of reading it.
    ///
    /// Reading the result gives an equal dictionary, as far as the mapping keeps what is needed: most conventions omit
    /// comments, and the order of children with different names.
    ///
    /// ```swift
    /// let order: XMLDictionary = ["order": ["@id": 7, "item": ["Tea", "Cups"]]]
    /// let text = try order.xmlString()
    /// // <?xml version="1.0" encoding="UTF-8"?>
    /// // <order id="7"><item>Tea</item><item>Cups</item></order>
    /// ```
    ///
    /// - Parameters:
    ///   - mapping: the meaning of keys. Nil is the mapping with which the dictionary was read; for a dictionary that
    ///     was created in code ``XMLMapping/xmltodict``.
    ///   - root: the name of an element around the dictionary. Needed for a mapping that omits the name of the root.
    ///   - options: the options for writing.
    /// - Throws: ``XMLError`` with the path of the value: for a key that is not a name in XML, a value that the mapping
    ///   cannot express, and a dictionary that is not one element.
    /// - Complexity: O(*n*) in the size of the dictionary.
    public func xmlString(
        mapping: XMLMapping? = nil, root: String? = nil, options: XMLWritingOptions = .init()
    ) throws(XMLError) -> String {
        try XMLValue(self).xmlString(mapping: mapping, root: root, options: options)
    }

    /// Returns the dictionary as an XML document in the encoding of the options: see
    /// ``xmlString(mapping:root:options:)``.
    public func xmlBytes(
        mapping: XMLMapping? = nil, root: String? = nil, options: XMLWritingOptions = .init()
    ) throws(XMLError) -> [UInt8] {
        try XMLValue(self).xmlBytes(mapping: mapping, root: root, options: options)
    }
}

extension XMLValue {
    /// Returns the value as an XML document: see ``XMLDictionary/xmlString(mapping:root:options:)``.
    ///
    /// - Parameter root: the name of an element around the value. Needed for a value that is not a dictionary.
    public func xmlString(
        mapping: XMLMapping? = nil, root: String? = nil, options: XMLWritingOptions = .init()
    ) throws(XMLError) -> String {
        String(decoding: options.withLineEnds(try markup(mapping, root, options)), as: UTF8.self)
    }

    /// Returns the value as an XML document in the encoding of the options: see
    /// ``XMLDictionary/xmlString(mapping:root:options:)``.
    public func xmlBytes(
        mapping: XMLMapping? = nil, root: String? = nil, options: XMLWritingOptions = .init()
    ) throws(XMLError) -> [UInt8] {
        let output = try MarkupOutput(options)
        return try output.converted(markup(mapping, root, options, output.encoding))
    }

    /// Returns the value as an XML document in UTF-8.
    ///
    /// - Parameter isExact: whether elements that are as they were read are written with all of their content.
    func markup(
        _ mapping: XMLMapping?, _ root: String?, _ options: XMLWritingOptions, _ encoding: OutputEncoding? = nil,
        isExact: Bool = false
    ) throws(XMLError) -> [UInt8] {
        var markup = MarkupWriter(try options.checked(), encoding: encoding)
        let mapping = mapping ?? self.mapping ?? .xmltodict
        var writer = DictionaryWriter(mapping, WrittenNames(mapping.names), isExact: isExact)
        try writer.document(self, root: root, to: &markup)
        try markup.finish()
        return markup.take()
    }
}

extension XMLWriter {
    /// Writes a member of a dictionary into the innermost element: a child element, or one for each value of a list; an
    /// attribute or text if the key means that.
    ///
    /// - Parameters:
    ///   - value: the value. Its dictionaries are the content of elements.
    ///   - key: the key, which is the name of an element unless the mapping gives it another meaning.
    ///   - mapping: the meaning of keys. Nil is the mapping with which the value was read, or ``XMLMapping/xmltodict``.
    /// - Throws: the errors of ``XMLDictionary/xmlString(mapping:root:options:)``; ``XMLError/Code/misplacedAttribute``
    ///   for an attribute after other content; the error of the sink.
    public func write(_ value: XMLValue, forKey key: String, mapping: XMLMapping? = nil) throws {
        try checked { (markup) throws(XMLError) in
            var writer = dictionaryWriter(mapping ?? value.mapping ?? .xmltodict)
            try writer.member(key, of: value, to: &markup)
        }
    }
}
