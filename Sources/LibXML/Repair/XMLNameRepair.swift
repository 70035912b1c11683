/// Names that are made of what is none.
enum XMLNameRepair {
    /// The name with an underscore for each character that XML does not allow there.
    static func name(_ bytes: Span<UInt8>) -> [UInt8] {
        guard bytes.isEmpty || bytes.endOfXMLName(from: 0, isInTag: true) < bytes.count else { return bytes.array }
        var name = ""
        var hasColon = false
        for scalar in bytes.string(0..<bytes.count).unicodeScalars {
            if name.isEmpty, !scalar.mayBeginName, scalar.mayContinueName { name = "_" }
            let isSecondColon = hasColon && scalar == ":"
            hasColon = hasColon || scalar == ":"
            name.unicodeScalars.append(scalar.mayContinueName && !isSecondColon ? scalar : "_")
        }
        return Array((name.isEmpty ? "_" : name).utf8)
    }
}
