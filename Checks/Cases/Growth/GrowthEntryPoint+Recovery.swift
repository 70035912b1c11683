@_spi(Checks) import LibXML

extension GrowthEntryPoint {
    private static let everything: Set<GrowthShape.Kind> = [
        .wellFormed, .malformed, .declaration, .html, .repeatedFault,
    ]

    static let repairs: [Self] = [
        Self("repair", everything) { input in
            let recovered = try XMLTree(parsing: input.bytes, options: input.options.recovering())
            _ = (recovered.diagnostics.count, recovered.furtherRoots.count)
        },
        Self("repair-by-html", [.malformed, .html, .repeatedFault]) { input in
            var repair = XMLRepairOptions()
            repair.isHTML = true
            repair.ignoresCase = true
            _ = try XMLTree(parsing: input.bytes, options: input.options.recovering(.repair(repair)))
        },
        Self("repair-and-wrap", everything) { input in
            var repair = XMLRepairOptions()
            repair.extraContent = .wrap("all")
            repair.invalidCharacters = .drop
            _ = try XMLTree(parsing: input.bytes, options: input.options.recovering(.repair(repair)))
        },
        Self("repair-keeping-characters", [.malformed]) { input in
            var repair = XMLRepairOptions()
            repair.invalidCharacters = .keep
            repair.diagnosticLimit = .max
            _ = try XMLTree(parsing: input.bytes, options: input.options.recovering(.repair(repair)))
        },
        Self("recovery-of-libxml2", everything) { input in
            let recovered = try XMLTree(parsing: input.bytes, options: input.options.recovering(.libxml2))
            for diagnostic in recovered.diagnostics { _ = diagnostic.description }
        },
        Self("repairing-reader", [.malformed, .repeatedFault]) { input in
            var reader = XMLReader(parsing: input.bytes, options: input.repairing)
            try walk(&reader)
        },
        Self("repairing-reader-of-pieces", [.malformed], divisor: 2) { input in
            var reader = try XMLReader(parsing: .chunks(input.pieces(of: 100)), options: input.repairing)
            try walk(&reader)
        },
        Self("repairing-records", [.malformed, .repeatedFault]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: input.repairing)
            while let record = try records.next() { _ = (record.location, records.checkpoint.byteOffset) }
        },
        Self("repairing-handler", [.malformed]) { input in
            struct Places: XMLHandler {
                var line = 0
                mutating func startElement(_ element: borrowing XMLElementEvent) { line = element.location.line }
                mutating func endElement(_ element: borrowing XMLElementEvent) { line = element.location.line }
                mutating func text(_ text: borrowing XMLTextEvent) {}
            }
            var parser = XMLPushParser(handler: Places(), options: input.repairing)
            try input.forEachPiece(of: 4096) { try parser.feed($0) }
            _ = try parser.finish()
        },
    ]

    static let repairedTrees: [Self] = [
        Self("repair-dictionary", [.malformed]) { input in
            _ = try XMLDictionary(parsing: input.bytes, options: input.options.recovering()).json()
        },
        Self("repair-places", [.malformed, .repeatedFault]) { input in
            let recovered = try XMLTree(parsing: input.bytes, options: input.options.recovering())
            for tree in [recovered] + recovered.furtherRoots {
                for element in tree.descendants { _ = (element.location, element.sourceRange, element.isComplete) }
            }
            for diagnostic in recovered.diagnostics { _ = diagnostic.description }
            for diagnostic in recovered.diagnostics.suffix(5) { _ = diagnostic.snippet(in: input.bytes) }
        },
        Self("repair-snippets", [.malformed]) { input in
            var repair = XMLRepairOptions()
            repair.diagnosticLimit = 100_000
            let recovered = try XMLTree(parsing: input.bytes, options: input.options.recovering(.repair(repair)))
            var snippets = XMLSnippets(of: input.bytes, encoding: input.options.encoding)
            for diagnostic in recovered.diagnostics { _ = snippets.snippet(for: diagnostic) }
        },
        Self("repair-outlines", [.malformed]) { input in
            let recovered = try XMLTree(parsing: input.bytes, options: input.options.recovering())
            for tree in [recovered] + recovered.furtherRoots {
                _ = (input.isDeep ? "" : tree.outline, tree.source)
            }
        },
    ]

    static let pages: [Self] = [
        Self("html", everything) { input in _ = try XMLTree(html: input.bytes, options: input.htmlOptions) },
        Self("html-fragment", [.html]) { input in
            _ = try XMLTree(htmlFragment: input.bytes, options: input.htmlOptions)
        },
        Self("html-as-written", [.html]) { input in
            var options = input.htmlOptions
            options.impliesElements = false
            _ = try XMLTree(html: input.bytes, options: options)
        },
        Self("embedded-html", [.wellFormed]) { input in
            for child in try input.tree().root.elements {
                guard let page = try? child.parsedHTML(options: input.htmlOptions) else { continue }
                for element in page.descendants.prefix(3) { _ = element.location }
            }
        },
        Self("embedded-html-of-root", [.wellFormed]) { input in
            let page = try input.tree().root.parsedHTML(options: input.htmlOptions)
            for element in page.descendants { _ = element.location }
        },
    ]

    static let parsedPages: [Self] = [
        Self("html-places", [.html]) { input in
            let tree = try XMLTree(html: input.bytes, options: input.htmlOptions)
            for element in tree.descendants {
                _ = (element.location, element.sourceRange)
                for node in element.children where node.element == nil { _ = (node.location, node.text) }
            }
            for diagnostic in tree.diagnostics { _ = diagnostic.description }
        },
        Self("html-bytes-of-pages", [.html], divisor: 2) { input in
            let tree = try XMLTree(html: input.bytes, options: input.htmlOptions)
            // Some pages contain names that HTML does not allow.
            _ = try? tree.htmlBytes()
            _ = try? tree.htmlBytes(options: XMLHTMLWritingOptions(encoding: "ISO-8859-1"))
        },
        Self("html-outline", [.html]) { input in
            let tree = try XMLTree(html: input.bytes, options: input.htmlOptions)
            _ = (input.isDeep ? "" : tree.outline, tree.json(), XMLDictionary(tree).json())
        },
    ]
}
