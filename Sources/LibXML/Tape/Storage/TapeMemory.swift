/// The memory of a tape, for modules that read all of it in a loop: accessors are not inlined across modules. It is
/// valid as long as the tape.
///
/// `TapeKind` describes the entries. A string is `stringBytes[offset..<offset + length]`, with offset and length in
/// `strings[2 * number]`; the local name, prefix and URI of a name are in `names[3 * number]`.
@safe
package struct TapeMemory {
    package let words: UnsafeBufferPointer<UInt32>
    /// The text of the document in UTF-8.
    package let source: UnsafeBufferPointer<UInt8>
    /// The data that differs from the source.
    package let arena: UnsafeBufferPointer<UInt8>
    package let stringBytes: UnsafeBufferPointer<UInt8>
    package let strings: UnsafeBufferPointer<UInt32>
    package let names: UnsafeBufferPointer<UInt32>
}

extension Tape {
    /// Calls `body` with the memory of the tape, which must not escape.
    func withMemory<Result, Failure: Error>(
        _ body: (TapeMemory) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe source.withUnsafeText { (text) throws(Failure) in
            let (bytes, strings, table) = unsafe names.table.memory
            return try body(
                unsafe TapeMemory(
                    words: wordMemory, source: text, arena: arenaMemory, stringBytes: bytes, strings: strings,
                    names: table))
        }
    }
}
