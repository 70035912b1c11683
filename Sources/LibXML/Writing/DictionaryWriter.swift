/// Writes dictionaries as XML: the inverse of reading them under a mapping.
///
/// It does not recurse, because dictionaries nest as deeply as documents.
struct DictionaryWriter: ~Copyable {
    /// A dictionary or list whose values are being written.
    private struct Frame {
        var members: [WrittenMember] = []
        /// The values of a list, each of which becomes an element with the name in `key`.
        var values: [XMLValue] = []
        var isList = false
        var next = 0
        /// The key of the dictionary or list in the dictionary around it; nil for the document.
        var key: String?
        /// Texts that child elements divide, and that are not written yet.
        var runs: ArraySlice<String> = []
        /// Whether an element ends with it.
        var isElement = false
    }

    let mapping: XMLMapping
    let rules: KeyRules
    let names: WrittenNames
    private var frames: [Frame] = []
    /// The document of the changed dictionary that is being written.
    private(set) var changed: ChangedDocument?
    /// Whether elements that are as they were read are written with all of their content, which a mapping may omit.
    let isExact: Bool
    /// Writes the elements of the document that was written last.
    var copier: TapeWriter?
    var copiedContext: DictionaryContext?
    /// Whether the first frame is the root of a document.
    private var isDocument = false
    /// The number of dictionaries around the members of the root element, with its own.
    private var rootDepth = 1

    init(_ mapping: XMLMapping, _ names: WrittenNames, isExact: Bool = false) {
        self.isExact = isExact
        self.mapping = mapping
        rules = mapping.keyRules
        self.names = names
    }

    /// Writes a document.
    ///
    /// - Parameter root: the name of the root element, if the value does not contain it.
    mutating func document(
        _ value: XMLValue, root: String?, to markup: inout MarkupWriter
    ) throws(XMLError) {
        isDocument = true
        if case .dictionary(let dictionary) = value.storage, case .made(let made) = dictionary.storage {
            changed = made.family.map { ChangedDocument($0) }
        }
        do throws(XMLError) {
            if let root {
                try element(value, root, to: &markup)
            } else if mapping.wrapsRoot {
                try wrappedRoot(value, to: &markup)
            } else {
                try element(value, elementName(of: value), to: &markup)
            }
            try run(to: &markup)
        } catch {
            throw located(error)
        }
    }

    /// Writes a member of the dictionary of the innermost element. Writes nothing if it throws.
    mutating func member(_ key: String, of value: XMLValue, to markup: inout MarkupWriter) throws(XMLError) {
        let depth = markup.open.count
        do throws(XMLError) {
            let member = WrittenMember(key: key, value: value)
            if part(of: member) == .tag {
                try markup.undoingInTag { (markup) throws(XMLError) in
                    frames.append(Frame(members: [member], next: 1))
                    try located { (writer) throws(XMLError) in try writer.tagMember(key, value, to: &markup) }
                }
            } else {
                try markup.undoing { (markup) throws(XMLError) in
                    frames.append(Frame(members: [member]))
                    try located { (writer) throws(XMLError) in try writer.run(to: &markup) }
                }
            }
        } catch {
            var diagnostic = error.diagnostic
            diagnostic.path = (markup.openElementNames.prefix(depth) + [diagnostic.path ?? ""]).joined(separator: ".")
            throw XMLError(diagnostic)
        }
    }

    private mutating func located(
        _ body: (inout DictionaryWriter) throws(XMLError) -> Void
    ) throws(XMLError) {
        do throws(XMLError) {
            try body(&self)
        } catch {
            throw located(error)
        }
    }

    // MARK: The root

    private mutating func wrappedRoot(_ value: XMLValue, to markup: inout MarkupWriter) throws(XMLError) {
        if let (element, context) = view(value) { return try write(element, of: context, nil, to: &markup) }
        guard let dictionary = value.dictionary else {
            if value.isList {
                throw XMLError("a list has no name for its elements", help: "put it under a key")
            }
            throw XMLError(
                .missingRootElement, "a document must be a dictionary", help: "pass the name of the root element")
        }
        let members = members(of: dictionary)
        let elements = members.filter { $0.key != mapping.commentsKey }
        guard elements.count <= 1, elements.allSatisfy({ $0.value.array.count <= 1 }) else {
            throw XMLError(
                .contentAfterRootElement, "a document has one root element, and the dictionary would have several",
                help: "pass the name of a root element around them")
        }
        guard elements.first?.value.array.count == 1 else {
            throw XMLError(.missingRootElement, "the dictionary is empty, but a document has a root element")
        }
        rootDepth = 2
        frames.append(Frame(members: members))
    }

    /// Returns the name of a root that is not wrapped.
    private func elementName(of value: XMLValue) throws(XMLError) -> String {
        let key = mapping.nameKey.key
        if let key, let name = value.dictionary?[key]?.string { return name }
        let message =
            key.map { "the dictionary has no name of the root element under “\($0.excerpt)”" }
            ?? "the dictionary does not contain the name of the root element"
        throw XMLError(.missingRootElement, message, help: "pass the name of the root element")
    }

    // MARK: Values

    /// Writes what the frames contain. Copies no frame, which would retain its values.
    private mutating func run(to markup: inout MarkupWriter) throws(XMLError) {
        while !frames.isEmpty {
            let top = frames.count - 1
            let next = frames[top].next
            if frames[top].isList {
                guard next < frames[top].values.count else {
                    frames.removeLast()
                    continue
                }
                frames[top].next = next + 1
                let value = frames[top].values[next]
                if value.isList { throw XMLError("a list in a list has no name for its elements") }
                try element(value, frames[top].key ?? "", to: &markup)
            } else if next < frames[top].members.count {
                frames[top].next = next + 1
                try member(frames[top].members[next], to: &markup)
            } else {
                try endDictionary(to: &markup)
            }
        }
    }

    private mutating func endDictionary(to markup: inout MarkupWriter) throws(XMLError) {
        let top = frames.count - 1
        // Texts without elements between them come from a mapping that has omitted these elements.
        if !frames[top].runs.isEmpty { try markup.text(frames[top].runs.joined(separator: "\n")) }
        let isElement = frames[top].isElement
        frames.removeLast()
        if isElement { try markup.endElement() }
    }

    /// Writes an element whose start tag comes next.
    private mutating func element(
        _ value: XMLValue, _ name: String, to markup: inout MarkupWriter
    ) throws(XMLError) {
        try writeRun(to: &markup)
        if try copied(value, name, to: &markup) { return }
        if let (element, context) = view(value) {
            try names.start(name, declaredBy: names.areExpanded ? context.declarations(of: element) : [], &markup)
            try declareName(name, of: value, to: &markup)
            try write(element, of: context, name, to: &markup)
            return try markup.endElement()
        }
        guard let dictionary = value.dictionary else {
            try names.start(name, &markup)
            try declareName(name, of: value, to: &markup)
            if value.isList {
                throw XMLError("a list has no name for its elements", help: "put it under a key")
            }
            if let text = value.string, !text.isEmpty { try markup.text(text) }
            return try markup.endElement()
        }
        let members = members(of: dictionary)
        var declared: [(prefix: String, uri: String)] = []
        if names.areExpanded {
            for member in members where part(of: member) == .tag {
                declared += try declarations(member.key, member.value)
            }
        }
        try names.start(name, declaredBy: declared, &markup)
        for (prefix, uri) in declared { try markup.declare(prefix: prefix, uri: uri, isForTag: true) }
        let isInList = !frames.isEmpty && frames[frames.count - 1].isList
        frames.append(Frame(members: members, key: isInList ? nil : name, isElement: true))
        let top = frames.count - 1
        var content: [WrittenMember] = []
        content.reserveCapacity(members.count)
        for member in members {
            frames[top].next += 1
            if part(of: member) == .tag {
                try tagMember(member.key, member.value, to: &markup)
            } else if mapping.mixedText.isList, member.key == mapping.textKey, member.value.isList {
                frames[top].runs = try texts(member.value)[...]
            } else {
                content.append(member)
            }
        }
        frames[top].members = content
        frames[top].next = 0
        if let (context, element) = dictionary.origin, context.mapping.keyRules == rules {
            if changed?.contains(context) == true {
                for member in members where part(of: member) == .tag {
                    let declared = try declarations(member.key, member.value)
                    changed?.note(declared, of: element, in: context.tape)
                }
            }
            try ViewWriter(context, names, in: changed).declareNames(of: element, to: &markup)
            for member in members { try declarePrefix(of: member, from: element, in: context.tape, to: &markup) }
        }
        // The declarations of the tag, which may follow its attributes, are known now.
        for member in members where part(of: member) == .tag {
            try forEachAttribute(member.key, member.value) { (name, value) throws(XMLError) in
                try declareName(ofAttribute: name, value, to: &markup)
            }
        }
        // Here the error belongs to the element, and later to the content that ends the tag.
        if markup.tag.hasPrefixes { try markup.checkPrefixes() }
    }

    /// Writes the start tag of an element whose dictionary comes in pieces.
    ///
    /// - Parameter members: those of its attributes and namespace declarations.
    func start(
        _ name: String, _ members: [(key: String, value: XMLValue)], to markup: inout MarkupWriter
    ) throws(XMLError) {
        var declared: [(prefix: String, uri: String)] = []
        if names.areExpanded { for (key, value) in members { declared += try declarations(key, value) } }
        try names.start(name, declaredBy: declared, &markup)
        for (prefix, uri) in declared { try markup.declare(prefix: prefix, uri: uri, isForTag: true) }
        for (key, value) in members { try tagMember(key, value, to: &markup) }
    }

    /// Returns the element of a dictionary of a document that was read with the same meaning of keys.
    private func view(_ value: XMLValue) -> (element: Int, context: DictionaryContext)? {
        guard !mapping.mixedText.isList, let (element, context) = value.view, !context.listsText,
            context.mapping.keyRules == rules
        else { return nil }
        return (element, context)
    }

    /// Writes the dictionary of an element or document.
    ///
    /// - Parameter name: the name of the element; nil for a document.
    private func write(
        _ element: Int, of context: DictionaryContext, _ name: String?, to markup: inout MarkupWriter
    ) throws(XMLError) {
        var view = ViewWriter(context, names, in: changed)
        do throws(XMLError) {
            try view.dictionary(of: element, to: &markup)
        } catch {
            var diagnostic = error.diagnostic
            diagnostic.path = (frames.isEmpty ? [name ?? "", view.path] : [view.path])
                .filter { !$0.isEmpty }.joined(separator: ".")
            throw XMLError(diagnostic)
        }
    }

    /// Writes the next of the texts that child elements divide.
    private mutating func writeRun(to markup: inout MarkupWriter) throws(XMLError) {
        guard mapping.mixedText.isList, let index = frames.lastIndex(where: { !$0.isList }),
            let run = frames[index].runs.popFirst()
        else { return }
        try markup.text(run)
    }

    // MARK: Members

    /// Whether the innermost dictionary is that of the root element, which may be in a list of one value.
    var isInRoot: Bool {
        isDocument && frames.count <= rootDepth + 1 && frames.count(where: { !$0.isList }) == rootDepth
    }

    /// Writes a member as attributes or namespace declarations. Those of a tag with an expanded name are written
    /// already.
    private func tagMember(_ key: String, _ value: XMLValue, to markup: inout MarkupWriter) throws(XMLError) {
        let declares = !names.areExpanded || frames.count == 1 && !isDocument
        if declares {
            for (prefix, uri) in try groupedDeclarations(key, value) {
                try markup.declare(prefix: prefix, uri: uri, isForTag: true)
            }
        }
        try forEachAttribute(key, value) { (name, value) throws(XMLError) in
            guard name.isDeclaration else { return try names.attribute(name, text(value), &markup) }
            guard declares else { return }
            for (prefix, uri) in try declarations(of: name, value) {
                try markup.declare(prefix: prefix, uri: uri, isForTag: true)
            }
        }
    }

    /// Writes a member of the dictionary of the innermost element, unless its tag contains it.
    private mutating func member(_ member: WrittenMember, to markup: inout MarkupWriter) throws(XMLError) {
        let (key, value) = (member.key, member.value)
        switch part(of: member) {
        case .text: for text in try texts(value) { try markup.text(text) }
        case .cdata: for text in try texts(value) { try markup.cdata(text) }
        case .comment: for text in try texts(value) { try markup.comment(text) }
        case .nothing: break
        case .tag, .element:
            if value.isList {
                frames.append(Frame(values: value.array, isList: true, key: key))
            } else {
                try element(value, key, to: &markup)
            }
        }
    }

    // MARK: Errors

    /// Adds the path of the value to an error.
    private func located(_ error: XMLError) -> XMLError {
        var path = ""
        for frame in frames {
            if let key = frame.key { path += (path.isEmpty ? "" : ".") + key }
            if frame.isList { path += "[\(max(0, frame.next - 1))]" }
        }
        if let frame = frames.last, !frame.isList, frame.next > 0, frame.next <= frame.members.count {
            path += (path.isEmpty ? "" : ".") + frame.members[frame.next - 1].key
        }
        if let inner = error.diagnostic.path, !inner.isEmpty { path += (path.isEmpty ? "" : ".") + inner }
        var diagnostic = error.diagnostic
        diagnostic.path = path.isEmpty ? nil : path
        return XMLError(diagnostic)
    }
}
