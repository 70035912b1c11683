/// Parses whole documents that may be malformed.
enum Recovery {
    /// - Parameter options: options with a recovery.
    static func parse(_ bytes: SourceBytes, _ options: XMLParsingOptions) throws(XMLError) -> XMLTree {
        guard let repair = options.repairRules else {
            let (tape, diagnostics, count) = try Libxml2Recovery.parse(bytes, options)
            return XMLTree(tape: tape, diagnostics: diagnostics, count: count)
        }
        var strict = options
        strict.recovery = nil
        if repair.extraContent == .skip, let tree = wellFormed(bytes, strict, repair) { return tree }
        return try repaired(bytes, repair, options)
    }

    /// Parses the document without repair. Returns nil, without diagnostics, if it is malformed or contains something
    /// to repair.
    private static func wellFormed(
        _ bytes: SourceBytes, _ options: XMLParsingOptions, _ repair: XMLRepairOptions
    ) -> XMLTree? {
        guard let source = try? Source(bytes, options: options) else { return nil }
        let result = SAXParser.parse(source, options: options)
        // A reference that is unresolved here may name a character of the DTD of HTML, which the repair resolves.
        guard !result.faults.contains(where: { $0.severity == .error || $0.code == .unresolvedEntity }),
            !repair.controlsAreWindows1252 || !containsControls(source, repair)
        else { return nil }
        let faults = result.tape.completed(result.faults, options.validation)
        return XMLTree(
            tape: result.tape,
            diagnostics: faults.prefix(options.diagnosticLimit).map(source.diagnostic).inDocumentOrder,
            count: result.faultCount)
    }

    /// Returns whether the text contains a control character from U+0080 to U+009F, or a reference to one. XML allows
    /// them, but they are almost always a mistake.
    private static func containsControls(_ source: Source, _ repair: XMLRepairOptions) -> Bool {
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
    private static func repaired(
        _ bytes: SourceBytes, _ repair: XMLRepairOptions, _ options: XMLParsingOptions
    ) throws(XMLError) -> XMLTree {
        try Source.check(size: bytes.count, options)
        var trees: [XMLTree] = []
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
            let faults = result.tape.completed(result.faults, options.validation)
                .map(source.diagnostic).inDocumentOrder
            let found = repairs.diagnostics.merged(with: faults)
            if let cause = faults.first(where: \.endsParse) {
                // The content after the first root element may not contain an element.
                let isEmpty = [.emptyDocument, .missingRootElement].contains(cause.code)
                if let place = start?.place, isEmpty {
                    diagnostics.append(furtherRoot(at: place, "omitted", isFirst: trees.count == 1))
                    start = window.furtherRoot
                    continue
                }
                throw otherFormat(bytes, options) ?? XMLError(cause, diagnostics: diagnostics + found).afterRepair
            }
            if let start {
                diagnostics.append(
                    furtherRoot(at: start.place, "treated as a further root element", isFirst: trees.count == 1))
            }
            // Each root is decoded on its own, with the same warning about the declared encoding.
            let isWarning = { (item: XMLDiagnostic) in item.code == .contradictoryEncoding && item.severity == .warning
            }
            let new = found.filter { !(hasWarned && isWarning($0)) }
            hasWarned = hasWarned || found.contains(where: isWarning)
            diagnostics += new
            count += new.count - found.count + result.faultCount + (start == nil ? 0 : 1)
            trees.append(
                XMLTree(tape: result.tape, diagnostics: found, count: repairs.count + result.faultCount))
            start = window.furtherRoot
        } while start != nil
        var main = 0
        if let preamble {
            let before = try rootsBefore(preamble.end, preamble.encoding, bytes, repair, options)
            trees.insert(contentsOf: before.trees, at: 0)
            main = before.trees.count
            for index in trees.indices where trees[index].length > trees[main].length { main = index }
            if main < before.trees.count {
                diagnostics.removeAll { $0.endLocation == preamble.end && $0.code == .misplacedXMLDeclaration }
                let further = furtherRoot(at: preamble.end, "treated as a further root element", isFirst: true)
                diagnostics = before.diagnostics + [further] + diagnostics
                count += before.count
            }
        }
        return XMLTree(
            tape: trees.remove(at: main).tape, diagnostics: Array(diagnostics.prefix(options.diagnosticLimit)),
            count: count, furtherRoots: trees)
    }

    /// Returns the root elements before an XML declaration, and their diagnostics.
    private static func rootsBefore(
        _ end: XMLLocation, _ encoding: String?, _ bytes: SourceBytes, _ repair: XMLRepairOptions,
        _ options: XMLParsingOptions
    ) throws(XMLError) -> (trees: [XMLTree], diagnostics: [XMLDiagnostic], count: Int) {
        var options = options
        options.encoding = encoding ?? "UTF-8"
        let part = Array(bytes.array.prefix(end.byteOffset))
        let first = try repaired(.array(part), repair, options)
        let trees = [XMLTree(tape: first.tape, diagnostics: [])] + first.furtherRoots
        return (trees, first.diagnostics, first.diagnosticCount)
    }

    /// Returns the error of bytes that are clearly not XML; nil for others.
    private static func otherFormat(_ bytes: SourceBytes, _ options: XMLParsingOptions) -> XMLError? {
        var options = options
        options.recovery = nil
        do throws(XMLError) {
            _ = try Source(bytes, options: options)
            return nil
        } catch {
            return error.code == .notXML ? error : nil
        }
    }

    private static func furtherRoot(at place: XMLLocation, _ repair: String, isFirst: Bool) -> XMLDiagnostic {
        XMLDiagnostic(
            .contentAfterRootElement, "a second root element is not allowed after the root element", at: place,
            help: isFirst ? Fault.helpForFurtherRoot : nil, appliedRepair: repair)
    }
}

extension XMLTree {
    /// The length of the root element.
    fileprivate var length: Int { tape.sourceRange(root.entry).count }
}

/// Counts the bytes that were read beyond the end of each root in search of missing end tags.
private struct LookAhead {
    private var left: Int
    /// The maximum length of text that the next root may wait for. Small after much unsuccessful reading: if one root
    /// found no end before the end of the input, the others would not either.
    var lookaheadLimit: Int { left > 0 ? .max : 4096 }

    init(of count: Int) { left = 4 * count }

    mutating func add(_ window: StreamWindow, from start: Int) {
        guard let end = window.furtherRoot?.place.byteOffset else { return }
        // Text is read in pieces that are as large as all text before them.
        left -= max(0, window.inputCount - end - max(end - start, 1 << 10))
    }
}
