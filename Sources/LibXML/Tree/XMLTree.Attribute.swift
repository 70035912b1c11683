extension XMLTree {
    /// An attribute of an element.
    public struct Attribute: Sendable {
        let tape: Tape
        let entry: Int
        let elementIndex: Int

        /// The expanded name; an attribute without a prefix is in no namespace.
        public var name: XMLName { tape.expandedName(tape.nameNumber(entry)) }

        /// The name as written, with its prefix if it has one.
        public var qualifiedName: String { tape.qualifiedName(tape.nameNumber(entry)) }

        /// The name without its prefix.
        public var localName: String { tape.string(tape.name(tape.nameNumber(entry)).local) ?? "" }

        /// The namespace URI; nil for an attribute in no namespace.
        public var namespaceURI: String? { tape.string(tape.name(tape.nameNumber(entry)).uri) }

        /// The prefix as written; nil if the name has no prefix.
        public var prefix: String? { tape.string(tape.name(tape.nameNumber(entry)).prefix) }

        /// The value, with references resolved and white space normalized according to its declared type (XML 1.0,
        /// section 3.3.3).
        public var value: String { tape.dataString(entry) }

        /// Whether the attribute comes from a default value in the internal subset, and is not written in the document.
        public var isDefaulted: Bool { tape.head(entry).isDefaulted }

        /// The element to which the attribute belongs.
        public var element: Element { Element(tape: tape, entry: elementIndex) }

        /// The location of the name; that of the element if the attribute is not written in the document.
        public var location: XMLLocation { tape.source.location(at: textRange.lowerBound) }

        /// The range in the input from the name to the closing quote, in bytes; that of the element if it is not
        /// written.
        public var sourceRange: Range<Int> { tape.inputRange(textRange) }

        /// The location of the value; that of the element if the attribute is not written in the document.
        public var valueLocation: XMLLocation { valueRange.map { tape.source.location(at: $0.lowerBound) } ?? location }

        /// The range of the value in the source, without quotes; nil if the attribute is not written in the document.
        var valueRange: Range<Int>? {
            guard let range = tape.attributeRange(of: elementIndex, named: qualifiedName) else { return nil }
            return tape.source.withText { text in
                if tape.source.isHTML {
                    let end = range.upperBound
                    return HTMLTagScanner.attribute(in: text, at: range.lowerBound, before: end).value ?? end..<end
                }
                let equals = text.index(from: range.lowerBound) { $0 == UInt8(ascii: "=") }
                let start = text.skipSpace(from: min(equals + 1, range.upperBound))
                // The repair may have added quotes and values.
                guard start < range.upperBound, text.has("\"", at: start) || text.has("'", at: start) else {
                    return min(start, range.upperBound)..<range.upperBound
                }
                return start + 1..<max(start + 1, range.upperBound - 1)
            }
        }

        private var textRange: Range<Int> {
            tape.attributeRange(of: elementIndex, named: qualifiedName) ?? tape.sourceRange(elementIndex)
        }
    }

    /// A namespace declaration, `xmlns="…"` or `xmlns:prefix="…"`.
    public struct NamespaceDeclaration: Hashable, Sendable {
        /// The prefix; nil for the default namespace.
        public var prefix: String?
        /// The namespace URI; empty for a declaration that removes the default namespace.
        public var uri: String

        /// Creates a declaration of a prefix, or of the default namespace if the prefix is nil.
        public init(prefix: String?, uri: String) {
            self.prefix = prefix
            self.uri = uri
        }
    }

    /// The attributes of an element, in the order in which they are written; attributes with default values come last.
    public struct Attributes: Collection, Sendable {
        /// A position in the collection.
        public typealias Index = XMLTree.Index<Attributes>

        private let tape: Tape
        private let element: Int
        /// The position of the first attribute, or `endIndex` if there is no attribute.
        public let startIndex: Index
        /// The position after the last attribute.
        public let endIndex: Index

        init(tape: Tape, element: Int) {
            self.tape = tape
            self.element = element
            endIndex = Index(offset: tape.firstChild(element), in: tape)
            startIndex = Self.attribute(from: tape.firstEntry(in: element), to: endIndex, tape)
        }

        /// Returns the attribute at a position. O(1).
        public subscript(position: Index) -> Attribute {
            position.check(in: tape, from: startIndex, to: endIndex)
            return Attribute(tape: tape, entry: position.offset, elementIndex: element)
        }

        /// Returns the next position. O(1).
        public func index(after index: Index) -> Index {
            index.check(in: tape, from: startIndex, to: endIndex)
            return Self.attribute(from: tape.next(index.offset), to: endIndex, tape)
        }

        /// The attribute that `name` matches; nil if there is no such attribute.
        ///
        /// - Parameter name: the name, as for ``XMLTree/Element/subscript(attribute:)-(String)``.
        public subscript(name: String) -> Attribute? {
            XMLTree.Element(tape: tape, entry: element).attribute(NameTest(name))
        }

        /// The attribute with this expanded name; nil if there is no such attribute.
        public subscript(name: XMLName) -> Attribute? {
            XMLTree.Element(tape: tape, entry: element).attribute(.expanded(name))
        }

        private static func attribute(from start: Int, to end: Index, _ tape: Tape) -> Index {
            var index = start
            while index < end.offset, tape.kind(index) == .namespace { index = tape.next(index) }
            return Index(offset: index, in: tape)
        }
    }
}

extension XMLTree.Element {
    /// The attributes without namespace declarations, in the order in which they are written.
    public var attributes: XMLTree.Attributes { XMLTree.Attributes(tape: tape, element: entry) }

    /// The namespace declarations of this element, in the order in which they are written.
    public var namespaceDeclarations: [XMLTree.NamespaceDeclaration] {
        tape.namespaces(of: entry).map { namespace in
            XMLTree.NamespaceDeclaration(prefix: tape.string(namespace.prefix), uri: tape.string(namespace.uri) ?? "")
        }
    }

    /// Returns the expanded name of a qualified name in the content of this element, such as the value of `xsi:type`.
    ///
    /// - Returns: the name; for a name without a prefix, in the default namespace, if there is one. Nil if the prefix
    ///   is not declared in this scope, or for text that is not a qualified name.
    /// - Complexity: O(depth) for the first call; after a call for another element, O(*d*) in the number of ancestors
    ///   that the two elements do not share.
    public func resolve(_ qualifiedName: String) -> XMLName? {
        let name = qualifiedName.trimmingXMLSpace
        guard name.withUTF8Span({ $0.isQualifiedName }) else { return nil }
        guard let colon = name.firstIndex(of: ":") else {
            let uri = tape.namespace(ofPrefix: nil, at: entry)
            return XMLName(name, namespaceURI: uri?.isEmpty == true ? nil : uri)
        }
        let prefix = String(name[..<colon])
        let local = String(name[name.index(after: colon)...])
        if prefix == "xml" { return XMLNamespace.xml[local] }
        return tape.namespace(ofPrefix: prefix, at: entry).map { XMLName(local, namespaceURI: $0) }
    }
}

extension XMLTree.Attribute: CustomDebugStringConvertible {
    /// The attribute as XML, such as `id="7"`.
    public var debugDescription: String {
        var buffer = RawBuffer<UInt8>(capacity: 64)
        _ = value.withUTF8Span { buffer.appendEscaped($0, in: .attribute) }
        return "\(qualifiedName)=\"\(buffer.withSpan(0..<buffer.count) { $0.string($0.indices) })\""
    }
}
