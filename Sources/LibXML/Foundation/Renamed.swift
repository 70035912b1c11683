// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Names that programs try because other libraries have them, and those of versions before the first release. The
// compiler answers with the name to use.

extension XMLTree {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .file(path))")
    public init(contentsOfFile path: String, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .url(url))")
    public init(contentsOf url: URL, options: XMLParsingOptions = .init()) { fatalError() }

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
}

extension XMLValue {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLValue(XMLTree(parsing: document), mapping: mapping)")
    public init<Input>(
        parsing document: Input, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) { fatalError() }
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
}

extension XMLErrorCollector {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "append(_:)")
    public mutating func add(_ error: XMLError) { fatalError() }
}

@_documentation(visibility: internal)
@available(*, unavailable, renamed: "XMLReader.Attribute")
public typealias XMLAttribute = XMLReader.Attribute
