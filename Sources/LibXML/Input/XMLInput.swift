/// Where a document is read from: a file, an open file descriptor, or the pieces that a closure returns.
///
/// ```swift
/// let tree = try XMLTree(parsing: .file("Examples/orders.xml"))
/// ```
///
/// A document in memory is passed as it is, as bytes or a string. A string is always the text of a document, and never
/// the path of a file. ``XMLReader``, ``XMLRecords`` and ``XMLHandler`` read the input in pieces; trees, dictionaries
/// and decoders read it as a whole.
///
/// The initializer or method that takes the input throws an ``XMLError`` if it cannot be opened:
/// ``XMLError/Code/fileNotFound``, ``XMLError/Code/fileIsDirectory``, ``XMLError/Code/unreadableFile``, and
/// ``XMLError/Code/unsupportedURL`` for a URL that is not a file URL, because nothing is loaded from a network. An
/// asynchronous source is read by ``AsyncXMLRecords`` or ``XMLPushParser``.
///
/// An input is not `Sendable`, because the closure of ``chunks(_:)`` may belong to one task.
public struct XMLInput {
    enum Origin {
        case file(path: String, isMapped: Bool)
        case descriptor(Int32)
        case chunks(() throws -> [UInt8]?)
    }

    let origin: Origin

    /// The file at `path`.
    ///
    /// If ``XMLParsingOptions/sourceName`` is nil, the path is used for it.
    ///
    /// - Parameters:
    ///   - path: the path of the file. The text of a URL is an error.
    ///   - mapped: whether to map the file into memory if it is read as a whole, instead of reading it into a buffer.
    ///     If another process shortens the file while the tree, or a value from it, is in use, this process is
    ///     terminated.
    public static func file(_ path: String, mapped: Bool = false) -> XMLInput {
        XMLInput(origin: .file(path: path, isMapped: mapped))
    }

    /// An open file, a pipe or a socket, from its current position to its end.
    ///
    /// - Parameter descriptor: the file descriptor, which must stay open while it is read. It is not closed.
    public static func fileDescriptor(_ descriptor: Int32) -> XMLInput { XMLInput(origin: .descriptor(descriptor)) }

    /// The pieces that a closure returns.
    ///
    /// If the closure throws an error, the document ends after everything that was complete has been delivered. An
    /// ``XMLError`` is thrown unchanged; any other error is the ``XMLError/underlyingError`` of
    /// ``XMLError/Code/sourceFailed``.
    ///
    /// - Parameter next: returns the next piece, of any size, including empty ones; nil at the end. It is not called
    ///   again after the end or an error.
    public static func chunks(_ next: @escaping () throws -> [UInt8]?) -> XMLInput { XMLInput(origin: .chunks(next)) }
}

// MARK: Reading

extension XMLInput {
    /// The path of a file; nil for other inputs.
    var path: String? { if case .file(let path, _) = origin { path } else { nil } }

    /// Reads all bytes.
    ///
    /// - Parameter name: the name of the input in errors; nil for that of the input itself.
    /// - Throws: ``XMLError/Code/inputTooLarge`` if there are more than `limit` bytes; the errors of the input.
    func bytes(name: String?, limit: Int) throws(XMLError) -> SourceBytes {
        switch origin {
        case .file(let path, let isMapped): return try FileInput.read(path: path, mapped: isMapped, limit: limit)
        case .descriptor(let descriptor):
            return try FileInput.read(
                descriptor: descriptor, name: name ?? Self.name(of: descriptor), mapped: false, limit: limit)
        case .chunks(let next):
            var bytes: [UInt8] = []
            do {
                while let chunk = try next() {
                    if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
                    if bytes.count > limit { throw FileInput.tooLarge(name ?? "the input", limit: limit) }
                }
            } catch {
                throw XMLError(ofSource: error)
            }
            return .array(bytes)
        }
    }

    /// The path of a file; nil for other inputs.
    package var filePath: String? { path }

    /// The path of a file that is opened several times, or in the middle.
    func requirePath() throws(XMLError) -> String {
        if let path { return path }
        throw XMLError(
            .unreadableFile, "only a file can be divided, or continued after a checkpoint", help: "pass .file or .url")
    }

    static func name(of descriptor: Int32) -> String { "file descriptor \(descriptor)" }
}

extension XMLParsingOptions {
    /// The same options with the path of a file as the name of the document, if it has no other name.
    func named(after input: XMLInput) -> Self {
        var options = self
        options.sourceName = sourceName ?? input.path
        return options
    }
}

extension XMLHTMLOptions {
    /// The same options with the path of a file as the name of the page, if it has no other name.
    func named(after input: XMLInput) -> Self {
        var options = self
        options.sourceName = sourceName ?? input.path
        return options
    }
}
