extension XMLFragment {
    /// Parses the fragment as the content of an element, the root of the tree.
    ///
    /// - Parameter namespace: returns the URI of a prefix where the fragment is put; nil if the prefix is not declared
    ///   there. The default namespace has the prefix "".
    /// - Throws: the first fault, located in the literal, whose source is called `<markup>`.
    /// - Complexity: O(*n*) in the length of the markup, and one call of `namespace` for each prefix in it.
    func tree(
        limits: XMLParsingLimits = .init(), in namespace: (_ prefix: String) -> String?
    ) throws(XMLError) -> XMLTree {
        if let error { throw excerpted(error) }
        let (document, start) = try document(in: namespace)
        do throws(XMLError) {
            return try parse(document, limits)
        } catch {
            throw located(error, from: start)
        }
    }

    /// Checks that the fragment is well-formed, regardless of its place.
    ///
    /// - Throws: the first fault other than a prefix that is not declared.
    func check() throws(XMLError) {
        if let error { throw excerpted(error) }
        let (document, start) = try document { _ in nil }
        do throws(XMLError) {
            _ = try parse(document, .init())
        } catch {
            let faults = error.diagnostics.filter { $0.severity == .error }
            guard
                let fault = faults.first(where: { $0.code != .undeclaredPrefix })
                    ?? (faults.isEmpty ? error.diagnostic : nil)
            else { return }
            throw located(XMLError(fault), from: start)
        }
    }

    private func parse(_ document: [UInt8], _ limits: XMLParsingLimits) throws(XMLError) -> XMLTree {
        var options = XMLParsingOptions(encoding: "UTF-8")
        options.limits = limits
        options.limits.depth = max(limits.depth, limits.depth &+ 1)
        return try XMLTree(parsing: document, options: options)
    }

    /// Returns a document whose root contains the markup, and declares the namespaces of the prefixes that the markup
    /// may use. Also returns the offset of the markup in it.
    private func document(
        in namespace: (_ prefix: String) -> String?
    ) throws(XMLError) -> (bytes: [UInt8], start: Int) {
        var document = MarkupWriter(XMLWritingOptions(), isFragment: true)
        try document.startElement("_")
        for prefix in [""] + markup.contiguous.span.prefixes.inOrder() {
            guard let uri = namespace(prefix), !uri.isEmpty else { continue }
            try document.declare(prefix: prefix, uri: uri)
        }
        try document.closeTag()
        let start = document.bytes.count
        markup.contiguous.span.append(to: &document.bytes)
        try document.endElement()
        return (document.take(), start)
    }

    /// Returns an error of the parser with its location in the literal.
    private func located(_ error: XMLError, from start: Int) -> XMLError {
        var diagnostic = error.diagnostic
        let note = diagnostic.note.map { ($0.message, offset: $0.location.byteOffset - start) }
        var offset = (diagnostic.location?.byteOffset).map { $0 - start } ?? markup.count
        if offset >= markup.count, let openConstruct {
            guard openConstruct.code == .unclosedElement, let note, note.offset >= 0 else {
                return excerpted(openConstruct)
            }
            offset = note.offset
            diagnostic = openConstruct.diagnostic
        } else {
            diagnostic.note = note.map { .init(message: $0, location: location(at: $1)) }
        }
        diagnostic.location = location(at: offset)
        diagnostic.extract = extract(at: offset, noteAt: diagnostic.note.flatMap { _ in note?.offset })
        return XMLError(diagnostic)
    }

    /// Returns an error at an offset in the markup.
    func error(_ code: XMLError.Code, _ message: String, at offset: Int) -> XMLError {
        var diagnostic = XMLDiagnostic(code, message)
        diagnostic.location = location(at: offset)
        diagnostic.extract = extract(at: offset, noteAt: nil)
        return XMLError(diagnostic)
    }

    /// Returns an error of the literal with an excerpt.
    private func excerpted(_ error: XMLError) -> XMLError {
        var diagnostic = error.diagnostic
        diagnostic.extract = diagnostic.location.flatMap { extract(at: $0.byteOffset, noteAt: nil) }
        return XMLError(diagnostic)
    }

    /// Returns an excerpt of the markup; nil if it has interpolated values.
    private func extract(at offset: Int, noteAt note: Int?) -> SourceExtract? {
        if segments.contains(where: \.isValue) { return nil }
        return SourceExtract(markup.contiguous.span, at: min(max(0, offset), markup.count), noteAt: note)
    }

    private func location(at offset: Int) -> XMLLocation {
        let offset = min(max(offset, 0), markup.count)
        var (line, column) = (1, 1)
        if let segment = segments.last(where: { $0.start <= offset }) {
            (line, column) = (segment.line, segment.column)
            if !segment.isValue { FragmentScanner.advance(&line, &column, over: markup[segment.start..<offset]) }
        }
        return Self.location(line, column, offset)
    }

    static func location(_ line: Int, _ column: Int, _ offset: Int) -> XMLLocation {
        XMLLocation(line: line, column: column, byteOffset: offset, sourceName: "<markup>")
    }
}

extension Span<UInt8> {
    /// The names before colons, which may be prefixes.
    var prefixes: Set<String> {
        var prefixes: Set<String> = []
        var start = 0
        for index in indices {
            if self[index] == UInt8(ascii: ":") {
                let name = extracting(startOfName(from: start, to: index)..<index)
                if name.isQualifiedName { prefixes.insert(name.string(name.indices)) }
                start = index + 1
            } else if self[index] < 0x80, !self[index].isASCIINameCharacter {
                start = index + 1
            }
        }
        return prefixes.subtracting(["xml", "xmlns"])
    }

    /// Returns the start of the name that ends at an offset: after characters that names cannot contain, such as a
    /// quote, and characters that cannot begin a name, such as a minus.
    private func startOfName(from start: Int, to end: Int) -> Int {
        var name: Int?
        var index = start
        while index < end {
            if name == nil, mayBeginName(at: index) { name = index }
            if !mayContinueName(at: index) { name = nil }
            index += scalar(at: index).map { UTF8.width($0) } ?? 1
        }
        return name ?? end
    }
}
