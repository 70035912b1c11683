extension XMLDecoder.KeyDecodingStrategy {
    var isDefault: Bool {
        if case .useDefaultKeys = self { true } else { false }
    }

    /// Whether two strategies are known to be the same, as closures never are.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.useDefaultKeys, .useDefaultKeys), (.convertFromSnakeCase, .convertFromSnakeCase),
            (.convertFromKebabCase, .convertFromKebabCase), (.convertFromCapitalized, .convertFromCapitalized),
            (.convertFromUppercase, .convertFromUppercase):
            true
        default: false
        }
    }

    /// The name that a key stands for by the words in it, even if ``key(for:)`` returns another key for the name; nil
    /// if the strategy knows no words.
    func name(for key: String) -> String? {
        switch self {
        case .convertFromSnakeCase: key.separated("_", keepsAcronyms: true)
        case .convertFromKebabCase: key.separated("-", keepsAcronyms: true)
        case .convertFromUppercase: key.separated("_", keepsAcronyms: true).uppercased()
        case .useDefaultKeys, .convertFromCapitalized, .custom: nil
        }
    }

    /// The key for a local name.
    func key(for name: String) -> String {
        switch self {
        case .useDefaultKeys: return name
        case .convertFromSnakeCase: return name.joined(at: "_")
        case .convertFromKebabCase: return name.joined(at: "-")
        case .convertFromCapitalized: return name.prefix(1).lowercased() + name.dropFirst()
        case .convertFromUppercase: return name.lowercased().joined(at: "_")
        case .custom(let convert): return convert(name)
        }
    }
}

extension String {
    /// The words between separators as one, each but the first capitalized. Separators at the ends stay.
    fileprivate func joined(at separator: Character) -> String {
        guard let start = firstIndex(where: { $0 != separator }), let last = lastIndex(where: { $0 != separator })
        else { return self }
        let words = self[start...last].split(separator: separator)
        guard words.count > 1 else { return self }
        let joined = words[0].lowercased() + words.dropFirst().map(\.capitalizedWord).joined()
        return self[..<start] + joined + self[index(after: last)...]
    }
}

extension Substring {
    fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst().lowercased() }
}

extension String {
    /// The words that begin with a capital letter in lower case, with a separator before each but the first.
    ///
    /// - Parameter keepsAcronyms: whether `URL` in `baseURL` is one word.
    func separated(_ separator: Character, keepsAcronyms: Bool = false) -> String {
        var result = ""
        var previous: Character?
        var characters = self[...]
        while let character = characters.popFirst() {
            if character.isUppercase, let previous, previous != separator {
                let beginsWord = !previous.isUppercase || characters.first?.isLowercase ?? false
                if beginsWord || !keepsAcronyms { result.append(separator) }
            }
            result += character.lowercased()
            previous = character
        }
        return result
    }
}
