import Foundation
import LibXML

/// Prints a line of JSON for each page whose path is a line of the standard input: its nodes with their places or, with
/// `--places`, what is different if its parts are read alone.
@main
enum Pages {
    struct Report: Encodable {
        var page: String
        /// The reason why the page was not read.
        var error: String?
        var nodes: [PageNode]?
        var check: PlaceCheck?
    }

    /// The page or, if it has no element, the same as a fragment, which has no document type.
    static func tree(_ bytes: [UInt8]) throws(XMLError) -> XMLTree {
        do {
            return try XMLTree(html: bytes)
        } catch {
            guard [.missingRootElement, .emptyDocument].contains(error.code) else { throw error }
            return try XMLTree(htmlFragment: bytes)
        }
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.isEmpty || Array(arguments) == ["--places"] else {
            print("usage: pages [--places] < PATHS")
            exit(64)
        }
        let encoder = JSONEncoder()
        while let path = readLine() {
            var report = Report(page: path)
            do {
                let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
                let tree = try Self.tree(bytes)
                if arguments.isEmpty {
                    report.nodes = PageNode.all(in: tree.children, hasPlaces: true)
                } else {
                    report.check = try PlaceCheck(page: tree)
                }
            } catch let error as XMLError {
                report.error = "\(error.code)"
            }
            // Written at once, so that the page that ends the process is the one after the last line.
            FileHandle.standardOutput.write(try encoder.encode(report) + Data("\n".utf8))
        }
    }
}
