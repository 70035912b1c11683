/// Whether numbers are versions, sections or hours: 1.1 and 1.10 are the same number, but different versions.
///
/// They are if each part is a counter, and a part after the point was counted from one digit to two: 1.9 and 1.10, but
/// neither 12.5 and 3.50 nor 1.2 and 2.000.
struct ObservedVersions {
    private var hasAmount = false
    /// The numbers before the point of those with one digit after it.
    private var oneDigit: Set<Int> = []
    /// The numbers before the point of those with two digits after it that end with 0.
    private var roundTwoDigits: Set<Int> = []

    var isLikely: Bool { !hasAmount && !oneDigit.isDisjoint(with: roundTwoDigits) }

    mutating func add(_ version: WrittenNumber.Version) {
        guard !hasAmount else { return }
        switch version {
        case .none: markAmount()
        case .other: break
        case .oneDigit(let major): oneDigit.insertIfFew(major)
        case .roundTwoDigits(let major): roundTwoDigits.insertIfFew(major)
        }
    }

    private mutating func markAmount() {
        hasAmount = true
        (oneDigit, roundTwoDigits) = ([], [])
    }

    mutating func merge(_ other: Self) {
        guard !hasAmount, !other.hasAmount else {
            markAmount()
            return
        }
        for major in other.oneDigit { oneDigit.insertIfFew(major) }
        for major in other.roundTwoDigits { roundTwoDigits.insertIfFew(major) }
    }
}

extension Set<Int> {
    /// A format has few major versions. Other numbers do not take memory in proportion to the samples.
    fileprivate mutating func insertIfFew(_ number: Int) {
        if count < 64 { insert(number) }
    }
}
