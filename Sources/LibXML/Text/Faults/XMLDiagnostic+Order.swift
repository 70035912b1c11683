extension [XMLDiagnostic] {
    /// These diagnostics in the order of the document. A violation of a key is found after those in its element.
    var inDocumentOrder: Self { inOrder { ($0.location?.byteOffset ?? 0) < ($1.location?.byteOffset ?? 0) } }
}
