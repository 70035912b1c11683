/// Text in which a parser of HTML recognizes only the end tag of the element (HTML standard, section 13.2.5).
extension Span<UInt8> {
    /// Whether text in an element, such as `style`, contains an end tag with the name of the element, in any letter
    /// case.
    func containsEndTag(of name: Span<UInt8>) -> Bool {
        var position = 0
        while true {
            position = end(of: "</", from: position)
            guard position + name.count < count else { return false }
            if isTagName(name, at: position) { return true }
        }
    }

    /// Whether a `script` element with this text would end before or after its end tag. The name is that of the
    /// element.
    ///
    /// After `<!--` and a `<script` tag, `</script>` does not end the element.
    func breaksScript(named name: Span<UInt8>) -> Bool {
        var (isEscaped, isDoubleEscaped) = (false, false)
        var position = 0
        while true {
            position = index(from: position) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "-") }
            guard position < count else { return isDoubleEscaped }
            if isEscaped, has("-->", at: position) {
                (isEscaped, isDoubleEscaped) = (false, false)
            } else if !isEscaped, has("<!--", at: position) {
                isEscaped = true
                // The hyphens may also be those of “-->”.
                position += 1
            } else if has("</", at: position), isTagName(name, at: position + 2) {
                if !isDoubleEscaped { return true }
                isDoubleEscaped = false
            } else if isEscaped, self[position] == UInt8(ascii: "<"), isTagName(name, at: position + 1) {
                isDoubleEscaped = true
            }
            position += 1
        }
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
