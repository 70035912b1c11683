extension Dictionary {
    /// Sets the value of a key; removes it if the value is nil.
    ///
    /// It is for values that are set seldom: one function serves all types, and is several times slower than the
    /// subscript, which adds 2 KB of code for each of them.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    mutating func set(_ key: Key, to value: Value?) { self[key] = value }
}
