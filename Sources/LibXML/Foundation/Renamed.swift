// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Names that programs try because other libraries have them, or because examples of this one had them. The compiler
// answers with the name to use.

extension XMLTree {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .file(path))")
    public init(contentsOfFile path: String, mapped: Bool = false, options: XMLParsingOptions = .init()) {
        fatalError()
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .url(url))")
    public init(contentsOf url: URL, mapped: Bool = false, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(html: .file(path))")
    public init(htmlContentsOfFile path: String, options: XMLHTMLOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(html: .url(url))")
    public init(htmlContentsOf url: URL, options: XMLHTMLOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: input, options: .recovering), which returns the tree")
    public static func recovering<Input>(
        _ input: Input, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) -> XMLTree { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(at:)")
    public subscript(path path: XMLPath) -> XMLTree.Element? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "require(at:)")
    public func require(path: XMLPath) -> XMLTree.Element { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .file(path), options: .recovering)")
    public static func recovering(
        contentsOfFile path: String, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) -> XMLTree { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "xmlBytes(options:)")
    public func xmlBytes(_ options: XMLWritingOptions) -> [UInt8] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "xmlString(options:)")
    public func xmlString(_ options: XMLWritingOptions) -> String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "htmlString(options:)")
    public func htmlString(_ options: XMLHTMLWritingOptions) -> String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .url(url))")
    public init(parsing url: URL, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .url(url))")
    public init(url: URL, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .file(path))")
    public init(file path: String, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "init(parsing:options:)")
    public init(string: String, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "init(parsing:options:)")
    public init(data: some Sequence<UInt8>, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "elements(at:)")
    public func xpath(_ path: String) -> [XMLTree.Element] { fatalError() }
}

extension XMLDictionary {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLDictionary(parsing: .file(path))")
    public init(contentsOfFile path: String, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()) {
        fatalError()
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLDictionary(parsing: .url(url))")
    public init(contentsOf url: URL, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()) {
        fatalError()
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLDictionary(XMLTree(html: page))")
    public init<Input>(html page: Input, mapping: XMLMapping = .xmltodict, options: XMLHTMLOptions = .init()) {
        fatalError()
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLDictionary(parsing: input, options: .recovering)")
    public static func recovering<Input>(
        _ input: Input, mode: XMLRecoveryMode? = nil, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) -> XMLDictionary { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "name")
    public var nodeName: String? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "elements")
    public var childNodes: [String: XMLValue] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(at:)")
    public subscript(path path: XMLPath) -> XMLValue? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "require(at:)")
    public func require(path: XMLPath) -> XMLValue { fatalError() }
}

extension XMLValue {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLValue(XMLTree(parsing: document), mapping: mapping)")
    public init<Input>(
        parsing document: Input, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(at:)")
    public subscript(path path: XMLPath) -> XMLValue? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "require(at:)")
    public func require(path: XMLPath) -> XMLValue { fatalError() }
}

extension XMLDecoder {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use decode(_:from: .file(path))")
    public func decode<Value: Decodable>(
        _ type: Value.Type, contentsOfFile path: String, at steps: XMLPath? = nil, options: XMLParsingOptions = .init()
    ) -> Value { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use decode(_:from: .url(url))")
    public func decode<Value: Decodable>(
        _ type: Value.Type, contentsOf url: URL, at steps: XMLPath? = nil, options: XMLParsingOptions = .init()
    ) -> Value { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use decode(_:from:options: .recovering)")
    public func decode<Value: Decodable, Input>(
        _ type: Value.Type, recovering input: Input, at path: XMLPath? = nil, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) -> Value { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "trimsWhiteSpace")
    public var trimValueWhitespaces: Bool {
        get { fatalError() }
        set { fatalError() }
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "emptyValues")
    public var emptyElements: EmptyValues {
        get { fatalError() }
        set { fatalError() }
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use decode(_:from: .url(url))")
    public func decode<Value: Decodable>(
        _ type: Value.Type, from url: URL, at path: XMLPath? = nil, options: XMLParsingOptions = .init()
    ) -> Value { fatalError() }
}

extension XMLReader {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .file(path))")
    public init(contentsOfFile path: String, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .url(url))")
    public init(contentsOf url: URL, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .fileDescriptor(descriptor))")
    public init(fileDescriptor descriptor: Int32, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .chunks { … })")
    public init(options: XMLParsingOptions = .init(), chunks: @escaping () throws -> [UInt8]?) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use the underlyingError of the error that was thrown")
    public var sourceError: (any Error)? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .url(url))")
    public init(url: URL, options: XMLParsingOptions = .init()) { fatalError() }
}

extension XMLRecords {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRecords(parsing: .file(path), at: path)")
    public init(contentsOfFile file: String, at path: XMLPath, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRecords(parsing: .url(url), at: path)")
    public init(contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRecords(parsing: .fileDescriptor(descriptor), at: path)")
    public init(fileDescriptor: Int32, at path: XMLPath, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRecords(parsing: .chunks { … }, at: path)")
    public init(at path: XMLPath, options: XMLParsingOptions = .init(), chunks: @escaping () throws -> [UInt8]?) {
        fatalError()
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRecords(parsing: .file(path), at: path, from: checkpoint)")
    public init<Input>(
        resuming checkpoint: XMLCheckpoint, in input: Input, at path: XMLPath, options: XMLParsingOptions = .init()
    ) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRecords(parsing: .file(path), at: path, from: part)")
    public init(
        contentsOfFile file: String, at path: XMLPath, part: XMLCheckpoint, options: XMLParsingOptions = .init()
    ) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use parts(in: .file(path), at: path, count: count)")
    public static func parts(
        ofFile file: String, at path: XMLPath, count: Int, options: XMLParsingOptions = .init()
    ) -> [XMLCheckpoint] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use parallel(.file(path), at: path) { … }")
    public static func parallel<Result>(
        contentsOfFile file: String, at path: XMLPath, jobs: Int = 2, options: XMLParsingOptions = .init(),
        _ read: (inout XMLRecords) throws -> Result, forEachPart use: (Result) throws -> Void
    ) async { fatalError() }
}

extension XMLHandler {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use parse(.file(path))")
    public mutating func parse(contentsOfFile path: String, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use parse(.url(url))")
    public mutating func parse(contentsOf url: URL, options: XMLParsingOptions = .init()) { fatalError() }
}

extension XMLPushParser where Target == XMLTree.Element {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "init(at:options:)")
    public init(records path: XMLPath, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "next()")
    public mutating func nextRecord() -> XMLTree.Element? { fatalError() }
}

extension XMLParsingOptions {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use recovery = .repair(rules)")
    public var repair: XMLRepairOptions? {
        get { fatalError() }
        set { fatalError() }
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLParsingOptions(recovery: .repair(rules))")
    public init(sourceName: String? = nil, encoding: String? = nil, repair: XMLRepairOptions?) { fatalError() }
}

extension XMLErrorCollector {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "append(_:)")
    public mutating func add(_ error: XMLError) { fatalError() }
}

extension XMLTree.Element {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(at:)")
    public subscript(path path: XMLPath) -> XMLTree.Element? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "require(at:)")
    public func require(path: XMLPath) -> XMLTree.Element { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "xmlString(options:)")
    public func xmlString(_ options: XMLWritingOptions) -> String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "htmlString(options:)")
    public func htmlString(_ options: XMLHTMLWritingOptions) -> String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(attribute:)")
    public func attribute(_ name: String) -> String? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(all:)")
    public func children(named name: String) -> [XMLTree.Element] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use elements.first, or children.first for nodes of any kind")
    public var firstChild: XMLTree.Node? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "text")
    public var stringValue: String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "text")
    public var textContent: String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "elements(at:)")
    public func xpath(_ path: String) -> [XMLTree.Element] { fatalError() }
}

extension XMLChecker {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLRepairer(options:)")
    public init(options: XMLParsingOptions = .init(), keepsText: Bool) { fatalError() }
}

extension XMLMapping {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "nameKey")
    public var nodeName: NameKey {
        get { fatalError() }
        set { fatalError() }
    }
}

extension XMLWritingOptions {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "emptyElementTags")
    public var emptyElements: EmptyElementTags {
        get { fatalError() }
        set { fatalError() }
    }
}

@_documentation(visibility: internal)
@available(*, unavailable, renamed: "XMLReader.Attribute")
public typealias XMLAttribute = XMLReader.Attribute

@_documentation(visibility: internal)
@available(*, unavailable, message: "use the XMLTree that XMLTree(parsing: input, options: .recovering) returns")
public typealias XMLRecovered = XMLTree
