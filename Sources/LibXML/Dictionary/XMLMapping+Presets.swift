extension XMLMapping {
    /// The convention of Python's xmltodict 1.0 (github.com/martinblech/xmltodict).
    ///
    /// The root stands under its name. Attributes, namespace declarations too, are `@name`, and come first. An element
    /// with nothing but text is that string; with anything else its text is under `#text`, after the rest, its runs
    /// joined. White space at both ends of text is taken away, and an element that is left with nothing is null.
    /// Elements that repeat become a list, wherever they stand. Names are as written. Comments are left out; CDATA is
    /// text.
    ///
    /// | option there | rule here |
    /// | --- | --- |
    /// | `attr_prefix`, `xml_attribs=False` | ``attributes``, and ``namespaceDeclarations`` |
    /// | `cdata_key`, `cdata_separator` | ``textKey``, ``mixedText`` |
    /// | `force_cdata`, `force_list` | ``dictionaries``, ``arrays``; `True` is `.matching { _ in true }` |
    /// | `strip_whitespace` | ``whiteSpace`` |
    /// | `process_comments`, `comment_key` | ``commentsKey`` |
    /// | `process_namespaces`, `namespaces` | ``names`` as `.expanded`, ``namespaceDeclarations`` as `.grouped` |
    /// | `postprocessor` | ``transforming(_:)`` |
    public static let xmltodict = Self()

    /// The convention of the Objective-C library XMLDictionary 1.4 (github.com/nicklockwood/XMLDictionary).
    ///
    /// The root is the dictionary, its name under `__name`. Attributes are `_name`. Text is under `__text`, as a list
    /// where children divide it; an element with nothing but text is that string. Empty elements are left out.
    ///
    /// | option there | rule here |
    /// | --- | --- |
    /// | `attributesMode` | ``attributes``: `.prefixed("_")`, `.grouped("__attributes")`, `.merged`, `.discarded` |
    /// | `collapseTextNodes = NO` | ``dictionaries`` as `.all` |
    /// | `stripEmptyNodes = NO` | ``emptyElements`` as `.dictionary`, or `.string` when nothing collapses |
    /// | `trimWhiteSpace = NO` | ``whiteSpace`` as `.kept` |
    /// | `alwaysUseArrays` | ``arrays`` as `.all` |
    /// | `preserveComments` | ``commentsKey`` as `"__comments"` |
    /// | `nodeNameMode` | ``nodeName`` |
    /// | `wrapRootNode` | ``wrapsRoot`` |
    public static let objcXMLDictionary = Self(
        attributes: .prefixed("_"), textKey: "__text", listsComments: true, emptyElements: .omitted,
        whiteSpace: .trimmed, mixedText: .list, nodeName: .root("__name"), wrapsRoot: false)

    /// The convention of Troy Brant's Objective-C class XMLReader, with text where it belongs.
    ///
    /// The root stands under its name. Each element is a dictionary, its attributes beside its children, its text under
    /// `text`, trimmed.
    public static let objcXMLReader = Self(
        attributes: .merged, textKey: "text", dictionaries: .all, emptyElements: .dictionary, whiteSpace: .trimmed)

    /// The BadgerFish convention (badgerfish.ning.com).
    ///
    /// The root stands under its name. Each element is a dictionary, its text under `$`, its attributes under `@name`,
    /// its namespace declarations by prefix under `@xmlns`, that of the default namespace as `$`.
    public static let badgerFish = Self(
        namespaceDeclarations: .grouped(key: "@xmlns", defaultKey: "$"), textKey: "$", dictionaries: .all,
        emptyElements: .dictionary)

    /// The Parker convention.
    ///
    /// The root is left out, and so are attributes, and text beside other content. An element with nothing but text is
    /// that string, an empty one null. A root with nothing but one list is that list: see
    /// ``XMLValue/init(_:mapping:)-(XMLTree,_)``.
    public static let parker = Self(
        attributes: .discarded, namespaceDeclarations: .discarded, textKey: nil, wrapsRoot: false,
        unwrapsSoleList: true)
}
