/// Decodes types from XML.
///
/// ```swift
/// struct Order: Decodable {
///     var id: Int
///     var customer: String
///     var item: [String]
/// }
/// let xml = "<order id='7'><customer>Ana</customer><item>Tea</item><item>Oat</item></order>"
/// let order = try XMLDecoder().decode(Order.self, from: xml)
/// ```
///
/// A coding key matches a child element, or else an attribute, by the rule of
/// ``XMLTree/Element/subscript(_:)-(String)``. The key `@id` matches the attribute only, and `#text` the text of the
/// element. A list takes all child elements that its key matches: none, one or many, adjacent or not. Everything else
/// takes the first.
///
/// | type | XML |
/// | --- | --- |
/// | `String` | the text of the element, without that of its children, or the value of the attribute |
/// | `Int` and the others, `Double`, `Float` | a number in the forms of XML Schema (part 2, section 3), with white space around it |
/// | `Bool` | `true`, `false`, `1` or `0`, with white space around it |
/// | `Date`, `Duration`, `URL`, `UUID`, `Decimal`, `Data` | a text in the form of XML Schema, or of a strategy |
/// | an optional | nil for a missing element or attribute; for `xsi:nil="true"`; for an element or attribute without text, if it is not a string: see ``emptyValues`` |
/// | an array, a set | all elements of the key; empty if no element matches; the words of an attribute or of `#text` |
/// | a dictionary with `String` keys | the attributes and child elements by name |
/// | ``XMLTree/Element``, ``XMLDictionary``, ``XMLValue`` | the element as it is |
///
/// A decoder is a value, and any number of tasks can share one.
public struct XMLDecoder: Sendable {
    /// How coding keys become names.
    public enum KeyDecodingStrategy: Sendable {
        /// A name is the key.
        case useDefaultKeys
        /// `order_id` in the document is `orderId` in Swift. `base_url` is `baseUrl` or `baseURL`, as the coding key is
        /// written.
        case convertFromSnakeCase
        /// `order-id` in the document is `orderId` in Swift.
        case convertFromKebabCase
        /// `OrderId` in the document is `orderId` in Swift.
        case convertFromCapitalized
        /// `ORDER_ID` in the document is `orderId` in Swift.
        case convertFromUppercase
        /// The closure returns the key for a local name in the document.
        case custom(@Sendable (_ name: String) -> String)
    }

    /// What to do with an element of a list, or any other value, that cannot be decoded.
    public enum InvalidElements: Hashable, Sendable {
        /// Throw its error.
        case `throw`
        /// Omit it, and report its error as a warning to ``diagnosticHandler``.
        case skip
        /// Decode the rest of the document, and then throw all errors together: an ``XMLError``, whose
        /// ``XMLError/diagnostics`` are the first 1,000 in the order of the document, and then the number of the
        /// others.
        ///
        /// To find the next error, `init(from:)` of a type is called again with a stand-in, such as 0, for the value
        /// that was invalid or missing. So an initializer may run several times, with values that are not in the
        /// document. At most 64 errors are found in one value, apart from those in the elements of its lists. If an
        /// initializer throws an error of its own after a stand-in was used, that error is not reported. No stand-in
        /// exists for an ``XMLChoice``, nor for an enumeration that is not `CaseIterable`: such an error is the last
        /// one in its value.
        case collect
    }

    /// What to do with an attribute, a child element or a text that is not decoded.
    public enum UnknownElements: Hashable, Sendable {
        /// Ignore it.
        case ignore
        /// Report it as a warning to ``diagnosticHandler``.
        case warn
        /// Throw an error, as for configuration files.
        case error
    }

    /// What an empty element, attribute or text is for an optional.
    public enum EmptyValues: Hashable, Sendable {
        /// An empty string for `String?`; nil for numbers, dates and all other values that are written as text, also if
        /// there is white space; an empty list, and empty `Data`; for a structure a value, if all its properties may be
        /// missing; for an enumeration, and another type with raw values, the value for an empty string, if there is
        /// one.
        case emptyStrings
        /// Nil for all optionals, if the element has no content and no attributes.
        case `nil`
        /// Never nil: an error for `Int?`.
        case value
    }

    /// How numbers that are not finite are read.
    public enum NonConformingFloatDecodingStrategy: Hashable, Sendable {
        /// `INF`, `-INF` and `NaN`, as XML Schema writes them.
        case xmlSchema
        /// They are errors.
        case `throw`
        /// In these forms.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How Booleans are read.
    public enum BoolDecodingStrategy: Sendable {
        /// `true`, `false`, `1` and `0`, as XML Schema writes them.
        case xmlSchema
        /// The closure returns the value of a text, without the white space around it; nil for an error.
        case custom(@Sendable (String) -> Bool?)
    }

    /// What an empty element, attribute or text is for an optional. Default: an empty string, or nil.
    public var emptyValues: EmptyValues = .emptyStrings

    /// How numbers that are not finite are read. Default: as in XML Schema.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .xmlSchema

    /// How Booleans are read. Default: as in XML Schema.
    public var boolDecodingStrategy: BoolDecodingStrategy = .xmlSchema

    /// Whether strings are read without the white space around the text of an element. Default: false.
    ///
    /// All other values ignore it. White space inside, and next to a reference inside, always stays, and so does that
    /// of an element under `xml:space="preserve"` (XML 1.0, section 2.10).
    public var trimsWhiteSpace = false

    /// Whether ``trimsWhiteSpace`` also applies to attributes. Default: true.
    public var trimsAttributes = true

    /// What to do with an element of a list, or any other value, that cannot be decoded. Default: throw its error.
    public var invalidElements: InvalidElements = .throw

    /// What to do with an attribute, a child element or a text that is not decoded. Default: ignore it.
    ///
    /// A second element for a property that has one value is handled in the same way. Attributes in the namespaces of
    /// `xml:` and `xsi:` are always allowed, and so is everything in an ``XMLTree/Element``, ``XMLDictionary`` or
    /// ``XMLValue``. The name of the root element is not checked: decode `at: "config"` for that. With
    /// ``InvalidElements/skip``, a list element that contains such an attribute, element or text is omitted.
    public var unknownElements: UnknownElements = .ignore

    /// Receives the warnings of a call, in the order in which they are found, before the call returns: first those of
    /// the document, with its repairs, and then those of the types.
    public var diagnosticHandler: (@Sendable (XMLDiagnostic) -> Void)?

    /// How coding keys become names. Default: a name is the key.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys

    /// The roles of properties that a type does not list. Default: ``XMLRoleStrategy/byKey``.
    public var roleStrategy: XMLRoleStrategy = .byKey

    /// The forms of dates and other values.
    var valueForms = ValueForms()

    /// Whether a key matches elements and attributes in any namespace, by their local names. A key with a prefix or a
    /// namespace always matches as it is. Default: false.
    public var matchesAnyNamespace = false

    /// Whether an element of a list whose type has coding keys of ``XMLChoiceKey`` is the case with its name, as if it
    /// were alone in an element. Text beside such elements has the key `""`. Default: false.
    public var usesChoiceKeys = false

    /// Whether a property of a type that is not a list of the standard library reads only the first element of its
    /// key, so that a list in this type consists of the children of that element. `nestedUnkeyedContainer(forKey:)`
    /// then returns the children if the key has one element, and this contains elements. Default: false, for the
    /// elements of the key.
    public var listsAreContent = false

    /// Whether a dictionary without elements is empty, instead of missing. Default: false.
    public var acceptsMissingDictionaries = false

    /// The key of the element of a superclass, which its decoder reads; nil, the default, for the element of the class.
    public var superKey: String?

    /// Whether attributes keep their prefixes where ``matchesAnyNamespace`` is set, and what is missing is nil: a key
    /// for `decodeNil(forKey:)`, and the text of an element without text. For LibXMLCoder.
    package var followsXMLCoder = false

    /// Whether text that is only white space is never an element of a list for ``usesChoiceKeys``. For LibXMLCoder.
    package var omitsWhiteSpaceItems = false

    /// Values for initializers of the decoded types.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// How deep decoded values may nest, lists included. Types that contain themselves can nest without limit. Default:
    /// 1,000.
    ///
    /// The elements of a document nest at most ``XMLParsingLimits/depth`` deep. Where the stack of the thread ends
    /// earlier, decoding ends with the same error, ``XMLError/Code/tooDeep``.
    public var depthLimit = 1_000

    /// Creates a decoder with the defaults of all options.
    public init() {}
}

// MARK: Decoding

extension XMLDecoder {
    /// Decodes a type from an element. For the value of one element, ``XMLTree/Element/value(as:with:)`` throws an
    /// ``XMLError``.
    ///
    /// - Throws: `DecodingError`, whose `xmlError` has the location of the value; errors of the type's
    ///   own initializers.
    /// - Complexity: O(*n*) in the size of the element.
    public func decode<Value: Decodable>(_ type: Value.Type, from element: XMLTree.Element) throws -> Value {
        try DecodingSession.with(element.tape, root: element.entry, self) { session in
            try session.root(Value.self, at: DecodingPosition(.element, element.entry))
        }
    }

    /// Decodes a type from the root element of a tree, or from the first element at a path, which begins with the root
    /// element.
    ///
    /// - Throws: as for an element; ``XMLError/Code/missingElement`` if no element is at the path.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from tree: XMLTree, at path: XMLPath? = nil
    ) throws -> Value {
        try decode(type, from: path.map { (path) throws(XMLError) in try tree.require(at: path) } ?? tree.root)
    }

    /// Decodes a type from a document.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - path: the path of the element to decode, which begins with the root element; nil for the root element. If
    ///     several elements match, the first is decoded.
    ///   - options: the options for reading the document. Its warnings, and with ``XMLParsingOptions/recovery`` its
    ///     repairs, go to ``diagnosticHandler``; ``Located/isComplete`` tells whether an element has its end. If it has
    ///     several root elements, the first is decoded: the others are ``XMLTree/furtherRoots`` of a tree.
    /// - Throws: as for an element; ``XMLError`` for a document that is not well-formed;
    ///   ``XMLError/Code/missingElement`` if no element is at the path.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>, at path: XMLPath? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(parsed: XMLTree(parsing: bytes, options: options)) { try decode(type, from: $0, at: path) }
    }

    /// Decodes a type from a document. The encoding in its declaration is ignored.
    ///
    /// - Throws: as for bytes.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from text: String, at path: XMLPath? = nil, options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(parsed: XMLTree(parsing: text, options: options)) { try decode(type, from: $0, at: path) }
    }

    /// Decodes a type from the document in a file, or from another input.
    ///
    /// - Throws: as for bytes, and the errors of an input that cannot be read: see ``XMLInput``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from input: XMLInput, at path: XMLPath? = nil, options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(parsed: XMLTree(parsing: input, options: options)) { try decode(type, from: $0, at: path) }
    }

    /// Decodes all elements at a path of a document, which begins with the root element.
    ///
    /// - Throws: as for the document.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, from bytes: some Sequence<UInt8>, at path: XMLPath?, options: XMLParsingOptions = .init()
    ) throws -> [Value] {
        try decode(parsed: XMLTree(parsing: bytes, options: options)) { try decode(type, from: $0, at: path) }
    }

    /// Decodes all elements at a path of a document, which begins with the root element.
    ///
    /// - Throws: as for the document.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, from text: String, at path: XMLPath?, options: XMLParsingOptions = .init()
    ) throws -> [Value] {
        try decode(parsed: XMLTree(parsing: text, options: options)) { try decode(type, from: $0, at: path) }
    }

    /// Decodes all elements at a path of the document in a file, or from another input.
    ///
    /// - Throws: as for the document, and the errors of an input that cannot be read: see ``XMLInput``.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, from input: XMLInput, at path: XMLPath?, options: XMLParsingOptions = .init()
    ) throws -> [Value] {
        try decode(parsed: XMLTree(parsing: input, options: options)) { try decode(type, from: $0, at: path) }
    }

    /// Decodes all elements at a path of a tree, which begins with the root element: none, one or many.
    ///
    /// - Throws: as for an element; ``XMLError/Code/missingElement`` if no element is at the path without its last
    ///   step, and if a path of one name is not the name of the root element; ``XMLError/Code/invalidPath`` for a
    ///   malformed literal, and for a path to attributes.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, from tree: XMLTree, at path: XMLPath?
    ) throws -> [Value] {
        guard let path else { return try decode(type, from: tree.root) }
        if let error = path.error { throw error }
        if path.leadsToAttributes {
            throw path.leadingToAttributes
        }
        return try DecodingSession.with(tree.tape, root: tree.root.entry, self) { session in
            let elements = tree.elements(at: path)
            if elements.isEmpty {
                // A path of one name is the root's, which a document has exactly once.
                let isOfRoot = path.steps.count == 1 && !path.steps[0].isDeep && path.steps[0].predicates.isEmpty
                if isOfRoot || path.steps.count > 1 && tree.top.elements(at: path.steps.dropLast()).isEmpty {
                    _ = try tree.require(at: path)
                }
            }
            let values = try elements.compactMap { element in
                let position = DecodingPosition(.element, element.entry)
                return try session.attempt(at: position) {
                    let value = try session.value(Value.self, at: position)
                    try session.checkRoot(at: position)
                    return value
                }
            }
            try session.finish()
            return values
        }
    }

    /// Calls `body` with a document that was parsed, and reports what was found in it. Violations of its schema are
    /// thrown together with the errors of types, if these are collected.
    private func decode<Value>(parsed tree: XMLTree, _ body: (XMLTree) throws -> Value) throws -> Value {
        var violations = tree.diagnostics.filter { $0.isViolation && invalidElements == .collect }
        if let diagnosticHandler {
            for diagnostic in tree.diagnostics where !diagnostic.isViolation || violations.isEmpty {
                diagnosticHandler(diagnostic)
            }
        }
        guard let first = violations.first else { return try body(tree) }
        do {
            _ = try body(tree)
        } catch let error as XMLError {
            // A value that is invalid for both its schema and its type is one fault.
            let places = violations.map(\.location)
            violations = violations.merged(with: error.diagnostics.filter { !places.contains($0.location) })
        }
        throw XMLError(violations.first ?? first, diagnostics: violations)
    }
}
