/// An element whose content is text, in which a parser of HTML recognizes only the end tag of the element (HTML
/// Standard, section 13.2.5).
enum HTMLTextElement {
    /// Text with references, as in `title`.
    case references
    /// Text in which libxml2 up to 2.13 recognizes markup.
    case literal
    /// `style`, whose text is literal on every version.
    case style
    case script
    /// Text up to the end of the page.
    case plaintext

    /// - Parameter name: the name of the element, in any letter case; nil is returned for other elements.
    init?(_ name: Span<UInt8>) {
        func isName(_ other: StaticString) -> Bool {
            name.count == other.utf8CodeUnitCount && name.hasLowercased(other, at: 0)
        }
        guard (3...9).contains(name.count) else { return nil }
        if isName("script") {
            self = .script
        } else if isName("style") {
            self = .style
        } else if isName("title") || isName("textarea") {
            self = .references
        } else if isName("xmp") || isName("iframe") || isName("noembed") || isName("noframes") {
            self = .literal
        } else if isName("plaintext") {
            self = .plaintext
        } else {
            return nil
        }
    }

    /// Whether libxml2 up to 2.13 recognizes nothing but end tags in it.
    var isRaw: Bool { self == .script || self == .style }
}

extension Span<UInt8> {
    /// The offset of the first end tag with a name, in any letter case, from `start` on; the end of the text if it has
    /// no such tag.
    func endTag(named name: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while true {
            position = end(of: "</", from: position)
            guard position + name.count < count else { return count }
            if isTagName(name, at: position) { return position - 2 }
        }
    }

    /// Whether text in an element, such as `style`, contains an end tag with the name of the element, in any letter
    /// case.
    func containsEndTag(of name: Span<UInt8>) -> Bool { endTag(named: name, from: 0) < count }

    /// Whether a `script` element with this text would end before or after its end tag. The name is that of the
    /// element.
    func breaksScript(named name: Span<UInt8>) -> Bool {
        let (end, isOpen) = endOfScript(named: name, from: 0)
        return end < count || isOpen
    }

    /// The offset of the end tag of a script; the end of the text if it has no such tag, and whether one would not end
    /// the script there.
    ///
    /// After `<!--` and a `<script` tag, `</script>` does not end the element.
    func endOfScript(named name: Span<UInt8>, from start: Int) -> (end: Int, isOpen: Bool) {
        var (isEscaped, isDoubleEscaped) = (false, false)
        var position = start
        while true {
            position = index(from: position) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "-") }
            guard position < count else { return (count, isDoubleEscaped) }
            if isEscaped, has("-->", at: position) {
                (isEscaped, isDoubleEscaped) = (false, false)
            } else if !isEscaped, has("<!--", at: position) {
                isEscaped = true
                // The hyphens may also be those of “-->”.
                position += 1
            } else if has("</", at: position), isTagName(name, at: position + 2) {
                if !isDoubleEscaped { return (position, false) }
                isDoubleEscaped = false
            } else if isEscaped, self[position] == UInt8(ascii: "<"), isTagName(name, at: position + 1) {
                isDoubleEscaped = true
            }
            position += 1
        }
    }

    /// The end of the text of a comment in which the page ends: before the hyphens at the end.
    ///
    /// - Parameter start: where the text begins.
    func endOfUnclosedComment(from start: Int) -> Int {
        for end in ["--!", "--", "-"] as [StaticString] {
            let offset = count - end.utf8CodeUnitCount
            if offset >= start, has(end, at: offset) { return offset }
        }
        return count
    }

    /// Whether the name of a tag is at an offset, in any letter case.
    private func isTagName(_ name: Span<UInt8>, at offset: Int) -> Bool {
        let end = offset + name.count
        guard end < count, self[end].isHTMLSpace || self[end] == UInt8(ascii: "/") || self[end] == UInt8(ascii: ">")
        else { return false }
        for index in 0..<name.count where self[offset + index].asciiLowercased != name[index].asciiLowercased {
            return false
        }
        return true
    }

    /// Whether a comment of HTML with this text ends before its end.
    var breaksHTMLComment: Bool {
        has(">", at: 0) || has("->", at: 0) || endIfAny(of: "-->", from: 0) != nil
            || endIfAny(of: "--!>", from: 0) != nil
    }
}
