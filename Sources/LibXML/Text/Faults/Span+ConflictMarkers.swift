// The lines that a version control system writes into a file that it could not merge.

extension Span<UInt8> {
    /// The length of a conflict marker, in bytes.
    static var conflictMarkerLength: Int { 7 }

    /// Returns whether exactly seven `<` and a space are at an offset, as in `<<<<<<< HEAD`.
    func hasConflictMarker(at start: Int) -> Bool { has("<<<<<<< ", at: start) }

    /// Returns whether another marker is at an offset: `||||||| base`, `=======` or `>>>>>>> branch`.
    func hasFurtherConflictMarker(at start: Int) -> Bool {
        if has("||||||| ", at: start) || has(">>>>>>> ", at: start) { return true }
        guard has("=======", at: start) else { return false }
        let end = start + Self.conflictMarkerLength
        return end == count || self[end] == UInt8(ascii: "\n") || self[end] == UInt8(ascii: "\r")
    }

    /// Returns whether more text is needed to recognize a marker at an offset.
    func mayBeginConflictMarker(at start: Int) -> Bool {
        let first = self[start]
        let isOfMarker =
            first == UInt8(ascii: "<") || first == UInt8(ascii: "|") || first == UInt8(ascii: "=")
            || first == UInt8(ascii: ">")
        return isOfMarker && count - start <= Self.conflictMarkerLength && index(from: start) { $0 != first } == count
    }

    /// Help for a marker.
    static var helpForConflict: String {
        "this looks like a conflict marker of a version control system: resolve the conflict"
    }
}
