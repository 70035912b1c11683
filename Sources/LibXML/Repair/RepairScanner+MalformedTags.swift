// Start tags that are not well-formed.

extension RepairScanner {
    /// Skips a start tag that is not well-formed. Returns nil if more text is needed to find its end.
    mutating func malformedTag(_ text: Span<UInt8>, at start: Int) -> Int? {
        let nameEnd = text.endOfTagName(from: start + 1)
        let name = start + 1..<text.endOfXMLName(from: start + 1)
        if isText(text, after: nameEnd),
            let fault = text.colonFault(in: name, isElement: true) ?? StartTagFaults(text, tagAt: start).first
        {
            return lessThan(text, at: start, fault)
        }
        guard !endsHere(text, at: start) else { return text.count }
        let mayWait = !piece.isLast && text.count - start <= longestOpenTag
        let reader = MalformedTagReader(isHTML: options.isHTML, mayWait: mayWait)
        guard let tag = reader.tag(text, named: start + 1..<nameEnd) else { return nil }
        if tag.ending == .none, tag.end == text.count, !piece.isLast, document.part != .epilog {
            hasTagBeyondLimit = true
        } else if tag.ending == .none, nameEnd == text.count || document.part == .epilog {
            let fault =
                document.part == .epilog
                ? text.contentAfterRoot(at: start)
                : text.colonFault(in: name, isElement: true) ?? StartTagFaults(text, tagAt: start).first
            if let fault { omit(start..<tag.end, text, fault) }
        } else if document.part == .epilog {
            removeTag(start..<tag.end, text)
        } else {
            repair(tag, text)
        }
        return tag.end
    }

    /// Returns whether the text after a name shows that it is not a tag, as in `a<b && c` or `x<y</p>`.
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

    mutating func repair(_ tag: MalformedTag, _ text: Span<UInt8>) {
        let start = tag.name.lowerBound - 1
        wrapIfFirst(at: start, text)
        let place = piece.position(at: start, text)
        let names = names(of: tag, text)
        // The first fault is the one that strict parsing reports.
        var fault = StartTagFaults(text, tagAt: start).first
        if let first = fault, first.code == .invalidCharacter || first.code == .invalidEncoding,
            first.offset >= tag.end
                || tag.parts.contains(where: { $0.attribute?.value?.contains(first.offset) == true })
        {
            // The character is reported when the value, or the text after the tag, is scanned.
            fault = nil
        }
        let first = log.count
        if !names.element.contiguous.span.hasSameBytes(as: text.extracting(tag.name)) {
            replaceName(tag.name, text, names.element, isElement: true, &fault)
        }
        var declarations: [[UInt8]: Repair.Fix.Edit] = [:]
        for prefix in names.undeclared {
            let declaration = " \(Self.declaration(of: prefix))"
            let end = edit(tag.name.upperBound..<tag.name.upperBound, text, declaration.utf8)
            if log.keepsFixes { declarations.set(prefix, to: lastEdit(end, declaration)) }
            impliedDeclarations.append(output.text.count)
        }
        if log.count == first {
            for prefix in names.firstOfElement { report(undeclared: prefix, at: place, declarations[prefix]) }
        }
        for (index, part) in tag.parts.enumerated() {
            // No undeclared prefix is reported for an invalid name.
            if let prefix = names.firstOfAttribute[index], let attribute = part.attribute,
                case .written(let name) = names.attributes[index],
                name.contiguous.span.hasSameBytes(as: text.extracting(attribute.name))
            {
                report(undeclared: prefix, at: piece.position(at: part.range.lowerBound, text), declarations[prefix])
            }
            let declaration = names.firstOfAttribute[index].flatMap { declarations[$0] }
            repair(part, of: tag, names.attributes[index], text, declaration, &fault)
        }
        begin(names, at: place.offset, isEmpty: tag.ending == .emptyMark, markAt: tag.mark, text)
        if tag.ending == .none {
            // A `/` may be missing as well.
            replace(tag.mark..<tag.mark, text, ">", take(&fault) ?? .unclosedTag.at(start), "“>” inserted")
        }
        log.makeEquallyCertain(from: first)
        log.putLast(from: first)
    }

    /// Returns the fault once.
    private func take(_ fault: inout Fault?) -> Fault? {
        defer { fault = nil }
        return fault
    }

    private static func declaration(of prefix: [UInt8]) -> String {
        "xmlns:\(String(decoding: prefix, as: UTF8.self))=\"\(impliedURI(of: prefix))\""
    }

    private mutating func report(undeclared bytes: [UInt8], at place: Position, _ edit: Repair.Fix.Edit?) {
        let prefix = String(decoding: bytes, as: UTF8.self)
        log.add(
            Repair(
                fault: .undeclaredPrefix(prefix), repair: "declared as \(Self.declaration(of: bytes))", place: place,
                stage: .tag,
                fix: edit.map { Repair.Fix(edits: [$0]) }))
    }

    private mutating func replaceName(
        _ range: Range<Int>, _ text: Span<UInt8>, _ name: [UInt8], isElement: Bool = false, _ fault: inout Fault?
    ) {
        let own = text.colonFault(
            in: range.lowerBound..<text.endOfXMLName(from: range.lowerBound), isElement: isElement)
        let written = text.string(range)
        let other = Fault(.invalidName, "“\(written)” is not a valid name", at: range.lowerBound)
        let name = String(decoding: name, as: UTF8.self)
        // By XML 1.0 alone, a name may contain several colons. The end tag of an element needs the same change.
        replace(
            range, text, name, own ?? take(&fault) ?? other, "replaced by “\(name)”",
            stage: own == nil ? .syntax : .name, isElement ? .none : .guess)
    }

    /// - Parameter declaration: the declaration of its prefix that was inserted.
    private mutating func repair(
        _ part: MalformedTag.Part, of tag: MalformedTag, _ decided: TagNames.Attribute?, _ text: Span<UInt8>,
        _ declaration: Repair.Fix.Edit?, _ fault: inout Fault?
    ) {
        let start = part.range.lowerBound
        guard let attribute = part.attribute, let decided else {
            let own = Fault.expectedAttribute("“\(text.string(part.range))”").at(start)
            return omit(part.range, text, take(&fault) ?? own)
        }
        let written = text.string(attribute.name)
        switch decided {
        case .written(let name):
            if !text[start - 1].isXMLSpace {
                // In `a="1 "b="2"`, the space and the quote may have been exchanged.
                replace(
                    start..<start, text, " ", take(&fault) ?? .missingSpaceBeforeAttribute().at(start),
                    "white space inserted", text[start - 2].isXMLSpace ? .guess : .certain(.missingSpace))
            }
            if !name.contiguous.span.hasSameBytes(as: text.extracting(attribute.name)) {
                replaceName(attribute.name, text, name, &fault)
                if let declaration { log.extend(log.count - 1, with: declaration) }
            }
        case .duplicate:
            let own = Fault.duplicateAttribute(written).at(start)
            var spaceStart = start
            while text[spaceStart - 1].isXMLSpace { spaceStart -= 1 }
            return omit(spaceStart..<part.range.upperBound, text, take(&fault) ?? own, Self.omittedDuplicate)
        case .omitted(let own, let repair):
            let name = start..<text.endOfXMLName(from: start)
            if let colon = text.colonFault(in: name, isElement: false) {
                return replace(part.range, text, "", colon, repair, stage: .name)
            }
            if let first = fault, part.range.contains(first.offset) || attribute.value == nil {
                fault = nil
                return omit(part.range, text, first, repair)
            }
            if let value = attribute.value, let first = faultOfReference(in: value, text) {
                return omit(part.range, text, first, repair)
            }
            return replace(part.range, text, "", own, repair, stage: own.code == .duplicateAttribute ? .tag : .name)
        }
        guard let value = attribute.value else {
            let end = attribute.name.upperBound
            let help = text.helpForMissingValue(attribute.name, isFirst: false)
            let own = Fault.missingAttributeValue(of: written, help: help).at(end)
            return replace(end..<end, text, "=\"\"", take(&fault) ?? own, "given an empty value")
        }
        guard let quote = attribute.quote, !attribute.isUnopened else {
            let quote = attribute.quote.map { String(Unicode.Scalar($0)) } ?? "\""
            let own = text.unquotedValueFault(at: value.lowerBound, of: written)
            let isPlain =
                attribute.quote == nil && !value.isEmpty && text.extracting(value).isPlainWord
                && !text.has("/", at: value.upperBound)
            let index = log.count
            replace(
                value.lowerBound..<value.lowerBound, text, quote, take(&fault) ?? own, "put in quotes",
                isPlain ? .certain(.unquotedValue) : .guess)
            repairValue(value, text, escaping: attribute.quote == nil ? UInt8(ascii: "\"") : nil, quotes: index, &fault)
            guard attribute.quote == nil else { return }
            let end = edit(value.upperBound..<value.upperBound, text, quote.utf8)
            log.extend(index, with: lastEdit(end, quote))
            return
        }
        // The first fault of an unclosed value may be a “<” inside the text that is taken as the value.
        let isHere = fault.map { (value.lowerBound - 1...value.upperBound).contains($0.offset) } ?? false
        if attribute.isClosed { return repairValue(value, text, escaping: nil, &fault) }
        var first = isHere ? take(&fault) : nil
        repairValue(value, text, escaping: nil, &fault)
        let own = Fault.unclosedAttributeValue(of: written, tag: start).at(value.lowerBound - 1)
        replace(
            value.upperBound..<value.upperBound, text, String(Unicode.Scalar(quote)),
            take(&first) ?? take(&fault) ?? own, "closed here")
    }

    /// Returns the first fault of a reference in an attribute value.
    private mutating func faultOfReference(in value: Range<Int>, _ text: Span<UInt8>) -> Fault? {
        guard text.extracting(value).index(from: 0, where: { $0 == UInt8(ascii: "&") }) < value.count else {
            return nil
        }
        let quote = text[value.lowerBound - 1] == UInt8(ascii: "'") ? "'" : "\""
        let written = text.string(value)
        let fault =
            document.declarations == nil
            ? Declarations.fault(inValue: written, quote: quote, "", strictOptions, check)
            : document.declarations?.fault(inValue: written, quote: quote)
        return fault?.moved(by: value.lowerBound)
    }

    /// The options of the document, without repair.
    var strictOptions: XMLParsingOptions {
        var options = parsingOptions
        options.recovery = nil
        return options
    }

    /// - Parameter quotes: the number of repairs before the one that puts the value in quotes.
    private mutating func repairValue(
        _ range: Range<Int>, _ text: Span<UInt8>, escaping quote: UInt8?, quotes: Int = 0, _ fault: inout Fault?
    ) {
        let value = text.extracting(range)
        // A value with these bytes may contain other attributes or text.
        let mayBeSeveral = value.index(from: 0) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=") } < value.count
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "<"):
                replace(
                    index..<index + 1, text, "&lt;", take(&fault) ?? .lessThanInAttributeValue.at(index),
                    "treated as text", mayBeSeveral ? .guess : .certain(.lessThanInValue))
                index += 1
            case UInt8(ascii: "&"):
                index = reference(text, at: index, to: range.upperBound, isInAttribute: true) ?? range.upperBound
            case _ where byte == quote:
                let place = edit(index..<index + 1, text, "&quot;".utf8)
                log.extend(quotes, with: lastEdit(place, "&quot;"))
                index += 1
            default: index = character(text, at: index)
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether it consists of ASCII letters, digits and marks that have no meaning in a tag.
    fileprivate var isPlainWord: Bool {
        indices.allSatisfy {
            self[$0].isASCIINameCharacter || self[$0] == UInt8(ascii: "%") || self[$0] == UInt8(ascii: "#")
        }
    }
}
