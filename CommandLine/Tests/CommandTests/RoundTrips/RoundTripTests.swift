import Foundation
import Testing

/// The types decode the samples from which they were made, and what they encode is decoded to an equal value, with the elements and
/// attributes of the sample in the same namespaces.
@Suite(.enabled(if: SwiftCompiler.path != nil, "There is no swiftc in PATH."))
struct RoundTripTests {
    private static let environment = ProcessInfo.processInfo.environment

    @Test("Documents of every shape")
    func shapes() throws {
        try Self.check(RoundTripSamples.formats)
    }

    /// `ROUND_TRIP_SEEDS=1000-1999` takes these seeds.
    @Test("Random documents")
    func random() throws {
        let bounds = (Self.environment["ROUND_TRIP_SEEDS"] ?? "1-10").split(separator: "-").compactMap { UInt64($0) }
        let seeds = Array(try #require(bounds.first)...(try #require(bounds.last)))
        for seeds in seeds.chunks(of: 200) {
            let formats = seeds.map { seed in
                var documents = RandomDocuments(seed: seed)
                return (name: "seed-\(seed)", documents: documents.format())
            }
            try Self.check(formats)
        }
    }

    /// `SWIFT_SAMPLES` names a folder: see `Scripts/compare-swift`.
    @Test("Files of a folder", .enabled(if: environment["SWIFT_SAMPLES"] != nil, "SWIFT_SAMPLES names no folder."))
    func files() throws {
        let files = try SampleFiles(below: URL(fileURLWithPath: Self.environment["SWIFT_SAMPLES"] ?? ""))
        var failures: [String] = []
        var count = 0
        // The compiler needs memory in proportion to the code.
        for formats in files.formats.chunks(of: 20) {
            let folder = try Folder()
            let result = try RoundTrips(formats: formats).run(in: folder.url)
            failures += result.failures
            count += result.count
        }
        for failure in failures { print(failure) }
        print("\(count) files of \(files.formats.count) formats, \(failures.count) failed")
        #expect(failures.isEmpty && count > 0)
    }

    private static func check(_ formats: [(name: String, documents: [String])]) throws {
        let folder = try Folder()
        let formats = try formats.map { format in
            let files = try format.documents.enumerated().map { index, document in
                try folder.file(document, named: "\(format.name) \(index).xml")
            }
            return RoundTrips.Format(files: files)
        }
        let result = try RoundTrips(formats: formats).run(in: folder.url)
        for failure in result.failures {
            let file = formats.flatMap(\.files).first { failure.hasPrefix($0) }
            let document = file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
            Issue.record("\(failure)\n\(document)")
        }
        #expect(result.count == formats.map(\.files.count).reduce(0, +))
    }
}

extension Array {
    fileprivate func chunks(of size: Int) -> [Self] {
        stride(from: 0, to: count, by: size).map { Self(self[$0..<Swift.min($0 + size, count)]) }
    }
}
