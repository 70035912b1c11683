internal import Foundation

extension String {
    /// The words of a key in lower case, separated, as XMLCoder and `JSONEncoder` find them.
    ///
    /// A word begins at a capital letter after another character, or before a small letter: `aURLPath` is `a_url_path`.
    /// The first character of a key is never a word of capitals, so `URLPath` is `u_rl_path`.
    func separated(by separator: String) -> String {
        guard !isEmpty else { return self }
        let scalars = Array(unicodeScalars)
        func isIn(_ letters: CharacterSet, _ index: Int) -> Bool { letters.contains(scalars[index]) }
        var words: [Range<Int>] = []
        var (start, index) = (0, 1)
        while let capital = (index..<scalars.count).first(where: { isIn(.uppercaseLetters, $0) }) {
            words.append(start..<capital)
            start = capital
            guard let small = (capital..<scalars.count).first(where: { isIn(.lowercaseLetters, $0) }) else { break }
            if small > capital + 1 {
                words.append(capital..<(small - 1))
                start = small - 1
            }
            index = small + 1
        }
        return (words + [start..<scalars.count]).map { word in
            var text = UnicodeScalarView()
            text.append(contentsOf: scalars[word])
            return String(text).lowercased()
        }.joined(separator: separator)
    }
}
