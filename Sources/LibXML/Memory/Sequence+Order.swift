extension Sequence {
    /// Returns the elements in an order, equal ones as they are.
    ///
    /// It is for few elements: one function sorts all types, and is several times slower than `sorted(by:)`, which adds
    /// 3 KB of code for each of them.
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
