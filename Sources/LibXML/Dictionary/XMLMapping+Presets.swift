extension XMLMapping {
    /// The convention of Python's xmltodict 1.0 (github.com/martinblech/xmltodict).
    ///
    /// The root is the value of its name. Attributes, including namespace declarations, have the key `@name`, and come
    /// first. An element that contains only text is a string. In other elements, text comes last, under `#text`, with
    /// its runs joined. White space at both ends of text is removed; an element that is then empty is null. Elements
    /// with the same name become a list, even if they are not adjacent. Names are qualified. Comments are omitted.
    /// CDATA sections are text.
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
    /// The root is the dictionary, with its name under `__name`. Attributes have the key `_name`. Text is under
    /// `__text`, as a list if child elements divide it; an element that contains only text is a string. Empty elements
    /// are omitted.
    ///
    /// | option there | rule here |
    /// | --- | --- |
    /// | `attributesMode` | ``attributes``: `.prefixed("_")`, `.grouped("__attributes")`, `.merged`, `.discarded` |
    /// | `collapseTextNodes = NO` | ``dictionaries`` as `.all` |
    /// | `stripEmptyNodes = NO` | ``emptyElements`` as `.dictionary`, or `.string` when nothing collapses |
    /// | `trimWhiteSpace = NO` | ``whiteSpace`` as `.kept` |
    /// | `alwaysUseArrays` | ``arrays`` as `.all` |
    /// | `preserveComments` | ``commentsKey`` as `"__comments"` |
    /// | `nodeNameMode` | ``nameKey`` |
    /// | `wrapRootNode` | ``wrapsRoot`` |
    ///
    /// Its methods are properties here: `nodeName` is ``XMLDictionary/name``, `childNodes` is
    /// ``XMLDictionary/elements``, `innerText` is ``XMLDictionary/string``, and `attributes` and `comments` are called
    /// the same.
    public static let objcXMLDictionary = Self(
        attributes: .prefixed("_"), textKey: "__text", listsComments: true, emptyElements: .omitted,
        whiteSpace: .trimmed, mixedText: .list, nameKey: .root("__name"), wrapsRoot: false)

    /// The convention of Troy Brant's Objective-C class XMLReader, except that text is in its own element.
    ///
    /// The root is the value of its name. Each element is a dictionary that contains its attributes, its children and,
    /// under `text`, its trimmed text.
    public static let objcXMLReader = Self(
        attributes: .merged, textKey: "text", dictionaries: .all, emptyElements: .dictionary, whiteSpace: .trimmed)

    /// The BadgerFish convention (badgerfish.ning.com).
    ///
    /// The root is the value of its name. Each element is a dictionary. Its text is under `$`, and its attributes under
    /// `@name`. Its namespace declarations are under `@xmlns`, by prefix; that of the default namespace under `$`.
    public static let badgerFish = Self(
        namespaceDeclarations: .grouped(key: "@xmlns", defaultKey: "$"), textKey: "$", dictionaries: .all,
        emptyElements: .dictionary)

    /// The Parker convention.
    ///
    /// The root's name, attributes, and text beside other content are omitted. An element that contains only text is a
    /// string; an empty element is null. A root that contains only one list is that list: see
    /// ``XMLValue/init(_:mapping:)-(XMLTree,_)``.
    public static let parker = Self(
        attributes: .discarded, namespaceDeclarations: .discarded, textKey: nil, wrapsRoot: false,
        unwrapsSoleList: true)
}
