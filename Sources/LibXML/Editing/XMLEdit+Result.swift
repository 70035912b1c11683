extension XMLEdit {
    /// Returns the edited document, in the encoding of the input.
    ///
    /// A tree that was parsed from a string is returned in UTF-8. A declaration of another encoding in it stays as it
    /// is: parse the bytes of the file, rather than a string, if the result is written to a file.
    ///
    /// The result is parsed again with the options of the tree, and its content is compared with that of the tree with
    /// the edits. Repairs of the tree are applied.
    ///
    /// - Throws: ``XMLError/Code/overlappingEdits`` for an edit of a part that an earlier edit has removed or replaced,
    ///   located at the later edit, with a note at the earlier one; the errors of ``XMLParsingLimits`` if the result
    ///   exceeds one; ``XMLError/Code/internalFailure`` if the result does not have the expected content.
    /// - Complexity: O(*n* + *m* log *m*) in the size of the document and the number *m* of edits.
    public func xmlBytes() throws(XMLError) -> [UInt8] { try result().bytes }

    /// Returns the edited document as a string, whose declaration is that of ``xmlBytes()``.
    ///
    /// - Throws: the errors of ``xmlBytes()``.
    public func xmlString() throws(XMLError) -> String { try result().tree.source }

    /// Writes the edited document to the file at `path`, which is created or replaced.
    ///
    /// - Throws: the errors of ``xmlBytes()``, before the file is changed; ``XMLError/Code/unwritableFile``.
    public func write(toFile path: String) throws(XMLError) {
        try FileOutput.write(xmlBytes(), toFile: path)
    }

    /// Returns the edited document as a tree, whose locations are those in ``xmlBytes()``.
    ///
    /// Nothing is written to a file. The tree can be edited further, and contains what edits have inserted:
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<list/>"))
    /// try edit.append("<item/>", to: edit.tree.root)
    /// var next = XMLEdit(try edit.editedTree())
    /// try next.setText(at: "list/item", to: "tea")
    /// let text = try next.xmlString()  // <list><item>tea</item></list>
    /// ```
    ///
    /// - Throws: the errors of ``xmlBytes()``.
    /// - Complexity: that of ``xmlBytes()``, which makes the tree for its check.
    public func editedTree() throws(XMLError) -> XMLTree { try result().tree }

    /// Returns the edited document, and its tree.
    func result() throws(XMLError) -> (bytes: [UInt8], tree: XMLTree) {
        try check(tape, at: Tape.document)
        var edit = try withDefaults()
        let ranges = try edit.ranges()
        let (bytes, hasReferences) = try edit.write(ranges)
        let result = try parse(bytes, hasReferences)
        var expected = ContentTokens(for: tape)
        expected.write(tape, edit.edited)
        var found = ContentTokens(for: tape)
        found.write(result.tape)
        guard !expected.isInvalid, expected.bytes.hasSameContent(as: found.bytes) else {
            if hasReferences, let origin = tape.source.origin {
                throw otherEncoding(origin.encoding)
            }
            throw XMLError(.internalFailure, "the edited document does not have the content that was meant")
        }
        return (bytes, result)
    }

    // MARK: Writing

    /// Returns the document, and whether it has references for characters from the repair. A comment or a name does not
    /// allow references.
    private func write(_ ranges: EditedRanges) throws(XMLError) -> (bytes: [UInt8], hasReferences: Bool) {
        let source = tape.source
        guard let encoding = source.origin?.encoding else { return ([], false) }
        var output = EncodedOutput(encoding, capacity: source.count)
        output.bytes = source.omittedMark
        ranges.write(source, to: &output)
        if output.isOutOfMemory { throw XMLError(.outOfMemory) }
        guard !output.isFailed else { throw XMLError(.failedConversion(to: encoding.name)) }
        return (output.bytes, output.hasReferences)
    }

    private func parse(_ bytes: [UInt8], _ hasReferences: Bool) throws(XMLError) -> XMLTree {
        guard let origin = tape.source.origin else { throw XMLError(.internalFailure, "the document has no origin") }
        do throws(XMLError) {
            let result = try XMLTree(parsing: bytes, options: origin.strictOptions)
            // The repair may have recognized an encoding that the document does not declare.
            if origin.options.repairRules != nil, result.tape.source.origin?.encoding.name != origin.encoding.name {
                throw otherEncoding(origin.encoding)
            }
            return result
        } catch {
            if error.code.isLimit || [.uneditable, .outOfMemory, .cancelled].contains(error.code) { throw error }
            let encodings: [XMLError.Code] = [
                .invalidEncoding, .contradictoryEncoding, .unsupportedEncoding, .invalidCharacter,
            ]
            if origin.options.repairRules != nil, hasReferences || encodings.contains(error.code) {
                throw otherEncoding(origin.encoding)
            }
            throw XMLError(
                XMLDiagnostic(.internalFailure, "the edited document is not well-formed: \(error.message)"),
                diagnostics: error.diagnostics)
        }
    }
}

extension XMLEdit {
    private func otherEncoding(_ encoding: DocumentEncoding) -> XMLError {
        error(
            .uneditable, "the document cannot be written in \(encoding.name), in which it was read", at: 0,
            help: "write the repaired document in UTF-8, and edit that")
    }
}
