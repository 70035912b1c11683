extension String.UnicodeScalarView {
    /// Returns whether two strings of at least four characters differ by one that is missing, added, replaced or
    /// exchanged with the next one.
    func differsByOneEdit(from other: Self) -> Bool {
        let (left, right) = (Array(self), Array(other))
        guard Swift.min(left.count, right.count) >= 4, left != right else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        // The common beginning and end may overlap, as in “feed” and “feeed”.
        let (first, second) = (left.count - start - end, right.count - start - end)
        if first == 2, second == 2 {
            return left[start] == right[start + 1] && left[start + 1] == right[start]
        }
        return first <= 1 && second <= 1 && abs(left.count - right.count) <= 1
    }
}
