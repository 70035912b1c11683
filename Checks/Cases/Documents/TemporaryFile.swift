package import Foundation

/// A file that is removed when this value is destroyed.
package struct TemporaryFile: ~Copyable {
    package let path: String

    package var url: URL { URL(fileURLWithPath: path) }

    package init(_ bytes: some Sequence<UInt8>) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("libxml-\(UUID().uuidString).xml").path
        try Data(bytes).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
