import CLibXML2

/// The codes of libxml2, of `xmlRelaxNGValidErr`.
enum RelaxNGCode {
    static let type = XML_RELAXNG_ERR_TYPE.rawValue
    static let typeValue = XML_RELAXNG_ERR_TYPEVAL.rawValue
    static let duplicateID = XML_RELAXNG_ERR_DUPID.rawValue
    static let interleaveSequence = XML_RELAXNG_ERR_INTERSEQ.rawValue
    static let extraElement = XML_RELAXNG_ERR_INTEREXTRA.rawValue
    static let elementName = XML_RELAXNG_ERR_ELEMNAME.rawValue
    static let lacksNamespace = XML_RELAXNG_ERR_ELEMNONS.rawValue
    static let wrongNamespace = XML_RELAXNG_ERR_ELEMWRONGNS.rawValue
    static let hasNamespace = XML_RELAXNG_ERR_ELEMEXTRANS.rawValue
    static let missingElement = XML_RELAXNG_ERR_NOELEM.rawValue
    static let attributes = XML_RELAXNG_ERR_ATTRVALID.rawValue
    static let content = XML_RELAXNG_ERR_CONTENTVALID.rawValue
    static let extraContent = XML_RELAXNG_ERR_EXTRACONTENT.rawValue
    static let invalidAttribute = XML_RELAXNG_ERR_INVALIDATTR.rawValue
    static let extraData = XML_RELAXNG_ERR_EXTRADATA.rawValue
    static let unexpectedElement = XML_RELAXNG_ERR_ELEMWRONG.rawValue
    static let unexpectedText = XML_RELAXNG_ERR_TEXTWRONG.rawValue
    /// Of an element in one that may contain only data, a value or a list.
    static let elementInData = XML_RELAXNG_ERR_DATAELEM.rawValue...XML_RELAXNG_ERR_LISTELEM.rawValue
    /// The codes about data, values and lists.
    static let data: Set<UInt32> = Set(
        [
            XML_RELAXNG_ERR_TYPE, XML_RELAXNG_ERR_TYPEVAL, XML_RELAXNG_ERR_TYPECMP, XML_RELAXNG_ERR_LISTEMPTY,
            XML_RELAXNG_ERR_DATATYPE, XML_RELAXNG_ERR_VALUE, XML_RELAXNG_ERR_LIST, XML_RELAXNG_ERR_LACKDATA,
        ].map(\.rawValue))
    /// Not codes of libxml2.
    static let stopped: UInt32 = 1_000
    static let danglingReference: UInt32 = 1_001
    static let unread = ValidatorReport.unread
}
