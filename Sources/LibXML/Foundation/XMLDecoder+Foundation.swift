#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLDecoder {
    /// - Parameters: the properties of these names.
    public init(
        keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys,
        dateDecodingStrategy: DateDecodingStrategy = .xmlSchema, secondsFromGMT: Int = 0,
        dataDecodingStrategy: DataDecodingStrategy = .base64,
        nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .xmlSchema,
        trimValueWhitespaces: Bool = false, emptyElements: EmptyElements = .emptyStrings,
        matchesAnyNamespace: Bool = false,
        invalidElements: InvalidElements = .throw, unknownElements: UnknownElements = .ignore,
        diagnosticHandler: (@Sendable (XMLDiagnostic) -> Void)? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:], depthLimit: Int = 1_000
    ) {
        self.keyDecodingStrategy = keyDecodingStrategy
        self.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        self.trimValueWhitespaces = trimValueWhitespaces
        self.emptyElements = emptyElements
        self.matchesAnyNamespace = matchesAnyNamespace
        self.invalidElements = invalidElements
        self.unknownElements = unknownElements
        self.diagnosticHandler = diagnosticHandler
        self.userInfo = userInfo
        self.depthLimit = depthLimit
        self.dateDecodingStrategy = dateDecodingStrategy
        self.secondsFromGMT = secondsFromGMT
        self.dataDecodingStrategy = dataDecodingStrategy
    }
}

// MARK: URLs

extension XMLDecoder {
    /// Decodes a type from the root element of the file at a URL: see ``decode(_:contentsOfFile:options:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, contentsOf url: URL, options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(type, contentsOfFile: url.pathOrText, options: options)
    }

    /// Decodes all elements at a path of the file at a URL: see ``decode(_:contentsOfFile:at:options:)->[Value]``.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws -> [Value] {
        try decode(type, contentsOfFile: url.pathOrText, at: path, options: options)
    }

    /// Decodes the first element at a path of the file at a URL: see ``decode(_:contentsOfFile:at:options:)->Value``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(type, contentsOfFile: url.pathOrText, at: path, options: options)
    }

    /// Decodes a type from the file at a URL, which may be malformed: see
    /// ``decode(_:recoveringContentsOfFile:mode:options:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, recoveringContentsOf url: URL, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<Value> {
        try decode(type, recoveringContentsOfFile: url.pathOrText, mode: mode, options: options)
    }

    /// Decodes all elements at a path of the file at a URL, which may be malformed: see
    /// ``decode(_:recoveringContentsOfFile:at:mode:options:)``.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, recoveringContentsOf url: URL, at path: XMLPath, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<[Value]> {
        try decode(type, recoveringContentsOfFile: url.pathOrText, at: path, mode: mode, options: options)
    }
}
