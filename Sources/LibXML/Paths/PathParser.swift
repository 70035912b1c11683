/// Reads a path as text: see ``XMLPath``.
struct PathParser {
    private let text: [Character]
    private let separator: Character
    private var position = 0
    private var steps: [XMLPath.Step] = []

    init(_ text: String) {
        self.text = Array(text)
        separator = text.contains("/") ? "/" : "."
    }

    mutating func parse() throws(XMLError) -> [XMLPath.Step] {
        if has("/") { position = 1 }
        readDescent()
        while true {
            try readStep()
            guard let next = current else { return steps }
            guard next == separator else { throw error("“\(next)” cannot follow a step") }
            position += 1
            readDescent()
        }
    }

    /// The second `/` of two.
    private mutating func readDescent() {
        guard separator == "/", position > 0, has("/") else { return }
        steps.append(.descendants)
        position += 1
    }

    private var current: Character? { position < text.count ? text[position] : nil }

    private func has(_ character: Character) -> Bool { current == character }

    private mutating func readStep() throws(XMLError) {
        if position == 0, has("[") { return try readIndices() }
        let start = position
        while let character = current, character != separator, character != "[" { position += 1 }
        let name = String(text[start..<position])
        switch name {
        case "": throw error("the name of an element or attribute is missing")
        case "*": steps.append(.any)
        case "@": throw error("the name of an attribute is missing")
        default: steps.append(name.hasPrefix("@") ? .attribute(String(name.dropFirst())) : .name(name))
        }
        try readIndices()
    }

    private mutating func readIndices() throws(XMLError) {
        while has("[") { try readIndex() }
    }

    private mutating func readIndex() throws(XMLError) {
        let start = position + 1
        while let character = current, character != "]" { position += 1 }
        guard has("]") else { throw error("“]” is missing") }
        let digits = String(text[start..<position])
        guard let index = Int(digits), index >= 0, digits.allSatisfy(\.isNumber) else {
            position = start
            throw error("“\(digits)” is not a valid index")
        }
        steps.append(.index(index))
        position += 1
    }

    private func error(_ message: String) -> XMLError {
        let path = String(text)
        let location = XMLLocation(
            line: 1, column: String(text[..<position]).unicodeScalars.count + 1,
            byteOffset: String(text[..<position]).utf8.count)
        return XMLError(XMLDiagnostic(.invalidPath, "the path “\(path)”: \(message)", at: location))
    }
}
