@_spi(Checks) import LibXML

extension ReadingAnswer {
    /// Creates the answer of one way of reading. Returns nil if it does not apply to the document.
    package init?(_ way: ReadingWay, _ document: ComparedDocument) {
        var options = document.options
        switch way {
        case .tree, .pull, .push:
            options.engine = XMLParsingOptions.Engine(rawValue: way.rawValue)
            // libxml2's push parser does not parse fewer than four bytes.
            guard way == .tree || document.bytes.count >= 4 else { return nil }
            self.init { () throws(XMLError) in
                ReadingAnswer(try XMLTree(parsing: document.bytes, options: options))
            }
        case .text:
            guard let text = document.text, options.encoding == nil else { return nil }
            self.init { () throws(XMLError) in ReadingAnswer(try XMLTree(parsing: text, options: options)) }
        case .reader: self.init(reader: XMLReader(parsing: document.bytes, options: options))
        case .readerInPieces: self.init(reader: document.readerInPieces(options))
        case .element: self.init(elementOf: document.readerInPieces(options))
        case .pieces: self.init(pushed: document.pieces, options)
        case .handler: self.init(handler: [document.bytes[...]], options)
        case .handlerInPieces: self.init(handler: document.pieces, options)
        case .root: self.init(records: "*", document.pieces, options)
        case .records: self.init(records: "*/*", document.pieces, options)
        case .repaired, .repairedPieces, .repairedReader, .repairedHandler:
            options.recovery = options.recovery ?? .repair
            self.init(repaired: way, document, options)
        }
    }

    private init(repaired way: ReadingWay, _ document: ComparedDocument, _ options: XMLParsingOptions) {
        switch way {
        case .repairedPieces: self.init(pushed: document.pieces, options)
        case .repairedReader: self.init(reader: document.readerInPieces(options))
        case .repairedHandler: self.init(handler: document.pieces, options)
        default:
            self.init { () throws(XMLError) in
                let recovered = try XMLTree(parsing: document.bytes, options: options.recovering())
                var answer = ReadingAnswer(recovered)
                answer.warnings = recovered.diagnostics.map(Report.init)
                answer.hasFurtherRoots = !recovered.furtherRoots.isEmpty
                return answer
            }
        }
    }

    private init(pushed pieces: [ArraySlice<UInt8>], _ options: XMLParsingOptions) {
        self.init { () throws(XMLError) in
            var parser = XMLPushParser(options: options)
            for piece in pieces { try parser.feed(piece) }
            return ReadingAnswer(try parser.finish())
        }
    }

    private init(reader: consuming XMLReader) {
        var reader = reader
        self.init(Walk(reading: &reader))
        warnings = reader.diagnostics.map(Report.init)
    }

    private init(elementOf reader: consuming XMLReader) {
        var reader = reader
        var walk = Walk()
        do throws(XMLError) {
            while let event = try reader.next() {
                if event == .startElement { walk.add(try reader.readElement()) }
            }
        } catch {
            walk.error = error
        }
        self.init(walk)
        warnings = reader.diagnostics.map(Report.init)
    }

    private init(records path: XMLPath, _ pieces: [ArraySlice<UInt8>], _ options: XMLParsingOptions) {
        var walk = Walk()
        var diagnostics: [XMLDiagnostic] = []
        do throws(XMLError) {
            var parser = try XMLPushParser(at: path, options: options)
            for piece in pieces {
                parser.feed(piece)
                while let record = try parser.next() { walk.add(record) }
            }
            parser.finish()
            while let record = try parser.next() { walk.add(record) }
            diagnostics = parser.diagnostics
        } catch {
            walk.error = error
        }
        self.init(walk)
        warnings = diagnostics.map(Report.init)
    }

    private init(handler pieces: [ArraySlice<UInt8>], _ options: XMLParsingOptions) {
        self.init()
        let handler = RecordingHandler()
        do {
            var parser = XMLPushParser(handler: handler, options: options)
            for piece in pieces { try parser.feed(piece) }
            _ = try parser.finish()
        } catch {
            self.error = (error as? XMLError).map { Report($0.diagnostic) } ?? Report(code: "\(error)")
        }
        steps = handler.steps
        warnings = handler.diagnostics.map(Report.init)
    }
}

extension ComparedDocument {
    fileprivate func readerInPieces(_ options: XMLParsingOptions) -> XMLReader {
        var rest = pieces[...]
        let input = XMLInput.chunks { rest.popFirst().map(Array.init) }
        guard let reader = try? XMLReader(parsing: input, options: options) else {
            fatalError("a closure cannot fail to open")
        }
        return reader
    }
}
