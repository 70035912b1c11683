/// Receives the events of a parse, or of a walk of a tape, to validate them: functions of C, and their context.
///
/// A module above this one creates it. The functions receive the pointers that libxml2 passes to its callbacks: names
/// and URIs are valid until the end of their element, all others only during the call. They must not throw, and must
/// not run code of the program.
@safe
package struct ValidationSink {
    package typealias CString = UnsafePointer<UInt8>

    /// The result of an event.
    package struct Outcome: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let passed: Self = []
        /// There are faults to take.
        package static let hasFaults = Self(rawValue: 1)
        /// The element that begins is not validated because of an earlier fault in its parent, or is validated only at
        /// the end of an element around it.
        package static let isUnchecked = Self(rawValue: 2)
        /// Faults of the element that begins, and of its content, are found later, at its end or at the end of an
        /// element around it.
        package static let isDeferred = Self(rawValue: 4)
    }

    package var context: UnsafeMutableRawPointer
    /// Returns the raw value of an ``Outcome``. `place` is where the start tag begins, in bytes from the start of the
    /// text.
    package var startElement:
        @convention(c) (
            _ context: UnsafeMutableRawPointer, _ place: Int, _ local: CString, _ prefix: CString?, _ uri: CString?,
            _ namespaceCount: Int32, _ namespaces: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32,
            _ defaultedCount: Int32, _ attributes: UnsafeMutablePointer<CString?>?
        ) -> UInt8
    /// Returns whether there are faults to take, as ``text`` and ``other`` do.
    ///
    /// `hasSilentContent`: whether the text has content without events before the end tag, such as a reference to an
    /// empty entity.
    package var endElement: @convention(c) (_ context: UnsafeMutableRawPointer, _ hasSilentContent: Bool) -> Bool
    package var text:
        @convention(c) (
            _ context: UnsafeMutableRawPointer, _ place: Int, _ bytes: CString, _ count: Int32, _ isSection: Bool
        ) -> Bool
    /// Receives a reference to an entity that was not read, by its name and whether the document declares it; or a
    /// comment or processing instruction, without a name.
    package var other:
        @convention(c) (_ context: UnsafeMutableRawPointer, _ entity: CString?, _ isDeclared: Bool) -> Bool
    /// Declares the entities of the DTD to which the document refers, for the parser of the document. Returns false if
    /// memory is exhausted. Nil if the entities are not read.
    package var declare:
        (@convention(c) (_ context: UnsafeMutableRawPointer, _ parser: UnsafeMutableRawPointer) -> Bool)?
    package var free: @convention(c) (_ context: UnsafeMutableRawPointer) -> Void

    package init(
        context: UnsafeMutableRawPointer,
        startElement:
            @escaping @convention(c) (
                UnsafeMutableRawPointer, Int, CString, CString?, CString?, Int32, UnsafeMutablePointer<CString?>?,
                Int32, Int32, UnsafeMutablePointer<CString?>?
            ) -> UInt8,
        endElement: @escaping @convention(c) (UnsafeMutableRawPointer, Bool) -> Bool,
        text: @escaping @convention(c) (UnsafeMutableRawPointer, Int, CString, Int32, Bool) -> Bool,
        other: @escaping @convention(c) (UnsafeMutableRawPointer, CString?, Bool) -> Bool,
        free: @escaping @convention(c) (UnsafeMutableRawPointer) -> Void
    ) {
        unsafe self.context = context
        unsafe self.startElement = startElement
        unsafe self.endElement = endElement
        unsafe self.text = text
        unsafe self.other = other
        unsafe self.free = free
    }
}

/// A compiled schema that can validate the events of a parse.
package protocol ValidationSinkMaker: ValidationProgram {
    /// Whether the namespaces in scope around an element matter when it is validated alone.
    var usesScope: Bool { get }

    /// Whether it declares entities to which a document refers. A tree that was parsed without them is then parsed
    /// again.
    var declaresEntities: Bool { get }

    /// Returns a sink for one document, or for an element that is a part of one; nil if libxml2 has no memory for it.
    func makeSink(ofPart isPart: Bool) -> ValidationSink?

    /// Removes and returns the faults of the last event. The array is empty if the fault was already reported.
    func takeFaults(_ context: UnsafeMutableRawPointer) -> [ValidationFault]

    /// Removes the faults of the last event. Returns their number.
    func dropFaults(_ context: UnsafeMutableRawPointer) -> Int
}

extension ValidationSinkMaker {
    package var declaresEntities: Bool { false }
}

extension XMLParsingOptions.Validation {
    /// The schema.
    var sinkMaker: any ValidationSinkMaker {
        guard let maker = program as? any ValidationSinkMaker else { preconditionFailure("not a compiled schema") }
        return maker
    }
}

/// Where an event is in the text of a document.
struct ValidationPlace {
    /// The tag or the text of the event; the reference, if the event comes from an entity.
    var range: Range<Int>
    /// Where the element of the event begins; negative if that part of a stream is not in memory.
    var elementStart: Int
    var isInEntity: Bool
    var isEnd = false
    /// The number of bytes before this text that are no longer in memory.
    var discarded = 0
}

extension ValidationFault {
    /// The fault with its place; a warning if it concerns a value that is not known, because the value refers to an
    /// entity that was not read.
    func fault(in text: Span<UInt8>, _ place: ValidationPlace, isUnread: (_ entity: String) -> Bool) -> Fault {
        let range = range(in: text, place)
        if let unread = unread(in: text, place, range, isUnread) { return unread }
        var fault = Fault(code, message, at: range.lowerBound, help: help)
        fault.severity = .violation
        fault.end = range.isEmpty ? nil : range.upperBound
        fault.path = path
        fault.schemaNote = note
        fault.libxml2Code = libxml2Code
        fault.libxml2Message = libxml2Message
        return fault
    }

    /// The fault of a value that is not known.
    private func unread(
        in text: Span<UInt8>, _ place: ValidationPlace, _ range: Range<Int>, _ isUnread: (String) -> Bool
    ) -> Fault? {
        var fault: Fault
        if isOfWholeTag {
            let start = element.map { $0 - place.discarded } ?? place.elementStart
            guard start >= 0, !place.isInEntity, text.has("<", at: start),
                text.hasReference(in: start..<TagScanner.end(in: text, from: start), to: isUnread)
            else { return nil }
            fault = Fault(
                XMLError.Code(rawValue: "validationStopped"),
                "the element was not validated, nor what follows it: a value refers to an entity that is not read",
                at: start, help: "declare the entity in the document")
            fault.severity = .violation
            fault.end = text.endOfToken(at: start)
        } else {
            guard case .value(let attribute, _) = culprit, text.hasReference(in: range, to: isUnread) else {
                return nil
            }
            fault = Fault(
                XMLError.Code(rawValue: "notChecked"),
                "the value of the attribute “\(attribute)” was not checked: it refers to an entity that is not read",
                at: range.lowerBound,
                help: "declare the entity in the document; or use XMLDTDSchema(of:) with the folder of its DTD")
            fault.severity = .warning
            fault.end = range.upperBound
        }
        fault.path = path
        return fault
    }

    private func range(in text: Span<UInt8>, _ place: ValidationPlace) -> Range<Int> {
        if let element { return range(in: text, ofElementAt: element - place.discarded, else: place.range) }
        if place.isInEntity { return place.range }
        let start = place.elementStart
        guard start >= 0, text.has("<", at: start) else { return Self.trimmed(place.range, in: text) }
        let startTag = start..<text.endOfToken(at: start)
        switch culprit {
        case .startTag: return startTag
        case .end:
            return !place.range.isEmpty && text.has("</", at: place.range.lowerBound) ? place.range : startTag
        case .text where !place.isEnd: return Self.trimmed(place.range, in: text, or: startTag)
        case .text:
            let end = TagScanner.end(in: text, from: start)
            return end > place.range.lowerBound
                ? startTag : Self.trimmed(end..<place.range.lowerBound, in: text, or: startTag)
        case .textAt(let begin): return Self.textRange(in: text, from: begin - place.discarded, or: startTag)
        case .textBefore:
            var begin = place.range.lowerBound
            while begin > 0, text[begin - 1] != UInt8(ascii: ">") { begin -= 1 }
            return Self.trimmed(begin..<place.range.lowerBound, in: text, or: place.range)
        case .attribute(let local, let hasPrefix):
            return attribute(local, hasPrefix, in: text, start)?.name ?? startTag
        case .value(let local, let hasPrefix):
            return attribute(local, hasPrefix, in: text, start)?.value ?? startTag
        }
    }

    /// The range of a fault in an element that began earlier.
    private func range(in text: Span<UInt8>, ofElementAt start: Int, else other: Range<Int>) -> Range<Int> {
        guard start >= 0, start < text.count else { return other }
        guard text.has("<", at: start) else {
            // The reference to the entity that contains it.
            return start..<min(text.count, text.index(from: start) { $0 == UInt8(ascii: ";") } + 1)
        }
        let startTag = start..<text.endOfToken(at: start)
        switch culprit {
        case .startTag, .end, .textBefore: return startTag
        case .text:
            return Self.textRange(in: text, from: TagScanner.end(in: text, from: start), or: startTag)
        case .textAt(let place):
            return Self.textRange(in: text, from: start + place - (element ?? place), or: startTag)
        case .attribute(let local, let hasPrefix):
            return attribute(local, hasPrefix, in: text, start)?.name ?? startTag
        case .value(let local, let hasPrefix):
            return attribute(local, hasPrefix, in: text, start)?.value ?? startTag
        }
    }

    private func attribute(
        _ local: String, _ hasPrefix: Bool, in text: Span<UInt8>, _ start: Int
    ) -> (name: Range<Int>, value: Range<Int>)? {
        let local = Array(local.utf8)
        var found: (Range<Int>, Range<Int>)?
        TagScanner.forEachAttribute(in: text, tag: start..<text.count) { attribute in
            let name = attribute.name
            guard name.count == local.count || hasPrefix && name.count > local.count + 1,
                local.indices.allSatisfy({ text[name.upperBound - local.count + $0] == local[$0] }),
                !hasPrefix || text[name.upperBound - local.count - 1] == UInt8(ascii: ":")
            else { return true }
            let quote = text.index(from: name.upperBound) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            let value = quote + 1..<max(quote + 1, attribute.end - 1)
            found = (name, value.isEmpty ? name.lowerBound..<attribute.end : value)
            return false
        }
        return found
    }

    /// The first text from an offset on, up to the next markup, or the CDATA section there; `other` if a tag is first.
    private static func textRange(in text: Span<UInt8>, from start: Int, or other: Range<Int>) -> Range<Int> {
        guard start >= 0 else { return other }
        var start = start
        while true {
            start = text.index(from: start) { !$0.isXMLSpace }
            if text.has("<!--", at: start) {
                start = end(of: "-->", in: text, from: start)
            } else if text.has("<?", at: start) {
                start = end(of: "?>", in: text, from: start)
            } else {
                break
            }
        }
        if text.has("<![CDATA[", at: start) { return start..<end(of: "]]>", in: text, from: start) }
        return trimmed(start..<text.index(from: start) { $0 == UInt8(ascii: "<") }, in: text, or: other)
    }

    /// The offset after the next mark; the end of the text if there is no mark.
    private static func end(of mark: StaticString, in text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, !text.has(mark, at: end) { end += 1 }
        return min(end + mark.utf8CodeUnitCount, text.count)
    }

    /// The range without white space at its ends; `other` if it contains only white space.
    private static func trimmed(_ range: Range<Int>, in text: Span<UInt8>, or other: Range<Int>) -> Range<Int> {
        let trimmed = trimmed(range, in: text)
        return trimmed.isEmpty ? other : trimmed
    }

    private static func trimmed(_ range: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
        var (start, end) = (max(0, range.lowerBound), min(range.upperBound, text.count))
        while start < end, text[start].isXMLSpace { start += 1 }
        while start < end, text[end - 1].isXMLSpace { end -= 1 }
        return start..<max(start, end)
    }
}
