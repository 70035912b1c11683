/// Swift names that are derived from XML names.
enum SwiftName {
    /// A name for a property: `dcCreator` for `dc:creator`. May be a keyword: see ``escaped(_:)``.
    static func property(_ key: String) -> String {
        let words = words(in: key)
        guard let first = words.first else { return "member" }
        let name = identifier([first.withLowercasedStart] + words.dropFirst().map(\.withUppercasedStart))
        // `value.self` is the value itself, and `Type.init` an initializer, even with backticks.
        return name == "self" || name == "init" ? name + "Value" : name
    }

    /// A name for a type: `DcCreator` for `dc:creator`.
    static func type(_ key: String) -> String {
        let words = words(in: key)
        let name = words.isEmpty ? "Element" : identifier(words.map(\.withUppercasedStart))
        // A name without an upper-case letter could also be that of a property.
        let isCapitalized = name.first.map { $0.isUppercase } ?? false
        return isCapitalized && !usedTypes.contains(name) ? name : name + "Element"
    }

    /// A name for a type that is not in another one.
    static func root(_ key: String) -> String {
        let name = type(key)
        return knownTypes.contains(name) ? name + "Element" : name
    }

    /// Whether a text can be the name of a type.
    static func isType(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.isIdentifierPart) && (text.unicodeScalars.first?.isIdentifierStart ?? false)
            && !keywords.contains(text) && !usedTypes.contains(text) && text != "_"
    }

    /// The name as it is written in a declaration.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    // MARK: Words

    private static func words(in key: String) -> [String] {
        key.unicodeScalars.split { !$0.isIdentifierPart || $0 == "_" }.map { word in
            let text = String(String.UnicodeScalarView(word))
            let isUppercase =
                text.count > 1 && text.contains(where: \.isUppercase) && !text.contains(where: \.isLowercase)
            return isUppercase ? text.lowercased() : text
        }
    }

    private static func identifier(_ words: [String]) -> String {
        var name = ""
        for word in words {
            // 1.2 and 12 are different.
            if name.last?.isNumber == true, word.first?.isNumber == true { name += "_" }
            name += word
        }
        return name.unicodeScalars.first?.isIdentifierStart == true ? name : "_" + name
    }

    /// The types that the code uses, types that a program adds to it, and members that every type has.
    private static let usedTypes: Set = [
        "Any", "Bool", "Codable", "CodingKey", "CodingKeys", "Date", "Decodable", "Double", "Encodable", "Equatable",
        "Hashable", "Int", "Protocol", "Self", "Sendable", "String", "Type", "URL", "XMLCodingRole", "XMLCodingRoles",
    ]

    /// The names of types of the standard library, Foundation and LibXML, which a type outside of others would hide.
    private static let knownTypes: Set = [
        "AnyObject", "Array", "Character", "Collection", "Comparable", "Data", "Decimal", "Decoder",
        "Dictionary",
        "Encoder", "Error", "Float", "Hasher", "Identifiable", "Iterator",
        "Measurement",
        "Never", "Notification", "Operation", "Optional", "Port", "Process", "Progress", "Range", "Result", "Scanner",
        "Sequence",
        "Set", "Stream", "Task", "Thread", "Timer", "UUID", "Unit", "Void", "XMLDecoder", "XMLEncoder", "XMLName",
        "XMLTree",
        "XMLWritingOptions",
    ]

    private static let keywords: Set = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try",
        "typealias", "var", "where", "while",
    ]
}

extension SwiftName {
    /// The names that are declared in one place.
    struct Scope {
        private var used: Set<String> = []
        /// The last number that was added to a name.
        private var numbers: [String: Int] = [:]

        /// Declares the first of these names that is not used, or else the first one with a number.
        mutating func declare(_ candidates: String...) -> String {
            if let name = candidates.first(where: { !used.contains($0) }) {
                used.insert(name)
                return name
            }
            let base = candidates[0] + (candidates[0].last?.isNumber == true ? "_" : "")
            var number = numbers[base] ?? 1
            repeat { number += 1 } while used.contains(base + String(number))
            numbers[base] = number
            used.insert(base + String(number))
            return base + String(number)
        }
    }
}

extension String {
    /// The word in lower camel case: `xmlName` for `XMLName`.
    fileprivate var withLowercasedStart: String {
        let capitals = prefix(while: \.isUppercase)
        // The last of several capitals begins the next word.
        let count = capitals.count > 1 && capitals.count < self.count ? capitals.count - 1 : capitals.count
        return prefix(count).lowercased() + dropFirst(count)
    }

    fileprivate var withUppercasedStart: String { prefix(1).uppercased() + dropFirst() }
}

extension Unicode.Scalar {
    fileprivate var isIdentifierPart: Bool { self == "_" || properties.isIDContinue }
    fileprivate var isIdentifierStart: Bool { self == "_" || properties.isIDStart }
}
