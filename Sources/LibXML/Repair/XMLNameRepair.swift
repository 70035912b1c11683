/// Makes valid names from invalid ones.
enum XMLNameRepair {
    /// Returns the qualified name (Namespaces in XML 1.0, section 4) with an underscore for each invalid character.
    ///
    /// The first colon is kept unless it is at the beginning or the end. A character that cannot begin a name is kept
    /// after an underscore if it can continue a name. An invalid byte also becomes an underscore, because older
    /// editions of XML 1.0 than the fifth do not allow U+FFFD in names.
    static func name(_ bytes: Span<UInt8>) -> [UInt8] {
        guard !bytes.isQualifiedName else { return bytes.array }
        let scalars = Array(bytes.string(0..<bytes.count).unicodeScalars)
        var name = String.UnicodeScalarView()
        var colon: Int?
        for (index, scalar) in scalars.enumerated() {
            if scalar == ":", colon == nil, index > 0, index + 1 < scalars.count {
                colon = index
                name.append(scalar)
                continue
            }
            let mayContinue = scalar.mayContinueName && scalar != ":" && scalar != "\u{FFFD}"
            let isFirst = index == 0 || colon == index - 1
            if isFirst, mayContinue, !scalar.mayBeginName { name.append("_") }
            name.append(mayContinue ? scalar : "_")
        }
        return name.isEmpty ? [UInt8(ascii: "_")] : Array(String(name).utf8)
    }

    /// Returns the same for an element, whose prefix cannot be `xmlns`.
    static func elementName(_ bytes: Span<UInt8>) -> [UInt8] {
        var name = name(bytes)
        if bytes.has("xmlns:", at: 0) { name[5] = UInt8(ascii: "_") }
        return name
    }
}
