import ArgumentParser
@_spi(Command) import LibXML
import SystemPackage

struct ToXML: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xml", abstract: "Write JSON as XML: the inverse of “xmldict json”.",
        discussion: """
            The JSON is an object with one key, which is the name of the root element, unless “--root” names it. JSON \
            of any size is read and written in pieces. In an object larger than 1 MiB, attributes must come before \
            other keys. Values under the keys of “--comments” and “--cdata” become comments and CDATA sections.

            “--fragment” writes one element for each key, and for each value of a list under it, without a declaration \
            or a root element around them.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Option(help: ArgumentHelp("The name of an element around the JSON.", valueName: "name"))
    var root: String?

    @Flag(help: "Write any number of elements instead of a document.")
    var fragment = false

    @Option(
        help: ArgumentHelp(
            "The name of elements for the values of a list in a list, or of a list that is the root element.",
            valueName: "name"))
    var item: String?

    @OptionGroup(title: "Output") var writing: WritingOptions

    @Option(
        help: ArgumentHelp("The size of decompressed JSON, as a multiple of the size of the input.", valueName: "n"))
    var limitDecompression = LimitOptions.decompression

    @Flag(name: .shortAndLong, help: "Write no messages except errors of use.")
    var quiet = false

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: FileName?

    func run() throws {
        let name = file ?? .standardInput
        let report = Report.standard
        do {
            let lineEnd = try writing.options.lineEnd()
            try convert(from: open(name), lineEnd: lineEnd)
        } catch let fault as JSONFault {
            report.write("\(name):\(fault.line):\(fault.column): error: \(fault.message)\n")
            throw ExitCode.malformed
        } catch let error as XMLError where error.code == .unsupportedEncoding {
            report.write("\(error)\n")
            throw ExitCode.wrongEncoding
        } catch let error as XMLError {
            var diagnostic = error.diagnostic
            if error.code == .missingRootElement || error.code == .contentAfterRootElement {
                diagnostic.help = "use “--root NAME” for the name of the root element"
            }
            if error.message == "a list is not text" {
                diagnostic.help = "an attribute has one value, and a key that repeats in an object is a list"
            }
            let status = Failure(error, keepsWarnings: false) { [] }.status
            let isAboutFile = status == .unreadable || error.code == .inputTooLarge
            report.write("\(isAboutFile ? "" : "\(name): ")\(XMLError(diagnostic))\n")
            throw status
        }
    }

    private func open(_ name: FileName) throws(XMLError) -> InputBytes {
        try InputBytes(name, expansionLimit: limitDecompression, progress: Progress(isShown: false))
    }

    private func convert(from input: InputBytes, lineEnd: [UInt8]) throws {
        var options = writing.options
        options.prefixes = try mapping.prefixes()
        var json = JSONInput(input)
        json.itemName = item
        if let value = try json.value(within: JSONToXML.limit) {
            try json.finish()
            let bytes =
                fragment
                ? try fragmentBytes(value, options)
                : try document(value).xmlBytes(mapping: mapping.rules, root: root, options: options)
            try writeOutput(bytes)
            if fragment, bytes.isEmpty { return }
        } else {
            let write: ([UInt8]) throws -> Void = { try writeOutput($0) }
            let writer =
                fragment
                ? try XMLWriter(fragmentWith: options, sink: write) : try XMLWriter(options: options, sink: write)
            var converter = JSONToXML(json: json, writer: writer, mapping: mapping.rules)
            if fragment { try converter.fragment(root: root) } else { try converter.document(root: root) }
            try writer.finish()
        }
        // A document that is indented has ended its last line.
        if !writing.isIndented || fragment { try writeOutput(lineEnd) }
    }

    /// Returns the value of the document. A list that is the root element contains its values.
    private func document(_ value: XMLValue) -> XMLValue {
        guard let item, root != nil, value.isList else { return value }
        return XMLValue(XMLDictionary([(key: item, value: value)]))
    }

    private func fragmentBytes(_ value: XMLValue, _ options: XMLWritingOptions) throws -> [UInt8] {
        let writer = try XMLWriter(fragmentWith: options)
        if let root {
            try writer.write(value, forKey: root, mapping: mapping.rules)
        } else if let dictionary = value.dictionary {
            for (key, value) in dictionary { try writer.write(value, forKey: key, mapping: mapping.rules) }
        } else {
            throw XMLError(XMLDiagnostic(.missingRootElement, "the elements have no name"))
        }
        return try writer.xmlBytes()
    }
}
