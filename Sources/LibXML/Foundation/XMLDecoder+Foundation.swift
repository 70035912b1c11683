#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension XMLDecoder {
    /// Creates a decoder. Each parameter sets the property with the same name.
    public init(
        dateDecodingStrategy: DateDecodingStrategy = .xmlSchema, secondsFromGMT: Int = 0,
        dataDecodingStrategy: DataDecodingStrategy = .base64,
        nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .xmlSchema,
        boolDecodingStrategy: BoolDecodingStrategy = .xmlSchema,
        keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys, roleStrategy: XMLRoleStrategy = .byKey,
        trimsWhiteSpace: Bool = false, emptyValues: EmptyValues = .emptyStrings,
        matchesAnyNamespace: Bool = false,
        invalidElements: InvalidElements = .throw, unknownElements: UnknownElements = .ignore,
        diagnosticHandler: (@Sendable (XMLDiagnostic) -> Void)? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:], depthLimit: Int = 1_000
    ) {
        self.init()
        self.boolDecodingStrategy = boolDecodingStrategy
        self.keyDecodingStrategy = keyDecodingStrategy
        self.roleStrategy = roleStrategy
        self.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        self.trimsWhiteSpace = trimsWhiteSpace
        self.emptyValues = emptyValues
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
