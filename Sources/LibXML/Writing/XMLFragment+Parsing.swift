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
        let tag = startTag(in: namespace)
        do throws(XMLError) {
            return try parse(after: tag, limits)
        } catch {
            throw located(error, from: tag.count)
        }
    }

    /// Checks that the fragment is well-formed, wherever it is put.
    ///
    /// - Throws: the first fault other than a prefix that is not declared.
    func check() throws(XMLError) {
        if let error { throw excerpted(error) }
        let tag = startTag { _ in nil }
        do throws(XMLError) {
            _ = try parse(after: tag, .init())
        } catch {
            let faults = error.diagnostics.filter { $0.severity == .error }
            guard
                let fault = faults.first(where: { $0.code != .undeclaredPrefix })
                    ?? (faults.isEmpty ? error.diagnostic : nil)
            else { return }
            throw located(XMLError(fault), from: tag.count)
        }
    }

    private func parse(after tag: [UInt8], _ limits: XMLParsingLimits) throws(XMLError) -> XMLTree {
        var options = XMLParsingOptions(encoding: "UTF-8")
        options.limits = limits
        options.limits.depth = max(limits.depth, limits.depth &+ 1)
        return try XMLTree(parsing: tag + markup + Array("</_>".utf8), options: options)
    }

    /// Returns a start tag that declares the namespaces of the prefixes that the markup may use.
    private func startTag(in namespace: (_ prefix: String) -> String?) -> [UInt8] {
        var tag = RawBuffer<UInt8>(capacity: 128)
        tag.append("<_")
        for prefix in [""] + markup.span.prefixes.inOrder() {
            guard let uri = namespace(prefix), !uri.isEmpty else { continue }
            tag.append(prefix.isEmpty ? " xmlns" : " xmlns:")
            prefix.withUTF8Span { $0.append(to: &tag) }
            tag.append("=\"")
            _ = uri.withUTF8Span { tag.appendEscaped($0, in: .attribute) }
            tag.append("\"")
        }
        tag.append(">")
        return tag.withSpan(0..<tag.count) { $0.array }
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

    /// Returns an excerpt of the markup; nil if it has values, with which it is not as it is in the program.
    private func extract(at offset: Int, noteAt note: Int?) -> SourceExtract? {
        if segments.contains(where: \.isValue) { return nil }
        return SourceExtract(markup.span, at: min(max(0, offset), markup.count), noteAt: note)
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
                let name = extracting(start..<index)
                if name.isQualifiedName { prefixes.insert(name.string(name.indices)) }
                start = index + 1
            } else if self[index] < 0x80, !self[index].isASCIINameCharacter {
                start = index + 1
            }
        }
        return prefixes.subtracting(["xml", "xmlns"])
    }
}
