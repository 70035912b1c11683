import CLibXML2
import CLibXML2Shims

/// Passes a tape to a schema, as the events that a parse of the document would cause.
@safe
struct TapeEvents: ~Copyable {
    private let sink: ValidationSink
    private let program: any ValidationSinkMaker
    /// The strings of the tape, each with a NUL, once they are needed.
    private var strings: [UnsafeMutablePointer<UInt8>?]
    /// The declarations and attributes of one tag, as libxml2 passes them.
    private var namespaces: RawBuffer<UnsafePointer<UInt8>?> = unsafe RawBuffer(capacity: 16)
    private var attributes: RawBuffer<UnsafePointer<UInt8>?> = unsafe RawBuffer(capacity: 80)
    private var outer: [UnsafeMutablePointer<UInt8>] = unsafe []

    private var found: FaultLog<Fault>
    private var warnings: FaultLog<Fault>
    private let isStopping: Bool
    /// The entities that the document declares, once they are needed.
    private var declared: DeclaredEntities?

    /// Validates an element of a tape, which need not be its root.
    static func validate(
        _ element: Int, of tape: Tape, _ validation: XMLParsingOptions.Validation
    ) -> (violations: FaultLog<Fault>, warnings: [Fault]) {
        Libxml2.isolated {
            guard let events = TapeEvents(validation, stringCount: tape.stringCount, isPart: tape.isPart(element))
            else {
                return failure(tape, element)
            }
            let found = events.passEvents(of: element, tape)
            let lacksMemory = lx_lacks_memory() != 0 || found.violations.kept.contains { $0.code == .outOfMemory }
            return lacksMemory ? failure(tape, element) : found
        }
    }

    private static func failure(_ tape: Tape, _ element: Int) -> (violations: FaultLog<Fault>, warnings: [Fault]) {
        var failure = FaultLog<Fault>(limit: 1)
        failure.add(.outOfMemory.at(tape.sourceRange(element).lowerBound))
        return (failure, [])
    }

    /// - Returns: nil if libxml2 has no memory for it.
    private init?(_ validation: XMLParsingOptions.Validation, stringCount: Int, isPart: Bool) {
        program = validation.sinkMaker
        guard let sink = program.makeSink(ofPart: isPart) else { return nil }
        self.sink = sink
        unsafe strings = Array(repeating: nil, count: stringCount)
        found = FaultLog(limit: validation.onError.limit)
        warnings = FaultLog(limit: validation.onError.limit)
        isStopping = validation.onError.kind == .stop
    }

    deinit {
        unsafe strings.forEach { unsafe $0?.deallocate() }
        unsafe outer.forEach { unsafe $0.deallocate() }
    }

    private consuming func passEvents(
        of element: Int, _ tape: Tape
    ) -> (violations: FaultLog<Fault>, warnings: [Fault]) {
        let sink = sink
        defer { unsafe sink.free(sink.context) }
        var open: [(element: Int, end: Int)] = []
        var index = element
        let end = tape.end(element)
        while true {
            while let last = open.last, index >= last.end {
                open.removeLast()
                let isSilent = tape.firstChild(last.element) == last.end && tape.hasSilentContent(last.element)
                if unsafe sink.endElement(sink.context, isSilent) {
                    report(last.element, tape, at: tape.endTag(last.element))
                }
                if isDone { return (found, warnings.kept) }
            }
            guard index < end else { break }
            let head = tape.head(index)
            switch head.kind {
            case .element:
                open.append((index, tape.end(index)))
                let next = start(index, of: tape, isOutermost: index == element)
                if isDone { return (found, warnings.kept) }
                index = next
                continue
            case .text, .cdata: text(index, of: tape, in: open.last?.element ?? element)
            case .entityReference:
                let name = tape.withData(index) { $0.string(1..<max(1, $0.count - 1)) }
                if unsafe sink.other(sink.context, name, declaredEntities(tape).contains(name)) {
                    reportOther(index, tape)
                }
            case .comment, .processingInstruction:
                if unsafe sink.other(sink.context, nil, false) { reportOther(index, tape) }
            default: break
            }
            if isDone { return (found, warnings.kept) }
            index += head.length
        }
        return (found, warnings.kept)
    }

    private var isDone: Bool { isStopping && found.count > 0 }

    /// Passes the start of an element. Returns its first child.
    private mutating func start(_ element: Int, of tape: Tape, isOutermost: Bool) -> Int {
        unsafe namespaces.truncate(to: 0)
        unsafe attributes.truncate(to: 0)
        var defaultedCount: Int32 = 0
        if isOutermost, program.usesScope { addScope(around: element, of: tape) }
        var tag = tape.tag(of: element)
        while let (entry, head) = tag.next(tape) {
            if head.kind == .namespace {
                // Skipped as in a stream, where libxml2 does not report the declaration.
                if tape.names.table.isString(head.prefix, "xml") { continue }
                let uri = tape.uri(ofDeclaration: entry)
                unsafe namespaces.append(string(Int(head.payload), of: tape))
                unsafe namespaces.append(string(uri, of: tape) ?? Self.empty)
                continue
            }
            let name = tape.name(head.name)
            unsafe attributes.append(string(name.local, of: tape))
            unsafe attributes.append(string(name.prefix, of: tape))
            unsafe attributes.append(string(name.uri, of: tape))
            tape.withData(entry) { value in
                // The memory of a tape stays in place.
                unsafe value.withUnsafeBufferPointer {
                    let start = unsafe $0.baseAddress ?? Self.empty
                    unsafe attributes.append(start)
                    unsafe attributes.append(start + $0.count)
                }
            }
            if head.isDefaulted { defaultedCount += 1 }
        }
        let name = tape.name(tape.nameNumber(element))
        let result = unsafe sink.startElement(
            sink.context, tape.sourceRange(element).lowerBound, string(name.local, of: tape) ?? Self.empty,
            string(name.prefix, of: tape), string(name.uri, of: tape), Int32(namespaces.count / 2), namespaces.base,
            Int32(attributes.count / 5), defaultedCount, attributes.base)
        if ValidationSink.Outcome(rawValue: result).contains(.hasFaults) {
            let range = tape.sourceRange(element)
            // For an element in an entity, this is the reference.
            let isTag = tape.source.withText { $0.has("<", at: range.lowerBound) }
            report(element, tape, at: isTag ? range.lowerBound..<range.lowerBound : range, isEnd: false)
        }
        return tape.firstChild(element)
    }

    private mutating func text(_ entry: Int, of tape: Tape, in element: Int) {
        let hasFaults = tape.withData(entry) { data in
            unsafe data.withUnsafeBufferPointer { bytes in
                let isSection = tape.kind(entry) == .cdata
                guard isSection || bytes.count > 0 else { return false }
                let start = unsafe bytes.baseAddress ?? Self.empty
                let place = tape.sourceRange(entry).lowerBound
                return unsafe sink.text(sink.context, place, start, Int32(truncatingIfNeeded: bytes.count), isSection)
            }
        }
        if hasFaults { report(element, tape, at: tape.sourceRange(entry), isEnd: false) }
    }

    /// Adds the declarations in scope around an element for prefixes that the element does not declare itself.
    private mutating func addScope(around element: Int, of tape: Tape) {
        for (prefix, uri) in tape.namespaces(around: element) {
            let copies = unsafe [prefix, uri].map { unsafe $0.map { unsafe Self.copy(Array($0.utf8)) } }
            unsafe outer += copies.compactMap { unsafe $0 }
            unsafe namespaces.append(UnsafePointer(copies[0]))
            unsafe namespaces.append(copies[1].map { unsafe UnsafePointer($0) } ?? Self.empty)
        }
    }

    private static var empty: UnsafePointer<UInt8> { unsafe ("" as StaticString).utf8Start }

    private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
        unsafe copy[bytes.count] = 0
        return unsafe copy
    }

    private mutating func string(_ number: Int, of tape: Tape) -> UnsafePointer<UInt8>? {
        guard number != Int(TapeHead.none) else { return nil }
        if unsafe strings[number] == nil {
            unsafe strings[number] = tape.withString(number) { unsafe Self.copy($0.array) }
        }
        return unsafe strings[number].map { unsafe UnsafePointer($0) }
    }

    private mutating func declaredEntities(_ tape: Tape) -> DeclaredEntities {
        let found = declared ?? tape.declaredEntities
        declared = found
        return found
    }

    private mutating func reportOther(_ entry: Int, _ tape: Tape) {
        report(entry, tape, at: tape.sourceRange(entry), isEnd: false, isInEntity: true)
    }

    private mutating func report(
        _ element: Int, _ tape: Tape, at range: Range<Int>, isEnd: Bool = true, isInEntity: Bool = false
    ) {
        if found.isFull, !isStopping { return found.countSkipped(unsafe program.dropFaults(sink.context)) }
        let place = ValidationPlace(
            range: range, elementStart: tape.sourceRange(element).lowerBound, isInEntity: isInEntity, isEnd: isEnd)
        tape.source.withText { text in
            for item in unsafe program.takeFaults(sink.context) where !isDone {
                let fault = item.fault(in: text, place) { name in
                    declaredEntities(tape).undeclared(from: name).contains {
                        tape.hasAttribute(with: "&\($0);", in: element, isInside: item.element != nil)
                    }
                }
                if fault.severity == .warning { warnings.add(fault) } else { found.add(fault) }
            }
        }
    }
}

extension Tape {
    /// The range of the end tag of an element in the text; for an empty-element tag, the range of that tag.
    fileprivate func endTag(_ element: Int) -> Range<Int> {
        let range = sourceRange(element)
        return source.withText { text in
            guard text.has("<", at: range.lowerBound), range.upperBound <= text.count else { return range }
            return max(range.lowerBound, text.startOfTag(endingAt: range.upperBound))..<range.upperBound
        }
    }

    /// Whether an element without children has something between its tags, such as a reference to an empty entity.
    fileprivate func hasSilentContent(_ element: Int) -> Bool {
        let range = sourceRange(element)
        return source.withText { text in
            guard text.has("<", at: range.lowerBound), !text.has("/>", at: range.upperBound - 2) else { return false }
            return TagScanner.end(in: text, from: range.lowerBound) < endTag(element).lowerBound
        }
    }

    /// Whether an attribute value of an element contains a text; with `isInside`, also those of the elements inside.
    fileprivate func hasAttribute(with part: String, in element: Int, isInside: Bool) -> Bool {
        var index = element
        let end = isInside ? end(element) : element + 1
        while index < end {
            guard kind(index) == .element else {
                index += head(index).length
                continue
            }
            var tag = tag(of: index)
            while let (entry, head) = tag.next(self) {
                if head.kind != .namespace, withData(entry, { $0.string(0..<$0.count) }).contains(part) { return true }
            }
            index = firstChild(index)
        }
        return false
    }

    /// Whether an element is not the root element of a document.
    fileprivate func isPart(_ element: Int) -> Bool {
        isPart || element != root
    }

    /// The namespaces in scope around an element, without those that it declares.
    fileprivate func namespaces(around element: Int) -> [(prefix: String?, uri: String?)] {
        guard isPart(element) else { return [] }
        let declared = Set(namespaces(of: element).map { string($0.prefix) })
        let all = scope(around: element)?.all ?? [:]
        return all.filter { !declared.contains($0.key) && $0.key != "xml" }.map { ($0.key, $0.value) }
    }
}
