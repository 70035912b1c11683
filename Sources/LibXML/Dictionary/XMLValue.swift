/// A value in an ``XMLDictionary``: null, a string, a dictionary, or a list of values.
///
/// Values of a parsed document are views of it. Values created in code, with literals, may also be numbers and
/// Booleans, which are written to JSON as such.
public struct XMLValue: Sendable {
    enum Storage: Sendable {
        case null
        case string(String)
        case number(Number)
        /// An element of a document, which may be null, a string, or a dictionary.
        case element(Int, DictionaryContext)
        /// Another part of a document, which is a string.
        indirect case member(Member, DictionaryContext)
        case dictionary(XMLDictionary)
        indirect case list(XMLValueList)
    }

    enum Number: Hashable, Sendable {
        case bool(Bool)
        case int(Int)
        case double(Double)
    }

    var storage: Storage

    init(_ storage: Storage) {
        self.storage = storage
    }

    /// Creates the value of a member.
    init(_ member: Member, _ context: DictionaryContext) {
        switch member {
        case .element(let element): self.init(.element(element, context))
        case .attributes(let element), .namespaces(let element):
            self.init(.dictionary(XMLDictionary(.made(MadeDictionary(context.pairs(in: member, of: element))))))
        case .nothing: self.init(.null)
        default: self.init(.member(member, context))
        }
    }

    /// Creates the value of a parsed document.
    ///
    /// It is the dictionary of ``XMLDictionary/init(_:mapping:)-(XMLTree,_)``. If the mapping does not wrap the root,
    /// it is the value of the root. With ``XMLMapping/parker``, that may be a string, null, or a list.
    ///
    /// - Complexity: at most O(*n*) in the number of children of the root, but see ``XMLMapping/transforming(_:)``.
    public init(_ tree: XMLTree, mapping: XMLMapping = .xmltodict) {
        self.init(root: XMLDictionary(tree, mapping: mapping), mapping)
    }

    /// Creates the value of an element, as if the element were the root of a document.
    ///
    /// - Complexity: the same as for a document.
    public init(_ element: XMLTree.Element, mapping: XMLMapping = .xmltodict) {
        self.init(root: XMLDictionary(element, mapping: mapping), mapping)
    }

    private init(root dictionary: XMLDictionary, _ mapping: XMLMapping) {
        self.init(.dictionary(dictionary))
        guard mapping.unwrapsSoleList, let (context, root) = dictionary.origin, root != Tape.document else { return }
        if context.shape(of: root) != .dictionary {
            self.init(.element(root, context))
        } else if dictionary.count == 1, let only = dictionary.pairs.first?.value, only.isList {
            self = only
        }
    }
}

// MARK: Content

extension XMLValue {
    /// Whether the value is null, as of an empty element.
    public var isNull: Bool {
        switch storage {
        case .null: true
        case .element(let element, let context): context.shape(of: element) == .null
        default: false
        }
    }

    /// The text of the value; nil for a list, and for a value without text.
    ///
    /// The text of an element is its character data without that of its children. An element with attributes or
    /// children is a dictionary, and has a text too. So code that reads `<b>5</b>` also reads `<b unit="kg">5</b>`. The
    /// text of a number is its decimal form.
    ///
    /// Complexity: O(length).
    public var string: String? {
        switch storage {
        case .string(let text): text
        case .number(let number): number.text
        case .member(let member, let context): context.string(member)
        case .dictionary(let dictionary): dictionary.string
        case .element(let element, let context): context.string(ofElement: element)
        case .null, .list: nil
        }
    }

    /// The value as an integer; nil if it is not a whole number. A string may contain one, with white space around it.
    public var int: Int? {
        switch storage {
        case .number(.int(let number)): number
        case .number(.double(let number)): Int(exactly: number)
        default: string.flatMap { Int($0.trimmingXMLSpace) }
        }
    }

    /// The value as a number; nil if it is not a number. A string may contain one, with white space around it.
    ///
    /// Strings have the forms of XML Schema (part 2, section 3.2.5): digits with a fraction and an exponent, `INF`,
    /// `-INF` and `NaN`. A number that is too large becomes infinite.
    public var double: Double? {
        switch storage {
        case .number(.double(let number)): number
        case .number(.int(let number)): Double(number)
        default: string?.withUTF8Span { Double(xml: $0) }
        }
    }

    /// The value as a Boolean; nil if it is not a Boolean. A string may contain one, with white space around it.
    ///
    /// Strings are `true`, `false`, `1` and `0` (XML Schema, part 2, section 3.2.2).
    public var bool: Bool? {
        if case .number(.bool(let value)) = storage { return value }
        return string?.withUTF8Span { Bool(xml: $0) }
    }

    /// The value as a dictionary; nil for other values.
    ///
    /// Assigning nil makes a dictionary null, and leaves other values as they are.
    public var dictionary: XMLDictionary? {
        get {
            switch storage {
            case .dictionary(let dictionary): dictionary
            case .element(let element, let context):
                context.shape(of: element) == .dictionary ? XMLDictionary(.view(context, element)) : nil
            default: nil
            }
        }
        _modify {
            var dictionary = takeDictionary()
            let isOther = dictionary == nil
            defer {
                if let dictionary { storage = .dictionary(dictionary) } else if !isOther { storage = .null }
            }
            yield &dictionary
        }
    }

    /// Whether the value is a list.
    public var isList: Bool {
        if case .list = storage { true } else { false }
    }

    /// The value as a list. A value that is not a list acts as a list with one element, so that code for lists also
    /// works if there is only one element.
    ///
    /// Assigning one value to a value that is not a list does not make it a list.
    public var array: [XMLValue] {
        get {
            guard case .list(let list) = storage else { return [self] }
            return list.values
        }
        _modify {
            let isList = isList
            var values = takeList()?.take() ?? [take()]
            defer { self = !isList && values.count == 1 ? values[0] : XMLValue(values) }
            yield &values
        }
    }

    /// The number of values in ``array``.
    var listCount: Int {
        if case .list(let list) = storage { list.count } else { 1 }
    }

    /// The value of a key of a dictionary; nil if the key does not exist, or if the value is not a dictionary.
    ///
    /// A list of dictionaries has no value for a key, because several of them may have one. A path continues through
    /// lists: see ``XMLDictionary/subscript(at:)``.
    ///
    /// Assigning nil removes the key. Assigning a value to a key of a text or of null makes it a dictionary, which
    /// contains the text under the text key, such as `#text`. Assigning to a key of a list does nothing, and stops a
    /// debug build: assign to that of one of its values.
    public subscript(key: String) -> XMLValue? {
        get {
            switch storage {
            case .element(let element, let context):
                context.shape(of: element) == .dictionary ? context.lookUp(key, in: element) : nil
            case .dictionary(let dictionary): dictionary[key]
            default: nil
            }
        }
        _modify {
            if var dictionary = takeDictionary() {
                defer { storage = .dictionary(dictionary) }
                yield &dictionary[key]
            } else {
                var value: XMLValue?
                defer { if let value { addKey(key, value) } }
                yield &value
            }
        }
    }

    /// The value at an index of a list, from 0; nil if the index is out of range.
    ///
    /// A value that is not a list acts as a list with one element.
    ///
    /// Assigning nil removes the value from the list. Assigning to the index after the last appends a value; assigning
    /// to other indices that are out of range does nothing, and stops a debug build.
    ///
    /// - Complexity: O(1); O(*n*) in the number of values for the first change of a list, and to remove a value.
    public subscript(index: Int) -> XMLValue? {
        get {
            guard case .list(let list) = storage else { return index == 0 ? self : nil }
            return list[index]
        }
        _modify {
            if let list = takeList() {
                var value = list.take(index)
                defer {
                    list.put(value, index)
                    storage = .list(.made(list))
                }
                yield &value
            } else {
                var value = index == 0 ? take() : nil
                defer {
                    switch (index, value) {
                    case (0, let value): self = value ?? XMLValue([])
                    case (1, let value?): append(value)
                    case (_, .some): MadeList.lose(index)
                    case (_, nil): break
                    }
                }
                yield &value
            }
        }
    }

    /// The location of the element, attribute, text, CDATA section or comment; nil for lists, namespace declarations,
    /// and values created in code.
    public var location: XMLLocation? {
        switch storage {
        case .dictionary(let dictionary): dictionary.location
        case .element(let element, let context): context.location(of: .element(element))
        case .member(let member, let context): context.location(of: member)
        case .null, .string, .number, .list: nil
        }
    }
}

extension XMLValue.Number {
    var text: String {
        switch self {
        case .bool(let value): String(value)
        case .int(let value): String(value)
        // As in XML Schema.
        case .double(let value) where value.isInfinite: value < 0 ? "-INF" : "INF"
        case .double(let value): value.isNaN ? "NaN" : String(value)
        }
    }
}

extension DictionaryContext {
    fileprivate func string(_ member: Member) -> String? {
        switch member {
        case .text(let element): text(of: element)
        case .name(let element): key(of: element)
        default: withText(of: member) { $0.string(0..<$0.count) }
        }
    }

    fileprivate func location(of member: Member) -> XMLLocation? {
        switch member {
        case .attribute(let index, let element):
            XMLTree.Attribute(tape: tape, entry: index, elementIndex: element).location
        case .element(let index), .cdata(let index), .comment(let index), .text(let index), .name(let index):
            tape.source.location(at: tape.sourceRange(index).lowerBound)
        case .run(let run): tape.source.location(at: tape.sourceRange(run.lowerBound).lowerBound)
        case .namespace, .attributes, .namespaces, .nothing: nil
        }
    }
}
