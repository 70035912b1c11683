import ArgumentParser
import Foundation
import LibXML

/// The argument that says what kind of document is read as a whole.
struct DocumentOptions: ParsableArguments {
    @Flag(help: "Reads HTML, and tells on standard error what is wrong with it.")
    var html = false
}

extension Input {
    /// Parses the document, as HTML if that is asked for. What is wrong with it is reported on standard error.
    ///
    /// - Throws: the exit status that goes with it. HTML that is merely malformed is no failure.
    func parseWithWarnings(_ document: DocumentOptions) throws(ExitCode) -> XMLTree {
        guard document.html else { return try parseWithWarnings() }
        var html = XMLHTMLOptions()
        html.encoding = options.encoding
        html.limits = options.limits
        html.sourceName = path ?? "<stdin>"
        let bytes = try path == nil ? readStandardInput() : nil
        let report = Report(isColored: isTerminal(.error))
        do {
            let tree: XMLTree
            if let path {
                tree = try XMLTree(htmlFile: path, options: html)
            } else {
                tree = try XMLTree(html: bytes ?? [], options: html)
            }
            guard !tree.diagnostics.isEmpty else { return tree }
            let source = bytes ?? contents
            for diagnostic in tree.diagnostics { report.write(diagnostic, source, encoding: options.encoding) }
            return tree
        } catch {
            report.write(error, encoding: options.encoding) { bytes ?? contents }
            throw error.exitCode
        }
    }

    private var contents: [UInt8] {
        path.flatMap { FileManager.default.contents(atPath: $0) }.map { [UInt8]($0) } ?? []
    }
}
