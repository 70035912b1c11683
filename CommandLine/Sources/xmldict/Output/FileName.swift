import ArgumentParser
@_spi(Command) import LibXML
import Synchronization
import SystemPackage

/// The name of a file, whose bytes need not be UTF-8, or of standard input.
struct FileName: Hashable, Sendable {
    static let standardInput = FileName(path: nil, text: "<stdin>", string: nil)

    /// The path; nil for standard input.
    let path: FilePath?
    /// The name as text, not escaped. A byte that is not UTF-8 is written as `\xFF`.
    let text: String

    /// The path for functions of the library; nil for standard input, and for a path that is not UTF-8.
    let string: String?

    /// The patterns that no file in this folder matches; nil for other files.
    private(set) var unmatchedPatterns: [String]?

    private init(path: FilePath?, text: String, string: String?) {
        self.path = path
        self.text = text
        self.string = string
    }

    /// - Parameter bytes: a path, without NUL.
    init(bytes: some Collection<UInt8>) {
        path = unsafe FilePath(platformString: bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0])
        string = String(validating: bytes, as: UTF8.self)
        text = string ?? Self.text(bytes)
    }

    init(_ path: FilePath) {
        let bytes = unsafe path.withPlatformString {
            unsafe Array(UnsafeRawBufferPointer(start: $0, count: path.length))
        }
        self.init(bytes: bytes)
    }

    /// Returns bytes that are not UTF-8 as text for messages.
    private static func text(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        var parser = Unicode.UTF8.ForwardParser()
        var (iterator, rest) = (bytes.makeIterator(), bytes[...])
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar):
                text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
                rest = rest.dropFirst(scalar.count)
            case .error(let length):
                for byte in rest.prefix(length) { text += "\\x" + String(byte, radix: 16, uppercase: true) }
                rest = rest.dropFirst(length)
            case .emptyInput: return text
            }
        }
    }
}

extension FileName {
    /// Returns the folder as one without files whose names match one of the patterns.
    func withoutFiles(matching patterns: [String]) -> Self {
        var folder = self
        folder.unmatchedPatterns = patterns
        return folder
    }
}

// MARK: Arguments

extension FileName: ExpressibleByArgument, CustomStringConvertible {
    /// The arguments that were read as names.
    private static let read = Mutex<Set<String>>([])

    init(argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if argument.utf8.contains(0) {
            Self.read.withLock { _ = $0.insert(argument) }
            self.init(bytes: Self.bytes(of: argument))
        } else {
            self.init(path: FilePath(argument), text: argument, string: argument)
        }
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    /// The name in one line, for messages.
    var description: String { text.escapedForDisplay }

    /// The arguments of the command.
    ///
    /// An argument that is not UTF-8 contains U+0000 and two hexadecimal digits for each byte that is not ASCII. Other
    /// arguments cannot contain U+0000.
    static var arguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
            if let text = unsafe String(validatingCString: argument) { return text }
            var (text, position) = ("", unsafe argument)
            while case let byte = unsafe UInt8(bitPattern: position.pointee), byte != 0 {
                text += byte < 0x80 ? String(Unicode.Scalar(byte)) : "\0" + String(byte, radix: 16, uppercase: true)
                unsafe position += 1
            }
            return text
        }
    }

    /// Returns the first argument that is not UTF-8 and was not read as the name of a file.
    static func firstMisplaced(in arguments: [String]) -> String? {
        let read = Self.read.withLock { $0 }
        return arguments.first { argument in
            argument.utf8.contains(0) && !read.contains { argument == $0 || argument.hasSuffix("=" + $0) }
        }
    }

    /// Returns a message with its arguments in one line.
    static func message(_ text: String, with arguments: [String]) -> String {
        arguments.filter { $0 != $0.escapedForDisplay }.reduce(text) { text, argument in
            text.replacing(argument, with: argument.replacing("\0", with: "\\x").escapedForDisplay)
        }
    }

    private static func bytes(of argument: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = argument.utf8[...]
        while let byte = rest.popFirst() {
            if byte == 0, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

// MARK: Lists

extension FileName {
    /// Returns the names in a list.
    ///
    /// - Parameter separator: a line feed or NUL. Nothing else separates names.
    static func list(_ bytes: [UInt8], separator: UInt8) -> [FileName] {
        bytes.split(separator: separator).map { FileName(bytes: $0) }
    }
}
