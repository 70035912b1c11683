import Foundation
import LibXML

// Documents in pieces: trees, handlers, records and checkpoints.

extension FuzzedInput {
    func runPush() throws {
        var options = options
        if chooses(7) { options.recovery = .repair(repair) }
        let whole = Result { () throws(XMLError) in try XMLTree(parsing: document, options: options) }
        if options.recovery == nil { try checkTree(whole, options) }
        try checkHandler(whole, options)
        try checkRecords(whole, options)
    }

    private func checkTree(_ whole: Result<XMLTree, XMLError>, _ options: XMLParsingOptions) throws {
        let result = Result { () throws(XMLError) in
            var parser = XMLPushParser(options: options)
            for piece in pieces { try parser.feed(piece) }
            return try parser.finish()
        }
        try expect(
            result.error?.kindAndPlace == whole.error?.kindAndPlace,
            "in pieces: \(result.error?.kindAndPlace ?? "no error"), whole: \(whole.error?.kindAndPlace ?? "no error")")
        guard let tree = try? result.get(), let expected = try? whole.get() else { return }
        try check(tree)
        try expect(tree.outline == expected.outline, "in pieces\n\(tree.outline)whole\n\(expected.outline)")
        try expect(tree.diagnostics == expected.diagnostics, "\(tree.diagnostics), \(expected.diagnostics)")
    }

    // MARK: Handlers

    private struct Stopped: Error {}

    private struct Handler: XMLHandler {
        var text = ""
        var names: [String] = []
        /// The event that ends the run.
        var last: Int

        private mutating func count() throws {
            last -= 1
            if last == 0 { throw Stopped() }
        }

        mutating func startElement(_ element: borrowing XMLElementEvent) throws {
            names.append(element.qualifiedName)
            _ = (element.attributes, element.location, element.depth, element[attribute: "a"])
            if last == 1, names.count % 2 == 0 { element.stopParsing() } else { try count() }
        }

        mutating func endElement(_ element: borrowing XMLElementEvent) throws {
            _ = (element.name, element.location)
            try count()
        }

        mutating func text(_ text: borrowing XMLTextEvent) throws {
            self.text += text.string
            _ = (text.isWhiteSpace, text.location, text.utf8Count)
            try count()
        }

        mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) throws {
            _ = (instruction.target, instruction.string, instruction.location)
        }
    }

    private func checkHandler(_ whole: Result<XMLTree, XMLError>, _ options: XMLParsingOptions) throws {
        for last in [0, 1 + number(below: 32)] {
            do {
                var parser = XMLPushParser(handler: Handler(last: last), options: options)
                for piece in pieces { try parser.feed(piece) }
                let handler = try parser.finish()
                guard last == 0, let tree = try? whole.get() else { continue }
                let names = tree.descendants.map(\.qualifiedName)
                try expect(handler.names.prefix(names.count) == names[...], "\(handler.names), \(names)")
                let text = tree.text
                try expect(handler.text.hasPrefix(text), "“\(handler.text)”, “\(text)”")
            } catch let error as XMLError {
                // Further roots may contain the error that ends a document.
                try expect(last > 0 || whole.error != nil || options.recovery != nil, "handler: \(error)")
            } catch is Stopped {
            }
        }
    }

    // MARK: Records

    private struct Item: Equatable {
        var source: String
        var location: XMLLocation
        var attributes: [XMLLocation]

        init(_ record: XMLTree.Element) {
            source = record.source
            location = record.location
            location.sourceName = nil
            attributes = record.attributes.map {
                var location = $0.location
                location.sourceName = nil
                return location
            }
        }
    }

    private func checkRecords(_ whole: Result<XMLTree, XMLError>, _ options: XMLParsingOptions) throws {
        let path = try XMLPath(parsing: ["//b", "*/*", "//item", "a/b"][number(below: 4)])
        var items: [Item] = []
        var parser = try XMLPushParser(at: path, options: options)
        func take(_ parser: inout XMLPushParser<XMLTree.Element>) throws(XMLError) {
            while let record = try parser.next() {
                _ = XMLDictionary(record).json()
                items.append(Item(record))
            }
        }
        var error: XMLError?
        do throws(XMLError) {
            for piece in pieces {
                parser.feed(piece)
                try take(&parser)
            }
            parser.finish()
            try take(&parser)
        } catch let fault {
            error = fault
        }
        if options.recovery == nil {
            try expect(
                error?.kindAndPlace == whole.error?.kindAndPlace,
                "records: \(error?.kindAndPlace ?? "no error"), whole: \(whole.error?.kindAndPlace ?? "no error")")
        }
        if !items.isEmpty { try checkCheckpoints(items, error, path, options) }
    }

    /// Checks that continuing after any record returns the remaining records.
    private func checkCheckpoints(
        _ items: [Item], _ fault: XMLError?, _ path: XMLPath, _ options: XMLParsingOptions
    ) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("libxml-fuzzed-\(UUID().uuidString).xml")
        try Data(document).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let count = 1 + number(below: items.count)
        var records = try XMLRecords(parsing: .file(file.path), at: path, options: options)
        for item in items.prefix(count) {
            let record = try records.next().map(Item.init)
            try expect(record == item, "\(record.map(\.source) ?? "nothing"), in pieces \(item.source)")
        }
        var rest = try XMLRecords(parsing: .file(file.path), at: path, from: records.checkpoint, options: options)
        for item in items.dropFirst(count) {
            let record = try rest.next().map(Item.init)
            try expect(record == item, "after \(count): \(record.map { "\($0)" } ?? "nothing"), not \(item)")
        }
        let end = Result { () throws(XMLError) in try rest.next() }
        try expect(
            end.error?.code == fault?.code,
            "after \(count): \(end.error?.code.rawValue ?? "no error"), not \(fault?.code.rawValue ?? "no error")")
    }
}

extension XMLTree {
    /// The text of all elements.
    fileprivate var text: String {
        let steps = Walk(self).steps.filter { ["text", "space", "cdata", "reference"].contains($0.what) }
        return steps.compactMap(\.value).joined()
    }
}
