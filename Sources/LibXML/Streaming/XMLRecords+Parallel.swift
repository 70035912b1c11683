extension XMLRecords where Failure == XMLError {
    /// Reads the records of a file in several tasks at once, each of which reads one part of the file after another.
    ///
    /// ```swift
    /// var count = 0
    /// try await XMLRecords.parallel(contentsOfFile: "Examples/orders.xml", at: "orders/order") { records in
    ///     var items = 0
    ///     while let order = try records.next() { items += order[all: "item"].count }
    ///     return items
    /// } forEachPart: { items in
    ///     count += items
    /// }
    /// ```
    ///
    /// What the tasks return is handed on in the order of the document, and an error is thrown in its turn, after the
    /// results of the parts before it: it is the one that ``next()`` would throw. A file in another encoding than UTF-8 is
    /// read as one part.
    ///
    /// - Parameters:
    ///   - file: the path of a file that can be read from any offset, unlike a pipe.
    ///   - path: where the records are. With `//` in it, parts are whole children of the root element; where the root element
    ///     is a record, the file is one part.
    ///   - jobs: how many tasks read at once.
    ///   - options: with ``XMLParsingOptions/repair`` the file is one part, because in malformed input only what comes before
    ///     tells where a record begins.
    ///   - partSize: how long the parts are about, in bytes; they are at least eight times as long as what comes before the
    ///     root element. What tasks return of as many parts as there are jobs, and of two more, is in memory.
    ///   - read: reads the records of one part, all or some of them.
    ///   - use: is called with what `read` returned, for one part after the other.
    /// - Throws: what `read` and `use` throw, and as ``init(contentsOfFile:at:options:)``.
    public static func parallel<Result: Sendable>(
        contentsOfFile file: String, at path: XMLPath, jobs: Int = 2, partSize: Int = 4 << 20,
        options: XMLParsingOptions = .init(),
        _ read: @escaping @Sendable (inout XMLRecords<XMLError>) throws -> Result,
        forEachPart use: (Result) throws -> Void
    ) async throws {
        precondition(jobs > 0 && partSize > 0, "jobs and partSize must be positive")
        guard options.repair == nil else {
            var records = try XMLRecords(contentsOfFile: file, at: path, options: options)
            return try use(read(&records))
        }
        let first = try firstPlace(in: file, path, options)
        // For each part, what comes before the root element is read again.
        let prologueSize = first.prologue.text.utf8.count
        var splitter = try RecordSplitter(
            OpenFile(path: file), from: first,
            depth: path.steps.contains(.descendants) ? 1 : path.steps.count - 1, size: max(partSize, 8 * prologueSize))
        try await withThrowingTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
            var results: [Int: Swift.Result<Result, any Error>] = [:]
            var (begun, running, used) = (0, 0, 0)
            while true {
                while running < jobs, begun - used - 2 < jobs, let part = try splitter.nextPart() {
                    let number = begun
                    group.addTask {
                        (number, Swift.Result { try XMLRecords.read(part, of: file, path, options, read) })
                    }
                    begun += 1
                    running += 1
                }
                guard running > 0, let (number, result) = try await group.next() else { break }
                running -= 1
                results[number] = result
                while let next = results.removeValue(forKey: used) {
                    try use(next.get())
                    used += 1
                }
            }
        }
    }

    private static func read<Result>(
        _ part: RecordSplitter.Part, of file: String, _ path: XMLPath, _ options: XMLParsingOptions,
        _ read: (inout XMLRecords<XMLError>) throws -> Result
    ) throws -> Result {
        try Task.checkCancellation()
        var records = try XMLRecords(part, of: file, at: path, options: options)
        return try read(&records)
    }

    /// The place after the start tag of the root element; the beginning of the file when it cannot be divided.
    private static func firstPlace(
        in file: String, _ path: XMLPath, _ options: XMLParsingOptions
    ) throws -> XMLCheckpoint {
        guard path.steps.count > 1 else { return XMLCheckpoint() }
        var parser = try StreamParser(options: options, records: "*")
        var source = try ChunkSource(OpenFile(path: file))
        // What is wrong with the file is found again when it is read.
        while parser.error == nil, !parser.hasRoot {
            guard try source.feedNext(to: &parser) else { return XMLCheckpoint() }
        }
        guard let place = parser.placeInOpenRecord else { return XMLCheckpoint() }
        // Where the root element is a record itself, there is nothing to divide.
        var part = try StreamParser(options: options, records: path)
        part.resume(place)
        return part.error == nil ? place : XMLCheckpoint()
    }
}
