extension Loop {
    /// Random edits of random documents, and documents that are copied.
    static let editing = [
        Self("one-edit", 60) { try RandomEdits.one(seed: $0) },
        Self("moves", 100) { try RandomEdits.moved(seed: $0) },
        Self("many-edits", 200) { try RandomEdits.many(seed: $0) },
        Self("modeled-edits", 400) { try ModeledEdits.check(seed: $0) },
        Self("kept-references", 80) { try KeptReferences.check(group: $0) },
    ]
}
