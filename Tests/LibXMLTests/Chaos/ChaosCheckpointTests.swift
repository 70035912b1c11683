import CheckCases
import Foundation
import Testing

@testable import LibXML

/// Checkpoints that come from outside, where they were changed.
@Suite struct ChaosCheckpointTests {
    private typealias Item = ChaosRecordsTests.Item

    private static let documents: [(bytes: [UInt8], path: XMLPath)] = {
        let entities = "<!DOCTYPE r [<!ENTITY e '<g><a/><a>é</a></g>'><!ATTLIST a d CDATA 'x'>]>\n<!-- before -->\n"
        let rows = "<a id='1'>é</a>\r\n<g k='v>'><a/><a>x</a>&e;</g><![CDATA[<a>]]><g><a>y</a></g>"
        let utf16 = "<?xml version='1.0' encoding='UTF-16'?><r><g><a>é</a><a/></g><a>😀</a></r>"
        return [
            (Array("\(entities)<r xmlns='urn:r'>\(rows)</r>".utf8), "//a"),
            ([0xFF, 0xFE] + utf16.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "r/g/a"),
            (Array("<r><a/></r>".utf8), "r"),
        ]
    }()

    @Test(
        "A checkpoint that was changed is refused, or what it leads to is an error or records",
        arguments: Chaos.seeds(500))
    func altered(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (bytes, path) = random.pick(Self.documents)
        let file = try TemporaryFile(bytes)
        let name = file.path
        var records = try XMLRecords(parsing: .file(name), at: path)
        for _ in 0..<Int.random(in: 0...4, using: &random) { _ = try records.next() }
        let original = records.checkpoint
        var altered = original
        for _ in 0..<Int.random(in: 1...3, using: &random) { alter(&altered, bytes, &random) }
        var repairing = XMLParsingOptions()
        repairing.recovery = .repair
        let options = random.chance(3) ? repairing : .init()

        let stored = try JSONDecoder().decode(XMLCheckpoint.self, from: JSONEncoder().encode(altered))
        #expect(stored == altered)
        if stored != original {
            let error = #expect(throws: XMLError.self) {
                _ = try XMLRecords(parsing: .file(name), at: path, from: stored, options: options)
            }
            #expect(error?.code == .checkpointMismatch)
        }
        let sealed = stored.sealed()
        let result = Result {
            var rest = try XMLRecords(parsing: .file(name), at: path, from: sealed, options: options)
            var last = rest.checkpoint
            while let record = try rest.next() {
                _ = (try Item(record), record.namespaceDeclarations, record.descendants.map(\.location))
                let checkpoint = rest.checkpoint
                try expect(checkpoint.byteOffset >= last.byteOffset, "\(checkpoint) after \(last)")
                last = checkpoint
            }
            _ = (rest.checkpoint, rest.diagnostics.description, rest.bytesRead)
            var again = try XMLRecords(parsing: .file(name), at: path, from: last, options: options)
            _ = try again.next()
        }
        if case .failure(let error) = result { #expect(error is XMLError, "\(error)") }
    }

    private static let numbers = [0, 1, -1, 2, 7, 40, .min, .max, 1 << 60, (1 << 60) + 1, 1 << 32, Int(Int32.max)]
    private static let texts = [
        "", "<", "<r>", "<a>", "<g>", "<r/>", "<a><b>", "<r><g>", "</r>", "<!-- -->", "<![CDATA[", "<![CDATA[x]]>",
        "text", "&e;", "&",
        "<a k='", "<p:a>", "<r xmlns:p='u'>", "<?xml version='1.0'?>", "<!DOCTYPE r [<!ENTITY e '<a/>'>]>",
        "<!DOCTYPE r [",
        "\u{0}", "é", "<é>", " ", "<a", "<r>x<g>", ">", "]]>",
    ]
    private static let encodings = [
        "UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "ISO-8859-1", "EUC-JP", "UTF-7", "none", "", "\u{0}",
    ]

    /// Changes one part of a checkpoint.
    private func alter(_ checkpoint: inout XMLCheckpoint, _ bytes: [UInt8], _ random: inout SeededGenerator) {
        let number = random.chance(2) ? random.pick(Self.numbers) : Int.random(in: 0...bytes.count + 3, using: &random)
        let text = random.pick(Self.texts)
        let index = checkpoint.ancestors.indices.randomElement(using: &random)
        switch Int.random(in: 0..<13, using: &random) {
        case 0, 1: checkpoint.byteOffset = number
        case 2: checkpoint.line = number
        case 3: checkpoint.column = number
        case 4: checkpoint.prologue = .init(random.chance(2) ? text : checkpoint.prologue.text + text)
        case 5: checkpoint.encoding = random.chance(4) ? nil : random.pick(Self.encodings)
        case 6: checkpoint.skippedRecords = number
        case 7: if let index { checkpoint.ancestors[index].byteOffset = number }
        case 8: if let index { checkpoint.ancestors[index].line = number }
        case 9: if let index { checkpoint.ancestors[index].column = number }
        case 10:
            if let index {
                checkpoint.ancestors[index].tag = random.chance(2) ? text : text + checkpoint.ancestors[index].tag
            }
        case 11: if let index { checkpoint.ancestors.remove(at: index) }
        default:
            let ancestor = XMLCheckpoint.Ancestor(
                tag: text, line: 1, column: 1, byteOffset: min(abs(max(number, -9)), 9))
            checkpoint.ancestors.insert(ancestor, at: Int.random(in: 0...checkpoint.ancestors.count, using: &random))
        }
        if random.chance(8) { checkpoint.fingerprint = .init() }
    }

    @Test("Ancestors whose tags are those of others, or more than tags, lead nowhere else")
    func tags() throws {
        let file = try TemporaryFile("<r><g><a/><a>t</a></g></r>".utf8)
        let name = file.path
        var records = try XMLRecords(parsing: .file(name), at: "//a")
        _ = try records.next()
        let original = records.checkpoint
        #expect(original.ancestors.count == 2)
        for first in Self.texts {
            for second in Self.texts {
                var checkpoint = original
                checkpoint.ancestors[0].tag = first
                checkpoint.ancestors[1].tag = second
                let sealed = checkpoint.sealed()
                let result = Result {
                    var rest = try XMLRecords(parsing: .file(name), at: "//a", from: sealed)
                    while let record = try rest.next() { _ = (try Item(record), rest.checkpoint) }
                }
                if case .failure(let error) = result { #expect(error is XMLError, "\(error)") }
            }
        }
    }

    @Test("Altered JSON is refused, or decoded to something that is", arguments: Chaos.seeds(100))
    func json(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (bytes, path) = random.pick(Self.documents)
        let file = try TemporaryFile(bytes)
        let name = file.path
        var records = try XMLRecords(parsing: .file(name), at: path)
        _ = try records.next()
        let original = records.checkpoint
        var json = try Array(JSONEncoder().encode(original))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            json[Int.random(in: 0..<json.count, using: &random)] = random.pick(Array("0123456789-{}[]\",:e.".utf8))
        }
        guard let decoded = try? JSONDecoder().decode(XMLCheckpoint.self, from: Data(json)), decoded != original else {
            return
        }
        let error = #expect(throws: XMLError.self) { _ = try XMLRecords(parsing: .file(name), at: path, from: decoded) }
        #expect(error?.code == .checkpointMismatch)
    }
}
