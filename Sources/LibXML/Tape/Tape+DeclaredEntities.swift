extension Tape {
    /// The general entities that the document declares itself.
    var declaredEntities: DeclaredEntities {
        var children = children(of: Tape.document)
        while let (index, head) = children.next(self) {
            guard head.kind == .documentType else { continue }
            return source.withText { DeclaredEntities(in: $0.string(sourceRange(index))) }
        }
        return DeclaredEntities(in: "")
    }
}
