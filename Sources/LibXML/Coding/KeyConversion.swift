/// How the keys of a program become names in a document, and names become keys: a strategy of ``XMLDecoder`` and its
/// inverse of ``XMLEncoder``.
enum KeyConversion: Sendable {
    case none
    /// The words of a key are in lower case or in upper case, with a separator between them.
    case words(Character, isUppercase: Bool = false)
    /// Names begin with a capital letter, keys with a small one.
    case capitalized
    /// The closure of a decoder returns the key for a name, that of an encoder the name for a key.
    case custom(@Sendable (String) -> String)

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// Whether two conversions are known to be the same. Closures never are.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.none, .none), (.capitalized, .capitalized): true
        case (.words(let separator, let isUppercase), .words(let otherSeparator, let isOtherUppercase)):
            separator == otherSeparator && isUppercase == isOtherUppercase
        default: false
        }
    }

    /// The key for a local name.
    func key(for name: String) -> String {
        switch self {
        case .none: name
        case .words(let separator, let isUppercase): (isUppercase ? name.lowercased() : name).joined(at: separator)
        case .capitalized: name.prefix(1).lowercased() + name.dropFirst()
        case .custom(let convert): convert(name)
        }
    }

    /// The name for a key by the words in it, even if ``key(for:)`` returns another key for the name, as for `baseURL`;
    /// nil if the conversion knows no words.
    func wordName(for key: String) -> String? { words(of: key, keepsAcronyms: true) }

    private func words(of key: String, keepsAcronyms: Bool) -> String? {
        guard case .words(let separator, let isUppercase) = self else { return nil }
        let name = key.separated(separator, keepsAcronyms: keepsAcronyms)
        return isUppercase ? name.uppercased() : name
    }

    /// The key of a type for a name whose key is another one; nil if the type has no such key.
    ///
    /// A decoder finds the key `openURL` under the name of `openUrl`. Which words of a name are in capitals is tried,
    /// for up to six words.
    func key(_ key: String, isKey: (String) -> Bool) -> String? {
        if isKey(key) { return key }
        guard case .words(let separator, _) = self else { return nil }
        let words = key.separated(separator, keepsAcronyms: false).split(separator: separator)
        guard words.count <= 6 else { return nil }
        let keys = (1..<1 << words.count).lazy.map { capitals in
            words.indices.map { index in
                capitals >> index & 1 == 1
                    ? words[index].uppercased() : index == 0 ? String(words[0]) : words[index].capitalizedWord
            }.joined()
        }
        return keys.first { isKey($0) && wordName(for: $0) == wordName(for: key) }
    }

    /// Returns the local name for a coding key; nil if the decoder would not find any name for the key.
    func name(for key: String) -> String? { wordName(for: key) ?? nameOfData(key) }

    /// The local name for a coding key of a decoder, in errors. The closure of a decoder cannot be inverted.
    func shownName(for key: String) -> String {
        if case .custom = self { return key }
        return name(for: key) ?? key
    }

    /// Returns the local name for a key of a dictionary; nil if the decoder would not read any name as the key.
    func nameOfData(_ key: String) -> String? {
        let names: [String?]
        switch self {
        case .none: return key
        case .words: names = [words(of: key, keepsAcronyms: true), words(of: key, keepsAcronyms: false), key]
        case .capitalized: names = [key.prefix(1).uppercased() + key.dropFirst(), key]
        case .custom(let convert): return convert(key)
        }
        return names.lazy.compactMap(\.self).first { self.key(for: $0) == key }
    }
}

extension XMLDecoder.KeyDecodingStrategy {
    var conversion: KeyConversion {
        switch self {
        case .useDefaultKeys: .none
        case .convertFromSnakeCase: .words("_")
        case .convertFromKebabCase: .words("-")
        case .convertFromCapitalized: .capitalized
        case .convertFromUppercase: .words("_", isUppercase: true)
        case .custom(let convert): .custom(convert)
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
    /// The word with a capital where letters begin, as Foundation capitalizes a string: `1st` is `1St`.
    fileprivate var capitalizedWord: String {
        var result = ""
        var isInLetters = false
        for scalar in unicodeScalars {
            let properties = scalar.properties
            result += isInLetters ? properties.lowercaseMapping : properties.titlecaseMapping
            if properties.generalCategory != .nonspacingMark { isInLetters = properties.isCased }
        }
        return result
    }
}

extension String {
    /// The words that begin with a capital letter in lower case, with a separator before each but the first.
    ///
    /// - Parameter keepsAcronyms: whether `URL` in `baseURL` is one word.
    fileprivate func separated(_ separator: Character, keepsAcronyms: Bool) -> String {
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
