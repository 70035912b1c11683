extension XMLPushParser where Target: XMLHandler {
    /// Creates a parser that calls the methods of a handler.
    public init(handler: Target, options: XMLParsingOptions = .init()) {
        let observer = HandlerObserver(UncheckedCell(handler))
        self.observer = observer
        parser = observer.start(options)
    }

    private var handlerObserver: HandlerObserver<Target> {
        guard let observer = observer as? HandlerObserver<Target> else { preconditionFailure("no handler") }
        return observer
    }

    /// The handler in its current state.
    public var handler: Target { handlerObserver.handler }

    /// Whether the handler has ended the parse. Further pieces are ignored.
    public var isStopped: Bool { handlerObserver.isStopped }

    /// Parses the next piece, and calls the handler for its events.
    ///
    /// - Throws: ``XMLError`` for a malformed document, after the events before the fault; and the errors of the
    ///   handler.
    /// - Complexity: O(*n*) in the length of the piece, amortized over all calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws {
        let observer = handlerObserver
        try observer.check(&parser)
        if !observer.isStopped { add(bytes) }
        try observer.check(&parser)
    }

    /// Ends the document, after all of it has been fed.
    ///
    /// - Returns: the handler.
    /// - Throws: the same errors as `feed(_:)`; ``XMLError/Code/cancelled`` in a canceled task.
    public consuming func finish() throws -> Target {
        let observer = handlerObserver
        try observer.check(&parser)
        if !observer.isStopped { parser.finish() }
        try observer.finish(&parser)
        return observer.handler
    }
}
