extension String.UnicodeScalarView {
    /// Whether one character, in both of at least four, was left out, added, replaced or exchanged with the one after it.
    func differsByOneEdit(from other: Self) -> Bool {
        let (left, right) = (Array(self), Array(other))
        guard Swift.min(left.count, right.count) >= 4, left != right else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        // What is the same at both ends may overlap, as in “feed” and “feeed”.
        let (first, second) = (left.count - start - end, right.count - start - end)
        if first == 2, second == 2 {
            return left[start] == right[start + 1] && left[start + 1] == right[start]
        }
        return first <= 1 && second <= 1 && abs(left.count - right.count) <= 1
    }
}
