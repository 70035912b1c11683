import Dispatch
import Foundation
@_spi(Checks) import LibXML

/// An entry point of the library, or an operation on its results.
package struct GrowthEntryPoint: Sendable {
    package let name: String
    /// The kinds of documents that it receives.
    package let kinds: Set<GrowthShape.Kind>
    /// The divisor of its document sizes, because it takes long for each byte.
    package let divisor: Int
    /// Whether it reads a file.
    package let readsFile: Bool
    /// The entry point that it begins with. If that takes too long, this one is not measured.
    package private(set) var beginning: String?
    private let body: @Sendable (GrowthInput) throws -> Void

    init(
        _ name: String, _ kinds: Set<GrowthShape.Kind> = [.wellFormed, .malformed], divisor: Int = 1,
        readsFile: Bool = false,
        _ body: @escaping @Sendable (GrowthInput) throws -> Void
    ) {
        (self.name, self.kinds, self.divisor, self.readsFile, self.body) = (name, kinds, divisor, readsFile, body)
    }

    /// Runs the entry point. A document may result in an error.
    package func run(_ input: GrowthInput) {
        do { try body(input) } catch {}
    }

    /// Runs asynchronous work to its end. Valgrind cannot follow a program whose `main` is asynchronous.
    static func wait(for work: @escaping @Sendable () async throws -> Void) {
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            try? await work()
            end.signal()
        }
        end.wait()
    }

    /// The entry points by what they use. `Checks/Growth/selection.py` refers to these names.
    package static let groups: [(name: String, entryPoints: [Self])] =
        [("parsing", parsing)]
        + [
            ("decoding", decoding), ("encoding", encoding), ("trees", trees), ("misses", misses), ("queries", queries),
            ("validation", validation), ("differences", differences), ("edits", edits), ("writing", writing),
            ("written-texts", writtenTexts), ("written-parts", writtenParts), ("dictionaries", dictionaries),
        ].map { ($0, $1.map { $0.beginning(with: "tree") }) }
        + [("readers", readers), ("record-streams", records), ("pushed", pushed), ("repairs", repairs)]
        + [("repaired", repairedTrees + repairedEdits)].map { ($0, $1.map { $0.beginning(with: "repair") }) }
        + [("pages", pages)]
        + [("parsed-pages", parsedPages)].map { ($0, $1.map { $0.beginning(with: "html") }) }

    package static let all: [Self] = groups.flatMap(\.entryPoints)

    private func beginning(with name: String) -> Self {
        var entryPoint = self
        entryPoint.beginning = name
        return entryPoint
    }

    package static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}

/// A document, and the options to parse it with.
package final class GrowthInput: Sendable {
    let bytes: [UInt8]
    let options: XMLParsingOptions
    let htmlOptions: XMLHTMLOptions
    /// Whether elements may nest so deeply that indenting them takes most of the time.
    let isDeep: Bool
    /// The path of a file that contains the document; empty unless a file is requested.
    let path: String

    /// - Throws: an error if a file is requested and cannot be written.
    package init(_ shape: GrowthShape, size: Int, inFile: Bool = false) throws {
        bytes = shape.document(size: size)
        isDeep = shape.isDeep
        var options = XMLParsingOptions()
        var htmlOptions = XMLHTMLOptions()
        if shape.isDeep {
            options.limits.depth = 10_000_000
            htmlOptions.limits.depth = 10_000_000
        }
        (self.options, self.htmlOptions) = (options, htmlOptions)
        guard inFile else {
            path = ""
            return
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString).xml")
        path = file.path()
        try Data(bytes).write(to: file)
    }

    deinit { if !path.isEmpty { try? FileManager.default.removeItem(atPath: path) } }

    /// The text of the root element; that of the whole document if it is malformed.
    var text: String { (try? tree())?.root.text ?? String(decoding: bytes, as: UTF8.self) }

    var repairing: XMLParsingOptions {
        var options = options
        options.recovery = .repair
        return options
    }

    func tree() throws(XMLError) -> XMLTree { try XMLTree(parsing: bytes, options: options) }

    /// Calls `body` with the document in pieces of a size.
    func forEachPiece(of size: Int, _ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
        var start = 0
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            try body(bytes[start..<end])
            start = end
        }
    }

    /// Returns a function that returns the document in pieces of a size.
    func pieces(of size: Int) -> () -> [UInt8]? {
        var start = 0
        return { [bytes] in
            guard start < bytes.count else { return nil }
            defer { start += size }
            return Array(bytes[start..<min(start + size, bytes.count)])
        }
    }
}
