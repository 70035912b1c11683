// Checks whether a file is the one that a checkpoint was made for.

extension OpenFile {
    /// Throws ``XMLError/Code/checkpointMismatch`` unless this may be the input that a checkpoint was made for.
    func check(_ checkpoint: XMLCheckpoint) throws(XMLError) {
        let fingerprint = try checkpoint.fingerprint.ofSameLength(in: self)
        let isChanged = checkpoint.end?.fileSize.map { $0 != size } ?? false
        guard fingerprint == checkpoint.fingerprint, checkpoint.byteOffset <= size ?? .max, !isChanged else {
            throw XMLError(
                .checkpointMismatch, "\(name): this is not the file that the checkpoint was made for, or it was changed"
            )
        }
    }
}

extension XMLCheckpoint.Fingerprint {
    /// The fingerprint of the beginning of a file.
    init(beginningOf file: OpenFile) throws(XMLError) {
        self = try Self.read(from: file, count: Self.length)
    }

    /// The fingerprint of a file over as many bytes as this one covers, or over the whole file if it is shorter.
    fileprivate func ofSameLength(in file: OpenFile) throws(XMLError) -> Self {
        try Self.read(from: file, count: min(count, Self.length))
    }

    /// The fingerprint of the next `count` bytes of a file.
    private static func read(from file: OpenFile, count: Int) throws(XMLError) -> Self {
        var buffer = RawBuffer<UInt8>(capacity: Self.length)
        while buffer.count < count {
            let missing = count - buffer.count
            let room = unsafe UnsafeMutableRawBufferPointer(start: buffer.reserve(missing), count: missing)
            let read = unsafe try file.read(into: room)
            guard read > 0 else { break }
            buffer.advance(by: read)
        }
        return buffer.withSpan(0..<buffer.count) { Self(of: $0) }
    }
}
