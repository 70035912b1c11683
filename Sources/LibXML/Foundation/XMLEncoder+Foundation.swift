#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLEncoder {
    /// Creates an encoder. Each parameter sets the property with the same name.
    public init(
        writingOptions: XMLWritingOptions = .init(), keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys,
        roleStrategy: XMLRoleStrategy = .byKey,
        dateEncodingStrategy: DateEncodingStrategy = .xmlSchema, dataEncodingStrategy: DataEncodingStrategy = .base64,
        nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .xmlSchema,
        nilEncodingStrategy: NilEncodingStrategy = .omitted, preservesWhiteSpace: Bool = false,
        listElementName: String = "item", userInfo: [CodingUserInfoKey: any Sendable] = [:], depthLimit: Int = 1_000
    ) {
        self.init()
        self.writingOptions = writingOptions
        self.keyEncodingStrategy = keyEncodingStrategy
        self.roleStrategy = roleStrategy
        self.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
        self.nilEncodingStrategy = nilEncodingStrategy
        self.preservesWhiteSpace = preservesWhiteSpace
        self.listElementName = listElementName
        self.userInfo = userInfo
        self.depthLimit = depthLimit
        self.dateEncodingStrategy = dateEncodingStrategy
        self.dataEncodingStrategy = dataEncodingStrategy
    }

    /// Returns the document of a value: see ``encode(_:rootName:)-(_,String?)``.
    public func encodeToData(_ value: some Encodable, rootName: String? = nil) throws -> Data {
        try Data(encode(value, rootName: rootName))
    }

    /// Returns the document of a value whose root element is in a namespace: see ``encode(_:rootName:)-(_,XMLName)``.
    public func encodeToData(_ value: some Encodable, rootName: XMLName) throws -> Data {
        try Data(encode(value, rootName: rootName))
    }
}
