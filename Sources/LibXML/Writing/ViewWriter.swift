/// Writes dictionaries of a document as XML, under the mapping with which they were read.
///
/// What a member of a dictionary becomes depends on the part of the document that it is, not on its key. No strings are created for
/// text, and no index of keys. It does not recurse, because dictionaries nest as deeply as documents.
struct ViewWriter: ~Copyable {
    private struct Frame: BitwiseCopyable {
        /// The element whose dictionary this is.
        var element: Int
        /// The positions in `entries` of the first entry, and of the next one.
        var start: Int
        var next: Int
    }

    private let context: DictionaryContext
    private let keys: KeyTable
    private let names: WrittenNames
    /// The length of the prefix of the keys of attributes, in bytes.
    private let prefixLength: Int
    /// Whether keys are names with their prefixes.
    private let hasPrefixes: Bool
    private var frames: [Frame] = []
    /// The entries of all frames, grouped by key.
    private var entries: [Entry] = []

    init(_ context: DictionaryContext, _ names: WrittenNames) {
        self.context = context
        self.names = names
        keys = context.keys
        hasPrefixes = context.mapping.names == .qualified
        if case .prefixed(let prefix) = context.mapping.attributes {
            prefixLength = prefix.utf8.count
        } else {
            prefixLength = 0
        }
    }

    /// Writes the content of an element or document, and the attributes of its start tag, which must be open.
    mutating func dictionary(of element: Int, to markup: inout MarkupWriter) throws(XMLError) {
        begin(element)
        let depth = markup.open.count
        while let frame = frames.last {
            if frame.next < entries.count {
                frames[frames.count - 1].next = frame.next + 1
                try write(entries[frame.next], to: &markup)
            } else {
                entries.removeLast(entries.count - frame.start)
                frames.removeLast()
                if markup.open.count > depth { try markup.endElement() }
            }
        }
    }

    private mutating func begin(_ element: Int) {
        let start = entries.count
        context.appendMembers(of: element, to: &entries)
        context.group(&entries, from: start, of: element)
        frames.append(Frame(element: element, start: start, next: start))
    }

    @inline(__always)
    private mutating func write(_ entry: Entry, to markup: inout MarkupWriter) throws(XMLError) {
        guard case .element(let element) = entry.member else { return try part(entry, to: &markup) }
        try names.start(keys.text(entry.key), &markup)
        try declareIfMissing(context.tape.nameNumber(element), of: element, to: &markup)
        switch context.shape(of: element) {
        case .null: break
        case .text: try text(.text(of: element), to: &markup)
        case .dictionary: return begin(element)
        }
        try markup.endElement()
    }

    /// Writes a member other than an element.
    private func part(_ entry: Entry, to markup: inout MarkupWriter) throws(XMLError) {
        let member = entry.member
        switch member {
        case .attribute(let index, let element):
            if let head = context.tape.tagHead(index) { try declareIfMissing(head.name, of: element, to: &markup) }
            let key = keys.text(entry.key)
            let name = prefixLength == 0 ? key : String(Substring(key.utf8.dropFirst(prefixLength)))
            try names.attribute(name, string(member), &markup)
        case .namespace(let index):
            try markup.declare(
                prefix: context.tape.tagHead(index).flatMap { context.tape.string($0.prefix) } ?? "",
                uri: string(member))
        case .attributes(let element):
            var tag = context.tape.tag(of: element)
            while let (_, head) = tag.next(context.tape) {
                if head.kind == .attribute { try declareIfMissing(head.name, of: element, to: &markup) }
            }
            for (name, value) in context.pairs(in: member, of: element) {
                try names.attribute(name, value.string ?? "", &markup)
            }
        case .namespaces(let element):
            guard case .grouped(_, let defaultKey) = context.mapping.namespaceDeclarations else { return }
            for (prefix, uri) in context.pairs(in: member, of: element) {
                try markup.declare(
                    prefix: prefix == defaultKey ? "" : prefix, uri: uri.string ?? "", isForTag: true)
            }
        case .text, .run: try text(member, to: &markup)
        case .cdata: try markup.cdata(string(member))
        case .comment: try markup.comment(string(member))
        case .element, .name, .nothing: break
        }
    }

    /// Declares the prefix of a name as in the document, if the declaration is around the dictionary, and thus not a part of it.
    @inline(__always)
    private func declareIfMissing(_ name: Int, of element: Int, to markup: inout MarkupWriter) throws(XMLError) {
        let tape = context.tape
        guard hasPrefixes, tape.name(name).prefix != Int(TapeHead.none) else { return }
        let parts = tape.name(name)
        let isDeclared = tape.withString(parts.prefix) { prefix in
            tape.withString(parts.uri) { markup.bindings.binds(prefix, to: $0) }
        }
        if isDeclared || parts.uri == Int(TapeHead.none) { return }
        if context.keeps(.namespace), tape.namespaces(of: element).contains(where: { $0.prefix == parts.prefix }) {
            return
        }
        try markup.declare(prefix: tape.string(parts.prefix) ?? "", uri: tape.string(parts.uri) ?? "")
    }

    private func text(_ member: Member, to markup: inout MarkupWriter) throws(XMLError) {
        // An empty element keeps its one tag.
        guard context.withText(of: member, { !$0.isEmpty }) == true else { return }
        let mark = try markup.beginText()
        let invalid = context.withText(of: member) { markup.bytes.appendEscaped($0, in: .content) }
        if case let offset?? = invalid { try markup.appendReplacing(string(member), from: offset, in: .content, mark) }
        markup.endText(from: mark)
    }

    private func string(_ member: Member) -> String {
        context.withText(of: member) { $0.string($0.indices) } ?? ""
    }

    /// The path of the member that was written last, from the dictionary on with which the writer began.
    var path: String {
        var path = ""
        for frame in frames where frame.next > frame.start {
            let entry = entries[frame.next - 1]
            let end = frames.first { $0.start > frame.start }?.start ?? entries.count
            let group = (frame.start..<end).filter { entries[$0].key == entry.key }
            path += (path.isEmpty ? "" : ".") + keys.text(entry.key)
            if let first = group.first,
                context.isList(entry.key, first: entries[first].member, isOnly: group.count == 1, in: frame.element)
            {
                path += "[\(frame.next - 1 - first)]"
            }
        }
        return path
    }
}
