extension Sequence {
    /// Returns the elements in an order, as `sorted(by:)` does, which adds 3 KB of code for each type of elements.
    ///
    /// One function sorts all types here, and is several times slower: it is not for what every document needs.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] { sorted(by: precedes) }
}

extension Sequence where Element: Comparable {
    /// Returns the elements in ascending order: see ``inOrder(by:)``.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func inOrder() -> [Element] { sorted() }
}
