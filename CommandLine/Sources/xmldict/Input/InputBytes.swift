import LibXML
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The bytes of a file or of standard input in pieces, decompressed if they are compressed with gzip.
final class InputBytes {
    private static let pieceSize = 64 << 10

    /// Called before a read that has to wait for input.
    var willWait: () throws -> Void = {}
    /// Shows how much has been read.
    let progress: Progress

    private let name: FileName
    private let file: FileDescriptor
    private let isOwned: Bool
    /// Whether it is a regular file, which can be read again.
    let isRegular: Bool
    private var position = 0
    private var gunzip: Gunzip?
    /// The bytes that were read to recognize the format.
    private var first: [UInt8]?
    /// The content that was read to examine it.
    private var examined: [UInt8]?

    /// - Parameter expansionLimit: see ``Gunzip``.
    /// - Throws: the errors with which the library opens a file.
    init(_ name: FileName, expansionLimit: Int, progress: Progress) throws(XMLError) {
        self.name = name
        self.progress = progress
        var status: Stat?
        if let path = name.path {
            do {
                let opened = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
                file = opened
                status = try Stat(opened)
                if status?.type == .directory {
                    try opened.close()
                    throw Errno.isDirectory
                }
            } catch {
                throw Self.failure(name, toOpen: error)
            }
        } else {
            file = .standardInput
            status = try? Stat(file)
        }
        isOwned = name.path != nil
        isRegular = status?.type == .regular
        progress.begin(size: isRegular ? status.map { Int($0.size) } : nil)
        var first = try Self.read(file, name)
        // The mark of gzip has two bytes.
        if first.count == 1 { first += try Self.read(file, name) }
        self.first = first
        position = first.count
        if first.starts(with: Gunzip.mark) { gunzip = Gunzip(name: name.text, expansionLimit: expansionLimit) }
    }

    deinit {
        if isOwned { try? file.close() }
    }

    var isCompressed: Bool { gunzip != nil }

    /// Returns the next bytes; nil at the end.
    ///
    /// - Throws: ``XMLError``, and the errors of ``willWait``.
    func next() throws -> [UInt8]? {
        if !isRegular, first == nil, examined == nil, !hasInput { try willWait() }
        return try piece()
    }

    /// Returns the beginning of the content without consuming it: as much as `isEnough` needs, or all.
    func beginning(until isEnough: ([UInt8]) -> Bool) throws(XMLError) -> [UInt8] {
        var bytes: [UInt8] = []
        while !isEnough(bytes), let piece = try piece() { bytes += piece }
        examined = bytes.isEmpty ? nil : bytes
        return bytes
    }

    /// Returns the next bytes; nil at the end.
    func piece() throws(XMLError) -> [UInt8]? {
        if let examined {
            self.examined = nil
            return examined
        }
        if let gunzip { return try gunzip.next(read) }
        let piece = try read()
        return piece.isEmpty ? nil : piece
    }

    private func read() throws(XMLError) -> [UInt8] {
        if let first {
            self.first = nil
            return first
        }
        let piece = try Self.read(file, name)
        position += piece.count
        progress.show(position)
        return piece
    }

    private static func read(_ file: FileDescriptor, _ name: FileName) throws(XMLError) -> [UInt8] {
        do { return try file.read(upTo: pieceSize) } catch { throw failure(name, error) }
    }

    private static func failure(_ name: FileName, _ error: any Error) -> XMLError {
        XMLError(XMLDiagnostic(.unreadableFile, "\(name): cannot be read: \(error)"))
    }

    /// Returns the error for a file that cannot be opened: that of the library.
    static func failure(_ name: FileName, toOpen error: any Error) -> XMLError {
        switch error as? Errno {
        case .noSuchFileOrDirectory, .notDirectory:
            // The library recognizes URLs.
            if let path = name.string, path.contains("://") {
                do { _ = try XMLReader(parsing: .file(path)) } catch { return error }
            }
            return XMLError(XMLDiagnostic(.fileNotFound, "\(name): no such file"))
        case .isDirectory: return XMLError(XMLDiagnostic(.fileIsDirectory, "\(name): is a directory"))
        default: return failure(name, error)
        }
    }

    /// Whether a read returns at once.
    private var hasInput: Bool {
        var descriptor = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) != 0
    }

    /// Returns all remaining bytes.
    func readToEnd() throws(XMLError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try piece() { bytes += piece }
        return bytes
    }
}
