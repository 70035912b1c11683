import Foundation

/// The XML files below a folder, by folder and root element.
struct SampleFiles {
    private(set) var formats: [RoundTrips.Format] = []

    /// - Parameter folder: files of more than 1 MB in it are omitted, as are those that are not well-formed.
    init(below folder: URL) throws {
        var groups: [String: [String]] = [:]
        let enumerator = FileManager.default.enumerator(atPath: folder.path)
        while let path = enumerator?.nextObject() as? String {
            let file = folder.appending(path: path)
            guard let size = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
                size.isRegularFile == true, let count = size.fileSize, count < 1_000_000,
                let root = Self.rootName(of: file)
            else { continue }
            groups["\(file.deletingLastPathComponent().path) \(root)", default: []].append(file.path)
        }
        for files in groups.sorted(by: { $0.key < $1.key }).map(\.value) {
            // Thirty files show what a format contains.
            let valid = try files.sorted().prefix(30).filter { try Command.run("lint", $0).status == 0 }
            if !valid.isEmpty { formats.append(RoundTrips.Format(files: valid)) }
        }
    }

    /// The name in the first start tag; nil for a file that is not XML in an encoding like ASCII.
    private static func rootName(of file: URL) -> String? {
        // The command also reads compressed files.
        guard let data = try? Data(contentsOf: file), !data.starts(with: [0x1F, 0x8B]),
            var text = String(data: data, encoding: .isoLatin1)?[...]
        else { return nil }
        while let start = text.firstIndex(of: "<") {
            text = text[start...]
            let end: String
            if text.hasPrefix("<!--") {
                end = "-->"
            } else if text.hasPrefix("<?") {
                end = "?>"
            } else if text.hasPrefix("<!") {
                // The internal subset of a document type contains other declarations.
                let tag = text.firstIndex(of: ">") ?? text.endIndex
                end = text[..<tag].contains("[") ? "]>" : ">"
            } else {
                return text.dropFirst().prefixMatch(of: /(?:[^\s:<>\/]*:)?([^\s:<>\/=]+)[\s>\/]/).map { String($0.1) }
            }
            guard let range = text.firstRange(of: end) else { return nil }
            text = text[range.upperBound...]
        }
        return nil
    }
}
