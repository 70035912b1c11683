extension XMLTree {
    /// Gets as much as there is out of a document that may be malformed.
    ///
    /// Well-formed documents come out as ``init(parsing:options:)-(Sequence<UInt8>,_)`` gives them, with two exceptions that
    /// the article <doc:Repairing> names, and cost nothing more.
    ///
    /// ```swift
    /// let feed = try XMLTree.recovering("<title>Bob & Co<br></title>")
    /// print(feed.value.root.text, feed.diagnostics.count)  // Bob & Co 2
    /// ```
    ///
    /// - Parameter mode: how; nil for a repair by the rules of ``XMLParsingOptions/repair``, or by the default ones.
    /// - Throws: only where there is nothing to return: no element at all, a limit, an encoding in which nothing can be
    ///   read.
    /// - Complexity: O(*n*) in the length of the document.
    public static func recovering(
        _ bytes: some Sequence<UInt8>, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        try Recovery.parse(
            .array(bytes as? [UInt8] ?? Array(bytes)), mode ?? .repair(options.repair ?? XMLRepairOptions()), options)
    }

    /// Gets as much as there is out of a document that may be malformed; an encoding that its declaration names does not
    /// matter.
    ///
    /// - Throws: as for bytes.
    public static func recovering(
        _ text: String, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        var options = options
        options.encoding = "UTF-8"
        return try Recovery.parse(
            .array(Array(text.utf8)), mode ?? .repair(options.repair ?? XMLRepairOptions()), options)
    }

    /// Gets as much as there is out of the file at `path`, which may be malformed.
    ///
    /// - Throws: as for bytes, and when the file cannot be read: see ``init(contentsOfFile:mapped:options:)``.
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
    /// Whether the end tag of the element stands in the input: false for one that was closed to repair the document, as at
    /// the end of a truncated one, so that what it holds may be a part. Always true of what ``XMLRecoveryMode/libxml2`` or the
    /// parser of HTML has closed, which do not tell.
    public var isComplete: Bool {
        let end = tape.sourceRange(index).upperBound
        return end == 0 || tape.source.isOriginal(end - 1)
    }
}
