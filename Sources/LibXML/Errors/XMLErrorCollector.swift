/// Collects several errors of one document, to report all of them together.
///
/// ```swift
/// var errors = XMLErrorCollector()
/// let port = errors.catch { () throws(XMLError) in try server.require("port").value(as: Int.self) }
/// let host = errors.catch { () throws(XMLError) in try server.require("host").text }
/// try errors.throwIfAny()
/// ```
public struct XMLErrorCollector: Sendable {
    /// The first errors, in the order in which they were added, at most ``limit``.
    public private(set) var errors: [XMLError] = []

    /// The number of errors that were added, including those that are not kept.
    public private(set) var count = 0

    /// The maximum number of errors that are kept.
    public let limit: Int

    /// - Parameter limit: the maximum number of errors to keep, so that the errors of a large file fit into memory.
    public init(limit: Int = 100) {
        self.limit = max(1, limit)
    }

    /// Adds an error.
    public mutating func append(_ error: XMLError) {
        count += 1
        if errors.count < limit { errors.append(error) }
    }

    /// The compiler answers with ``append(_:)``.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "append(_:)")
    public mutating func add(_ error: XMLError) { fatalError() }

    /// Calls `body`, and adds the error if it throws one.
    ///
    /// - Returns: the result of `body`; nil if it threw.
    public mutating func `catch`<Result>(_ body: () throws(XMLError) -> Result) -> Result? {
        do throws(XMLError) {
            return try body()
        } catch {
            append(error)
            return nil
        }
    }

    /// Throws the first error, with the ``XMLError/diagnostics`` of all errors. Does nothing if there are no errors.
    public func throwIfAny() throws(XMLError) {
        guard let first = errors.first else { return }
        throw XMLError(first.diagnostic, diagnostics: errors.flatMap(\.diagnostics))
    }
}
