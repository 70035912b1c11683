import ArgumentParser
import LibXML
import Synchronization

struct Format: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Write XML with other white space between elements, or HTML.",
        discussion: """
            Each child element begins on a line of its own. Text, attributes, comments, CDATA sections, the document \
            type and the order of everything are kept, as are references to entities and characters, in text and in \
            attributes. Default attributes are not added. “--expand” writes the text of entities, characters and \
            default attributes instead. White space is never changed beside text, nor under xml:space="preserve"; text \
            that comes after the first 64 KiB of an element leaves the rest of the element unchanged. The output is in \
            UTF-8, without a byte order mark; apart from that, “--as-is” changes nothing, unless “--expand” is given \
            too, which writes tags with one space between attributes. Documents of any size are read and written in \
            constant memory, apart from the longest text, comment or CDATA section.

            With “--html”, the page is written as HTML, with all tags, references and quotes as the HTML standard \
            requires. “--to html” writes XHTML as HTML, and “--html --to xml” HTML as XML. They read the whole \
            document into memory, and change white space only in XML with “--indent” or “--minify”. What HTML would \
            read as something else is an error with its place, such as “</script” in a script.

            “--to-encoding” writes another encoding than UTF-8, and declares it. Characters that it lacks are written \
            as references, or are an error in a name or comment. “--as-is” then writes tags as “--expand” does.

            “--in-place” replaces files as “set” does, except those that stay the same. A file with another encoding \
            is then in UTF-8, or in that of “--to-encoding”. “--check” writes nothing but the name of each file that \
            “--in-place” would replace, on a line of its own; the exit status is 1 if there is one. Both read \
            whole documents into memory.
            """)

    @Option(
        help: ArgumentHelp(
            "The number of spaces for each level, from 0 to 64, or “tab”, or the white space itself. Default: 2.",
            valueName: "n"))
    var indent: Indentation?

    @Flag(help: "Omit white space between elements.")
    var minify = false

    @Flag(help: "Change no white space.")
    var asIs = false

    @Flag(help: "Replace references with their text, if it is known, and add default attributes.")
    var expand = false

    @Flag(help: "Read HTML, and report its errors on standard error.")
    var html = false

    /// A language that can be written.
    enum Language: String, ExpressibleByArgument, CaseIterable {
        case xml, html
    }

    @Option(help: "The language of the output; by default that of the input.")
    var to: Language?

    @Option(help: ArgumentHelp("The encoding of the output. Default: UTF-8.", valueName: "name"))
    var toEncoding = "UTF-8"

    @Flag(name: .shortAndLong, help: "Replace the files instead of writing the result to standard output.")
    var inPlace = false

    @Flag(help: "Write only the names of files that are formatted otherwise, and exit with status 1 if there are any.")
    var check = false

    @OptionGroup var input: InputOptions

    @OptionGroup var folders: FolderOptions

    @Argument(
        help: """
            The file to read; standard input if omitted or “-”. With “--in-place” or “--check”, several files or \
            folders.
            """)
    var files: [FileName] = []

    func validate() throws {
        if [indent != nil, minify, asIs].count(where: { $0 }) > 1 {
            throw ValidationError("“--indent”, “--minify” and “--as-is” cannot be used together")
        }
        if inPlace, check { throw ValidationError("“--in-place” and “--check” cannot be used together") }
        if !check { try EditOptions.validate(files, inPlace: inPlace) }
        // The encoding that a page declares, or that a browser guesses, may differ from the one that was read.
        if inPlace, html || language == .html { throw ValidationError("“--in-place” formats only XML") }
        if expand, html || language == .html {
            throw ValidationError("“--expand” changes only XML; HTML is always expanded")
        }
        if indent != nil || minify, language == .html {
            throw ValidationError(
                "“\(minify ? "--minify" : "--indent")” changes only XML; for HTML as XML, use “--html --to xml”")
        }
    }

    var isHTML: Bool { html }

    private var language: Language { to ?? (html ? .html : .xml) }

    private var whiteSpace: XMLWritingOptions.WhiteSpace {
        // White space between the elements of a page is mostly text.
        if asIs || html && indent == nil && !minify { return .kept }
        return minify ? .minified : .indented(by: (indent ?? Indentation()).text)
    }

    func checkArguments() throws {
        try input.check(isHTML: isHTML)
        do throws(XMLError) {
            _ = try options.lineEnd()
        } catch {
            Report.standard.write("\(error)\n")
            throw ExitCode.wrongEncoding
        }
    }

    private var options: XMLWritingOptions {
        XMLWritingOptions(whiteSpace: whiteSpace, encoding: toEncoding, references: expand ? .expanded : .kept)
    }

    func run() throws {
        let command = self
        if inPlace {
            let names = folders.expanded(files, isHTML: false).withoutLinks
            try FileRun.run(names, jobs: 1) { try command.replace($0) }
        } else if check {
            let names = files.isEmpty ? [.standardInput] : folders.expanded(files, isHTML: html)
            try FileRun.run(names, jobs: 1) { file in
                if try command.isFormatted(file) { return }
                if !command.input.quiet { try writeOutput(Array("\(file)\n".utf8)) }
                throw ExitCode.malformed
            }
        } else {
            try format(Input(files.first ?? .standardInput, input, nil, isHTML: html)) { try writeOutput($0) }
        }
    }

    /// Whether a document is written unchanged.
    private func isFormatted(_ file: FileName) throws -> Bool {
        var input = Input(file, input, nil, isHTML: html)
        let bytes = try input.readAll()
        input.contents = bytes
        // The rest of the file after the output that was equal; nil once the output differs.
        let rest = Mutex<ArraySlice<UInt8>?>(bytes[...])
        try format(input) { output in
            rest.withLock { rest in
                rest = rest.flatMap { $0.starts(with: output) ? $0.dropFirst(output.count) : nil }
            }
        }
        return rest.withLock { $0?.isEmpty ?? false }
    }

    /// Replaces a file, if it is changed.
    private func replace(_ file: FileName) throws {
        var input = Input(file, input, nil)
        let replacement = try EditOptions.reporting(input) { () throws(XMLError) in
            try FileReplacement(editing: file)
        }
        input.contents = replacement.bytes
        let output = Mutex<[UInt8]>([])
        try format(input) { bytes in output.withLock { $0 += bytes } }
        let bytes = output.withLock { $0 }
        guard bytes != replacement.bytes else { return }
        try EditOptions.reporting(input) { () throws(XMLError) in try replacement.write(bytes) }
    }

    private func format(_ input: Input, write: @escaping @Sendable ([UInt8]) throws -> Void) throws {
        if html || language == .html { return try writeWhole(input, write) }
        do {
            let isCopied = asIs && !expand && isUTF8
            input.report(isCopied ? try input.repair(write: write) : try writePieces(input, write))
        } catch let failure as Failure {
            input.report(failure.findings)
            throw failure.status
        }
    }

    /// Writes a document that is read in pieces.
    private func writePieces(_ input: Input, _ write: @escaping @Sendable ([UInt8]) throws -> Void) throws -> Findings {
        let writer = try XMLWriter(options: options) { try write($0) }
        let findings = try input.withReader { reader in try writer.writeDocument(from: &reader) }
        try writer.finish()
        // A file ends with a line feed. An indented document has it already.
        if asIs || minify { try write(options.lineEnd()) }
        return findings
    }

    private var isUTF8: Bool { ["UTF-8", "UTF8"].contains(toEncoding.uppercased()) }

    /// Writes a document that is read as a whole.
    private func writeWhole(_ input: Input, _ write: ([UInt8]) throws -> Void) throws {
        let tree = try input.parse()
        var bytes: [UInt8]
        do throws(XMLError) {
            bytes =
                language == .html
                ? try tree.htmlBytes(options: XMLHTMLWritingOptions(encoding: toEncoding))
                : try tree.xmlBytes(
                    options: XMLWritingOptions(
                        whiteSpace: whiteSpace, encoding: toEncoding, invalidCharacters: .replaced(with: "\u{FFFD}"),
                        invalidNames: .replaced))
            // Only a “plaintext” element ends with text.
            if try bytes.ends(with: options.tagEnd()) { bytes += try options.lineEnd() }
        } catch {
            let failure = input.failure(error)
            input.report(failure.findings)
            throw failure.status
        }
        try write(bytes)
    }
}

extension [UInt8] {
    fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
