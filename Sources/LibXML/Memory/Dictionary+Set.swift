extension Dictionary {
    /// Sets the value of a key; removes it if the value is nil.
    ///
    /// Use it for values that are rarely set. One function serves all types; it is several times slower than the
    /// subscript, which adds 2 KB of code for each type.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    mutating func set(_ key: Key, to value: Value?) { self[key] = value }
}
