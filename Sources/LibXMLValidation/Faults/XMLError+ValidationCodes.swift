public import LibXML

// The kinds of violations of a schema, which are the same for every version of libxml2. `missingElement`,
// `missingAttribute`, `unknownElement`, `unexpectedText` and `invalidValue` are those of LibXML.

extension XMLError.Code {
    /// An element that the schema does not allow at this place.
    public static let unexpectedElement = Self(rawValue: "unexpectedElement")
    /// An attribute that the schema does not allow.
    public static let unexpectedAttribute = Self(rawValue: "unexpectedAttribute")
    /// A value that is not one of those that the schema lists.
    public static let notInEnumeration = Self(rawValue: "notInEnumeration")
    /// A value that does not match the pattern of its type.
    public static let patternMismatch = Self(rawValue: "patternMismatch")
    /// A value, or a length of a value, that is not between the bounds of its type.
    public static let outOfRange = Self(rawValue: "outOfRange")
    /// A value that occurs twice where the schema requires that it is unique.
    public static let duplicateKey = Self(rawValue: "duplicateKey")
    /// A reference to a value that does not exist.
    public static let danglingReference = Self(rawValue: "danglingReference")
    /// An element without a part of its key.
    public static let incompleteKey = Self(rawValue: "incompleteKey")
    /// An element whose `xsi:type` or `xsi:nil` the schema does not allow, or whose declaration or type is abstract.
    public static let invalidType = Self(rawValue: "invalidType")
    /// Any other violation of a schema.
    public static let invalidContent = Self(rawValue: "invalidContent")
    /// A part of a document that libxml2 did not validate. This is the rest of a document, such as after a pattern that
    /// takes too long; an element, because an entity in its parent is not read; or a record, which was omitted because
    /// libxml2 does not validate the content after an unexpected element in its parent.
    public static let validationStopped = Self(rawValue: "validationStopped")

    /// A warning about an attribute value that is not known, because it refers to an entity that is not read.
    public static let notChecked = Self(rawValue: "notChecked")

    /// A schema that violates the rules of its language.
    public static let invalidSchema = Self(rawValue: "invalidSchema")
    /// A schema that refers to another schema that does not exist, or must not be read.
    public static let unresolvedSchema = Self(rawValue: "unresolvedSchema")
    /// A schema that exceeds a limit of ``XMLSchemaOptions``.
    public static let schemaTooComplex = Self(rawValue: "schemaTooComplex")
}
