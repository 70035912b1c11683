/// What ends a parse with a fault of our own: the state of an engine.
protocol FaultReporter: ~Copyable {
    /// Ends the parse. Only the first fault counts.
    mutating func fail(_ fault: Fault)
}

extension FaultReporter where Self: ~Copyable {
    @inline(never)
    mutating func fail(_ code: XMLError.Code, _ message: String, at offset: Int) {
        fail(Fault(code, message, at: offset))
    }
}
