import SystemPackage

/// A line on standard error that shows how much of the input has been read.
///
/// It appears if standard error is a terminal, after half a second, and is updated at most ten times a second.
final class Progress {
    /// Shows nothing.
    static var none: Progress { Progress(isShown: false) }

    /// The number of records so far; nil if records are not counted.
    var records: Int?

    let isShown: Bool
    private var size: Int?
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    init(isShown: Bool) { self.isShown = isShown && isTerminal(.standardError) }

    /// Sets the size of the input in bytes, if it is known.
    func begin(size: Int?) { self.size = size }

    /// Shows that `count` bytes have been read.
    func show(_ count: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let isDue = last.map { now - $0 > .milliseconds(100) } ?? (now - start > .milliseconds(500))
        guard isDue else { return }
        last = now
        Report.write(
            control: "\r\(Self.line(count, of: size, records: records, seconds: (now - start) / .seconds(1)))\u{1B}[K")
    }

    /// Removes the line.
    func finish() {
        if last != nil { Report.write(control: "\r\u{1B}[K") }
        last = nil
    }

    /// Returns the line.
    static func line(_ count: Int, of size: Int?, records: Int?, seconds: Double) -> String {
        var parts: [String] = []
        if let size, size > 0 {
            let part = min(1, Double(count) / Double(size))
            let filled = Int(part * 30)
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
            parts.append("\(bar) \(Int(part * 100)) %")
        }
        parts.append("\(count / 1_000_000) MB")
        parts.append("\(Int((Double(count) / seconds / 1e6).rounded())) MB/s")
        if let records { parts.append("\(records) records") }
        if let size, count > 0, size > count {
            let left = Int(seconds / Double(count) * Double(size - count))
            parts.append("\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left")
        }
        return parts.joined(separator: "  ")
    }
}
