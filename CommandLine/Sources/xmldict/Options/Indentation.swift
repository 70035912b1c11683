import ArgumentParser

/// The white space before an element, for each level.
struct Indentation: ExpressibleByArgument, Sendable {
    let text: String

    /// By default two spaces.
    init() { text = "  " }

    /// The indentation that a number of spaces describes, or white space itself, or “tab”.
    init?(argument: String) {
        if argument == "tab" {
            text = "\t"
        } else if let count = Int(argument) {
            guard (0...64).contains(count) else { return nil }
            text = String(repeating: " ", count: count)
        } else {
            guard (1...64).contains(argument.utf8.count), argument.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
                return nil
            }
            text = argument
        }
    }
}
