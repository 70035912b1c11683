#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLEncoder {
    /// Creates an encoder. Each parameter sets the property with the same name.
    public init(
        writingOptions: XMLWritingOptions = .init(), dateEncodingStrategy: DateEncodingStrategy = .xmlSchema,
        dataEncodingStrategy: DataEncodingStrategy = .base64,
        nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .xmlSchema,
        keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys, roleStrategy: XMLRoleStrategy = .byKey,
        stringEncodingStrategy: StringEncodingStrategy = .references,
        nilEncodingStrategy: NilEncodingStrategy = .omitted, preservesWhiteSpace: Bool = false,
        sortsKeys: Bool = false, listElementName: String? = "item",
        userInfo: [CodingUserInfoKey: any Sendable] = [:], depthLimit: Int = 1_000
    ) {
        self.init()
        self.writingOptions = writingOptions
        self.dateEncodingStrategy = dateEncodingStrategy
        self.dataEncodingStrategy = dataEncodingStrategy
        self.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
        self.keyEncodingStrategy = keyEncodingStrategy
        self.roleStrategy = roleStrategy
        self.stringEncodingStrategy = stringEncodingStrategy
        self.nilEncodingStrategy = nilEncodingStrategy
        self.preservesWhiteSpace = preservesWhiteSpace
        self.sortsKeys = sortsKeys
        self.listElementName = listElementName
        self.userInfo = userInfo
        self.depthLimit = depthLimit
    }

    /// Returns the document of a value: see ``xmlBytes(_:rootName:)-(_,String?)``.
    public func encode(_ value: some Encodable, rootName: String? = nil) throws -> Data {
        try Data(xmlBytes(value, rootName: rootName))
    }

    /// Returns the document of a value whose root element is in a namespace: see ``xmlBytes(_:rootName:)-(_,XMLName)``.
    public func encode(_ value: some Encodable, rootName: XMLName) throws -> Data {
        try Data(xmlBytes(value, rootName: rootName))
    }
}
