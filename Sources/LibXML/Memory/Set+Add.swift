extension Set {
    /// Inserts an element, and returns whether it is new: see ``Dictionary/set(_:to:)``.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @discardableResult
    mutating func add(_ element: Element) -> Bool { insert(element).inserted }
}
