/// The state of a parser that can end the parse with a fault of its own.
protocol FaultReporter: ~Copyable {
    /// Ends the parse. Only the first fault is kept.
    mutating func fail(_ fault: Fault)
}

extension FaultReporter where Self: ~Copyable {
    @inline(never)
    mutating func fail(_ code: XMLError.Code, _ message: String, at offset: Int) {
        fail(Fault(code, message, at: offset))
    }
}
