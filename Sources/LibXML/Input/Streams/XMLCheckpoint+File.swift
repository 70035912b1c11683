// Whether a file is the one that a checkpoint was made for.

extension OpenFile {
    /// Looks whether this may be the input that a checkpoint was made for.
    func check(_ checkpoint: XMLCheckpoint) throws(XMLError) {
        let fingerprint = try checkpoint.fingerprint.ofSameLength(in: self)
        guard fingerprint == checkpoint.fingerprint, checkpoint.byteOffset <= size ?? .max else {
            throw XMLError(
                .checkpointMismatch, "\(name): this is not the file that the checkpoint was made for, or it was changed"
            )
        }
    }
}

extension XMLCheckpoint.Fingerprint {
    /// What the fingerprint of a file is that counts as many bytes as this one, or as many as there are.
    fileprivate func ofSameLength(in file: OpenFile) throws(XMLError) -> Self {
        var other = Self()
        var buffer = RawBuffer<UInt8>(capacity: Self.length)
        let room = unsafe buffer.extend(by: Self.length)
        while other.count < min(count, Self.length) {
            let missing = min(count, Self.length) - other.count
            let read = unsafe try file.read(into: UnsafeMutableRawBufferPointer(start: room, count: missing))
            guard read > 0 else { break }
            unsafe other.add(UnsafeBufferPointer(start: room, count: read).span)
        }
        return other
    }
}
