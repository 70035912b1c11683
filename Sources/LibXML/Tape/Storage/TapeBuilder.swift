/// Writes a tape, entry by entry, in document order.
///
/// The SAX callbacks receive a pointer to it. It contains no class, `String` or `Array`.
@safe
struct TapeBuilder: ~Copyable {
    /// The entries.
    var words: RawBuffer<UInt32>
    /// The data of entries if it differs from the source, such as decoded text and values.
    var arena: RawBuffer<UInt8>
    /// The names and other strings that entries refer to.
    var names: NameTable

    /// The entry of the innermost open element, or of the document.
    var current: UInt32 = 0
    /// The number of open elements.
    var depth = 0
    /// The number of namespace declarations of all open elements.
    var namespacesInScope = 0
    /// Whether any element has had namespace declarations.
    private(set) var hasNamespaces = false
    /// Character data or a CDATA section that may still grow.
    var run = TextRun()
    /// The text that offsets refer to.
    var source: UnsafeBufferPointer<UInt8>
    /// The number of outermost open elements that begin before the source, which is then a part of a stream.
    var discardedDepth = 0

    init(source: UnsafeBufferPointer<UInt8>) {
        unsafe self.source = source
        let size = source.count
        // Growing takes more time than unused address space. Typical documents take one word for every three bytes.
        words = RawBuffer(capacity: size / 2 + 64)
        arena = RawBuffer(capacity: size < 4 << 10 ? 0 : min(size / 16, 1 << 20))
        names = NameTable(capacity: size < 512 ? 8 : 16)
        words.appendDocument()
    }

    // MARK: Elements

    @inline(__always)
    mutating func beginElement(name: UInt32, start: UInt32, flags: UInt32 = 0) {
        words[Int(current)] |= TapeHead.hasElements
        let index = UInt32(truncatingIfNeeded: words.count)
        words.append(TapeHead(.element, flags: flags, payload: name), start, start, 0, current)
        current = index
        depth &+= 1
    }

    @inline(__always)
    mutating func endElement(end: UInt32) {
        let index = Int(current)
        words[index, .end] = end
        words[index, .next] = UInt32(truncatingIfNeeded: words.count)
        current = words[index, .parent]
        depth &-= 1
        if depth < discardedDepth { discardedDepth = depth }
        if words.head(index).hasNamespaces { closeNamespaces(of: index) }
    }

    /// Removes the element that has just begun.
    mutating func discardElement() {
        let index = Int(current)
        endElement(end: 0)
        words.truncate(to: index)
    }

    /// Subtracts the declarations of an element from the count.
    private mutating func closeNamespaces(of element: Int) {
        var index = element + TapeHead.elementLength
        while let head = words.tagHead(index) {
            if head.kind == .namespace { namespacesInScope -= 1 }
            index += head.length
        }
    }

    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        unsafe source[offset]
    }

    @inline(__always)
    mutating func addAttribute(name: UInt32, offset: UInt32, length: UInt32, flags: UInt32) {
        let entry = unsafe words.extend(by: 3)
        unsafe entry[0] = TapeHead(.attribute, flags: flags, payload: name).word
        unsafe entry[1] = offset
        unsafe entry[2] = length
    }

    /// Adds a declaration to the element that has just begun.
    mutating func addNamespace(prefix: UInt32, uri: UInt32) {
        words[Int(current)] |= TapeHead.hasNamespaces
        namespacesInScope += 1
        hasNamespaces = true
        let entry = unsafe words.extend(by: 2)
        unsafe entry[0] = TapeHead(.namespace, payload: prefix).word
        unsafe entry[1] = uri
    }

    // MARK: Other entries

    /// Adds an entry with data that is unchanged in the source, or in the arena.
    @inline(__always)
    mutating func addData(_ kind: TapeKind, start: Int, end: Int, data: Range<Int>, isInArena: Bool) {
        if !isInArena, data.count <= TapeHead.maxPayload, Self.plainRange(kind, data) == start..<end {
            addPlain(kind, offset: data.lowerBound, length: data.count)
        } else {
            addWide(kind, payload: 0, start: start, end: end, data: data, isInArena: isInArena)
        }
    }

    /// Adds an entry with data that is unchanged in the source, between the marks of its kind.
    @inline(__always)
    mutating func addPlain(_ kind: TapeKind, offset: Int, length: Int) {
        let entry = unsafe words.extend(by: 2)
        unsafe entry[0] = TapeHead(kind, payload: UInt32(truncatingIfNeeded: length)).word
        unsafe entry[1] = UInt32(truncatingIfNeeded: offset)
    }

    mutating func addProcessingInstruction(target: UInt32, start: Int, end: Int, data: Range<Int>, isInArena: Bool) {
        addWide(.processingInstruction, payload: target, start: start, end: end, data: data, isInArena: isInArena)
    }

    mutating func addDocumentType(name: UInt32, publicID: UInt32, systemID: UInt32, start: Int) {
        let entry = unsafe words.extend(by: 6)
        unsafe entry[0] = TapeHead(.documentType).word
        unsafe entry[1] = UInt32(truncatingIfNeeded: start)
        unsafe entry[2] = UInt32(truncatingIfNeeded: start)
        unsafe entry[3] = name
        unsafe entry[4] = publicID
        unsafe entry[5] = systemID
    }

    private mutating func addWide(
        _ kind: TapeKind, payload: UInt32, start: Int, end: Int, data: Range<Int>, isInArena: Bool
    ) {
        let flags = TapeHead.wide | (isInArena ? TapeHead.inArena : 0)
        words.append(
            TapeHead(kind, flags: flags, payload: payload), UInt32(truncatingIfNeeded: start),
            UInt32(truncatingIfNeeded: end), UInt32(truncatingIfNeeded: data.lowerBound),
            UInt32(truncatingIfNeeded: data.count))
    }

    /// The document type declaration that was added last.
    private var documentType: Int { words.count - TapeHead(.documentType).length }

    /// The offset at which the document type declaration that was added last begins.
    var documentTypeStart: Int { Int(words[documentType, .start]) }

    /// Sets the end of the document type declaration that was added last.
    mutating func endDocumentType(end: Int) {
        words[documentType, .end] = UInt32(truncatingIfNeeded: end)
    }

    /// Returns the range of the source that a plain entry covers: its data and the marks around it.
    static func plainRange(_ kind: TapeKind, _ data: Range<Int>) -> Range<Int> {
        switch kind {
        case .comment: data.lowerBound - 4..<data.upperBound + 3  // <!-- -->
        case .cdata: data.lowerBound - 9..<data.upperBound + 3  // <![CDATA[ ]]>
        default: data
        }
    }
}

// MARK: Limits

extension TapeBuilder {
    /// Whether the tape is larger than 32-bit numbers can address. If so, the numbers that were added last may be
    /// wrong.
    @inline(__always)
    var isFull: Bool { (words.count | arena.count) >> 32 != 0 }
}

// MARK: Open elements

extension TapeBuilder {
    /// Whether a root element has begun.
    var hasRoot: Bool { words.head(Tape.document).hasElements }

    /// Returns the range of an element in the source.
    func sourceRange(ofElement element: Int) -> Range<Int> { start(ofElement: element)..<Int(words[element, .end]) }

    /// Returns the offset of an element in the source.
    func start(ofElement element: Int) -> Int { Int(words[element, .start]) }

    /// Returns the parent of an element, which is an element or the document.
    func parent(ofElement element: Int) -> Int { Int(words[element, .parent]) }

    /// Returns the number of the name of an element.
    func name(ofElement element: Int) -> Int { words.head(element).name }

    /// Whether a name that is a string matches an element: as ``matchesElement(_:_:)``, without a test for most names.
    func isElement(_ element: Int, named text: String) -> Bool {
        let number = name(ofElement: element)
        if names.isWritten(number, as: text) { return true }
        let hasPrefix = names.name(number).prefix != Int(TapeHead.none)
        return (hasPrefix || NameTest.isSpecial(text)) && matchesElement(element, NameTest(text))
    }

    /// Whether a test matches an element.
    func matchesElement(_ element: Int, _ test: NameTest) -> Bool {
        let parent = parent(ofElement: element)
        return names.matchesElement(
            name(ofElement: element), in: parent == Tape.document ? nil : name(ofElement: parent), test)
    }

    /// Returns the entries of the elements around one, the outermost first. Complexity: O(depth).
    func elements(around element: Int) -> [Int] { elements(to: parent(ofElement: element)) }

    /// Returns the entries of an element and those around it, the outermost first; empty for the document.
    func elements(to innermost: Int) -> [Int] {
        var elements: [Int] = []
        var element = innermost
        while element != Tape.document {
            elements.append(element)
            element = parent(ofElement: element)
        }
        return elements.reversed()
    }

    /// The names and offsets of the open elements, the innermost first. For an element that begins before the source,
    /// the offset is the negative of its depth, from 1. Complexity: O(depth).
    var openElements: [(name: String, start: Int)] {
        var elements: [(name: String, start: Int)] = []
        var index = Int(current)
        var level = depth
        while index != Tape.document {
            let start = level <= discardedDepth ? -level : start(ofElement: index)
            elements.append((names.qualifiedName(name(ofElement: index)), start))
            index = parent(ofElement: index)
            level -= 1
        }
        return elements
    }
}
