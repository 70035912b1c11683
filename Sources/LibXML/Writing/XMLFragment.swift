/// Markup with values that are escaped by their position: any number of elements, and text.
///
/// ```swift
/// let name = "Salt & <pepper>"
/// let rows: [XMLFragment] = [1, 2].map { "<row n='\($0)'/>" }
/// let order: XMLFragment = "<order item='\(name)'>\(name)\(rows)</order>"
/// let text = try order.xmlString()
/// // <order item="Salt &amp; &lt;pepper>">Salt &amp; &lt;pepper&gt;<row n='1'/><row n='2'/></order>
/// ```
///
/// The text of the literal is markup. A value is text in content, and a part of the value between the quotes of an attribute; no value can
/// become markup. A fragment, element or array of them is inserted as markup, only in content. Values in other positions, such as names
/// and comments, are errors.
///
/// A literal cannot throw. Errors are thrown when the fragment is written or parsed. Their locations are in the literal, in which a value has
/// no length.
public struct XMLFragment: Sendable {
    /// The markup in UTF-8.
    fileprivate(set) var markup: [UInt8] = []
    fileprivate var segments: [Segment] = []
    /// The first error of a value.
    fileprivate var error: XMLError?
    /// The error of a construct that is open at the end. As a part of other markup, it could be closed there.
    fileprivate var openConstruct: XMLError?

    /// A part of the markup that comes from a literal, or from a value at a place in a literal.
    fileprivate struct Segment {
        /// Where it begins in the markup.
        var start: Int
        var isValue: Bool
        /// Where it begins in the literal.
        var line: Int
        var column: Int
    }

    private init() {}

    /// Creates a fragment from markup that is only known when the program runs.
    ///
    /// - Throws: ``XMLError`` with the first fault, as for a document. Prefixes must be declared in the markup.
    public init(parsing markup: String) throws(XMLError) {
        var interpolation = StringInterpolation(literalCapacity: markup.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(markup)
        self.init(stringInterpolation: interpolation)
        _ = try tree(in: NamespaceBindings())
    }

    /// Returns the fragment as XML. All prefixes must be declared in it.
    ///
    /// - Throws: ``XMLError`` with the first fault.
    public func xmlString(_ options: XMLWritingOptions = .init()) throws(XMLError) -> String {
        try tree(in: NamespaceBindings()).root.innerXML(options)
    }

    /// Parses the fragment inside an element with namespace declarations.
    func tree(in bindings: borrowing NamespaceBindings) throws(XMLError) -> XMLTree {
        if let error { throw error }
        var wrapper = MarkupWriter(.init(), isFragment: true)
        try wrapper.startElement("fragment")
        for (prefix, uri) in bindings.inScope where !(prefix.isEmpty && uri.isEmpty) {
            try wrapper.declare(prefix: prefix, uri: uri)
        }
        try wrapper.closeTag()
        let beginning = wrapper.take()
        let bytes = beginning + markup + Array("</fragment>".utf8)
        do throws(XMLError) {
            return try XMLTree(parsing: bytes, options: .init(encoding: "UTF-8"))
        } catch {
            if let openConstruct, error.location.map({ $0.byteOffset >= beginning.count + markup.count }) ?? true {
                throw openConstruct
            }
            throw located(error, from: beginning.count)
        }
    }

    /// Returns an error with its location in the literal.
    private func located(_ error: XMLError, from start: Int) -> XMLError {
        var diagnostic = error.diagnostic
        diagnostic.location = diagnostic.location.map { location(at: $0.byteOffset - start) }
        diagnostic.note = diagnostic.note.map {
            .init(message: $0.message, location: location(at: $0.location.byteOffset - start))
        }
        diagnostic.extract = nil
        return XMLError(diagnostic)
    }

    private func location(at offset: Int) -> XMLLocation {
        let offset = min(max(offset, 0), markup.count)
        guard let segment = segments.last(where: { $0.start <= offset }) else {
            return XMLLocation(line: 1, column: 1, byteOffset: offset)
        }
        var (line, column) = (segment.line, segment.column)
        if !segment.isValue { FragmentScanner.advance(&line, &column, over: markup[segment.start..<offset]) }
        return XMLLocation(line: line, column: column, byteOffset: offset)
    }
}

extension XMLFragment: ExpressibleByStringInterpolation {
    public init(stringLiteral markup: String) {
        var interpolation = StringInterpolation(literalCapacity: markup.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(markup)
        self.init(stringInterpolation: interpolation)
    }

    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.finished
    }

    /// Collects the markup of a literal and its values.
    public struct StringInterpolation: StringInterpolationProtocol {
        private var fragment = XMLFragment()
        private var scanner = FragmentScanner()

        public init(literalCapacity: Int, interpolationCount: Int) {
            fragment.markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            add(isValue: false)
            fragment.markup += literal.utf8
            scanner.scan(literal.utf8)
            if let (line, column) = scanner.strayEndTag {
                fail(.mismatchedEndTag, "an end tag has no start tag in this fragment", line, column)
            }
        }

        /// Adds text, or a part of the value of an attribute.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(text: value.description)
        }

        /// Adds text, or a part of the value of an attribute; nothing for nil.
        public mutating func appendInterpolation(_ value: (some CustomStringConvertible)?) {
            append(text: value?.description ?? "")
        }

        /// Adds markup, in content.
        public mutating func appendInterpolation(_ other: XMLFragment) { append([other]) }

        /// Adds markup, in content; nothing for nil.
        public mutating func appendInterpolation(_ other: XMLFragment?) { append(other.map { [$0] } ?? []) }

        /// Adds markup, in content.
        public mutating func appendInterpolation(_ others: [XMLFragment]) { append(others) }

        /// Adds markup, in content; nothing for nil.
        public mutating func appendInterpolation(_ others: [XMLFragment]?) { append(others ?? []) }

        /// Adds an element of a tree, in content.
        public mutating func appendInterpolation(_ element: XMLTree.Element) { append(CollectionOfOne(element)) }

        /// Adds an element of a tree, in content; nothing for nil.
        public mutating func appendInterpolation(_ element: XMLTree.Element?) {
            if let element { append(CollectionOfOne(element)) } else { append([XMLFragment]()) }
        }

        /// Adds elements of a tree, in content.
        public mutating func appendInterpolation(_ elements: [XMLTree.Element]) { append(elements) }

        private mutating func append(_ elements: some Sequence<XMLTree.Element>) {
            append(
                elements.map { element in
                    var fragment = XMLFragment()
                    fragment.markup = Array(element.xmlString.utf8)
                    return fragment
                })
        }

        /// A list has no form in text: join its elements, or make a fragment of each.
        @available(*, unavailable, message: "join the elements, or make an XMLFragment of each")
        public mutating func appendInterpolation(_ list: [some CustomStringConvertible]) {}

        /// A tree is not a part of markup: use its root element.
        @available(*, unavailable, message: "use the root element of the tree")
        public mutating func appendInterpolation(_ tree: XMLTree) {}

        /// A node is not markup: use its text, or an element.
        @available(*, unavailable, message: "use the text of the node, or an element")
        public mutating func appendInterpolation(_ node: XMLTree.Node) {}

        private mutating func append(text: String) {
            add(isValue: true)
            guard let place = scanner.place else {
                return fail(
                    .misplacedValue, "values are only allowed in content and in the quotes of an attribute value")
            }
            var buffer = RawBuffer<UInt8>(capacity: text.utf8.count + 16)
            if text.withUTF8Span({ buffer.appendEscaped($0, in: place) }) != nil {
                return fail(.invalidCharacter, "“\(text.excerpt)” contains a character that XML does not allow")
            }
            buffer.withSpan(0..<buffer.count) { span in
                for index in span.indices {
                    // The quotes of the literal may be single ones.
                    if place == .attribute, span[index] == UInt8(ascii: "'") {
                        fragment.markup += "&#39;".utf8
                    } else if place == .content, span[index] == UInt8(ascii: "]") {
                        // The literal may continue with “]>” or “>”.
                        fragment.markup += "&#93;".utf8
                    } else {
                        fragment.markup.append(span[index])
                    }
                }
            }
        }

        private mutating func append(_ others: [XMLFragment]) {
            add(isValue: true)
            guard scanner.place == .content else {
                return fail(.misplacedValue, "fragments are only allowed in content")
            }
            for other in others {
                if fragment.error == nil { fragment.error = other.error ?? other.openConstruct }
                let start = fragment.markup.count
                fragment.segments += other.segments.map { segment in
                    var segment = segment
                    segment.start += start
                    return segment
                }
                fragment.markup += other.markup
            }
        }

        private mutating func add(isValue: Bool) {
            fragment.segments.append(
                Segment(
                    start: fragment.markup.count, isValue: isValue, line: scanner.line, column: scanner.column))
        }

        private mutating func fail(_ code: XMLError.Code, _ message: String) {
            fail(code, message, scanner.line, scanner.column)
        }

        private mutating func fail(_ code: XMLError.Code, _ message: String, _ line: Int, _ column: Int) {
            guard fragment.error == nil else { return }
            fragment.error = error(code, message, line, column)
        }

        private func error(_ code: XMLError.Code, _ message: String, _ line: Int, _ column: Int) -> XMLError {
            XMLError(code, message, at: XMLLocation(line: line, column: column, byteOffset: fragment.markup.count))
        }

        fileprivate var finished: XMLFragment {
            var fragment = fragment
            fragment.openConstruct = scanner.openConstruct.map {
                error($0.code, $0.message, scanner.line, scanner.column)
            }
            return fragment
        }
    }
}

extension XMLWriter {
    /// Writes a fragment. Its prefixes may be declared around it.
    ///
    /// - Throws: ``XMLError`` if the fragment is not well-formed, with a location in its literal; the error of the sink.
    public func write(_ fragment: XMLFragment) throws {
        try undoing { (markup) throws(XMLError) in
            let tree = try fragment.tree(in: markup.bindings)
            var writer = TapeWriter(tree.tape)
            let root = tree.root.index
            try writer.entries(tree.tape.firstChild(root)..<tree.tape.end(root), to: &markup)
        }
    }
}
