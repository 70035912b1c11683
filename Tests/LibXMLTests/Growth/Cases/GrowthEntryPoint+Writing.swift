import LibXML

extension GrowthEntryPoint {
    static let writing: [Self] = [
        Self("xml-bytes", [.wellFormed]) { input in
            _ = try input.tree().xmlBytes(XMLWritingOptions(declaration: .always))
        },
        Self("xml-bytes-latin", [.wellFormed], divisor: 2) { input in
            _ = try input.tree().xmlBytes(XMLWritingOptions(encoding: "ISO-8859-1", attributeOrder: .sorted))
        },
        Self("xml-minified", [.wellFormed]) { input in
            _ = try input.tree().xmlString(XMLWritingOptions(whiteSpace: .minified))
        },
        Self("xml-indented", [.wellFormed]) { input in
            // The indentation of nested elements grows with the square of their depth.
            let unit = input.isDeep ? "" : " "
            _ = try input.tree().xmlString(XMLWritingOptions(whiteSpace: .indented(by: unit)))
        },
        Self("written-dictionary", [.wellFormed], divisor: 2) { input in
            _ = try XMLDictionary(input.tree()).xmlBytes()
        },
        Self("written-objc-dictionary", [.wellFormed], divisor: 2) { input in
            _ = try XMLDictionary(input.tree(), mapping: .objcXMLDictionary).xmlBytes()
        },
        Self("copied-events", [.wellFormed], divisor: 2) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            let writer = try XMLWriter(options: .init(whiteSpace: .minified)) { _ in }
            while try reader.next() != nil { try writer.write(reader) }
            try writer.finish()
        },
        Self("written-names", [.wellFormed], divisor: 2) { input in
            // Each name is expanded, and its namespace looked up again.
            let writer = try XMLWriter()
            try write(input.tree().root, writer)
        },
    ]

    private static func write(_ root: XMLTree.Element, _ writer: XMLWriter) throws {
        try writer.startElement("root")
        for element in root.descendants {
            try writer.element(element.name) {
                for attribute in element.attributes { try writer.attribute(attribute.name, attribute.value) }
            }
        }
        try writer.endElement()
        try writer.finish()
    }
}
