extension Tape {
    /// Follows a plain path to the first match of each step. Creates no strings.
    ///
    /// - Parameter isWritten: whether names match only elements whose names are written in the same way. Otherwise,
    ///   names without a prefix also match in the namespace of the parent.
    /// - Returns: the element, or the attribute of the element; nil if another search must decide: for prefixes, for
    ///   steps without a match, and for elements with many children.
    @inline(__always)
    func follow(_ path: PlainPath, from start: Int, isWritten: Bool) -> (element: Int, attribute: Int?)? {
        path.withText { text, separator in
            var (element, position) = (start, 0)
            while position < text.count {
                if text[position] == UInt8(ascii: "@") {
                    let attribute = attribute(of: element, named: text.extracting((position + 1)...))
                    return attribute.map { (element, $0) }
                }
                var end = position
                while end < text.count, text[end] != separator, text[end] != UInt8(ascii: "[") {
                    if text[end] == UInt8(ascii: ":") { return nil }
                    end &+= 1
                }
                var (next, index) = (end &+ 1, 0)
                if end < text.count, text[end] == UInt8(ascii: "[") {
                    while text[next] != UInt8(ascii: "]") {
                        index = 10 &* index &+ Int(text[next] &- UInt8(ascii: "0"))
                        next &+= 1
                    }
                    index &-= path.firstIndex
                    next &+= 2
                }
                let name = text.extracting(position..<end)
                guard let child = child(of: element, named: name, at: index, isWritten) else { return nil }
                (element, position) = (child, next)
            }
            return (element, nil)
        }
    }

    /// Returns the child element at a position among those with a name; nil if another search must decide.
    @inline(__always)
    private func child(of parent: Int, named name: Span<UInt8>, at position: Int, _ isWritten: Bool) -> Int? {
        var (index, end, seen, left, other) = (firstChild(parent), end(parent), 0, position, -1)
        while index < end {
            let head = head(index)
            if head.kind == .element, head.name != other {
                let parts = self.name(head.name)
                if withString(parts.local, { $0.hasSameBytes(as: name) }) {
                    if parts.prefix == Int(TapeHead.none) {
                        if left == 0 { return index }
                        left &-= 1
                    } else if !isWritten {
                        return nil
                    }
                } else {
                    other = head.name
                }
            }
            seen &+= 1
            if seen > Self.indexThreshold { return nil }
            index = next(index)
        }
        return nil
    }

    /// Returns the attribute with a name without a prefix.
    @inline(__always)
    private func attribute(of element: Int, named name: Span<UInt8>) -> Int? {
        tag(of: element).first(self) { _, head in
            guard head.kind == .attribute else { return false }
            let parts = self.name(head.name)
            return parts.prefix == Int(TapeHead.none) && withString(parts.local) { $0.hasSameBytes(as: name) }
        }
    }
}
