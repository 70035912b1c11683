@testable import LibXML

extension XMLPath {
    /// Creates the path of a literal as a release build does, in which a malformed literal does not stop the program.
    init(releaseLiteral text: String) { self.init(literal: text) }
}
