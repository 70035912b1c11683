import LibXML

extension GrowthEntryPoint {
    static let writing: [Self] =
        [
            Self("xml-bytes", [.wellFormed]) { input in
                _ = try input.tree().xmlBytes(options: XMLWritingOptions(declaration: .always))
            },
            Self("xml-bytes-latin", [.wellFormed], divisor: 2) { input in
                _ = try input.tree().xmlBytes(
                    options: XMLWritingOptions(encoding: "ISO-8859-1", attributeOrder: .sorted))
            },
            Self("xml-minified", [.wellFormed]) { input in
                _ = try input.tree().xmlString(options: XMLWritingOptions(whiteSpace: .minified))
            },
            Self("xml-indented", [.wellFormed]) { input in
                // The indentation of nested elements grows with the square of their depth.
                let unit = input.isDeep ? "" : " "
                _ = try input.tree().xmlString(options: XMLWritingOptions(whiteSpace: .indented(by: unit)))
            },
            Self("html-bytes", [.wellFormed], divisor: 2) { input in
                // Comments and names that HTML does not allow end the output early.
                let tree = try input.tree()
                _ = try? tree.htmlBytes()
                for element in tree.root.elements { _ = try? element.htmlString() }
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
            Self("written-under-many-prefixes", [.wellFormed], divisor: 2) { input in
                // The options name as many prefixes as there are elements, some of which each element uses.
                let count = input.bytes.count / 16
                let prefixes = Dictionary(uniqueKeysWithValues: (0..<count).map { ("u\($0)", "p\($0)") })
                let writer = try XMLWriter(options: .init(prefixes: prefixes))
                try writer.element("r") {
                    for number in 0..<count {
                        try writer.element("p\(number):a", ["p\(count - 1):k": "v"])
                        try writer.element(XMLName("a", namespaceURI: "u\(number)"))
                    }
                }
                try writer.finish()
                let mapping = XMLMapping(names: .expanded(prefixes: prefixes))
                let other = try XMLWriter()
                try other.element("r") {
                    for number in 0..<count { try other.write(XMLValue("1"), forKey: "p\(number):a", mapping: mapping) }
                }
                try other.finish()
            },
            Self("encoded-under-many-prefixes", [.wellFormed], divisor: 2) { input in
                let count = input.bytes.count / 16
                let prefixes = Dictionary(uniqueKeysWithValues: (0..<count).map { ("u\($0)", "p\($0)") })
                let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("p\($0):a", "1") })
                _ = try XMLEncoder(writingOptions: .init(prefixes: prefixes)).xmlBytes(values, rootName: "r")
            },
        ]
        + [
            ("taken-events", XMLWritingOptions()), ("taken-indented-events", .pretty),
            ("taken-minified-events", .init(whiteSpace: .minified)),
        ].map { name, options in
            Self(name, [.wellFormed], divisor: 2) { try take($0, options) }
        }

    /// Writes a document, and takes the output after each event.
    private static func take(_ input: GrowthInput, _ options: XMLWritingOptions) throws {
        var options = options
        // The indentation of nested elements grows with the square of their depth.
        if input.isDeep, options == .pretty { options.whiteSpace = .indented(by: "") }
        var reader = XMLReader(parsing: input.bytes, options: input.options)
        let writer = try XMLWriter(options: options)
        while try reader.next() != nil {
            try writer.write(reader)
            _ = try writer.takeBytes()
        }
        try writer.finish()
    }

    /// Text of the document, or the whole of a malformed one, in each place of a document.
    static let writtenTexts: [Self] =
        ["UTF-8", "ISO-8859-1"].flatMap { encoding in
            [
                place("text", encoding) { try $0.text($1) }, place("cdata", encoding) { try $0.cdata($1) },
                place("comment", encoding) { try $0.comment($1) },
                place("instruction", encoding) { try $0.processingInstruction("p", $1) },
                place("target", encoding) { try $0.processingInstruction($1) },
                place("name", encoding) { try $0.element($1) },
                place("local-name", encoding) { try $0.element(XMLName($1, namespaceURI: "u")) },
                place("attribute-name", encoding) { try $0.attribute($1, "") },
                place("value", encoding) { try $0.attribute("a", $1) },
                place("namespace", encoding) { try $0.declareNamespace(XMLNamespace($1), prefix: "p") },
            ]
        }

    private static func place(
        _ name: String, _ encoding: String, _ write: @escaping @Sendable (XMLWriter, String) throws -> Void
    ) -> Self {
        Self("written-\(name)\(encoding == "UTF-8" ? "" : "-latin")", [.wellFormed, .malformed], divisor: 2) { input in
            let writer = try XMLWriter(
                options: .init(
                    encoding: encoding, invalidCharacters: .replaced(with: "é語"), invalidNames: .replaced))
            try writer.startElement("r")
            try write(writer, input.text)
            try writer.endElement()
            try writer.finish()
        }
    }

    static let writtenParts: [Self] = [
        Self("fragments-in-namespaces", [.wellFormed], divisor: 2) { input in
            let writer = try XMLWriter()
            try writer.startElement("r")
            let count = input.bytes.count / 50
            for number in 0..<count { try writer.attribute("xmlns:p\(number)", "u\(number)") }
            for _ in 0..<count { try writer.write("<p0:a/>" as XMLFragment) }
            try writer.endElement()
            try writer.finish()
        },
        Self("fragment-with-values", [.wellFormed, .malformed], divisor: 2) { input in
            let text = input.text
            _ = try ("<r a='\(text)'>\(text)</r>" as XMLFragment).xmlString()
        },
        Self("fragments-in-fragment", [.wellFormed], divisor: 2) { input in
            let parts: [XMLFragment] = (0..<input.bytes.count / 50).map { "<a>\($0)</a>" }
            _ = try ("<r>\(parts)</r>" as XMLFragment).xmlString()
        },
        Self("unsafe-markup", [.wellFormed, .malformed], divisor: 2) { input in
            _ = try XMLFragment(unsafeMarkup: String(decoding: input.bytes, as: UTF8.self))
        },
        Self("failing-attributes", [.wellFormed], divisor: 2) { input in
            let writer = try XMLWriter()
            try writer.startElement("r")
            let count = input.bytes.count / 50
            for number in 0..<count {
                try writer.attribute("a\(number)", "")
                try? writer.attributes([(key: "b", value: ""), (key: "a\(number)", value: "")])
                try? writer.attribute(XMLName("a\(number) ", namespaceURI: nil), "")
            }
            let all = (0..<count).map { (key: "b\($0)", value: "") }
            try? writer.attributes(all + all)
            try writer.endElement()
            try writer.finish()
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
