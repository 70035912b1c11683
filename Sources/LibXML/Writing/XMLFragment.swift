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
/// The text of the literal is markup. A value is text in content, and a part of the value between the quotes of an
/// attribute; no value can become markup. Fragments, and elements and nodes of trees, are inserted as markup, only in
/// content. A value can also be a name, the rest of a name, or a part of a comment. It is not escaped there, but
/// checked: it cannot end the name or the comment, nor declare a namespace, though a whole name may have any prefix in
/// scope. Values in other positions are errors.
///
/// Prefixes may be declared in the fragment or where it is put: by ``XMLWriter/write(_:)-(XMLFragment)`` or an
/// ``XMLEdit``.
///
/// A literal cannot throw. Errors are thrown when the fragment is written or parsed. Their locations are in the
/// literal, in which a value has no length, with `<markup>` as the name of the source.
public struct XMLFragment: Sendable {
    /// The markup in UTF-8.
    var markup: [UInt8] = []
    var segments: [Segment] = []
    /// The first error of a value.
    var error: XMLError?
    /// The error of a construct that is open at the end. Other markup that contains the fragment might close it.
    var openConstruct: XMLError?

    /// A part of the markup that comes from a literal, or from a value at a place in a literal.
    struct Segment {
        /// Where it begins in the markup.
        var start: Int
        var isValue: Bool
        /// Where it begins in the literal.
        var line: Int
        var column: Int
        /// Whether it is an element of a tree whose names without a prefix are in no namespace.
        var isInNoNamespace = false
    }

    init() {}

    /// Creates a fragment from text that is markup on purpose, such as a part of a file.
    ///
    /// The text is not escaped: a caller that determines a part of it can write any markup. Use a literal with values
    /// in all other cases.
    ///
    /// - Throws: ``XMLError`` with the first fault, as for a document. Prefixes that the markup does not declare must
    ///   be declared where the fragment is put.
    public init(unsafeMarkup markup: String) throws(XMLError) {
        self.init(unchecked: markup)
        try check()
    }

    /// Creates a fragment from markup that is checked when it is parsed at its place.
    init(unchecked markup: String) { self.init(stringLiteral: markup) }

    /// Returns the fragment as XML. All prefixes must be declared in it.
    ///
    /// - Throws: ``XMLError`` with the first fault.
    public func xmlString(options: XMLWritingOptions = .init()) throws(XMLError) -> String {
        try separated(from: nil).tree { _ in nil }.root.innerXML(options: options)
    }
}

extension XMLWriter {
    /// Writes a fragment. Its prefixes may be declared around it.
    ///
    /// - Throws: ``XMLError`` if the fragment is not well-formed, with a location in its literal; the error of the
    ///   sink.
    public func write(_ fragment: XMLFragment) throws {
        try undoing { (markup) throws(XMLError) in
            let tree = try fragment.separated(from: markup.bindings.uri(of: "")).tree { markup.bindings.uri(of: $0) }
            var writer = TapeWriter(tree.tape)
            let root = tree.root.entry
            try writer.entries(tree.tape.firstChild(root)..<tree.tape.end(root), to: &markup)
        }
    }
}

// MARK: Namespaces of elements of trees

extension XMLFragment {
    /// Returns the fragment in which elements of trees that are in no namespace do not get a default namespace, which
    /// the literal or the place declares.
    func separated(from defaultNamespace: String?) -> XMLFragment {
        guard segments.contains(where: \.isInNoNamespace),
            defaultNamespace?.isEmpty == false || markup.contiguous.span.endIfAny(of: "xmlns=", from: 0) != nil
        else { return self }
        let undeclared = Array(" xmlns=\"\"".utf8)
        return with(
            segments.filter(\.isInNoNamespace).map { segment in
                let end = markup.contiguous.span.endOfTagName(from: segment.start + 1)
                return (end..<end, undeclared)
            })
    }

    /// Returns the fragment with changes of its markup, which must be in order.
    ///
    /// - Complexity: O(*n*) in the length of the markup.
    func with(_ changes: [(range: Range<Int>, text: [UInt8])]) -> XMLFragment {
        var result = self
        (result.markup, result.segments) = ([], [])
        var (position, next) = (0, 0)
        func copySegments(before end: Int) {
            while next < segments.count, segments[next].start < end {
                var segment = segments[next]
                segment.start = result.markup.count + max(0, segment.start - position)
                result.segments.append(segment)
                next += 1
            }
        }
        for (range, text) in changes {
            copySegments(before: range.lowerBound)
            result.markup += markup[position..<range.lowerBound]
            position = range.lowerBound
            copySegments(before: range.upperBound)
            result.markup += text
            position = range.upperBound
        }
        copySegments(before: .max)
        result.markup += markup[position...]
        return result
    }
}
