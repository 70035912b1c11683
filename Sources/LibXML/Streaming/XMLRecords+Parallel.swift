extension XMLRecords {
    /// Reads the records of a file concurrently, in several tasks that each read a part of the file at a time.
    ///
    /// ```swift
    /// var count = 0
    /// try await XMLRecords.parallel(.file("Examples/orders.xml"), at: "orders/order") { records in
    ///     var items = 0
    ///     while let order = try records.next() { items += order[all: "item"].count }
    ///     return items
    /// } forEachPart: { items in
    ///     count += items
    /// }
    /// ```
    ///
    /// The results of the tasks are used in document order. An error is thrown after the results of the parts before
    /// it; it is the same error that ``next()`` would throw. A file in another encoding than UTF-8 is read as one part.
    ///
    /// - Parameters:
    ///   - input: a file that can be read from any offset, unlike a pipe: ``XMLInput/file(_:mapped:)`` or a URL.
    ///   - path: the path of the records. If it contains `//`, parts are whole children of the root element; if the
    ///     root element is a record, the file is one part.
    ///   - jobs: the maximum number of concurrent tasks.
    ///   - partSize: the approximate size of a part, in bytes; it is at least eight times the size of the document
    ///     before the root element. The results of up to `jobs` + 2 parts are in memory.
    ///   - options: the options for reading the document. With ``XMLParsingOptions/recovery`` the file is one part,
    ///     because the beginning of a record in malformed input depends on all input before it; with
    ///     ``XMLParsingOptions/validation`` too.
    ///   - isolation: the actor on which `use` is called: that of the caller.
    ///   - read: reads all or some records of one part.
    ///   - use: receives the result of `read` for each part, one after the other.
    /// - Throws: the errors of `read`, of `use`, and of ``init(parsing:at:from:options:)``; in a canceled task
    ///   ``XMLError/Code/cancelled``.
    public static func parallel<Result: Sendable>(
        _ input: XMLInput, at path: XMLPath, jobs: Int = 2, partSize: Int = 4 << 20,
        options: XMLParsingOptions = .init(), isolation: isolated (any Actor)? = #isolation,
        _ read: @escaping @Sendable (inout XMLRecords) throws -> Result,
        forEachPart use: (Result) throws -> Void
    ) async throws {
        precondition(jobs > 0 && partSize > 0, "jobs and partSize must be positive")
        let file = try input.requirePath()
        var splitter = try RecordSplitter(file, at: path, options)
        // The document before the root element is read again for each part.
        let partSize = max(partSize, 8 * (splitter.next?.prologue.text.utf8.count ?? 0))
        typealias Part = (Int, Swift.Result<Result, any Error>)
        try await withThrowingTaskGroup(of: Part.self, isolation: isolation) { group in
            var results: [Int: Swift.Result<Result, any Error>] = [:]
            var (begun, running, used) = (0, 0, 0)
            while true {
                while running < jobs, begun - used - 2 < jobs, let part = try splitter.nextPart(ofSize: partSize) {
                    let number = begun
                    group.addTask {
                        (number, Swift.Result { try XMLRecords.read(part, of: file, path, options, read) })
                    }
                    begun += 1
                    running += 1
                }
                guard running > 0, let (number, result) = try await group.next(isolation: isolation) else { break }
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
        _ part: XMLCheckpoint, of file: String, _ path: XMLPath, _ options: XMLParsingOptions,
        _ read: (inout XMLRecords) throws -> Result
    ) throws -> Result {
        if Task.isCancelled { throw XMLError(.cancelled) }
        var records = try XMLRecords(part, in: OpenFile(path: file), at: path, options: options)
        return try read(&records)
    }
}
