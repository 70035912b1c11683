public import LibXML

extension XMLTree {
    /// Returns the changes from another document to this one, in the order of this document.
    ///
    /// The result is empty if the documents are equal under the options. Otherwise, the differences lead from one
    /// document to the other, but they are not always the fewest possible: an element with another name is removed and
    /// added.
    ///
    /// - Parameters:
    ///   - other: the old document.
    ///   - options: the rules for differences.
    /// - Complexity: O(*n* log *n*) in the size of both documents.
    public func differences(from other: XMLTree, options: XMLDifferenceOptions = .init()) -> [XMLDifference] {
        var content = ContentTable()
        let old = ComparedTree(other, nil, options, &content)
        let new = ComparedTree(self, nil, options, &content)
        return DifferenceFinder(old, new, options).differences()
    }
}

extension XMLTree.Element {
    /// Returns the changes from another element to this one, as `differences` of trees does.
    ///
    /// Paths begin with the names of these elements.
    public func differences(from other: XMLTree.Element, options: XMLDifferenceOptions = .init()) -> [XMLDifference] {
        var content = ContentTable()
        let old = ComparedTree(XMLTree(of: other), other, options, &content)
        let new = ComparedTree(XMLTree(of: self), self, options, &content)
        return DifferenceFinder(old, new, options).differences()
    }
}
