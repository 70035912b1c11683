/// Parses whole documents that may be malformed.
enum Recovery {
    /// - Parameter keepsFurtherRoots: whether elements after the root element are documents of their own, or left out.
    static func parse(
        _ bytes: SourceBytes, _ mode: XMLRecoveryMode, _ options: XMLParsingOptions, keepsFurtherRoots: Bool = true
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        switch mode {
        case .libxml2:
            let (tape, diagnostics, count) = try Libxml2Recovery.parse(bytes, options)
            return XMLRecovered(
                value: XMLTree(tape: tape, diagnostics: diagnostics), furtherRoots: [], diagnostics: diagnostics,
                diagnosticCount: count)
        case .repair(let repair):
            var strict = options
            strict.repair = nil
            if repair.extraContent == .skip, let tree = wellFormed(bytes, strict, repair) {
                return XMLRecovered(
                    value: tree, furtherRoots: [], diagnostics: tree.diagnostics,
                    diagnosticCount: tree.diagnostics.count)
            }
            var repairing = options
            repairing.repair = repair
            return try repaired(bytes, repairing, keepsFurtherRoots)
        }
    }

    /// The document as it is; nil where it is not well-formed, of which nothing is found out but that.
    private static func wellFormed(
        _ bytes: SourceBytes, _ options: XMLParsingOptions, _ repair: XMLRepairOptions
    ) -> XMLTree? {
        guard let source = try? Source(bytes, options: options) else { return nil }
        let result = SAXParser.parse(source, options: options)
        // What may be declared elsewhere is a character, where that is the DTD of HTML.
        guard !result.faults.contains(where: { $0.severity == .error || $0.code == .unresolvedEntity }),
            !repair.controlsAreWindows1252 || !holdsControls(source)
        else { return nil }
        return XMLTree(tape: result.tape, diagnostics: result.faults.map(source.diagnostic))
    }

    /// Whether there is one of the control characters from U+0080 to U+009F, or a reference to one, which XML allows and nobody
    /// means.
    private static func holdsControls(_ source: Source) -> Bool {
        source.withText { text in
            var character = text.endOfASCII(from: 0)
            while character < text.count {
                if text.hasC1Control(at: character) { return true }
                character = text.endOfASCII(from: character + 1)
            }
            var index = text.end(of: "&#", from: 0)
            while index < text.count {
                let isHexadecimal = text[index] == UInt8(ascii: "x")
                let start = isHexadecimal ? index + 1 : index
                let end = text.index(from: start) { $0 == UInt8(ascii: ";") || !$0.isASCIINameCharacter }
                let number = UInt32(text.string(start..<end), radix: isHexadecimal ? 16 : 10)
                if let number, (0x80...0x9F).contains(number) { return true }
                index = text.end(of: "&#", from: index)
            }
            return false
        }
    }

    /// Repairs a document, and what comes after its root element as documents of their own.
    private static func repaired(
        _ bytes: SourceBytes, _ options: XMLParsingOptions, _ keepsFurtherRoots: Bool
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        try Source.check(size: bytes.count, options)
        var trees: [XMLTree] = []
        var diagnostics: [XMLDiagnostic] = []
        var count = 0
        var start: (place: XMLLocation, encoding: String?)?
        var ahead = LookAhead(of: bytes.count)
        repeat {
            // There may be as many roots as elements, and each keeps its window.
            let window = StreamWindow(
                options: options, capacity: start == nil ? bytes.count + 4096 : 64, check: SAXParser.check)
            try window.repair(
                bytes, from: start, endsAtFurtherRoot: keepsFurtherRoots, longestWait: ahead.longestWait)
            ahead.add(window, from: start?.place.byteOffset ?? 0)
            let repairs = window.takeRepairs()
            count += repairs.count
            let source = window.takeSource()
            let result = SAXParser.parse(source, options: options)
            let faults = result.faults.map(source.diagnostic)
            let found = repairs.diagnostics.merged(with: faults)
            if let cause = faults.first(where: { $0.severity == .error && $0.appliedRepair == nil }) {
                // What comes after the first root may hold nothing.
                let holdsNothing = [.emptyDocument, .missingRootElement].contains(cause.code)
                if let place = start?.place, holdsNothing {
                    diagnostics.append(furtherRoot(at: place, "omitted", isFirst: trees.count == 1))
                    start = window.furtherRoot
                    continue
                }
                throw impostor(bytes, options) ?? XMLError(cause, diagnostics: diagnostics + found).afterRepair
            }
            if let start {
                diagnostics.append(
                    furtherRoot(at: start.place, "treated as a further root element", isFirst: trees.count == 1))
            }
            diagnostics += found
            count += result.faultCount + (start == nil ? 0 : 1)
            trees.append(XMLTree(tape: result.tape, diagnostics: found))
            start = window.furtherRoot
        } while start != nil
        let limit = options.repair?.diagnosticLimit ?? 0
        return XMLRecovered(
            value: trees.removeFirst(), furtherRoots: trees,
            diagnostics: Array(diagnostics.prefix(limit)),
            diagnosticCount: count)
    }

    /// The error of bytes that plainly are something else than XML; nil for others.
    private static func impostor(_ bytes: SourceBytes, _ options: XMLParsingOptions) -> XMLError? {
        var options = options
        options.repair = nil
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

/// How much has been read beyond the roots that it was read for, in search of the end of what has none.
private struct LookAhead {
    private var left: Int
    /// How much text the next root may wait for: little when too much has been read in vain, since what one root did not
    /// find before the end of the input, the others would not find either.
    var longestWait: Int { left > 0 ? .max : 4096 }

    init(of count: Int) { left = 4 * count }

    mutating func add(_ window: StreamWindow, from start: Int) {
        guard let end = window.furtherRoot?.place.byteOffset else { return }
        // Pieces are as large as what came before them.
        left -= max(0, window.inputCount - end - max(end - start, 1 << 10))
    }
}
