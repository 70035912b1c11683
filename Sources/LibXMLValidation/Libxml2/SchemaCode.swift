import CLibXML2

/// The codes of libxml2's validator for XML Schema: most are named after a rule of the specification.
enum SchemaCode {
    static let stopped = XML_SCHEMAV_INTERNAL.rawValue

    // MARK: Values

    /// Of a value that is not of its atomic type, list type or union type.
    static let types = XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1.rawValue...XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3.rawValue
    static let facet = XML_SCHEMAV_CVC_FACET_VALID.rawValue
    static let lengths = XML_SCHEMAV_CVC_LENGTH_VALID.rawValue...XML_SCHEMAV_CVC_MAXLENGTH_VALID.rawValue
    static let bounds = XML_SCHEMAV_CVC_MININCLUSIVE_VALID.rawValue...XML_SCHEMAV_CVC_FRACTIONDIGITS_VALID.rawValue
    static let pattern = XML_SCHEMAV_CVC_PATTERN_VALID.rawValue
    static let enumeration = XML_SCHEMAV_CVC_ENUMERATION_VALID.rawValue
    static let facets = facet...enumeration
    /// All from the first of the types to the last of the facets.
    static let values = types.lowerBound...enumeration
    static let key = XML_SCHEMAV_CVC_IDC.rawValue

    // MARK: Content

    /// Of an element in one whose type is simple.
    static let elementInSimpleType = XML_SCHEMAV_CVC_TYPE_3_1_2.rawValue
    static let contentOfEmpty = XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1.rawValue
    static let elementInSimpleContent = XML_SCHEMAV_CVC_COMPLEX_TYPE_2_2.rawValue
    static let textBetweenElements = XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3.rawValue
    /// Of an element that is not expected, and of one that is incomplete.
    static let elementContent = XML_SCHEMAV_ELEMENT_CONTENT.rawValue
    static let undeclaredElement = XML_SCHEMAV_CVC_ELT_1.rawValue
    static let undeclaredInWildcard = XML_SCHEMAV_CVC_WILDCARD.rawValue
    static let unexpectedAttribute = XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1.rawValue
    static let missingAttribute = XML_SCHEMAV_CVC_COMPLEX_TYPE_4.rawValue

    // MARK: Types and declarations that cannot be used

    static let abstractElement = XML_SCHEMAV_CVC_ELT_2.rawValue
    static let nilledContent = XML_SCHEMAV_CVC_ELT_3_2_1.rawValue
    /// Of an abstract declaration, of `xsi:nil`, and of `xsi:type`.
    static let instances = abstractElement...XML_SCHEMAV_CVC_ELT_4_3.rawValue
    static let absentType = XML_SCHEMAV_CVC_TYPE_1.rawValue
    static let abstractType = XML_SCHEMAV_CVC_TYPE_2.rawValue
}
