/// Makes valid names from invalid ones.
enum XMLNameRepair {
    /// The qualified name (Namespaces in XML 1.0, section 4) with an underscore for each character that may not stand there.
    ///
    /// The first colon stays, unless nothing stands before or after it.
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
            let mayContinue = scalar.mayContinueName && scalar != ":"
            let isFirst = index == 0 || colon == index - 1
            if isFirst, mayContinue, !scalar.mayBeginName { name.append("_") }
            name.append(mayContinue ? scalar : "_")
        }
        return name.isEmpty ? [UInt8(ascii: "_")] : Array(String(name).utf8)
    }

    /// The same for an element, whose prefix cannot be `xmlns`.
    static func elementName(_ bytes: Span<UInt8>) -> [UInt8] {
        var name = name(bytes)
        if bytes.has("xmlns:", at: 0) { name[5] = UInt8(ascii: "_") }
        return name
    }
}
