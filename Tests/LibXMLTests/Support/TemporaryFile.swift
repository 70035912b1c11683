import Foundation

/// A file that is removed when this value is destroyed.
struct TemporaryFile: ~Copyable {
    let path: String

    var url: URL { URL(fileURLWithPath: path) }

    init(_ bytes: some Sequence<UInt8>) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("libxml-\(UUID().uuidString).xml").path
        try Data(bytes).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
