import ArgumentParser
@_spi(Checks) import LibXML
import SystemPackage

struct ToXML: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xml", abstract: "Write JSON as XML: the inverse of “xmldict json”.",
        discussion: """
            The JSON is an object with one key, which is the name of the root element, unless “--root” names it. JSON \
            of any size is read and written in pieces. In an object larger than 1 MiB, attributes must come before \
            other keys.
            """)

    @OptionGroup var mapping: MappingOptions

    @Option(help: ArgumentHelp("The name of an element around the JSON.", valueName: "name"))
    var root: String?

    @Flag(help: "Write each element on a line of its own, indented.")
    var pretty = false

    @Option(
        help: ArgumentHelp("The size of decompressed JSON, as a multiple of the size of the input.", valueName: "n"))
    var limitDecompression = LimitOptions.decompression

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: FileName?

    func run() throws {
        let name = file ?? .standardInput
        let report = Report(isColored: isTerminal(.standardError))
        do {
            try convert(from: open(name))
        } catch let fault as JSONFault {
            report.write("\(name):\(fault.line):\(fault.column): error: \(fault.message)\n")
            throw ExitCode.malformed
        } catch let error as XMLError {
            var diagnostic = error.diagnostic
            if error.code == .missingRootElement || error.code == .contentAfterRootElement {
                diagnostic.help = "use “--root NAME” for the name of the root element"
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

    private func convert(from input: InputBytes) throws {
        var options = XMLWritingOptions()
        if pretty { options.whiteSpace = .indented(by: "  ") }
        var json = JSONInput(input)
        if let value = try json.value(within: JSONToXML.limit) {
            try json.finish()
            try writeOutput(value.xmlBytes(mapping: mapping.rules, root: root, options: options))
        } else {
            let writer = try XMLWriter(options: options) { try writeOutput($0) }
            var converter = JSONToXML(json: json, writer: writer, mapping: mapping.rules)
            try converter.document(root: root)
            try writer.finish()
        }
        if !pretty { try writeOutput([0x0A]) }
    }
}

/// Converts JSON that is not kept in memory.
struct JSONToXML {
    /// The size of values that are read as a whole, in bytes.
    static let limit = 1 << 20

    var json: JSONInput
    let writer: XMLWriter
    let mapping: XMLMapping
    /// The names of the open elements.
    private(set) var open: [String] = []

    mutating func document(root: String?) throws {
        if let root {
            try large(root)
        } else {
            try json.begin(UInt8(ascii: "{"))
            if mapping.wrapsRoot {
                var isFirst = true
                while let key = try json.nextKey(isFirst: isFirst) {
                    try value(forKey: key)
                    isFirst = false
                }
            } else {
                guard case .root(let name) = mapping.nameKey, try json.nextKey(isFirst: true) == name,
                    let root = try json.scalar().string
                else {
                    throw XMLError(
                        XMLDiagnostic(
                            .missingRootElement, "large JSON does not begin with the name of the root element",
                            help: "use “--root NAME”"))
                }
                try members(of: root, isFirst: false)
            }
        }
        try json.finish()
    }

    private mutating func value(forKey key: String) throws {
        if let value = try json.value(within: Self.limit) {
            try writer.write(value, forKey: key, mapping: mapping)
        } else {
            try large(key)
        }
    }

    /// Converts a large object, array or string.
    private mutating func large(_ key: String) throws {
        if try json.isNext("\"") {
            json.beginString()
            return try writer.write(forKey: key, mapping: mapping) { try json.piece() }
        }
        if try json.isNext("{") {
            try json.begin(UInt8(ascii: "{"))
            return try members(of: key, isFirst: true)
        }
        try json.begin(UInt8(ascii: "["))
        var index = -1
        while try json.hasNextElement(isFirst: index < 0) {
            index += 1
            if try json.isNext("[") {
                throw XMLError(XMLDiagnostic(.invalidValue, "a list in a list has no name for its elements"))
            }
            do {
                try value(forKey: key)
            } catch let error as XMLError {
                throw located(error, inValue: index, of: key)
            }
        }
    }

    /// Adds the index of a value of a list to the path of an error in it.
    private func located(_ error: XMLError, inValue index: Int, of key: String) -> XMLError {
        let list = (open + [key]).joined(separator: ".")
        guard let path = error.diagnostic.path, path.hasPrefix(list) else { return error }
        var diagnostic = error.diagnostic
        diagnostic.path = "\(list)[\(index)]\(path.dropFirst(list.count))"
        return XMLError(diagnostic)
    }

    private mutating func members(of element: String, isFirst: Bool) throws {
        var isFirst = isFirst
        try start(element)
        open.append(element)
        while let key = try json.nextKey(isFirst: isFirst) {
            isFirst = false
            if mapping.mixedText == .list, key == mapping.textKey, try json.isNext("[") {
                throw XMLError(
                    XMLDiagnostic(
                        .invalidValue, "the texts between the elements of a large object cannot be put in their places",
                        help: "divide the JSON into objects of at most 1 MiB"))
            }
            try value(forKey: key)
        }
        try writer.endElement()
        open.removeLast()
    }

    private func start(_ key: String) throws {
        guard case .expanded(let prefixes, let separator) = mapping.names, let end = key.ranges(of: separator).last
        else {
            return try writer.startElement(key)
        }
        let space = String(key[..<end.lowerBound])
        let uri = prefixes.first { $0.value == space }?.key ?? space
        try writer.startElement(XMLName(String(key[end.upperBound...]), namespaceURI: uri))
    }
}
