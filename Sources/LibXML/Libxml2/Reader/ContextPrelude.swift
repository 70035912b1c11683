import CLibXML2

/// How a reader obtains the parser that xmlTextReader keeps to itself.
///
/// After the XML declaration libxml2 is given a processing instruction that is none of the document's. It reports the colon in
/// its name, and a report is the only way in which xmlTextReader gives its parser away. It is an error, not a warning, because
/// host programs can turn warnings off. The reader takes the instruction out of what libxml2 reports, and its bytes out of
/// libxml2's offsets.
struct ContextPrelude {
    private static let text: StaticString = "<?swift:libxml?>"

    /// Where in the text it goes: after the XML declaration; nil until that is known.
    private(set) var offset: Int?
    /// How many bytes of it libxml2 has been given.
    private(set) var fedCount = 0
    /// Whether the instruction has still to be taken out of the document.
    private var isPending = true

    /// Notes where it goes.
    mutating func begin(at offset: Int) { self.offset = offset }

    /// Gives libxml2 the next bytes, of `length` at most; nil once it has all.
    ///
    /// - Parameter mayPad: whether a space is given after it. xmlTextReader asks for more before it passes on less than 512
    ///   bytes.
    mutating func read(into output: UnsafeMutableRawPointer, _ length: Int, mayPad: () -> Bool) -> Int? {
        let left = Self.text.utf8CodeUnitCount - fedCount
        guard left <= 0 else {
            let count = min(length, left)
            unsafe output.copyMemory(from: Self.text.utf8Start + fedCount, byteCount: count)
            fedCount += count
            return count
        }
        guard left > -16, mayPad() else { return nil }
        unsafe output.storeBytes(of: 0x20, as: UInt8.self)
        fedCount += 1
        return 1
    }

    /// The offset in the text of an offset in what libxml2 was given.
    @inline(__always)
    func textOffset(_ fed: Int) -> Int {
        guard let offset, fed > offset else { return fed }
        return max(fed &- fedCount, offset)
    }

    /// Whether an error is the report of the colon.
    func isReport(_ error: xmlError) -> Bool { unsafe isPending && error.code == XML_NS_ERR_COLON.rawValue }

    /// Whether an instruction is this one, which is the first.
    mutating func isInstruction() -> Bool {
        defer { isPending = false }
        return isPending
    }
}
