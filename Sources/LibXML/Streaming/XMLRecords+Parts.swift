extension XMLRecords {
    /// Divides a file into parts that can be read independently, even in other processes and on other machines.
    ///
    /// ```swift
    /// let parts = try XMLRecords.parts(in: .file("Examples/orders.xml"), at: "orders/order", count: 4)
    /// var ids: [String] = []
    /// for part in parts {
    ///     var records = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", from: part)
    ///     while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
    /// }
    /// print(ids)  // ["7", "8"]
    /// ```
    ///
    /// Each record belongs to exactly one part. The records of all parts, in order, are those of the file, with the
    /// same locations. A part begins with a record, or with an element that contains records. The parts have about the
    /// same size in bytes, and some may be empty.
    ///
    /// The file is scanned once from the beginning, which is much faster than reading its records. Some documents are
    /// one part: those of less than 64 KiB, those in another encoding than UTF-8, pipes, and all documents with
    /// ``XMLParsingOptions/recovery`` or ``XMLParsingOptions/validation``. A malformed file is divided, too, and the
    /// part with the fault throws its error.
    ///
    /// - Parameters:
    ///   - input: the file, which must not change as long as the parts are used.
    ///   - path: the path of the records. If it contains `//`, parts are whole children of the root element. If the
    ///     root element is a record, the file is one part.
    ///   - count: the number of parts, at least 1.
    ///   - options: the options for reading the document.
    /// - Returns: `count` parts.
    /// - Throws: the errors of ``init(parsing:at:from:options:)``.
    /// - Complexity: O(*n*) in the size of the file, plus the size of the document before the root element for each
    ///   part.
    public static func parts(
        in input: XMLInput, at path: XMLPath, count: Int, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> [XMLCheckpoint] {
        precondition(count > 0, "count must be positive")
        return try parts(0..<count, of: count, input.requirePath(), path, options)
    }

    /// Returns one of the parts of a file: see ``parts(in:at:count:options:)``.
    ///
    /// The file is scanned up to the end of the part.
    ///
    /// - Parameter index: the index of the part, from 0.
    /// - Throws: the errors of ``init(parsing:at:from:options:)``.
    public static func part(
        _ index: Int, of count: Int, in input: XMLInput, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLCheckpoint {
        precondition((0..<count).contains(index), "the index of the part is out of range")
        return try parts(index..<index + 1, of: count, input.requirePath(), path, options)[0]
    }

    private static func parts(
        _ range: Range<Int>, of count: Int, _ file: String, _ path: XMLPath, _ options: XMLParsingOptions
    ) throws(XMLError) -> [XMLCheckpoint] {
        // An invalid path is an error even if the file is not divided.
        _ = try RecordPath(path)
        do {
            var parts: [XMLCheckpoint] = []
            var last = XMLCheckpoint()
            var splitter = try RecordSplitter(file, at: path, options)
            let start = splitter.next?.byteOffset ?? 0
            let size = (splitter.fileSize ?? 0) - start
            for index in 0..<range.upperBound {
                // A part ends at the first element that begins in the next share of the file.
                let next = index + 1
                let length = size / count * next + size % count * next / count
                let minimum = next == count ? .max : start + length
                last = try splitter.nextPart(endingFrom: minimum) ?? last.emptyPart
                if range.contains(index) { parts.append(last.sealed()) }
            }
            return parts
        } catch let error as XMLError {
            throw error
        } catch {
            preconditionFailure("a file throws no other errors: \(error)")
        }
    }
}
