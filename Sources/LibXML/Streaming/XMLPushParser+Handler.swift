extension XMLPushParser where Target: XMLHandler {
    /// A parser that tells a handler what it reads.
    public init(handler: Target, options: XMLParsingOptions = .init()) {
        let observer = HandlerObserver(handler)
        self.observer = observer
        parser = StreamParser(options: options, observer: observer)
        observer.tell { try $0.startDocument() }
    }

    private var handlerObserver: HandlerObserver<Target> {
        guard let observer = observer as? HandlerObserver<Target> else { preconditionFailure("no handler") }
        return observer
    }

    /// The handler, as it is now.
    public var handler: Target { handlerObserver.handler }

    /// Whether the handler has ended the parse. What is fed then is not looked at.
    public var isStopped: Bool { handlerObserver.isStopped }

    /// Parses the next piece, and tells the handler what is in it.
    ///
    /// - Throws: what is wrong with the document, after what came before it has been told; and what the handler throws.
    /// - Complexity: O(*n*) in the length of the piece, all calls taken together.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws {
        try checkHandler()
        if !isStopped { add(bytes) }
        try checkHandler()
    }

    /// All of the document has been fed.
    ///
    /// - Returns: the handler.
    /// - Throws: as for a piece.
    public consuming func finish() throws -> Target {
        try end()
        return handler
    }

    mutating func end() throws {
        try checkHandler()
        if !isStopped { parser.finish() }
        try checkHandler()
        handlerObserver.tell { try $0.endDocument() }
        try checkHandler()
    }

    mutating func checkHandler() throws {
        let observer = handlerObserver
        for diagnostic in parser.takeWarnings() { observer.tell { try $0.diagnostic(diagnostic) } }
        if let error = observer.error { throw error }
        if !observer.isStopped, let error = parser.error { throw error }
    }
}
