import ArgumentParser
import LibXML

/// The arguments that determine how a document is written.
struct WritingOptions: ParsableArguments {
    @Flag(help: "Write each element on a line of its own, indented.")
    var pretty = false

    @Option(
        help: ArgumentHelp(
            """
            Indent with this number of spaces for each level, from 0 to 64, or with “tab”, or with the white space \
            itself. Default for “--pretty”: 2.
            """,
            valueName: "n"))
    var indent: Indentation?

    @Flag(help: "Write an element without content as two tags, <a></a>, instead of <a/>.")
    var twoTags = false

    @Flag(help: "Omit the XML declaration.")
    var noDeclaration = false

    @Option(
        help: ArgumentHelp(
            "The encoding of the output; characters that it lacks are written as references.",
            valueName: "name"))
    var encoding = "UTF-8"

    @Flag(name: .customLong("crlf"), help: "End lines with CR and LF instead of LF.")
    var endsLinesWithCRLF = false

    /// Whether elements have lines of their own.
    var isIndented: Bool { pretty || indent != nil }

    var options: XMLWritingOptions {
        var options = XMLWritingOptions(encoding: encoding)
        if isIndented { options.whiteSpace = .indented(by: (indent ?? Indentation()).text) }
        if twoTags { options.emptyElementTags = .twoTags }
        if noDeclaration { options.declaration = .never }
        if endsLinesWithCRLF { options.lineEnding = .carriageReturnLineFeed }
        return options
    }
}

extension XMLWritingOptions {
    /// Returns the bytes that end a line of the output.
    ///
    /// - Throws: ``XMLError/Code/unsupportedEncoding`` if the encoding cannot be written.
    func lineEnd() throws(XMLError) -> [UInt8] {
        // An indented document differs only in the end of its last line.
        Array(try example(whiteSpace: .indented(by: "")).dropFirst(example(whiteSpace: .kept).count))
    }

    /// Returns the bytes that end a tag in the output.
    func tagEnd() throws(XMLError) -> [UInt8] {
        try example(whiteSpace: .kept).suffix(lineEnd().count)
    }

    /// Returns a document that ends with a tag.
    private func example(whiteSpace: WhiteSpace) throws(XMLError) -> [UInt8] {
        var options = self
        options.whiteSpace = whiteSpace
        return try XMLValue.null.xmlBytes(root: "a", options: options)
    }
}
