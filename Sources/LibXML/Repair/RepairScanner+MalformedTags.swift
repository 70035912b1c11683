// Start tags that are not well-formed.

extension RepairScanner {
    /// Goes past a start tag that is not well-formed; nil where more of the text is needed to see its end.
    mutating func malformedTag(_ text: Span<UInt8>, at start: Int) -> Int? {
        let nameEnd = text.endOfTagName(from: start + 1)
        if isText(text, after: nameEnd), let fault = StartTagFaults(text, tagAt: start).first {
            return lessThan(text, at: start, fault)
        }
        guard !endsHere(text, at: start) else { return text.count }
        let mayWait = !piece.isLast && text.count - start <= parsingOptions.limits.tagSize
        let reader = MalformedTagReader(isHTML: options.isHTML, mayWait: mayWait)
        guard let tag = reader.tag(text, named: start + 1..<nameEnd) else { return nil }
        if tag.ending == .none, nameEnd == text.count || document.part == .epilog {
            let fault =
                document.part == .epilog ? text.contentAfterRoot(at: start) : StartTagFaults(text, tagAt: start).first
            if let fault { leaveOut(start..<tag.end, text, fault) }
        } else if document.part == .epilog {
            leaveOutTag(start..<tag.end, text)
        } else {
            mend(tag, text)
        }
        return tag.end
    }

    /// Whether what follows a name shows that it is text, as in `a<b && c` or `x<y</p>`.
    private func isText(_ text: Span<UInt8>, after nameEnd: Int) -> Bool {
        guard nameEnd < text.count, !options.isHTML else { return false }
        if text[nameEnd] == UInt8(ascii: "<") { return true }
        let next = text.skipSpace(from: nameEnd)
        guard next > nameEnd, next < text.count else { return false }
        switch text[next] {
        case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: ";"),
            UInt8(ascii: ","), UInt8(ascii: "?"):
            return true
        default: return false
        }
    }

    mutating func mend(_ tag: MalformedTag, _ text: Span<UInt8>) {
        let start = tag.name.lowerBound - 1
        wrapIfFirst(at: start, text)
        let place = piece.position(at: start, text)
        let names = names(of: tag, text)
        // What is wrong first is what strict parsing says.
        var fault = StartTagFaults(text, tagAt: start).first
        let isMalformed = fault != nil
        let first = log.count
        if !names.element.span.hasSameBytes(as: text.extracting(tag.name)) {
            replaceName(tag.name, text, names.element, &fault)
        } else if let prefix = names.firstUses[nil] {
            tell(ofUndeclared: prefix, at: place)
        }
        for prefix in names.undeclared {
            edit(tag.name.upperBound..<tag.name.upperBound, text, " \(Self.declaration(of: prefix))".utf8)
            impliedDeclarations.append(output.text.count)
        }
        for (index, part) in tag.parts.enumerated() {
            // Of a name that is none nothing more is told.
            if let prefix = names.firstUses[index], let attribute = part.attribute,
                case .written(let name) = names.attributes[index],
                name.span.hasSameBytes(as: text.extracting(attribute.name))
            {
                tell(ofUndeclared: prefix, at: piece.position(at: part.range.lowerBound, text))
            }
            mend(part, names.attributes[index], text, &fault)
        }
        begin(names, at: place.offset, isEmpty: tag.ending == .emptyMark, markAt: tag.mark, text)
        if tag.ending == .none {
            replace(
                tag.end..<tag.end, text, ">", take(&fault) ?? Fault(.unclosedTag, "the tag is not closed", at: start),
                "“>” inserted")
        }
        if isMalformed { log.putNamespacesLast(from: first) }
    }

    /// The fault, once.
    private func take(_ fault: inout Fault?) -> Fault? {
        defer { fault = nil }
        return fault
    }

    private static func declaration(of prefix: [UInt8]) -> String {
        "xmlns:\(String(decoding: prefix, as: UTF8.self))=\"\(impliedURI(of: prefix))\""
    }

    private mutating func tell(ofUndeclared bytes: [UInt8], at place: Position) {
        let prefix = String(decoding: bytes, as: UTF8.self)
        log.add(
            Repair(
                code: .undeclaredPrefix, message: "no namespace is declared for the prefix “\(prefix)”",
                repair: "taken as declared: \(Self.declaration(of: bytes))", place: place,
                help: WellKnownNamespaces.hint(for: prefix), isOfNamespaces: true))
    }

    private mutating func replaceName(
        _ range: Range<Int>, _ text: Span<UInt8>, _ name: [UInt8], _ fault: inout Fault?
    ) {
        let written = text.string(range)
        let isName = text.endOfXMLName(from: range.lowerBound) == range.upperBound
        let message =
            isName ? "the colons in “\(written)” do not separate a prefix from a name" : "“\(written)” is no name"
        var own = Fault(.invalidName, message, at: range.lowerBound)
        if text.extracting(range).isQualifiedName {
            own = Fault(.undeclaredPrefix, "the prefix “xmlns” cannot be declared", at: range.lowerBound - 1)
        }
        let name = String(decoding: name, as: UTF8.self)
        // A name with colons is one by XML alone.
        replace(range, text, name, isName ? own : take(&fault) ?? own, "taken as “\(name)”")
    }

    private mutating func mend(
        _ part: MalformedTag.Part, _ decided: TagNames.Attribute?, _ text: Span<UInt8>, _ fault: inout Fault?
    ) {
        let start = part.range.lowerBound
        guard let attribute = part.attribute, let decided else {
            let own = Fault(.malformedTag, "“\(text.string(part.range))” in a tag", at: start)
            return leaveOut(part.range, text, take(&fault) ?? own)
        }
        let written = text.string(attribute.name)
        switch decided {
        case .written(let name):
            if !text[start - 1].isXMLSpace {
                let own = Fault(.missingWhitespace, "white space is missing before an attribute", at: start)
                replace(start..<start, text, " ", take(&fault) ?? own, "white space inserted")
            }
            if !name.span.hasSameBytes(as: text.extracting(attribute.name)) {
                replaceName(attribute.name, text, name, &fault)
            }
        case .duplicate:
            let own = Fault(.duplicateAttribute, "the attribute “\(written)” stands twice in one tag", at: start)
            return leaveOut(part.range, text, take(&fault) ?? own, "the first one is taken")
        case .leftOut(let fault, let repair):
            let place = edit(part.range, text, "".utf8)
            return log.add(
                Repair(
                    code: fault.code, message: fault.message, repair: repair, place: place,
                    isOfNamespaces: fault.code == .duplicateAttribute))
        }
        guard let value = attribute.value else {
            let end = attribute.name.upperBound
            let own = Fault(
                .missingAttributeValue, "the attribute “\(written)” has no value", at: end,
                help: text.helpForMissingValue(attribute.name, isFirst: false))
            return replace(end..<end, text, "=\"\"", take(&fault) ?? own, "taken as an empty one")
        }
        guard let quote = attribute.quote else {
            let own = text.unquotedValueFault(at: value.lowerBound, of: written)
            replace(value.lowerBound..<value.lowerBound, text, "\"", take(&fault) ?? own, "put in quotes")
            mendValue(value, text, escaping: UInt8(ascii: "\""), &fault)
            edit(value.upperBound..<value.upperBound, text, "\"".utf8)
            return
        }
        // The first fault of a value that is not closed may be a “<” in what is taken as such.
        let isHere = fault.map { (value.lowerBound - 1...value.upperBound).contains($0.offset) } ?? false
        if attribute.isClosed { return mendValue(value, text, escaping: nil, &fault) }
        var first = isHere ? take(&fault) : nil
        mendValue(value, text, escaping: nil, &fault)
        let own = Fault(
            .unclosedAttributeValue, "the value of “\(written)” is not closed", at: value.lowerBound - 1,
            note: .init(message: "the tag begins here", offset: start))
        replace(
            value.upperBound..<value.upperBound, text, String(Unicode.Scalar(quote)), take(&first) ?? own, "ended here")
    }

    private mutating func mendValue(
        _ range: Range<Int>, _ text: Span<UInt8>, escaping quote: UInt8?, _ fault: inout Fault?
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "<"):
                let own = Fault(
                    .lessThanInAttributeValue, "“<” in an attribute value", at: index,
                    help: "write &lt; for the character itself")
                replace(index..<index + 1, text, "&lt;", take(&fault) ?? own, "taken as text")
                index += 1
            case UInt8(ascii: "&"):
                index = reference(text, at: index, to: range.upperBound, isInAttribute: true) ?? range.upperBound
            case _ where byte == quote:
                edit(index..<index + 1, text, "&quot;".utf8)
                index += 1
            default: index = character(text, at: index, mayBeKept: true)
            }
        }
    }
}
