import Foundation

/// A file that is removed when this value is destroyed.
struct TemporaryFile: ~Copyable {
    let path: String

    init(_ bytes: some Sequence<UInt8>) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("libxml-\(UUID().uuidString).xml").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
