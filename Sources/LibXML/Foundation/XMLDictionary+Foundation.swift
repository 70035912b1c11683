public import Foundation

extension XMLDictionary {
    /// The dictionary as plain values: strings, `[String: Any]`, `[Any]`, and `NSNull` for null.
    ///
    /// Swift frees plain values by recursion, which takes up to 200 bytes of stack for a level, 2 MB for the deepest. Main
    /// threads have 8 MB. Other threads, those of tasks among them, have 512 KB on Apple systems, enough for 2,500
    /// levels; under the default limits documents have 256.
    ///
    /// - Throws: ``XMLError/Code/tooDeep`` for one that nests deeper than 10,000 levels, whose plain form might overflow
    ///   the stack when it is freed.
    /// - Complexity: O(*n*) in the size of the dictionary.
    public func anyDictionary() throws(XMLError) -> [String: Any] {
        try PlainMaker.make(XMLValue(self), AnyForm()) as? [String: Any] ?? [:]
    }

    /// The same as ``anyDictionary()``, of values that may go from task to task.
    ///
    /// - Throws: as ``anyDictionary()`` does.
    public func sendableDictionary() throws(XMLError) -> [String: any Sendable] {
        try PlainMaker.make(XMLValue(self), SendableForm()) as? [String: any Sendable] ?? [:]
    }

    /// Parses the file at a URL into a dictionary, as ``init(contentsOfFile:mapped:mapping:options:)`` does.
    public init(
        contentsOf url: URL, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(contentsOf: url, mapped: mapped, options: options), mapping: mapping)
    }

    /// Parses the HTML page in the file at a URL into a dictionary: see
    /// ``init(htmlContentsOfFile:mapped:mapping:options:)``.
    ///
    /// - Throws: as ``init(htmlContentsOfFile:mapped:mapping:options:)``.
    public init(
        htmlContentsOf url: URL, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(htmlContentsOf: url, mapped: mapped, options: options), mapping: mapping)
    }

    /// Recovers as much as possible from the file at a URL: see ``recovering(contentsOfFile:mode:mapping:options:)``.
    ///
    /// - Throws: as ``recovering(contentsOfFile:mode:mapping:options:)``.
    public static func recovering(
        contentsOf url: URL, mode: XMLRecoveryMode? = nil, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLDictionary> {
        try XMLTree.recovering(contentsOf: url, mode: mode, options: options)
            .map { XMLDictionary($0, mapping: mapping) }
    }
}

extension XMLValue {
    /// The value as a plain one: see ``XMLDictionary/anyDictionary()``.
    ///
    /// - Throws: as ``XMLDictionary/anyDictionary()`` does.
    public func anyValue() throws(XMLError) -> Any { try PlainMaker.make(self, AnyForm()) }

    /// The same as ``anyValue()``, of values that may go from task to task.
    ///
    /// - Throws: as ``XMLDictionary/anyDictionary()`` does.
    public func sendableValue() throws(XMLError) -> any Sendable { try PlainMaker.make(self, SendableForm()) }

    /// Parses the file at a URL into a value, as ``init(contentsOfFile:mapped:mapping:options:)`` does.
    public init(
        contentsOf url: URL, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(contentsOf: url, mapped: mapped, options: options), mapping: mapping)
    }
}

private struct AnyForm: PlainForm {
    func plain(_ string: String) -> Any { string }
    func plain(_ list: [Any]) -> Any { list }
    func plain(_ dictionary: [String: Any]) -> Any { dictionary }
    let null: Any = NSNull()

    func plain(_ number: XMLValue.Number) -> Any {
        switch number {
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        }
    }
}

private struct SendableForm: PlainForm {
    func plain(_ string: String) -> any Sendable { string }
    func plain(_ list: [any Sendable]) -> any Sendable { list }
    func plain(_ dictionary: [String: any Sendable]) -> any Sendable { dictionary }
    let null: any Sendable = NSNull()

    func plain(_ number: XMLValue.Number) -> any Sendable {
        switch number {
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        }
    }
}
