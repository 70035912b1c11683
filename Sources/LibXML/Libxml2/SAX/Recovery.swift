/// Parses whole documents that may be malformed.
struct Recovery {
    let options: XMLParsingOptions
    /// Returns faults, completed with what only the whole document shows.
    let completed: (Tape, [Fault]) -> [Fault]

    struct Document {
        let tape: Tape
        let diagnostics: [XMLDiagnostic]
        /// The number of diagnostics, including those that are not kept.
        let count: Int
        var furtherRoots: [Self] = []
    }

    /// Parses a document with the recovery of the options.
    func parse(_ bytes: SourceBytes) throws(XMLError) -> Document {
        guard let repair = options.repairRules else {
            let (tape, diagnostics, count) = try Libxml2Recovery.parse(bytes, options)
            return Document(tape: tape, diagnostics: diagnostics, count: count)
        }
        if repair.extraContent == .skip, let document = wellFormed(bytes, repair) { return document }
        return try repaired(bytes, repair, options)
    }

    /// Parses the document without repair. Returns nil, without diagnostics, if it is malformed or contains something
    /// to repair.
    private func wellFormed(_ bytes: SourceBytes, _ repair: XMLRepairOptions) -> Document? {
        var options = options
        options.recovery = nil
        guard let source = try? Source(bytes, options: options) else { return nil }
        let result = SAXParser.parse(source, options: options)
        // A reference that is unresolved here may name a character of the DTD of HTML, which the repair resolves.
        guard !result.faults.contains(where: { $0.severity == .error || $0.code == .unresolvedEntity }),
            !repair.controlsAreWindows1252 || !containsControls(source, repair)
        else { return nil }
        let faults = completed(result.tape, result.faults)
        return Document(
            tape: result.tape,
            diagnostics: faults.prefix(options.diagnosticLimit).map(source.diagnostic).inDocumentOrder,
            count: result.faultCount)
    }

    /// Returns whether the text contains a control character from U+0080 to U+009F, or a reference to one. XML allows
    /// them, but they are almost always a mistake.
    private func containsControls(_ source: Source, _ repair: XMLRepairOptions) -> Bool {
        let replacesLineEnd = source.origin.map { WebEncoding.replacesControls(of: $0.encoding, repair) } ?? false
        return source.withText { text in
            var character = text.endOfASCII(from: 0)
            while character < text.count {
                if text.hasC1Control(at: character) { return true }
                if replacesLineEnd, text.has("\u{85}", at: character) { return true }
                character = text.endOfASCII(from: character + 1)
            }
            var index = text.end(of: "&#", from: 0)
            while index < text.count {
                let reference = Reference(in: text, at: index - 2, before: text.count)
                if (0x80...0x9F).contains(reference.number) { return true }
                index = text.end(of: "&#", from: index)
            }
            return false
        }
    }

    /// Repairs a document. Further root elements, with the content after them, become separate documents.
    private func repaired(
        _ bytes: SourceBytes, _ repair: XMLRepairOptions, _ options: XMLParsingOptions
    ) throws(XMLError) -> Document {
        try Source.check(size: bytes.count, options)
        var documents: [Document] = []
        var diagnostics: [XMLDiagnostic] = []
        var count = 0
        var start: (place: XMLLocation, encoding: String?)?
        var preamble: (end: XMLLocation, encoding: String?)?
        var ahead = LookAhead(of: bytes.count)
        var hasWarned = false
        repeat {
            // There may be as many roots as elements, and each keeps its window.
            let window = StreamWindow(
                options: options, capacity: start == nil ? bytes.count + 4096 : 64, check: SAXParser.check)
            try window.repair(bytes, from: start, lookaheadLimit: ahead.lookaheadLimit)
            if let end = window.preambleEnd { preamble = (end, window.encodingName) }
            ahead.add(window, from: start?.place.byteOffset ?? 0)
            let repairs = window.takeRepairs()
            count += repairs.count
            let source = window.takeSource()
            let result = SAXParser.parse(source, options: options)
            let faults = completed(result.tape, result.faults).map(source.diagnostic).inDocumentOrder
            let found = repairs.diagnostics.merged(with: faults)
            func addFurtherRoot() {
                guard let start else { return }
                let isFirst = documents.count == 1
                diagnostics.append(
                    furtherRoot(at: start.place, "treated as a further root element", isFirst: isFirst))
            }
            if let cause = faults.first(where: \.endsParse) {
                // The content after the first root element may not contain an element.
                let isEmpty = [.emptyDocument, .missingRootElement].contains(cause.code)
                if let place = start?.place, isEmpty {
                    diagnostics.append(furtherRoot(at: place, "omitted", isFirst: documents.count == 1))
                    start = window.furtherRoot
                    continue
                }
                addFurtherRoot()
                throw otherFormat(bytes, options) ?? XMLError(cause, diagnostics: diagnostics + found).afterRepair
            }
            addFurtherRoot()
            // Each root is decoded on its own, with the same warning about the declared encoding.
            let isWarning = { (item: XMLDiagnostic) in item.code == .contradictoryEncoding && item.severity == .warning
            }
            let new = found.filter { !(hasWarned && isWarning($0)) }
            hasWarned = hasWarned || found.contains(where: isWarning)
            diagnostics += new
            count += new.count - found.count + result.faultCount + (start == nil ? 0 : 1)
            documents.append(
                Document(tape: result.tape, diagnostics: found, count: repairs.count + result.faultCount))
            start = window.furtherRoot
        } while start != nil
        var main = 0
        if let preamble {
            let before = try rootsBefore(preamble.end, preamble.encoding, bytes, repair, options)
            documents.insert(contentsOf: before.documents, at: 0)
            main = before.documents.count
            for index in documents.indices where documents[index].length > documents[main].length { main = index }
            if main < before.documents.count {
                diagnostics.removeAll { $0.endLocation == preamble.end && $0.code == .misplacedXMLDeclaration }
                let further = furtherRoot(at: preamble.end, "treated as a further root element", isFirst: true)
                diagnostics = before.diagnostics + [further] + diagnostics
                count += before.count
            }
        }
        return Document(
            tape: documents.remove(at: main).tape, diagnostics: Array(diagnostics.prefix(options.diagnosticLimit)),
            count: count, furtherRoots: documents)
    }

    /// Returns the root elements before an XML declaration, and their diagnostics.
    private func rootsBefore(
        _ end: XMLLocation, _ encoding: String?, _ bytes: SourceBytes, _ repair: XMLRepairOptions,
        _ options: XMLParsingOptions
    ) throws(XMLError) -> (documents: [Document], diagnostics: [XMLDiagnostic], count: Int) {
        var options = options
        options.encoding = encoding ?? "UTF-8"
        let part = Array(bytes.array.prefix(end.byteOffset))
        let first = try repaired(.array(part), repair, options)
        let documents = [Document(tape: first.tape, diagnostics: [], count: 0)] + first.furtherRoots
        return (documents, first.diagnostics, first.count)
    }

    /// Returns the error of bytes that are clearly not XML; nil for others.
    private func otherFormat(_ bytes: SourceBytes, _ options: XMLParsingOptions) -> XMLError? {
        var options = options
        options.recovery = nil
        do throws(XMLError) {
            _ = try Source(bytes, options: options)
            return nil
        } catch {
            return error.code == .notXML ? error : nil
        }
    }

    private func furtherRoot(at place: XMLLocation, _ repair: String, isFirst: Bool) -> XMLDiagnostic {
        XMLDiagnostic(
            .contentAfterRootElement, "a second root element is not allowed after the root element", at: place,
            help: isFirst ? Fault.helpForFurtherRoot : nil, appliedRepair: repair)
    }
}

extension Recovery.Document {
    /// The length of the root element.
    fileprivate var length: Int { tape.sourceRange(tape.root ?? Tape.document).count }
}

/// Counts the bytes that were read beyond the end of each root in search of missing end tags.
private struct LookAhead {
    private var left: Int
    /// The maximum length of text that the next root may wait for. It is small after much unsuccessful reading: if one
    /// root has no end before the end of the input, neither have the others.
    var lookaheadLimit: Int { left > 0 ? .max : 4096 }

    init(of count: Int) { left = 4 * count }

    mutating func add(_ window: StreamWindow, from start: Int) {
        guard let end = window.furtherRoot?.place.byteOffset else { return }
        // Text is read in pieces that are as large as all text before them.
        left -= max(0, window.inputCount - end - max(end - start, 1 << 10))
    }
}
