/// Determines whether a value of JSON ends within a number of bytes, ahead of the reader. Examines each byte once.
///
/// It does not detect all faults of malformed JSON, which the reader reports.
struct JSONLookahead {
    /// The offset in the input up to which bytes were examined.
    private(set) var end = 0
    /// The starts of the objects, arrays and the string that are open at the end, as offsets.
    private var open: [Int] = []
    private var isInString = false
    private var isEscaped = false

    /// Begins at an offset between values, unless the bytes there were already examined.
    mutating func begin(at offset: Int) {
        if end < offset { self = Self(end: offset) }
    }

    init(end: Int = 0) { self.end = end }

    /// Examines the next bytes.
    mutating func read(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    open.removeLast()
                }
            } else {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(end)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
                case UInt8(ascii: "\""):
                    isInString = true
                    open.append(end)
                default: break
                }
            }
            end += 1
        }
    }

    /// Whether the object, array or string that begins at an offset is open at the end.
    func isOpen(_ offset: Int) -> Bool {
        var range = open.indices
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            if open[middle] == offset { return true }
            range = open[middle] < offset ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}
