extension XMLDiagnostic {
    /// The change of the input that a repair consists of.
    ///
    /// ```swift
    /// let text = "<order total=12><note>salt & pepper</note></order>"
    /// let tree = try XMLTree(parsing: text, options: .recovering)
    /// let fixed = tree.diagnostics.compactMap(\.fix).applied(to: text.utf8)
    /// let result = String(decoding: fixed, as: UTF8.self)
    /// // <order total="12"><note>salt &amp; pepper</note></order>
    /// ```
    public struct Fix: Hashable, Sendable {
        /// A part of the input, and the text that replaces it.
        public struct Edit: Hashable, Sendable {
            /// Where the part begins.
            public var location: XMLLocation

            /// Where the part ends: the same as ``location`` for an insertion.
            public var endLocation: XMLLocation

            /// The new text; empty if the part is removed.
            public var replacement: String

            /// The new text in the encoding of the input, with references for characters that it cannot represent.
            public var bytes: [UInt8]

            /// Its number among the changes of the document, because several may insert text at the same place.
            var order: Int

            var range: Range<Int> { location.byteOffset..<max(location.byteOffset, endLocation.byteOffset) }
        }

        /// The changes, in the order of the document. They do not overlap.
        public var edits: [Edit]

        /// Whether the repair has only one plausible meaning, such as `&amp;` for the `&` in `salt & pepper`.
        ///
        /// False if the repair is a guess: a missing end tag may belong in several places.
        public var isCertain: Bool
    }
}

extension Sequence<XMLDiagnostic.Fix> {
    /// Returns the bytes of a document with these fixes. All other bytes stay as they are.
    ///
    /// - Parameter bytes: the input whose diagnostics have these fixes. A fix outside the input, or one that overlaps
    ///   an earlier fix, is not applied.
    /// - Complexity: O(*n*) in the number of bytes, and O(*m* log *m*) in that of the fixes.
    public func applied(to bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        let edits = applicable(to: bytes.count).flatMap(\.edits).sorted { $0.isBefore($1) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16 * edits.count)
        var position = 0
        for edit in edits {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.bytes
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }

    /// Returns the fixes that ``applied(to:)`` applies to a document of `count` bytes.
    @_spi(Command) public func applicable(to count: Int) -> [XMLDiagnostic.Fix] {
        let fixes = Array(self)
        let edits = fixes.indices.flatMap { index in fixes[index].edits.map { (edit: $0, fix: index) } }
            .sorted { $0.edit.isBefore($1.edit) }
        var rejected: Set<Int> = []
        var last: XMLDiagnostic.Fix.Edit?
        for (edit, fix) in edits {
            let isRepeated = last.map { $0 == edit || edit.range.lowerBound < $0.range.upperBound } ?? false
            if isRepeated || edit.range.lowerBound < 0 || edit.range.upperBound > count {
                rejected.insert(fix)
            } else {
                last = edit
            }
        }
        return fixes.indices.filter { !rejected.contains($0) }.map { fixes[$0] }
    }
}

extension XMLDiagnostic.Fix.Edit {
    fileprivate func isBefore(_ other: Self) -> Bool {
        (range.lowerBound, order) < (other.range.lowerBound, other.order)
    }
}

extension XMLDiagnostic.Fix: Encodable {
    private enum CodingKeys: CodingKey {
        case isCertain, edits
    }

    /// Encodes ``isCertain`` and ``edits`` under their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isCertain, forKey: .isCertain)
        try container.encode(edits, forKey: .edits)
    }
}

extension XMLDiagnostic.Fix.Edit: Encodable {
    private enum CodingKeys: CodingKey {
        case location, endLocation, replacement
    }

    /// Encodes ``location``, ``endLocation`` and ``replacement`` under their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(location, forKey: .location)
        try container.encode(endLocation, forKey: .endLocation)
        try container.encode(replacement, forKey: .replacement)
    }
}
