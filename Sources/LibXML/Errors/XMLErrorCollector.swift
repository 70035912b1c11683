/// Collects several errors of one document, to report all of them together.
///
/// ```swift
/// var errors = XMLErrorCollector()
/// let port = errors.catch { () throws(XMLError) in try server.require("port").value(as: Int.self) }
/// let host = errors.catch { () throws(XMLError) in try server.require("host").text }
/// try errors.throwIfAny()
/// ```
public struct XMLErrorCollector: Sendable {
    /// The errors so far, in the order in which they were added.
    public private(set) var errors: [XMLError] = []

    public init() {}

    /// Adds an error.
    public mutating func add(_ error: XMLError) { errors.append(error) }

    /// Calls `body`, and adds the error if it throws one.
    ///
    /// - Returns: the result of `body`; nil if it threw.
    public mutating func `catch`<Result>(_ body: () throws(XMLError) -> Result) -> Result? {
        do throws(XMLError) {
            return try body()
        } catch {
            add(error)
            return nil
        }
    }

    /// Throws the first error, with the ``XMLError/diagnostics`` of all errors. Does nothing if there are no errors.
    public func throwIfAny() throws(XMLError) {
        guard let first = errors.first else { return }
        throw XMLError(first.diagnostic, diagnostics: errors.flatMap(\.diagnostics))
    }
}
