import ArgumentParser
import LibXML

/// Elements as JSON, one on each line.
final class RecordLines {
    private let mapping: XMLMapping
    /// Whether an element that is a string is written as text.
    private let isRaw: Bool
    /// Whether elements without an end tag are marked.
    private let marksIncomplete: Bool
    private(set) var bytes: [UInt8] = []

    init(mapping: XMLMapping, isRaw: Bool, marksIncomplete: Bool) {
        self.mapping = mapping
        self.isRaw = isRaw
        self.marksIncomplete = marksIncomplete
    }

    func add(_ record: XMLTree.Element) {
        var value = XMLValue(record, mapping: mapping)
        if isRaw, mapping.wrapsRoot { value = value.withoutName }
        let start = bytes.count
        var isText = false
        if isRaw, value.dictionary == nil, let text = value.string {
            bytes += text.utf8
            isText = true
        } else {
            value.writeJSON { bytes += $0 }
        }
        if marksIncomplete, !isText, !record.isComplete { markIncomplete(from: start) }
        bytes.append(0x0A)
    }

    /// Adds a member to the JSON from `start` on, which becomes an object if it is another value.
    private func markIncomplete(from start: Int) {
        let mark = "\"#incomplete\":true}".utf8
        guard bytes.last == UInt8(ascii: "}") else {
            bytes.insert(contentsOf: "{\"#text\":".utf8, at: start)
            bytes += ",".utf8
            bytes += mark
            return
        }
        bytes.removeLast()
        if bytes.count > start + 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += mark
    }

    /// Whether there is enough text to write.
    var isFull: Bool { bytes.count >= 64 << 10 }

    /// Writes the lines, and removes them.
    func write() throws {
        guard !bytes.isEmpty else { return }
        try writeOutput(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
