/// The help of a diagnostic: a text, or a closure that finds it each time it is read.
///
/// Most programs discard the error of a failed lookup. Its suggestions are therefore computed only when it is
/// described.
struct Help: Hashable, Sendable {
    private enum Contents: Sendable {
        case text(String?)
        case found(@Sendable () -> String?)
    }

    private let contents: Contents

    /// - Parameter text: one line, already shortened.
    init(_ text: String?) { contents = .text(text) }

    /// - Parameter find: returns the same text each time; it must not keep a document in memory.
    init(_ find: @escaping @Sendable () -> String?) { contents = .found(find) }

    var text: String? {
        switch contents {
        case .text(let text): text
        case .found(let find): find()?.inOneLine
        }
    }

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    // Equal values have equal hashes. Computing the text would take longer than comparing a few more errors.
    func hash(into hasher: inout Hasher) {}
}
