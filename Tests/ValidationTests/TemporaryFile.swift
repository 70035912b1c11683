import Foundation

/// A folder of files that exists as long as this object.
final class TemporaryFolder {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        for (name, text) in files {
            let file = URL(fileURLWithPath: "\(path)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: false, encoding: .utf8)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A file that exists as long as this object.
final class TemporaryFile {
    private let folder: TemporaryFolder
    var path: String { folder.path + "/document.xml" }

    init(_ text: String) throws { folder = try TemporaryFolder(["document.xml": text]) }
}
