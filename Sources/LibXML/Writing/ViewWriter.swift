/// Writes dictionaries of a document as XML, under the mapping with which they were read.
///
/// What a member of a dictionary becomes depends on the part of the document that it is, not on its key. No strings are
/// created for text, and no index of keys. It does not recurse, because dictionaries nest as deeply as documents.
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
    /// Whether names are written as in the document, whose declarations the dictionary contains.
    private let areNamesKept: Bool
    /// Whether keys are names with their prefixes, or such names are written for them.
    private let hasPrefixes: Bool
    private var frames: [Frame] = []
    /// The changed dictionary of its document that the view is inside of.
    private let changed: ChangedDocument?
    /// Whether an error belongs to the start tag of the innermost dictionary.
    private var isInTag = false
    /// The entries of all frames, grouped by key; those of the tag come first.
    private var entries: [Entry] = []

    init(_ context: DictionaryContext, _ names: WrittenNames, in changed: ChangedDocument?) {
        self.context = context
        self.changed = changed?.contains(context) == true ? changed : nil
        self.names = names
        keys = context.keys
        areNamesKept = names.areExpanded && context.keeps(.namespace)
        hasPrefixes = areNamesKept || context.mapping.names == .qualified
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
                if !entries[frame.next].member.isInTag { try checkTag(&markup) }
                frames[frames.count - 1].next = frame.next + 1
                try write(entries[frame.next], to: &markup)
            } else {
                try checkTag(&markup)
                entries.removeLast(entries.count - frame.start)
                frames.removeLast()
                if markup.open.count > depth { try markup.endElement() }
            }
        }
    }

    /// Checks the prefixes in the start tag of the dictionary, to which their errors belong.
    private mutating func checkTag(_ markup: inout MarkupWriter) throws(XMLError) {
        guard markup.tag.isOpen, markup.tag.hasPrefixes else { return }
        isInTag = true
        try markup.checkPrefixes()
        isInTag = false
    }

    private mutating func begin(_ element: Int) {
        let start = entries.count
        context.appendMembers(of: element, to: &entries)
        let tagCount = entries[start...].prefix { $0.member.isInTag }.count
        context.group(&entries, from: start, of: element)
        // A child element with the key of an attribute now stands beside it, before other attributes.
        if !entries[start...].prefix(tagCount).allSatisfy(\.member.isInTag) {
            let group = entries[start...]
            entries.replaceSubrange(
                start..., with: group.filter(\.member.isInTag) + group.filter { !$0.member.isInTag })
        }
        frames.append(Frame(element: element, start: start, next: start))
    }

    @inline(__always)
    private mutating func write(_ entry: Entry, to markup: inout MarkupWriter) throws(XMLError) {
        guard case .element(let element) = entry.member else { return try part(entry, to: &markup) }
        let name = context.tape.nameNumber(element)
        if areNamesKept {
            try markup.startElement(context.tape.qualifiedName(name))
        } else {
            try names.start(keys.text(entry.key), &markup)
        }
        try declareIfMissing(name, of: element, isElement: true, to: &markup)
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
            guard let head = context.tape.tagHead(index) else { return }
            try declareIfMissing(head.name, of: element, to: &markup)
            if areNamesKept { return try markup.attribute(context.tape.qualifiedName(head.name), string(member)) }
            let key = keys.text(entry.key)
            let name = prefixLength == 0 ? key : String(Substring(key.utf8.dropFirst(prefixLength)))
            try names.attribute(name, string(member), &markup)
        case .namespace(let index):
            try markup.declare(
                prefix: context.tape.tagHead(index).flatMap { context.tape.string($0.prefix) } ?? "",
                uri: string(member))
        case .attributes(let element):
            var tag = context.tape.tag(of: element)
            while let (index, head) = tag.next(context.tape) {
                guard head.kind == .attribute else { continue }
                try declareIfMissing(head.name, of: element, to: &markup)
                if areNamesKept {
                    try markup.attribute(context.tape.qualifiedName(head.name), context.tape.dataString(index))
                }
            }
            for (name, value) in context.pairs(in: member, of: element)
            where !areNamesKept || name.isDeclaration {
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

    /// Declares the prefix of a name as in the document, if the declaration is around the dictionary, and thus not a
    /// part of it.
    @inline(__always)
    func declareIfMissing(
        _ name: Int, of element: Int, isElement: Bool = false, to markup: inout MarkupWriter
    ) throws(XMLError) {
        // Qualified names do not contain the default namespace.
        let parts = context.tape.name(name)
        guard hasPrefixes, areNamesKept && isElement || parts.prefix != Int(TapeHead.none),
            isElement && areNamesKept || parts.uri != Int(TapeHead.none)
        else { return }
        try declare(parts.prefix, of: name, element, to: &markup)
    }

    @inline(never)
    private func declare(
        _ prefix: Int, of name: Int, _ element: Int, to markup: inout MarkupWriter
    ) throws(XMLError) {
        let tape = context.tape
        if context.keeps(.namespace), tape.namespaces(of: element).contains(where: { $0.prefix == prefix }) { return }
        if changed?.isRebound(prefix, of: name, in: tape) == true,
            markup.bindings.uri(of: tape.string(prefix) ?? "") != nil
        {
            return
        }
        try markup.declareIfMissing(name, of: tape)
    }

    /// Declares the prefix of an element whose dictionary was changed, as far as it is declared around it.
    func declareNames(of element: Int, to markup: inout MarkupWriter) throws(XMLError) {
        try declareIfMissing(context.tape.nameNumber(element), of: element, isElement: true, to: &markup)
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
        for frame in isInTag ? frames.dropLast() : frames[...] where frame.next > frame.start {
            let entry = entries[frame.next - 1]
            let end = frames.first { $0.start > frame.start }?.start ?? entries.count
            let group = (frame.start..<end).filter { entries[$0].key == entry.key }
            path += (path.isEmpty ? "" : ".") + keys.text(entry.key)
            if let first = group.first, let position = group.firstIndex(of: frame.next - 1),
                context.isList(entry.key, first: entries[first].member, isOnly: group.count == 1, in: frame.element)
            {
                path += "[\(position)]"
            }
        }
        return path
    }
}

extension Member {
    /// Whether it is a part of the start tag.
    fileprivate var isInTag: Bool {
        switch self {
        case .attribute, .namespace, .attributes, .namespaces, .name: true
        case .element, .text, .run, .cdata, .comment, .nothing: false
        }
    }
}

extension DictionaryContext {
    /// The namespace declarations of an element that its dictionary contains.
    func declarations(of element: Int) -> [(prefix: String, uri: String)] {
        guard keeps(.namespace) else { return [] }
        return tape.namespaces(of: element).map { (tape.string($0.prefix) ?? "", tape.string($0.uri) ?? "") }
    }
}
