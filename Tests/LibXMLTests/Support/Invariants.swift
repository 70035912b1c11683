@testable import LibXML

extension XMLTree {
    /// The invariants of storage that the tree violates.
    var violations: [String] { tape.violations }
}

extension XMLTree.Element {
    /// The invariants of storage that the tree of the element violates.
    var violations: [String] { tape.violations }
}
