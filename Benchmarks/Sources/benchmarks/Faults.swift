import ArgumentParser
import Dispatch
import Foundation
import LibXML
import LibXMLValidation
import Synchronization

struct Faults: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: """
            Reads a stream of records with faults at known places: repairs it, validates it and decodes it in one pass. \
            Fails if a diagnostic is missing, is not at its place, or if a good record is not delivered.
            """)

    @Option(help: "About the size of the stream in millions of bytes.")
    var megabytes = 1_000

    @Option(help: "The number of faults: of markup, of the schema and of types in turn.")
    var count = 1_000

    func run() throws {
        let result = Mutex<Result<Void, any Error>>(.success(()))
        let end = DispatchSemaphore(value: 0)
        // Valgrind cannot follow a program whose `main` is asynchronous.
        Task.detached {
            do { try await read() } catch { result.withLock { $0 = .failure(error) } }
            end.signal()
        }
        end.wait()
        try result.withLock { try $0.get() }
    }

    private func read() async throws {
        let stream = FaultyRecords(size: megabytes * 1_000_000, faultCount: count)
        var options = XMLParsingOptions.recovering
        let schema = try XMLSchema(parsing: Validation.xmlSchema)
        options.validation = .init(schema, onError: .skipRecord)
        var decoder = LibXML.XMLDecoder()
        decoder.invalidElements = .skip
        let orders = try AsyncXMLRecords(
            of: FaultyRecords.Order.self, stream, at: "orders/order", with: decoder, options: options)
        let before = Processes.peak()
        var delivered = 0
        for try await _ in orders { delivered += 1 }

        let found = orders.diagnostics
        let expected = stream.faults
        var missed = 0
        for (found, fault) in zip(found, expected)
        where found.location.map({ $0.line != fault.line || $0.column != fault.column }) ?? true {
            if missed < 10 { print("\(found), expected \(fault.line):\(fault.column)") }
            missed += 1
        }
        var isComplete = missed == 0 && found.count == expected.count && delivered == stream.deliverable
        print("\(orders.bytesRead / 1_000_000) MB, \(delivered) of \(stream.deliverable) records delivered")
        print("\(found.count) diagnostics of \(expected.count) faults, \(missed) of them at another place")
        if let peak = Processes.peak(), let before {
            print("\(before / 1_000_000) MB in memory before the first record")
            isComplete = isComplete && peak - before < 10_000_000
            print(Bar(name: "MB in memory", value: Double(peak) / 1e6, isAtLeast: false, bound: 30).line)
        }
        if !isComplete { throw ExitCode.failure }
    }
}

/// Blocks of records, some of them with one more record that has a fault, as a stream that is made while it is read.
struct FaultyRecords: AsyncSequence {
    struct Order: Decodable, Sendable {
        enum Status: String, Decodable { case new, paid, shipped }
        struct Items: Decodable { var item: [Item] }
        struct Item: Decodable {
            var quantity: UInt8
            var price: Double
        }

        var id: Int32
        var status: Status
        var items: Items
    }

    struct Place {
        var line, column: Int
    }

    /// A record with one fault, which is at `^`.
    private struct Fault {
        var record: [UInt8]
        var place: Place
        var isDelivered: Bool

        init(_ text: String, isDelivered: Bool = false) {
            let before = text.prefix { $0 != "^" }
            place = Place(
                line: before.count { $0 == "\n" }, column: before.reversed().prefix { $0 != "\n" }.count + 1)
            record = Array(text.replacing("^", with: "").utf8) + [UInt8(ascii: "\n")]
            self.isDelivered = isDelivered
        }
    }

    private static func record(
        attributes: String = "id='1' status='new'", customer: String = "<name>A</name><email>a</email>",
        item: String = "sku='S-1' quantity='2'", title: String = "<title>Tea</title>", price: String = "3",
        note: String = "<note>n</note>"
    ) -> String {
        """
          <order \(attributes)>
            <customer>\(customer)</customer>
            <items>
              <item \(item)>\(title)<price>\(price)</price></item>
            </items>
            \(note)
          </order>
        """
    }

    /// Of markup, of the schema and of types, in turn. Markup is repaired, and of a type that contains a list only the
    /// element of the list is omitted: such records are delivered.
    private static let faults = [
        Fault(record(title: "<title>Tea ^& milk</title>"), isDelivered: true),
        Fault(record(attributes: "id='1' ^state='new' status='new'")),
        Fault(record(item: "sku='S-1' quantity='^300'"), isDelivered: true),
        Fault(record(item: "sku='S-1' quantity=^2"), isDelivered: true),
        Fault(record(customer: "<name>A</name><^mail>a</mail>".replacing("<^", with: "^<"))),
        Fault(record(attributes: "id='^9999999999' status='new'")),
        Fault(record(title: "<title>3 <^ 4</title>"), isDelivered: true),
        Fault(record(price: "^three")),
        Fault(record(item: "sku='S-1' quantity='^256'"), isDelivered: true),
        Fault(record(note: "<note>n^</nota>"), isDelivered: true),
        Fault(record(attributes: "id='1' status='^lost'")),
        Fault(record(attributes: "id='^2147483648' status='paid'")),
    ]

    private let block: [UInt8]
    private let blockCount: Int
    /// The places of the faults.
    let faults: [Place]
    /// The number of records that are delivered.
    let deliverable: Int
    /// For each fault, where its record stands in its block.
    private let positions: [Int]
    /// How many blocks there are for each fault.
    private let distance: Int

    private static let blockSize = 100_000

    init(size: Int, faultCount: Int) {
        distance = Swift.max(1, size / Self.blockSize / faultCount)
        blockCount = distance * faultCount
        let newLine = UInt8(ascii: "\n")
        let lines = Records(size: Self.blockSize, withJSON: false).xml.split(separator: newLine).dropFirst(2).dropLast()
        var block: [UInt8] = []
        // Where records begin, and how many lines there are before them.
        var starts = [(position: 0, line: 0)]
        for (number, line) in lines.enumerated() {
            block += line + [newLine]
            if line.starts(with: "  </order>".utf8) { starts.append((block.count, number + 1)) }
        }
        starts.removeLast()
        self.block = block
        var numbers = Records.Numbers()
        let chosen = (0..<faultCount).map { _ in starts.randomElement(using: &numbers) ?? (0, 0) }
        positions = chosen.map(\.position)
        var line = 2
        var places: [Place] = []
        for (index, start) in chosen.enumerated() {
            let fault = Self.fault(index)
            places.append(Place(line: line + start.line + fault.place.line, column: fault.place.column))
            line += distance * lines.count + fault.record.count { $0 == newLine }
        }
        faults = places
        deliverable = blockCount * starts.count + (0..<faultCount).count { Self.fault($0).isDelivered }
    }

    private static func fault(_ index: Int) -> Fault { faults[index % faults.count] }

    func makeAsyncIterator() -> Iterator { Iterator(records: self) }

    struct Iterator: AsyncIteratorProtocol {
        private let records: FaultyRecords
        /// The number of the part: the start of the document, three for each block, and its end.
        private var part = 0
        private var rest: ArraySlice<UInt8> = []

        init(records: FaultyRecords) { self.records = records }

        /// Returns at most the next 64 KB.
        mutating func next() async -> [UInt8]? {
            while rest.isEmpty {
                guard let bytes = records.bytes(ofPart: part) else { return nil }
                rest = bytes
                part += 1
            }
            defer { rest = rest.dropFirst(65_536) }
            return Array(rest.prefix(65_536))
        }
    }

    private func bytes(ofPart part: Int) -> ArraySlice<UInt8>? {
        if part == 0 { return Array("<orders>\n".utf8)[...] }
        if part == 3 * blockCount + 1 { return Array("</orders>\n".utf8)[...] }
        if part > 3 * blockCount + 1 { return nil }
        let (index, isFaulty) = ((part - 1) / 3 / distance, (part - 1) / 3 % distance == 0)
        return switch (part - 1) % 3 {
        case 0: block[..<positions[index]]
        case 1: isFaulty ? Self.fault(index).record[...] : []
        default: block[positions[index]...]
        }
    }
}
