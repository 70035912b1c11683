/// The document of a changed dictionary, whose namespace declarations may have been changed too.
struct ChangedDocument {
    /// A prefix, and the namespace that it had before the change.
    private struct Binding: Hashable {
        var prefix: ExactKey
        var uri: ExactKey
    }

    private let family: TapeNames
    private var rebound: Set<Binding> = []

    init(_ family: TapeNames) {
        self.family = family
    }

    /// Whether a view is one of the document.
    func contains(_ context: DictionaryContext) -> Bool { context.family === family }

    /// Notes which declarations of an element differ from what was in force there.
    mutating func note(_ declared: [(prefix: String, uri: String)], of element: Int, in tape: Tape) {
        for (prefix, uri) in declared {
            let before = tape.namespace(ofPrefix: prefix.isEmpty ? nil : prefix, at: element) ?? ""
            if !before.hasSameBytes(as: uri) {
                rebound.insert(Binding(prefix: ExactKey(prefix), uri: ExactKey(before)))
            }
        }
    }

    /// Whether a change gave the prefix of a name another namespace.
    func isRebound(_ prefix: Int, of name: Int, in tape: Tape) -> Bool {
        !rebound.isEmpty
            && rebound.contains(
                Binding(
                    prefix: ExactKey(tape.string(prefix) ?? ""), uri: ExactKey(tape.string(tape.name(name).uri) ?? "")))
    }
}

// Names that come from a document, and were moved or changed.

extension DictionaryWriter {
    /// Declares the prefix of an element of a document that was moved, which may be declared around its old place.
    func declareName(_ name: String, of value: XMLValue, to markup: inout MarkupWriter) throws(XMLError) {
        guard name.utf8.contains(UInt8(ascii: ":")), case .element(let element, let context) = value.storage,
            context.mapping.keyRules == rules, context.key(of: element).hasSameBytes(as: name)
        else { return }
        let view = ViewWriter(context, names, in: changed)
        try view.declareIfMissing(context.tape.nameNumber(element), of: element, isElement: true, to: &markup)
    }

    /// Does the same for an attribute.
    func declareName(
        ofAttribute name: String, _ value: XMLValue, to markup: inout MarkupWriter
    ) throws(XMLError) {
        guard name.utf8.contains(UInt8(ascii: ":")),
            case .member(.attribute(let index, of: _), let context) = value.storage,
            context.mapping.keyRules == rules, context.mapping.names == .qualified
        else { return }
        let (tape, number) = (context.tape, context.tape.nameNumber(index))
        guard tape.isWritten(number, as: name) else { return }
        if let changed, changed.contains(context), changed.isRebound(tape.name(number).prefix, of: number, in: tape) {
            return
        }
        try markup.declareIfMissing(number, isAttribute: true, of: tape)
    }

    /// Declares the prefix of a member of a changed dictionary as it is declared around its element, if it is not
    /// declared otherwise.
    func declarePrefix(
        of member: WrittenMember, from element: Int, in tape: Tape, to markup: inout MarkupWriter
    ) throws(XMLError) {
        guard mapping.names == .qualified, let end = member.key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = part(of: member) == .tag ? mapping.attributes.name(ofKey: member.key) ?? member.key : member.key
        let prefix = String(name.prefix { $0 != ":" })
        guard end != name.startIndex, !name.isDeclaration, markup.bindings.uri(of: prefix) == nil,
            let uri = tape.namespace(ofPrefix: prefix, at: element), !uri.isEmpty
        else { return }
        try markup.declare(prefix: prefix, uri: uri, isForTag: true)
    }

    /// Writes an element that was not changed with all of its content, also what the mapping omits, if the writer is
    /// exact. Returns false for other values.
    mutating func copied(
        _ value: XMLValue, _ name: String, to markup: inout MarkupWriter
    ) throws(XMLError) -> Bool {
        guard isExact, let (element, context) = value.original, context.key(of: element).hasSameBytes(as: name)
        else { return false }
        if copiedContext !== context {
            copiedContext = context
            copier = TapeWriter(context.tape)
        }
        try copier?.entries(element..<context.tape.end(element), to: &markup)
        return true
    }
}

extension XMLValue {
    /// The element of a document whose value was not changed, whatever its form; nil for other values.
    fileprivate var original: (element: Int, context: DictionaryContext)? {
        if case .element(let element, let context) = storage { return (element, context) }
        return view.flatMap { $0.element == Tape.document ? nil : $0 }
    }
}
