import ArgumentParser
import Foundation
import LibXML

@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures LibXML against others: ratios within one run, all taking turns, medians.",
        subcommands: [
            Run.self, Generate.self, Memory.self, Growth.self, Stream.self, Readers.self, Sum.self, Push.self,
            Repeat.self, Write.self, Unparse.self, Query.self, QueryOnce.self, Validate.self, Validating.self,
            Faults.self,
        ],
        defaultSubcommand: Run.self)
}

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures documents, lookups, threads, readers and streams.")

    @Option(help: "A file for the figures as JSON.")
    var json: String?

    @Option(help: "About how many seconds each measurement of a document may take for each candidate.")
    var budget = 1.0

    @Flag(help: "Only documents.")
    var documentsOnly = false

    @Option(help: "A large file of records of the generator, to measure streams of records.")
    var records: String?

    @Argument(help: "Documents to measure, beside records that are generated.")
    var files: [String] = []

    struct Report: Encodable {
        var documents: [Measurement]
        var bars: [Bar]
    }

    func run() throws {
        var documents = try files.map { path in
            Parsing.document(URL(fileURLWithPath: path).lastPathComponent, try bytes(ofFile: path), budget: budget)
        }
        let generated = Records(size: 3_000_000)
        let small = Parsing.records("records, 3 MB", generated, budget: budget)
        documents.append(small)
        var bars = Parsing.bars(documents, records: small)
        if !documentsOnly {
            bars += [try Lookups.steps(), try Lookups.indices(), try Lookups.keys(), try Lookups.places()]
            bars.append(Processes.threads(generated.xml))
            let medium = Records(size: 10_000_000, withJSON: false).xml
            bars += try Reading.bars(medium)
            bars += Repairing.bars(medium)
            bars += [Types.messageBar(500, bound: 1.9), Types.messageBar(1_400, bound: 2.1)]
            bars += [try Types.encodingBar(Records(size: 500)), try Types.encodingBar(generated)]
            bars.append(try Types.xmlCoderBar(generated))
            bars += try Writing.bars(generated.xml)
            bars += try Queries.bars(generated.xml)
            bars += try Validation.bars(medium)
            if let records {
                bars.append(Streams.recordsBar(try bytes(ofFile: records)))
                bars.append(try Types.recordsBar(records))
            }
        }
        FileHandle.standardError.write(Data("\n".utf8))
        printTable(documents)
        for bar in bars { print(bar.line) }
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(Report(documents: documents, bars: bars)).write(to: URL(fileURLWithPath: json))
        }
    }

    private func printTable(_ documents: [Measurement]) {
        let names =
            Parsing.sax + [
                Parsing.cTree, Parsing.pugixml, Parsing.tree, Parsing.plain, Parsing.xmlParser, Parsing.port,
                Parsing.xmlCoder, Parsing.types, Parsing.serialization, Parsing.decoder,
            ]
        print("MB of XML per second".padding(toLength: 28, withPad: " ", startingAt: 0), terminator: "")
        print(documents.map { String($0.group.prefix(15)).leftPadded(17) }.joined())
        for name in names {
            let speeds = documents.map { document in
                document.seconds[name].map { String(format: "%17.0f", Double(document.bytes ?? 0) / $0 / 1e6) }
                    ?? "–".leftPadded(17)
            }
            print(name.padding(toLength: 28, withPad: " ", startingAt: 0) + speeds.joined())
        }
    }
}

private func bytes(ofFile path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes records of about a size as XML.")

    @Argument(help: "The size in millions of bytes.")
    var megabytes: Int

    @Argument(help: "The file to write.")
    var file: String

    func run() throws {
        let records = Records(size: megabytes * 1_000_000, withJSON: false)
        try Data(records.xml).write(to: URL(fileURLWithPath: file))
    }
}

struct Memory: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Parses a file, and tells the peak memory of the process in units of the file's size.")

    @Argument(help: "The file to parse.")
    var file: String

    func run() throws {
        guard let value = try Processes.peakMemory(file) else { throw ValidationError("The system does not tell.") }
        print(Bar(name: "peak memory : size of the document", value: value, isAtLeast: false, bound: 3.5).line)
    }
}

struct Write: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures writing, beside libxml2's.")

    @Argument(help: "Records of the generator; 3 MB of them if omitted.")
    var file: String?

    func run() throws {
        let xml = try file.map { try bytes(ofFile: $0) } ?? Records(size: 3_000_000, withJSON: false).xml
        for bar in try Writing.bars(xml) { print(bar.line) }
    }
}

struct Stream: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures a document that is parsed piece by piece.")

    @Argument(help: "Records of the generator.")
    var file: String

    func run() throws {
        let bytes = try bytes(ofFile: file)
        for bar in [Streams.recordsBar(bytes), try Types.recordsBar(file)] {
            print(bar.line)
        }
        for (size, bound) in [(500, 1.9), (1_400, 2.1)] { print(Types.messageBar(size, bound: bound).line) }
    }
}

struct Growth: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Parses files of growing size, and tells the time of each in units of its size.")

    @Argument(help: "The files to parse.")
    var files: [String]

    func run() throws {
        for path in files {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 1
            let tree = Candidate(name: "tree") { (try? XMLTree(parsing: .file(path))) != nil }
            let measurement = Measurement(path, [tree])
            let nanoseconds = (measurement.seconds["tree"] ?? 0) * 1e9 / Double(size)
            print("\(size / 1_000_000) MB: \(String(format: "%.2f", nanoseconds)) ns a byte")
        }
    }
}

struct Readers: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures the pull reader beside libxml2's own.")

    @Argument(help: "The size of the records in millions of bytes.")
    var megabytes = 10

    func run() throws {
        let bytes = Records(size: megabytes * 1_000_000, withJSON: false).xml
        for bar in try Reading.bars(bytes) + Repairing.bars(bytes) { print(bar.line) }
    }
}

struct Repeat: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Does one thing over and over, for a profiler.")

    @Option(
        help: """
            What: “tree”, “plain”, “json”, “lookup”, “records”, “handler”, “elements”, “nodes”, “places”, “repaired”,
            “recover”, “decode”, “typed”, “bridge” or “css”.
            """)
    var what = "tree"

    @Option(help: "How many times.")
    var times = 100

    @Argument(help: "The document.")
    var file: String

    func run() throws {
        let bytes = try bytes(ofFile: file)
        let document = try XMLDictionary(parsing: bytes, options: .recovering)
        let tree = try XMLTree(parsing: bytes)
        for _ in 0..<times {
            switch what {
            case "plain": _ = try document.anyDictionary()
            case "json": document.writeJSON { _ in }
            case "lookup": _ = Lookups.threeSteps()
            case "handler": Streams.handleAndCount(bytes)
            case "recover": _ = try XMLTree(parsing: bytes, options: .recovering)
            case "repaired": try Repairing.count(bytes)
            case "elements": _ = try Reading.dictionaries(bytes)
            case "nodes": _ = try Reading.count(bytes, withPlaces: false)
            case "places": _ = try Reading.count(bytes, withPlaces: true)
            case "decode": _ = try LibXML.XMLDecoder().decode(Orders.self, from: bytes)
            case "bridge": Queries.buildBridge(tree)
            case "css": try Queries.select(tree)
            case "typed": _ = try Types.count(file)
            case "records":
                var records = try XMLRecords(parsing: bytes, at: "orders/order")
                while try records.next() != nil {}
            default: _ = try XMLTree(parsing: bytes)
            }
        }
    }
}
