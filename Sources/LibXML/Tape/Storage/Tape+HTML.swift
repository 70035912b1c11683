extension Tape {
    /// Returns the content of an XHTML element as that of an HTML `body` element. Positions are kept.
    ///
    /// The copy has no namespaces. Names are lowercase, and have a prefix only outside of the XHTML namespace.
    ///
    /// Complexity: O(*n*) in the size of the element.
    func htmlCopy(ofContentOf element: Int) -> Tape {
        let range = sourceRange(element)
        let source = source.cut(to: range)
        return unsafe source.withUnsafeText { text in
            var copier = HTMLCopier(self, builder: unsafe TapeBuilder(source: text), base: range.lowerBound)
            copier.add(element)
            return copier.finish(source)
        }
    }
}

private struct HTMLCopier: ~Copyable {
    private let tape: Tape
    private var builder: TapeBuilder
    /// The offset of the element in the source, which is subtracted from all offsets.
    private let base: Int
    private var names: [Int: UInt32] = [:]
    private var targets: [Int: UInt32] = [:]

    init(_ tape: Tape, builder: consuming TapeBuilder, base: Int) {
        self.tape = tape
        self.builder = builder
        self.base = base
    }

    mutating func add(_ element: Int) {
        let local = addString(Array("body".utf8))
        let name = builder.names.addName(local: local, prefix: TapeHead.none, uri: TapeHead.none)
        begin(element, name: name)
        var ends = [tape.end(element)]
        var index = tape.firstChild(element)
        while let end = ends.last {
            if index >= end {
                ends.removeLast()
                let entry = Int(builder.current)
                builder.endElement(end: builder.words[entry, .end])
                continue
            }
            let head = tape.head(index)
            switch head.kind {
            case .element:
                begin(index, name: self.name(head.name))
                addAttributes(of: index)
                ends.append(tape.end(index))
                index = tape.firstChild(index)
                continue
            case .text, .cdata, .comment, .entityReference, .processingInstruction: addData(index, head)
            case .document, .documentType, .attribute, .namespace: break
            }
            index = tape.next(index)
        }
    }

    consuming func finish(_ source: Source) -> Tape { builder.finish(source) }

    /// Begins an element and records its end.
    private mutating func begin(_ element: Int, name: UInt32) {
        let range = tape.sourceRange(element)
        builder.beginElement(name: name, start: UInt32(truncatingIfNeeded: range.lowerBound - base))
        builder.words[Int(builder.current), .end] = UInt32(truncatingIfNeeded: range.upperBound - base)
    }

    private mutating func addAttributes(of element: Int) {
        for attribute in tape.attributes(of: element) {
            let data = data(of: attribute)
            builder.addAttribute(
                name: name(tape.nameNumber(attribute)), offset: UInt32(truncatingIfNeeded: data.range.lowerBound),
                length: UInt32(truncatingIfNeeded: data.range.count), flags: data.isInArena ? TapeHead.inArena : 0)
        }
    }

    private mutating func addData(_ index: Int, _ head: TapeHead) {
        let range = tape.sourceRange(index)
        let (start, end) = (range.lowerBound - base, range.upperBound - base)
        let data = data(of: index)
        if head.kind == .processingInstruction {
            let number = head.target
            let target = targets[number] ?? addString(tape.withString(number) { $0.array })
            targets[number] = target
            builder.addProcessingInstruction(
                target: target, start: start, end: end, data: data.range, isInArena: data.isInArena)
        } else if head.kind != .cdata || !data.range.isEmpty {
            // HTML has no CDATA sections.
            let kind = head.kind == .cdata ? .text : head.kind
            builder.addData(kind, start: start, end: end, data: data.range, isInArena: data.isInArena)
        }
    }

    /// Returns the location of an entry's data in the copy.
    private mutating func data(of index: Int) -> (range: Range<Int>, isInArena: Bool) {
        let (range, isInArena) = tape.data(index)
        guard isInArena else { return (range.lowerBound - base..<range.upperBound - base, false) }
        let start = builder.arena.count
        let bytes = tape.withBytes(range, isInArena: true) { $0.array }
        unsafe bytes.withUnsafeBufferPointer { unsafe builder.arena.append($0) }
        return (start..<start + range.count, true)
    }

    private mutating func name(_ number: Int) -> UInt32 {
        if let known = names[number] { return known }
        let parts = tape.name(number)
        let isPlain = tape.string(parts.uri).map { $0 == WellKnownNamespaces.xhtml } ?? true
        let written = isPlain ? tape.string(parts.local) ?? "" : tape.qualifiedName(number)
        let local = addString(written.utf8.map(\.asciiLowercased))
        let name = builder.names.addName(local: local, prefix: TapeHead.none, uri: TapeHead.none)
        names[number] = name
        return name
    }

    private mutating func addString(_ bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe builder.names.addString($0) }
    }
}
