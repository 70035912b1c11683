import CheckCases
import Foundation

extension DocumentCorpus {
    /// The corpus with the documents of files and folders added, in the order of their paths. A token file is
    /// recognized by its extension.
    func adding(_ paths: [String]) -> DocumentCorpus {
        var corpus = self
        for path in paths {
            for file in Self.files(at: path) {
                guard let data = FileManager.default.contents(atPath: file), data.count <= 64 << 10 else { continue }
                if file.hasSuffix(".dict") {
                    corpus.tokens += Self.tokens(String(decoding: data, as: UTF8.self))
                } else {
                    corpus.documents.append(Array(data))
                }
            }
        }
        return corpus
    }

    private static func files(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [path] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { path + "/" + $0 }.filter { file in
            unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// The tokens of a libFuzzer dictionary: one in quotes on each line, with the escapes of C.
    private static func tokens(_ text: String) -> [[UInt8]] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("\""), line.hasSuffix("\""), line.utf8.count > 2 else { return nil }
            var token: [UInt8] = []
            var rest = Array(line.utf8.dropFirst().dropLast())[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "\\") else {
                    token.append(byte)
                    continue
                }
                let escaped = rest.popFirst() ?? byte
                guard escaped == UInt8(ascii: "x") else {
                    token.append(escaped)
                    continue
                }
                token.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            }
            return token
        }
    }
}
