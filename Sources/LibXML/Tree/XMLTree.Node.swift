extension XMLTree {
    /// A node of an element, or at the top level of a document.
    public struct Node: Sendable {
        /// The kind of a node.
        public enum Kind: Hashable, Sendable {
            /// An element.
            case element
            /// Character data outside of CDATA sections, with its references resolved.
            case text
            /// A CDATA section.
            case cdata
            /// A comment.
            case comment
            /// A processing instruction.
            case processingInstruction
            /// A reference to an entity that was not read (``XMLParsingOptions/UnresolvedEntities``).
            case entityReference
            /// The document type declaration.
            case documentType
        }

        let tape: Tape
        let entry: Int
        let parentIndex: Int

        /// The kind of the node.
        public var kind: Kind {
            switch tape.kind(entry) {
            case .element, .document, .attribute, .namespace: .element
            case .text: .text
            case .cdata: .cdata
            case .comment: .comment
            case .entityReference: .entityReference
            case .processingInstruction: .processingInstruction
            case .documentType: .documentType
            }
        }

        /// The node as an element; nil for a node of another kind.
        public var element: Element? {
            kind == .element ? Element(tape: tape, entry: entry) : nil
        }

        /// The text, the content of the CDATA section, comment or processing instruction, or the reference as written;
        /// nil for elements and document types.
        ///
        /// Complexity: O(length).
        public var text: String? {
            kind == .element || kind == .documentType ? nil : tape.dataString(entry)
        }

        /// The target of a processing instruction; nil for a node of another kind.
        public var target: String? {
            kind == .processingInstruction ? tape.string(tape.head(entry).target) : nil
        }

        /// The content of a node, by its kind.
        public enum Content: Sendable {
            /// An element.
            case element(Element)
            /// Character data outside of CDATA sections, with its references resolved.
            case text(String)
            /// The text of a CDATA section.
            case cdata(String)
            /// The text of a comment.
            case comment(String)
            /// The target and the data of a processing instruction; the data may be empty.
            case processingInstruction(target: String, data: String)
            /// A reference as it is written.
            case entityReference(String)
            /// The document type declaration.
            case documentType(DocumentType)
        }

        /// The content of the node, for a `switch`:
        ///
        /// ```swift
        /// let tree = try XMLTree(parsing: "<p>Tea <b>and</b> milk</p>")
        /// var words: [String] = []
        /// for node in tree.root.children {
        ///     switch node.content {
        ///     case .element(let element): words.append("<\(element.text)>")
        ///     case .text(let text), .cdata(let text): words.append(text)
        ///     default: break
        ///     }
        /// }
        /// print(words)  // ["Tea ", "<and>", " milk"]
        /// ```
        ///
        /// Complexity: O(length) for a node that is not an element.
        public var content: Content {
            switch kind {
            case .element: .element(Element(tape: tape, entry: entry))
            case .text: .text(text ?? "")
            case .cdata: .cdata(text ?? "")
            case .comment: .comment(text ?? "")
            case .processingInstruction: .processingInstruction(target: target ?? "", data: text ?? "")
            case .entityReference: .entityReference(text ?? "")
            case .documentType: .documentType(tape.documentTypeDeclaration(entry))
            }
        }

        /// The parent element; nil at the top level of a document.
        public var parent: Element? {
            parentIndex == Tape.document ? nil : Element(tape: tape, entry: parentIndex)
        }
    }

    /// The nodes at the top level of the document, in order.
    ///
    /// They are the root element, and the comments, processing instructions and document type declaration around it.
    public var children: Nodes { Nodes(tape: tape, parent: Tape.document) }
}

extension XMLTree.Node: CustomStringConvertible {
    /// The node as written: see ``source``.
    public var description: String { source }
}
