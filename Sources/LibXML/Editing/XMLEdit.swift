/// Edits of a document that keep all bytes of it that they do not change.
///
/// An edit replaces ranges of the input that the tree was parsed from. White space, comments, quotes, the order of
/// attributes, the encoding, line ends and the byte order mark stay as they are, so that a comparison with the original
/// shows only the requested changes.
///
/// ```swift
/// let tree = try XMLTree(parsing: "<server port='80'><name>a</name></server>")
/// var edit = XMLEdit(tree)
/// try edit.set(attribute: "port", of: tree.root, to: "8080")
/// try edit.append("<tls/>", to: tree.root)
/// let bytes = try edit.xmlBytes()  // <server port='8080'><name>a</name><tls/></server>
/// ```
///
/// Elements, attributes and nodes are those of ``tree``, which does not change. The edits apply in their order:
///
/// | first edit | later edit | result |
/// | --- | --- | --- |
/// | a text, content, attribute or name is set | it is set again | the later one |
/// | an attribute is set or renamed | it is removed | there is no such attribute |
/// | an attribute is removed | it is set | the attribute, at its old place |
/// | anything in an element | the element is removed or replaced, or its content is set | the later one |
/// | an element is removed or replaced, or content that contains it is set | it is edited or moved | an error |
/// | the content of an element is set | something is appended or prepended | both |
/// | an element is removed or replaced | something is inserted beside it | both, in its place |
/// | an element is moved | it, or something in it, is edited, and before | both, at its new place |
/// | the elements in an element are sorted | one of them is edited, removed or moved | both |
/// | something is inserted beside elements | they are sorted | an error |
///
/// The error in the table is ``XMLError/Code/overlappingEdits``, with the places of both edits. Several insertions at
/// the same place keep their order.
///
/// Paths and values are those of ``tree``, also after an edit: they do not include inserted content, and a changed
/// attribute has its old value. To edit the result of edits, begin again with it: `XMLEdit(edit.editedTree())`.
///
/// A method that throws records nothing. ``xmlBytes()`` parses the result again, and compares it with the expected
/// content.
///
/// Some parts cannot be edited, with the error ``XMLError/Code/uneditable``: everything that an entity has produced,
/// ranges that ``XMLParsingOptions/recovery`` has changed, documents in an encoding with shift states such as
/// ISO-2022-JP, HTML, and trees of libxml2's own recovery.
public struct XMLEdit: Sendable {
    /// The document before the edits.
    public let tree: XMLTree

    /// The expected content of the result, from which the changed ranges of the text are computed.
    var edited = EditedContent()
    /// The number of calls that have recorded a change.
    var order = 0
    /// The places in the tags of elements that have been edited.
    var tags = EntryValues<TagPlaces>()
    /// The layout in elements in which something was inserted.
    var layouts = EntryValues<ContentLayout>()
    /// Whether `xml:space="preserve"` applies in elements beside which something was edited, and in those around them.
    var preserved = EntryValues<Bool>()
    /// The namespaces of prefixes in elements into which something was inserted.
    var namespaces: [Int: [String: String?]] = [:]
    /// The white space by which each level of the document is indented; empty if it is not indented. Nil until needed.
    var indentationStep: [UInt8]?
    /// The characters that end lines of the document; nil until needed.
    var lineEnd: [UInt8]?

    /// Creates an edit without changes. The complexity is O(1).
    public init(_ tree: XMLTree) {
        self.tree = tree
    }

    /// Whether no edit was recorded.
    public var isEmpty: Bool { edited.isEmpty }

    var tape: Tape { tree.tape }
}

// MARK: Recording

extension XMLEdit {
    /// Counts an edit that is recorded, and returns its number.
    mutating func nextOrder() -> Int {
        order += 1
        return order
    }

    /// Returns an error at an offset in the document's text.
    @inline(never)
    func error(
        _ code: XMLError.Code, _ message: String, at offset: Int, noteAt noteOffset: Int? = nil, help: String? = nil
    ) -> XMLError {
        let note = noteOffset.map { Fault.Note(message: "the other edit is here", offset: $0) }
        return error(Fault(code, message, at: offset, note: note, help: help))
    }

    @inline(never)
    func error(_ fault: Fault) -> XMLError { XMLError(tape.source.thrown(fault)) }

    /// Returns the error of an edit of something that another one changes as a whole.
    func overlap(at offset: Int, with other: Int) -> XMLError {
        error(
            .overlappingEdits, "another edit removes or replaces this, or changes the same part of the document",
            at: offset, noteAt: other,
            help: "edit it before, or edit the tree of the result, which editedTree() returns")
    }

    // MARK: Checks

    /// Checks that the element is written in this document.
    func check(_ element: XMLTree.Element) throws(XMLError) {
        try check(element.tape, at: element.entry)
        let start = tape.sourceRange(element.entry).lowerBound
        guard tape.source.withText({ $0.has("<", at: start) }) else { throw producedByEntity(at: start) }
    }

    /// Checks that an entry belongs to this document, and that the document can be edited.
    func check(_ other: Tape, at index: Int) throws(XMLError) {
        guard other === tape else {
            let offset = other.sourceRange(index).lowerBound
            let fault = Fault(.uneditable, "this does not belong to the tree that is edited", at: offset)
            throw XMLError(other.source.thrown(fault))
        }
        try checkDocument(at: tape.sourceRange(index).lowerBound)
    }

    private func checkDocument(at offset: Int) throws(XMLError) {
        let source = tape.source
        if source.isHTML { throw error(.uneditable, "HTML cannot be edited", at: offset) }
        guard let origin = source.origin else {
            throw error(.uneditable, "a tree of libxml2's own recovery cannot be edited", at: offset)
        }
        guard !origin.encoding.isStateful else {
            let message = "a document in \(origin.encoding.name) cannot be edited, because it has shift states"
            throw error(.uneditable, message, at: offset, help: "convert it to UTF-8 first")
        }
    }

    func producedByEntity(at offset: Int) -> XMLError {
        error(
            .uneditable, "this comes from an entity, and cannot be edited where the entity is used", at: offset,
            help: "replace the content of the element that contains the reference")
    }

    /// Checks that the repair has changed nothing in a range of the text.
    func checkRange(_ range: Range<Int>) throws(XMLError) {
        guard tape.source.isRepaired(range) else { return }
        throw error(
            .uneditable, "this part of the document was repaired, and cannot be edited", at: range.lowerBound,
            help: "write the repaired document, and edit that")
    }
}
