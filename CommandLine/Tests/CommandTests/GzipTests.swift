import Foundation
import Testing

/// Bytes after compressed data.
@Suite struct GzipTests {
    /// A member with `<a>1</a>`: 28 bytes.
    private static func member() throws -> Data {
        let folder = try Folder()
        let file = folder.url.appending(path: "a.gz")
        let line = "printf '<a>1</a>' | gzip -n > \"$1\""
        #expect(try Command.run(through: line, file.path).status == 0)
        return try Data(contentsOf: file)
    }

    /// What follows, and the number of its bytes before the fault; nil without a fault.
    private static let tails: [(tail: [UInt8], offset: Int?)] = [
        ([], nil), ([0], nil), ([UInt8](repeating: 0, count: 200_000), nil),
        ([1], 0), ([0x1F], 0), ([0x8B], 0), ([0x1F, 0x1F, 0x8B], 0), (Array("<b/>".utf8), 0), ([0x0A], 0),
        ([0, 0, 1], 2),
        ([UInt8](repeating: 0, count: 200_000) + [1], 200_000), ([0, 0x1F, 0x8B, 8, 0], 1),
    ]

    @Test("Bytes after a member are zeros or another member", arguments: tails)
    func end(tail: [UInt8], offset: Int?) throws {
        let folder = try Folder()
        let member = try Self.member()
        let file = folder.url.appending(path: "a.gz")
        try (member + Data(tail)).write(to: file)
        for arguments in [
            ["json"], ["lint"], ["format"], ["records", "a"], ["tree"], ["get", "a"], ["repair"], ["swift"],
        ] {
            let outcome = try Command.run(arguments + [file.path])
            if let offset {
                #expect(outcome.status == 2, "\(arguments)")
                let place = member.count + offset
                #expect(outcome.errors == "error: \(file.path): the bytes from byte \(place) on are not gzip data\n")
            } else {
                #expect(outcome.status == 0, "\(arguments)")
            }
        }
    }

    @Test("Damaged data is reported with its place")
    func damaged() throws {
        var member = try Self.member()
        let cut = try Command.run(["lint", "-"], input: member.dropLast())
        #expect(cut.errors == "error: <stdin>: the compressed data ends too early, at byte \(member.count - 1)\n")
        // The size at the end of the member.
        member[member.count - 1] ^= 1
        let damaged = try Command.run(["lint", "-"], input: member)
        #expect(damaged.status == 2)
        #expect(damaged.errors == "error: <stdin>: the compressed data is damaged before byte \(member.count)\n")
    }

    @Test("JSON is read to the end of the compressed data")
    func json() throws {
        let line = "{ printf '{\"a\":1}' | gzip -n; printf x; } | \"$0\" xml"
        let outcome = try Command.run(through: line)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasSuffix(" on are not gzip data\n"))
    }
}
