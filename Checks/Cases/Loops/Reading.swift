package import LibXML

/// The ways to read a document that is validated.
package enum Reading: CaseIterable {
    case tree, push, checker, bytes, reader, handler, records

    /// Returns the diagnostics of a validation while the document is read.
    package func diagnostics(of document: String, _ options: XMLParsingOptions) throws -> [XMLDiagnostic] {
        switch self {
        case .tree: return try XMLTree(parsing: document, options: options).diagnostics
        case .push:
            var parser = XMLPushParser(options: options)
            for byte in document.utf8 { try parser.feed([byte]) }
            return try parser.finish().diagnostics
        case .checker:
            var checker = XMLRepairer(options: options, returnsText: false)
            try checker.feed(document.utf8)
            try checker.finish()
            return checker.diagnostics
        case .bytes:
            var checker = XMLRepairer(options: options, returnsText: false)
            for byte in document.utf8 { try checker.feed([byte]) }
            try checker.finish()
            return checker.diagnostics
        case .reader:
            var reader = XMLReader(parsing: document, options: options)
            while try reader.next() != nil {}
            return reader.diagnostics
        case .handler:
            var handler = Handler()
            try handler.parse(document, options: options)
            return handler.found
        case .records:
            var records = try XMLRecords(parsing: document, at: "orders/order", options: options)
            while try records.next() != nil {}
            return records.diagnostics
        }
    }
}

private struct Handler: XMLHandler {
    var found: [XMLDiagnostic] = []

    mutating func startElement(_ element: borrowing XMLElementEvent) {}
    mutating func endElement(_ element: borrowing XMLElementEvent) {}
    mutating func text(_ text: borrowing XMLTextEvent) {}
    mutating func diagnostic(_ diagnostic: XMLDiagnostic) { found.append(diagnostic) }
}
