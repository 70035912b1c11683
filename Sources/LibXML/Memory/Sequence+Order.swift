extension Sequence {
    /// Returns the elements in order, like `sorted(by:)`, which would add 3 KB of code for each type of elements.
    ///
    /// This function serves all types, and is several times slower. It is not for operations that every document needs.
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
