import LibXML

extension GrowthEntryPoint {
    static let readers: [Self] = [
        Self("reader", [.wellFormed, .malformed, .declaration]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            try walk(&reader)
        },
        Self("reader-of-pieces", divisor: 2) { input in
            var reader = try XMLReader(parsing: .chunks(input.pieces(of: 100)), options: input.options)
            try walk(&reader)
        },
        Self("reader-attributes", [.wellFormed]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            while let event = try reader.next() {
                guard event == .startElement else { continue }
                _ = (reader.attributes, reader[attribute: "a0"], reader[attribute: XMLName("no-such")])
            }
        },
        Self("reader-elements") { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            while let event = try reader.next() {
                if event == .startElement, reader.depth > 1 { _ = try reader.readElement() }
            }
        },
        Self("reader-dictionaries", [.wellFormed]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            while let event = try reader.next() {
                if event == .startElement, reader.depth > 1 { _ = try reader.readDictionary() }
            }
        },
        Self("reader-root", [.wellFormed]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            while let event = try reader.next() { if event == .startElement { _ = try reader.readElement() } }
        },
        Self("reader-scopes", [.wellFormed]) { input in
            for name in ["record", "a", "item"] {
                var reader = XMLReader(parsing: input.bytes, options: input.options)
                try reader.forEachElement(name) { reader in while try reader.next() != nil { _ = reader.depth } }
            }
        },
        Self("reader-siblings", [.wellFormed]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            while let event = try reader.next(), event != .startElement {}
            _ = try reader.next()
            while try reader.readToNextSibling() { _ = reader.name }
        },
        Self("reader-texts", [.wellFormed]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.options)
            while let event = try reader.next() { if event == .startElement { _ = try reader.readElementText() } }
        },
    ]

    static let records: [Self] = [
        Self("records", [.wellFormed, .malformed, .declaration]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: input.options)
            while let record = try records.next() { _ = record.location }
        },
        Self("records-anywhere", [.wellFormed]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "//record", options: input.options)
            while let record = try records.next() { _ = record.location }
        },
        Self("records-of-root", [.wellFormed]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*", options: input.options)
            while let record = try records.next() { _ = record.location }
        },
        Self("records-of-pieces", divisor: 2) { input in
            var records = try XMLRecords(parsing: .chunks(input.pieces(of: 100)), at: "*/*", options: input.options)
            while let record = try records.next() { _ = record.qualifiedName }
        },
        Self("checkpoints", [.wellFormed, .malformed, .declaration]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: input.options)
            // Each checkpoint contains the tags around its record, and takes time in proportion to them.
            var count = 0
            while try records.next() != nil {
                count += 1
                if count.nonzeroBitCount == 1 { _ = records.checkpoint.byteOffset }
            }
        },
        Self("resuming", [.wellFormed], readsFile: true) { input in
            var records = try XMLRecords(parsing: .file(input.path), at: "*/*", options: input.options)
            for _ in 0..<100 { _ = try records.next() }
            var rest = try XMLRecords(
                parsing: .file(input.path), at: "*/*", from: records.checkpoint, options: input.options)
            while try rest.next() != nil {}
        },
        Self("record-dictionaries", [.wellFormed]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: input.options)
            while let record = try records.next() { _ = XMLDictionary(record).json() }
        },
        Self("oversized-records", [.wellFormed]) { input in
            var options = input.options
            options.limits.recordSize = 4
            options.oversizedRecords = .skip
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: options)
            while try records.next() != nil {}
        },
        Self("async-records") { input in
            let source = AsyncStream<[UInt8]> { continuation in
                input.forEachPiece(of: 4096) { continuation.yield(Array($0)) }
                continuation.finish()
            }
            let records = try AsyncXMLRecords(source, at: "*/*", options: input.options)
            wait { for try await record in records { _ = record.qualifiedName } }
        },
        Self("parallel-records", readsFile: true) { input in
            wait {
                try await XMLRecords.parallel(.file(input.path), at: "*/*", partSize: 64 << 10, options: input.options)
                { records in
                    while try records.next() != nil {}
                } forEachPart: {
                }
            }
        },
        Self("parts", readsFile: true) { input in
            for part in try XMLRecords.parts(in: .file(input.path), at: "*/*", count: 4, options: input.options) {
                var records = try XMLRecords(parsing: .file(input.path), at: "*/*", from: part, options: input.options)
                while try records.next() != nil {}
            }
        },
    ]

    static let pushed: [Self] = [1, 100, 64 << 10].flatMap { size in
        let divisor = size == 1 ? 8 : 1
        return [
            Self("pushed-tree-of-\(size)", [.wellFormed, .malformed, .declaration], divisor: divisor) { input in
                try push(input, input.options, pieces: size)
            },
            Self("pushed-records-of-\(size)", divisor: divisor) { input in
                var parser = try XMLPushParser(at: "*/*", options: input.options)
                try input.forEachPiece(of: size) { piece in
                    parser.feed(piece)
                    while let record = try parser.next() { _ = record.qualifiedName }
                }
                parser.finish()
                while let record = try parser.next() { _ = record.qualifiedName }
            },
            Self("checked-of-\(size)", [.wellFormed, .malformed, .declaration], divisor: divisor) { input in
                var checker = XMLRepairer(options: input.options, returnsText: false)
                try input.forEachPiece(of: size) { try checker.feed($0) }
                try checker.finish()
            },
            Self("repaired-text-of-\(size)", [.wellFormed, .malformed], divisor: divisor) { input in
                var repairer = XMLRepairer(options: input.repairing)
                var count = 0
                try input.forEachPiece(of: size) { piece in
                    try repairer.feed(piece)
                    count += repairer.takeBytes().count
                }
                count += try repairer.finish().count
            },
            Self("handler-of-\(size)", [.wellFormed, .malformed, .declaration], divisor: divisor) { input in
                var parser = XMLPushParser(handler: GrowthHandler(), options: input.options)
                try input.forEachPiece(of: size) { try parser.feed($0) }
                _ = try parser.finish()
            },
            Self(
                "repaired-push-of-\(size)", size == 100 ? [.malformed, .repeatedFault] : [.malformed], divisor: divisor
            ) { input in
                try push(input, input.repairing, pieces: size)
            },
        ]
    }

    private static func push(_ input: GrowthInput, _ options: XMLParsingOptions, pieces size: Int) throws {
        var parser = XMLPushParser(options: options)
        try input.forEachPiece(of: size) { try parser.feed($0) }
        _ = try parser.finish()
    }

    /// Reads all properties of each node of a document.
    static func walk(_ reader: inout XMLReader) throws {
        while try reader.next() != nil {
            _ = (reader.name, reader.namespaceURI, reader.depth, reader.value, reader.location, reader.isEmptyElement)
        }
        _ = reader.diagnostics
    }
}

/// Reads the properties of each event.
private struct GrowthHandler: XMLHandler {
    var count = 0

    mutating func startElement(_ element: borrowing XMLElementEvent) {
        count += element.qualifiedName.utf8.count + element.depth + element.location.line
        if let namespace = element.namespaceURI { count += namespace.utf8.count }
        count += element.attributes.count
    }

    mutating func endElement(_ element: borrowing XMLElementEvent) { count += element.location.column }

    mutating func text(_ text: borrowing XMLTextEvent) { count += text.utf8Count + text.location.line }

    mutating func comment(_ text: borrowing XMLTextEvent) { count += text.string.utf8.count }

    mutating func diagnostic(_ diagnostic: XMLDiagnostic) { count += 1 }
}
