import CLibXML2
import CLibXML2Shims

extension TextReader {
    /// Reads the current element into a tape of its own, so that the reader stands at its end; nil where it stands at no
    /// start.
    mutating func readElement() throws(XMLError) -> Tape? {
        guard let element = currentElement else { return nil }
        let origin = start
        unsafe state.pointee.input.pinned = min(state.pointee.input.pinned, origin)
        defer { unsafe state.pointee.input.pinned = .max }
        var builder = elementBuilder.take() ?? ElementBuilder()
        builder.begin(at: origin)
        let scope = scopeAround()
        addStart(to: &builder)
        while !isAtEnd(of: element), let event = try next() {
            switch event {
            case .startElement: addStart(to: &builder)
            case .endElement: builder.end(tagAt: start, at: end(ofTagAt: start))
            default: addNode(event, to: &builder)
            }
            if builder.isFull {
                unsafe state.pointee.fail(XMLParsingLimits.inputTooLarge(at: origin))
                throw end(with: takeError())
            }
        }
        let end = max(builder.furthest, origin)
        let base = unsafe state.pointee.input.window.start.offset
        let source = unsafe state.pointee.input.window.source(origin - base..<end - base)
        let tape = builder.finish(source, scope)
        elementBuilder = consume builder
        return tape
    }

    /// Where the end tag, or the reference, ends that begins at an offset.
    private func end(ofTagAt offset: Int) -> Int {
        unsafe state.pointee.text.byte(at: offset) == UInt8(ascii: "&")
            ? unsafe state.pointee.text.end(of: ";", from: offset)
            : unsafe state.pointee.text.end(of: ">", from: offset)
    }

    // MARK: Parts

    private mutating func addStart(to builder: inout ElementBuilder) {
        guard let cNode = unsafe cNode else { return }
        let isEmpty = unsafe NodePlace.isEmpty(cNode)
        builder.begin(interned(name), at: start)
        var cNamespace = unsafe cNode.pointee.nsDef
        while let cCurrent = unsafe cNamespace {
            if let (prefix, uri) = unsafe Self.interned(cCurrent, state) { unsafe builder.addNamespace(prefix, uri) }
            unsafe cNamespace = cCurrent.pointee.next
        }
        unsafe forEachAttribute { name, cAttribute in
            let isDefaulted = unsafe cAttribute.pointee._private != nil
            let name = interned(name)
            if let cText = unsafe cAttribute.pointee.children,
                unsafe cText.pointee.next != nil || cText.pointee.type != XML_TEXT_NODE
            {
                let bytes = unsafe expandedValue(of: cAttribute)
                unsafe bytes.withUnsafeBufferPointer { unsafe builder.addAttribute(name, $0, isDefaulted) }
            } else {
                let content = unsafe UnsafePointer(cAttribute.pointee.children?.pointee.content)
                let length = unsafe content.map { unsafe UnsafePointer<UInt8>.length($0) } ?? 0
                unsafe builder.addAttribute(name, UnsafeBufferPointer(start: content, count: length), isDefaulted)
            }
            return true
        }
        guard isEmpty else { return }
        unsafe builder.end(tagAt: start, at: references.isEmpty ? NodePlace.end(cNode) ?? start : end(ofTagAt: start))
    }

    private func addNode(_ event: Event, to builder: inout ElementBuilder) {
        let kind: TapeKind
        let end: Int
        switch event {
        case .text, .whiteSpace: (kind, end) = (.text, -1)
        case .cdata: (kind, end) = (.cdata, isInEntity ? -1 : unsafe state.pointee.text.end(of: "]]>", from: start))
        case .comment: (kind, end) = (.comment, isInEntity ? -1 : unsafe state.pointee.text.end(of: "-->", from: start))
        case .processingInstruction:
            (kind, end) = (
                .processingInstruction, isInEntity ? -1 : unsafe state.pointee.text.end(of: "?>", from: start)
            )
        default: (kind, end) = (.entityReference, unsafe state.pointee.text.end(of: ";", from: start))
        }
        let target = unsafe kind == .processingInstruction ? name.cLocal : nil
        if kind == .entityReference {
            let text = Array((value ?? "").utf8)
            unsafe text.withUnsafeBufferPointer { unsafe builder.addData(kind, target, $0, start, end, state) }
        } else {
            withValue { bytes in
                unsafe bytes.withUnsafeBufferPointer { unsafe builder.addData(kind, target, $0, start, end, state) }
            }
        }
    }

    private var isInEntity: Bool { unsafe !references.isEmpty }

    /// The namespaces that are in scope around the current element.
    private mutating func scopeAround() -> NamespaceScope? {
        let state = unsafe state
        var level = unsafe references.count
        var cAncestor = unsafe cNode?.pointee.parent
        // What comes out of entities has no place of its own, by which it would be known again.
        var inner: [[String?: String]] = []
        while true {
            while let cNode = unsafe cAncestor, unsafe cNode.pointee.type == XML_ELEMENT_NODE,
                unsafe NodePlace.start(cNode) == nil
            {
                unsafe inner.append(Self.declared(by: cNode, state))
                unsafe cAncestor = cNode.pointee.parent
            }
            if level == 0 { break }
            level -= 1
            unsafe cAncestor = references[level].pointee.parent
        }
        var scope = unsafe scopes.scope(
            in: cAncestor.flatMap { unsafe Self.element($0) }, number: { unsafe NodePlace.start($0) ?? 0 },
            parent: { unsafe $0.pointee.parent.flatMap { unsafe Self.element($0) } },
            declarations: { unsafe Self.declared(by: $0, state) })
        for declared in inner.reversed() where !declared.isEmpty { scope = NamespaceScope(declared, outer: scope) }
        return scope
    }

    /// A node if it is an element.
    private static func element(_ cNode: xmlNodePtr) -> xmlNodePtr? {
        unsafe cNode.pointee.type == XML_ELEMENT_NODE ? cNode : nil
    }

    private static func declared(
        by cNode: xmlNodePtr, _ state: UnsafeMutablePointer<TextReaderState>
    ) -> [String?: String] {
        var uris: [String?: String] = [:]
        var cNamespace = unsafe cNode.pointee.nsDef
        while let cCurrent = unsafe cNamespace {
            if let (cPrefix, cURI) = unsafe interned(cCurrent, state) {
                let prefix = unsafe cPrefix.map { unsafe String(cString: $0) }
                unsafe uris[prefix] = cURI.map { unsafe String(cString: $0) } ?? ""
            }
            unsafe cNamespace = cCurrent.pointee.next
        }
        return uris
    }

    // MARK: Interned strings

    /// The interned strings of a declaration; nil for one that libxml2 has made up.
    private static func interned(
        _ cNamespace: xmlNsPtr, _ state: UnsafeMutablePointer<TextReaderState>
    ) -> (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?)? {
        let number = unsafe Int(bitPattern: cNamespace.pointee._private) - 1
        guard number >= 0 else { return nil }
        let (prefix, uri) = unsafe state.pointee.names.namespaces[number]
        return unsafe (UnsafePointer(bitPattern: prefix), UnsafePointer(bitPattern: uri))
    }

    /// The same name with interned strings, which are keys.
    @inline(__always)
    private func interned(_ name: CName) -> CName {
        if unsafe name.cPrefix == nil && name.cURI == nil { return name }
        return internedWhole(name)
    }

    private func internedWhole(_ name: CName) -> CName {
        let cDictionary = unsafe state.pointee.cContext?.pointee.dict
        let prefix = unsafe name.cPrefix == nil ? nil : xmlDictLookup(cDictionary, name.cPrefix, -1)
        let uri = unsafe name.cURI == nil || name.cURI?.pointee == 0 ? nil : xmlDictLookup(cDictionary, name.cURI, -1)
        return unsafe CName(name.cLocal, prefix, uri)
    }
}

/// Writes the tapes of elements, one after the other, with offsets that count from where it begins.
@safe
struct ElementBuilder: ~Copyable {
    private var builder: TapeBuilder
    private var names = SharedNames()
    private var origin = 0
    /// The end of all so far.
    private(set) var furthest = 0
    /// Whether the element holds more than 32-bit numbers can address.
    var isFull: Bool { builder.isFull || furthest - origin > Int(UInt32.max) }
    /// The entry of text whose end is not known yet.
    private var openText: Int?

    init() {
        unsafe builder = TapeBuilder(source: UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Begins an element whose offsets count from `origin`.
    mutating func begin(at origin: Int) {
        builder.forget()
        self.origin = origin
        furthest = origin
        openText = nil
    }

    @inline(__always)
    private func offset(_ place: Int) -> UInt32 { UInt32(truncatingIfNeeded: place &- origin) }

    @inline(__always)
    mutating func begin(_ name: CName, at start: Int) {
        closeText(before: start)
        guard let local = unsafe name.cLocal else { return }
        let number = unsafe builder.names.name(local: local, prefix: name.cPrefix, uri: name.cURI)
        builder.beginElement(name: number, start: offset(start))
    }

    mutating func end(tagAt start: Int, at end: Int) {
        closeText(before: start)
        furthest = max(furthest, end)
        builder.endElement(end: offset(end))
    }

    @inline(__always)
    private mutating func closeText(before start: Int) {
        guard let openText else { return }
        builder.words[openText, .end] = offset(start)
        furthest = max(furthest, start)
        self.openText = nil
    }

    mutating func addNamespace(_ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?) {
        let prefix = unsafe builder.names.string(prefix)
        let uri = unsafe uri == nil ? TapeHead.none : builder.names.string(uri)
        builder.addNamespace(prefix: prefix, uri: uri)
    }

    @inline(__always)
    mutating func addAttribute(_ name: CName, _ value: UnsafeBufferPointer<UInt8>, _ isDefaulted: Bool) {
        guard let local = unsafe name.cLocal else { return }
        let number = unsafe builder.names.name(local: local, prefix: name.cPrefix, uri: name.cURI)
        let offset = builder.arena.count
        unsafe builder.arena.append(value)
        builder.addAttribute(
            name: number, offset: UInt32(truncatingIfNeeded: offset), length: UInt32(truncatingIfNeeded: value.count),
            flags: TapeHead.inArena | (isDefaulted ? TapeHead.defaulted : 0))
    }

    /// - Parameter end: negative where it has to be looked for.
    mutating func addData(
        _ kind: TapeKind, _ target: UnsafePointer<UInt8>?, _ data: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int,
        _ state: UnsafePointer<TextReaderState>
    ) {
        var end = end
        let markLength = kind == .comment ? 4 : kind == .cdata ? 9 : 0
        let isPlain = unsafe kind != .processingInstruction && state.pointee.text.matches(data, at: start + markLength)
        closeText(before: start)
        if kind == .text {
            // What stands for text with references is as long as is known when the next thing begins.
            end = start + data.count
            if !isPlain { openText = builder.words.count }
        } else if end < 0 {
            end = unsafe state.pointee.text.end(of: ";", from: start)
        }
        if openText == nil { furthest = max(furthest, end) }
        if isPlain, end - start == data.count + markLength + (markLength > 0 ? 3 : 0) {
            let range = start + markLength - origin..<start + markLength - origin + data.count
            return builder.addData(kind, start: start - origin, end: end - origin, data: range, isInArena: false)
        }
        let range = builder.arena.count..<builder.arena.count + data.count
        unsafe builder.arena.append(data)
        if kind == .processingInstruction {
            let target = unsafe builder.names.string(target)
            builder.addProcessingInstruction(
                target: target, start: start - origin, end: end - origin, data: range, isInArena: true)
        } else {
            builder.addData(kind, start: start - origin, end: end - origin, data: range, isInArena: true)
        }
    }

    /// The tape, which shares its names with those before it.
    mutating func finish(_ source: Source, _ scope: NamespaceScope?) -> Tape {
        builder.takeTape(
            source, names: names.names(of: builder.names) ?? TapeNames(builder.names.snapshot()), outerScope: scope)
    }
}
