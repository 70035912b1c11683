/// Random choices that are the same for the same seed.
struct SeededChoices: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 { generator.next() }

    /// Returns a number from 0 to `limit - 1`; 0 if the limit is not positive.
    mutating func number(below limit: Int) -> Int {
        limit > 0 ? Int(generator.next() >> 33) % limit : 0
    }

    /// Returns true in one of `count` cases on average.
    mutating func chance(oneIn count: Int) -> Bool { number(below: count) == 0 }

    /// Returns one of the values, which must not be empty.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    /// Returns a range of at most `length` elements of a sequence of `count`.
    mutating func range(in count: Int, length: Int) -> Range<Int> {
        let start = number(below: count)
        return start..<min(count, start + 1 + number(below: length))
    }
}
