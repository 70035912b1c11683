extension XMLTree {
    /// Parses a document that may be malformed, and returns as much of its content as possible.
    ///
    /// For a well-formed document the result is that of ``init(parsing:options:)-(Sequence<UInt8>,_)``, at the same
    /// cost, with two exceptions that the article <doc:Repairing> describes.
    ///
    /// ```swift
    /// let feed = try XMLTree.recovering("<title>Bob & Co<br></title>")
    /// print(feed.value.root.text, feed.diagnostics.count)  // Bob & Co 2
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - mode: how to recover; nil for a repair by the rules of ``XMLParsingOptions/repair``, or by the default
    ///     rules.
    ///   - options: the options for reading the document.
    /// - Returns: the tree, with the diagnostics of all repairs.
    /// - Throws: ``XMLError`` if there is nothing to return: the input contains no element, exceeds a limit, or cannot
    ///   be decoded.
    /// - Complexity: O(*n*) in the length of the document.
    public static func recovering(
        _ bytes: some Sequence<UInt8>, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        try Recovery.parse(
            .array(bytes as? [UInt8] ?? Array(bytes)), mode ?? .repair(options.repair ?? XMLRepairOptions()), options)
    }

    /// Parses a document that may be malformed, and returns as much of its content as possible.
    ///
    /// The encoding in its declaration is ignored.
    ///
    /// - Throws: the same errors as for bytes.
    public static func recovering(
        _ text: String, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        var options = options
        options.encoding = "UTF-8"
        return try Recovery.parse(
            .array(Array(text.utf8)), mode ?? .repair(options.repair ?? XMLRepairOptions()), options)
    }

    /// Parses the file at `path`, which may be malformed, and returns as much of its content as possible.
    ///
    /// - Throws: the same errors as for bytes, and those of a file that cannot be read: see
    ///   ``init(contentsOfFile:mapped:options:)``.
    public static func recovering(
        contentsOfFile path: String, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        var options = options
        options.sourceName = options.sourceName ?? path
        let bytes = try FileInput.read(path: path, mapped: false, limit: options.limits.inputSize)
        return try Recovery.parse(bytes, mode ?? .repair(options.repair ?? XMLRepairOptions()), options)
    }
}

extension XMLTree.Element {
    /// Whether the input contains the end of the element.
    ///
    /// False for an element that was closed to repair the document, as at the end of a truncated document; its content
    /// may be incomplete. Always true for elements that ``XMLRecoveryMode/libxml2`` or the parser of HTML closed, which
    /// do not report it.
    public var isComplete: Bool {
        let end = tape.sourceRange(entry).upperBound
        return end == 0 || tape.source.isOriginal(end - 1)
    }
}
