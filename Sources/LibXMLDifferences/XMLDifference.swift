public import LibXML

/// A difference of two documents, with its places in both.
///
/// ```swift
/// let (a, b) = (XMLParsingOptions(sourceName: "old.xml"), XMLParsingOptions(sourceName: "new.xml"))
/// let old = try XMLTree(parsing: "<order id='7'><item>Tea</item></order>", options: a)
/// let new = try XMLTree(parsing: "<order id='8'><item>Tea</item><item>Oat</item></order>", options: b)
/// for difference in new.differences(from: old) { print(difference) }
/// ```
///
/// ```text
/// new.xml:1:8: changed: order/@id from “7” to “8”
/// old.xml:1:8: note: it was here
/// new.xml:1:31: added: order/item[2], “<item>Oat</item>”
/// ```
public struct XMLDifference: Sendable {
    /// The change of a part of a document.
    public enum Kind: String, Hashable, Sendable, Encodable {
        /// The part is only in the new document. The content of an added element is not listed.
        case added
        /// The part is only in the old document. The content of a removed element is not listed.
        case removed
        /// An attribute, a text, a comment or a processing instruction has another value.
        case changed
        /// An element with attributes or content has another place. Changes in it are listed after it.
        case moved
    }

    /// The kinds of parts.
    public enum Part: String, Hashable, Sendable, Encodable {
        /// An element with its content.
        case element
        /// An attribute of an element.
        case attribute
        /// Character data, inside and outside of CDATA sections, up to the next element, comment or other node.
        case text
        /// A comment.
        case comment
        /// A processing instruction.
        case processingInstruction
        /// A reference to an entity that was not read.
        case entityReference
    }

    /// A place in one of the documents.
    public struct Place: Sendable {
        /// The names of the elements from the root to the part, as they are written, with numbers from 1 where several
        /// have the name: `order/item[2]`, `order/@id`, `order/#text`. Comments and processing instructions have the
        /// steps of XPath: `order/comment()[2]`. As an `XMLPath`, it leads to exactly this element or attribute. It
        /// begins with `/` if the name of an element contains a dot.
        ///
        /// It is the path of its parent for a reference. The first names of a path that is longer than 250 bytes are
        /// omitted, and names of more than 80 bytes are shortened: `…/item[2]`.
        public let path: String

        enum Content {
            case node(XMLTree.Node, last: XMLTree.Node)
            case attribute(XMLTree.Attribute)
        }

        let content: Content

        /// The node; for a text in several nodes, the first of them. Nil for an attribute.
        public var node: XMLTree.Node? { if case .node(let node, _) = content { node } else { nil } }

        /// The last node of a text in several nodes, such as CDATA sections; in other cases, the same as ``node``. Nil
        /// for an attribute.
        public var lastNode: XMLTree.Node? { if case .node(_, let last) = content { last } else { nil } }

        /// The attribute; nil for a node.
        public var attribute: XMLTree.Attribute? {
            if case .attribute(let attribute) = content { attribute } else { nil }
        }

        /// The location of the part; that of the reference for a part that comes from an entity.
        public var location: XMLLocation {
            switch content {
            case .node(let node, _): node.location
            case .attribute(let attribute): attribute.location
            }
        }

        /// The range of the part in the input, in bytes.
        public var sourceRange: Range<Int> {
            switch content {
            case .node(let node, let last):
                let (range, end) = (node.sourceRange, last.sourceRange.upperBound)
                return range.lowerBound..<max(range.upperBound, end)
            case .attribute(let attribute): return attribute.sourceRange
            }
        }

        /// The compiler answers with ``value``.
        @_documentation(visibility: internal)
        @available(*, unavailable, renamed: "value")
        public var text: String { fatalError() }

        /// The value of the attribute, the text or the content of another node, or the element as it is written.
        ///
        /// Complexity: O(length).
        public var value: String {
            switch content {
            case .attribute(let attribute): return attribute.value
            case .node(let node, _) where node.kind == .element: return node.source
            case .node(let node, let last):
                var value = node.text ?? ""
                var next = node
                while next != last, let sibling = next.nextSibling {
                    // Between the texts are comments, if these are ignored.
                    if sibling.kind == .text || sibling.kind == .cdata { value += sibling.text ?? "" }
                    next = sibling
                }
                return value
            }
        }
    }

    /// The kind of the difference.
    public let kind: Kind

    /// The kind of the part.
    public let part: Part

    /// The place in the old document; nil for a part that was added.
    public let old: Place?

    /// The place in the new document; nil for a part that was removed.
    public let new: Place?

    /// The element of the old document in which a part was added, or to which it was moved; nil for other differences,
    /// at the top level, and in an element that was itself added.
    public let oldParent: XMLTree.Element?

    /// The node of the old document before which a part was added, or to which it was moved; nil at the end of its
    /// parent, and for other differences.
    public let oldSibling: XMLTree.Node?
}

extension XMLDifference: CustomStringConvertible {
    /// The place and the change, in the form of a diagnostic, in one line or two: see ``XMLDifference``.
    public var description: String {
        let place = new ?? old
        let path = place?.path ?? ""
        let name = part.name.map { "\($0) in \(path)" } ?? path
        var text = "\(kind): \(path.isEmpty ? part.name ?? "" : name)"
        switch kind {
        case .changed: text += " from “\(old?.value ?? "")” to “\(new?.value ?? "")”"
        case .added, .removed: text += ", “\(place?.value ?? "")”"
        case .moved: text += " from \(old?.path ?? "")"
        }
        var lines = [(place?.location, text)]
        if new != nil, let old { lines.append((old.location, "note: it was here")) }
        return lines.map { location, text in (location.map { "\($0): " } ?? "") + text.inOneLine }
            .joined(separator: "\n")
    }
}

extension XMLDifference.Part {
    /// The name of a part that its path does not contain.
    fileprivate var name: String? {
        switch self {
        case .element, .attribute, .text, .comment, .processingInstruction: nil
        case .entityReference: "reference"
        }
    }
}

extension XMLDifference: Encodable {
    private enum CodingKeys: CodingKey { case kind, part, old, new }

    private enum PlaceKeys: CodingKey { case path, location, start, end, value }

    /// Encodes the kinds and the places: path, location, the range in bytes as `start` and `end`, and the value, except
    /// that of an element that has moved.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(part, forKey: .part)
        for (key, place) in [(CodingKeys.old, old), (.new, new)] {
            guard let place else { continue }
            var values = container.nestedContainer(keyedBy: PlaceKeys.self, forKey: key)
            try values.encode(place.path, forKey: .path)
            try values.encode(place.location, forKey: .location)
            try values.encode(place.sourceRange.lowerBound, forKey: .start)
            try values.encode(place.sourceRange.upperBound, forKey: .end)
            if kind != .moved { try values.encode(place.value, forKey: .value) }
        }
    }
}
