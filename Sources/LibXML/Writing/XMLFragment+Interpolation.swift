extension XMLFragment: ExpressibleByStringInterpolation {
    /// Creates a fragment from markup.
    public init(stringLiteral markup: String) {
        var interpolation = StringInterpolation(literalCapacity: markup.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(markup)
        self.init(stringInterpolation: interpolation)
    }

    /// Creates a fragment from markup in which interpolated values are escaped.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.finished
    }

    /// Collects the markup of a literal and its values.
    public struct StringInterpolation: StringInterpolationProtocol {
        private var fragment = XMLFragment()
        private var scanner = FragmentScanner()

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {
            fragment.markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends markup.
        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            add(isValue: false)
            scanner.scan(literal.utf8, at: fragment.markup.count)
            fragment.markup += literal.utf8
            if let (line, column, offset) = scanner.strayEndTag, fragment.error == nil {
                fragment.error = XMLError(
                    .mismatchedEndTag, "an end tag has no start tag in this fragment",
                    at: XMLFragment.location(line, column, offset))
            }
        }

        /// Adds text, a part of the value of an attribute, or of a comment, or a name: a number, a Boolean, a date or
        /// data in the form of XML Schema, any other value by its description.
        ///
        /// A list has no form as text: join its elements, or create a fragment from each.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            if value is any Collection, !(value is any StringProtocol), !(value is any TextValue) {
                return fail(.invalidValue, "a list has no form in text")
            }
            guard !(value is String), let value = value as? any TextValue else {
                return append(text: value.description)
            }
            do {
                append(text: try value.text(ValueForms()))
            } catch {
                append(text: "")
                fail(.invalidValue, (error as? UnwritableValue)?.message ?? "\(error)")
            }
        }

        /// Adds text, or a part of the value of an attribute; nothing for nil.
        public mutating func appendInterpolation(_ value: (some CustomStringConvertible)?) {
            if let value { appendInterpolation(value) } else { append(text: "") }
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
        public mutating func appendInterpolation(_ element: XMLTree.Element) { append([element.fragment]) }

        /// Adds an element of a tree, in content; nothing for nil.
        public mutating func appendInterpolation(_ element: XMLTree.Element?) {
            append(element.map { [$0.fragment] } ?? [])
        }

        /// Adds elements of a tree, in content.
        public mutating func appendInterpolation(_ elements: [XMLTree.Element]) { append(elements.map(\.fragment)) }

        /// Adds elements of a tree, in content.
        public mutating func appendInterpolation(_ elements: ArraySlice<XMLTree.Element>) {
            append(elements.map(\.fragment))
        }

        /// Adds elements of a tree, in content.
        public mutating func appendInterpolation(_ elements: XMLTree.Elements) { append(elements.map(\.fragment)) }

        /// Adds a node of a tree, in content: an element, text, a CDATA section, a comment or a processing instruction.
        public mutating func appendInterpolation(_ node: XMLTree.Node) { append([node.fragment]) }

        /// Adds a node of a tree, in content; nothing for nil.
        public mutating func appendInterpolation(_ node: XMLTree.Node?) { append(node.map { [$0.fragment] } ?? []) }

        /// Adds nodes of a tree, in content.
        public mutating func appendInterpolation(_ nodes: [XMLTree.Node]) { append(nodes.map(\.fragment)) }

        /// Adds nodes of a tree, in content.
        public mutating func appendInterpolation(_ nodes: ArraySlice<XMLTree.Node>) { append(nodes.map(\.fragment)) }

        /// Adds nodes of a tree, such as the children of an element, in content.
        public mutating func appendInterpolation(_ nodes: XMLTree.Nodes) { append(nodes.map(\.fragment)) }

        /// Adds the root element of a tree, in content.
        public mutating func appendInterpolation(_ tree: XMLTree) { append([tree.root.fragment]) }

        /// Adds the text of a value of a dictionary: see ``XMLValue/string``. Null is empty. A list and a dictionary
        /// without text have no form as text.
        public mutating func appendInterpolation(_ value: XMLValue) {
            if let text = value.string ?? (value.isNull ? "" : nil) { return append(text: text) }
            fail(.invalidValue, value.isList ? "a list has no form in text" : "a dictionary has no form in text")
        }

        /// Adds the text of a value of a dictionary; nothing for nil.
        public mutating func appendInterpolation(_ value: XMLValue?) {
            if let value { appendInterpolation(value) } else { append(text: "") }
        }

        /// Adds the text of a dictionary, which must have one: see ``XMLDictionary/string``.
        public mutating func appendInterpolation(_ dictionary: XMLDictionary) {
            appendInterpolation(XMLValue(dictionary))
        }

        private mutating func append(text: String) {
            add(isValue: true)
            guard let place = scanner.place else { return append(markup: text) }
            var buffer = RawBuffer<UInt8>(capacity: text.utf8.count + 16)
            if text.withUTF8Span({ buffer.appendEscaped($0, in: place) }) != nil {
                return fail(.invalidCharacter, "“\(text.excerpt)” contains a character that XML does not allow")
            }
            buffer.withSpan(0..<buffer.count) { span in
                for index in span.indices {
                    // The quotes of the literal may be single quotes.
                    if place == .attribute, span[index] == UInt8(ascii: "'") {
                        fragment.markup += "&#39;".utf8
                    } else if place == .content, index == span.count - 1, span[index] == UInt8(ascii: "]") {
                        // The literal may continue with “]>” or “>”.
                        fragment.markup += "&#93;".utf8
                    } else {
                        fragment.markup.append(span[index])
                    }
                }
            }
        }

        /// Appends a value that cannot be escaped: a name, or the text of a comment.
        private mutating func append(markup text: String) {
            if let hyphens = scanner.hyphensInComment {
                let (hyphen, end) = (UInt8(ascii: "-"), UInt8(ascii: ">"))
                if text.containsScalars(of: "--") || text.utf8.first == hyphen || text.utf8.last == hyphen
                    || hyphens > 1 && text.utf8.first == end
                {
                    return fail(
                        .doubleHyphenInComment, "a value in a comment cannot contain “--”, or begin or end with “-”")
                }
                guard text.unicodeScalars.allSatisfy({ $0.isXMLCharacter && $0 != "\r" }) else {
                    return fail(.invalidCharacter, "“\(text.excerpt)” contains a character that XML does not allow")
                }
            } else if let before = scanner.nameBefore {
                let name = before + text
                // A value declares no namespace, and does not end the prefix that a literal begins.
                let isDeclaration = name.isDeclaration && !before.hasPrefix("xmlns")
                guard !isDeclaration, before.isEmpty || !text.utf8.contains(UInt8(ascii: ":")),
                    name.withUTF8Span({ $0.isQualifiedName })
                else { return fail(.invalidName, "“\(text.excerpt)” is not allowed in a name") }
            } else {
                return fail(
                    .misplacedValue, "values are not allowed here",
                    help: "a value can be text, a part of an attribute value in quotes, a name, or in a comment")
            }
            scanner.scanValue(text.utf8, at: fragment.markup.count)
            fragment.markup += text.utf8
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
                    if segment.isInNoNamespace { (segment.line, segment.column) = (scanner.line, scanner.column) }
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

        private mutating func fail(_ code: XMLError.Code, _ message: String, help: String? = nil) {
            if fragment.error == nil { fragment.error = error(code, message, help: help) }
        }

        /// Returns an error at the end of the markup.
        private func error(_ code: XMLError.Code, _ message: String, help: String? = nil) -> XMLError {
            XMLError(
                code, message, at: XMLFragment.location(scanner.line, scanner.column, fragment.markup.count), help: help
            )
        }

        fileprivate var finished: XMLFragment {
            var fragment = fragment
            fragment.openConstruct = scanner.openConstruct.map { error($0.code, $0.message) }
            return fragment
        }
    }
}

extension XMLTree.Element {
    /// The element as markup.
    fileprivate var fragment: XMLFragment {
        var fragment = XMLFragment()
        fragment.markup = Array(xmlString().utf8)
        // An element with a declaration of its own says that already.
        let isDeclared = tape.namespaces(of: entry).contains { $0.prefix == Int(TapeHead.none) }
        if !isDeclared, tape.namespace(ofPrefix: nil, at: entry)?.isEmpty != false {
            fragment.segments = [.init(start: 0, isValue: true, line: 1, column: 1, isInNoNamespace: true)]
        }
        return fragment
    }
}

extension XMLTree.Node {
    /// The node as markup.
    fileprivate var fragment: XMLFragment {
        if let element { return element.fragment }
        var fragment = XMLFragment()
        fragment.markup = Array(xmlString().utf8)
        return fragment
    }
}
