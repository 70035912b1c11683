@_spi(Checks) import LibXML

// Whole documents, parsed strictly and by libxml2's own recovery.

extension FuzzedInput {
    func runStrict() throws {
        var options = options
        options.encoding = choice(0..<2, of: [nil, nil, "ISO-8859-1", "UTF-16"])
        options.unresolvedEntities = chooses(2) ? .error : .keep
        let result = Result { () throws(XMLError) in try XMLTree(parsing: document, options: options) }
        // libxml2's push parser does not parse fewer than four bytes.
        for engine in XMLParsingOptions.Engine.allCases where document.count >= 4 {
            options.engine = engine
            let other = Result { () throws(XMLError) in try XMLTree(parsing: document, options: options) }
            // The push engine reports few faults in declarations.
            let isSame =
                other.error?.code == .malformedDocumentType && result.error != nil
                || other.error?.kindAndPlace == result.error?.kindAndPlace
            try expect(
                isSame,
                "\(engine): \(other.error?.kindAndPlace ?? "no error"), \(result.error?.kindAndPlace ?? "no error")")
            if let tree = try? result.get(), let other = try? other.get() {
                try expect(other.outline == tree.outline, "\(engine): \(other.outline)\n\(tree.outline)")
            }
        }
        guard let tree = try? result.get() else { return }
        try check(tree)
        let mapping = choice(
            3..<6, of: [XMLMapping.xmltodict, .objcXMLDictionary, .objcXMLReader, .badgerFish, .parker])
        try check(XMLDictionary(tree, mapping: mapping))
        let value = XMLValue(tree, mapping: mapping)
        try expect(value.detached() == value, "a detached value differs")
        #if Foundation
            _ = try value.anyValue()
        #endif
        if options.encoding == nil, let text {
            // A text has no encoding, even if its declaration names one.
            let same = try? XMLTree(parsing: text, options: options)
            try expect(
                same?.root.hasSameContent(as: tree.root) == true || tree.declaration?.encoding != nil,
                "the text has another tree")
        }
    }

    func runLibXML2Recovery() throws {
        var options = options
        options.encoding = choice(0..<2, of: [nil, nil, "ISO-8859-1", "UTF-16"])
        let strict = try? XMLTree(parsing: document, options: options)
        guard let recovered = try? XMLTree(parsing: document, options: options.recovering(.libxml2)) else {
            try expect(strict == nil, "a well-formed document cannot be recovered")
            return
        }
        try checkInvariants(recovered.root)
        _ = recovered.outline
        _ = XMLDictionary(recovered).json()
        for diagnostic in recovered.diagnostics { _ = diagnostic.description }
        // libxml2's recovery reads fewer parts of a document type.
        guard let strict, strict.documentType == nil else { return }
        try expect(
            recovered.root.hasSameContent(as: strict.root), "\(recovered.outline)\n\(strict.outline)")
    }

    /// Checks the properties that every tree must have.
    func check(_ tree: XMLTree) throws(BrokenProperty) {
        try checkInvariants(tree.root)
        _ = tree.json(pretty: true)
        try expect(tree.root.detached().hasSameContent(as: tree.root), "a detached element differs")
        var count = 0
        for element in tree.descendants {
            count += 1
            let range = element.sourceRange
            try expect(range.lowerBound >= 0 && range.upperBound <= document.count, "\(range) is outside of the input")
            _ = element.text
            _ = element.location
            for attribute in element.attributes { _ = (attribute.value, attribute.location) }
            guard count <= 50 else { continue }
            _ = element.source
            for node in element.children { _ = (node.text, node.location, node.sourceRange) }
        }
        for diagnostic in tree.diagnostics { _ = diagnostic.description }
    }

    /// Checks the properties that every dictionary must have.
    private func check(_ dictionary: XMLDictionary) throws {
        try expect(dictionary.detached() == dictionary, "a detached dictionary differs")
        #if Foundation
            _ = try dictionary.anyDictionary()
            _ = try dictionary.sendableDictionary()
        #endif
        _ = dictionary.json(pretty: chooses(6))
    }
}
