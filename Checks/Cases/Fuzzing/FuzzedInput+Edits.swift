import LibXML

// Edits of documents, parsed strictly or repaired.

extension FuzzedInput {
    func runEdits() throws {
        var options = options
        options.encoding = choice(0..<2, of: [nil, nil, "ISO-8859-1", "UTF-16"])
        if chooses(2) { options.recovery = .repair(XMLRepairOptions(isHTML: chooses(3))) }
        guard let tree = try? XMLTree(parsing: document, options: options) else { return }
        if options.recovery == nil {
            switch Result(catching: XMLEdit(tree).xmlBytes) {
            case .success(let bytes): try expect(bytes == document, "no edit changes the document")
            case .failure(let error):
                // An encoding with shift states must be declared.
                let mayBeStateful = tree.declaration?.encoding != nil
                try expect(error.code == .uneditable && mayBeStateful, "a document cannot be edited: \(error)")
            }
        }
        // A repaired document type may still not be well-formed.
        if options.recovery != nil, (try? XMLEdit(tree).xmlBytes()) == nil { return }
        let elements = Array(([tree.root] + tree.root.descendants).prefix(200))
        // Each edit alone, then all that do not overlap.
        var edit = XMLEdit(tree)
        for count in 0..<12 {
            let element = elements[(number(below: 256) &* 7 &+ count &* 31) % elements.count]
            var alone = XMLEdit(tree)
            let kind = count + number(below: 256)
            let other = elements[(number(below: 256) &* 13 &+ count &* 17) % elements.count]
            guard try apply(kind, to: element, other, &alone) else { continue }
            guard try checkResult(of: alone, mayOverlap: false) else { continue }
            var next = edit
            guard try apply(kind, to: element, other, &next) else { continue }
            if try checkResult(of: next, mayOverlap: true) { edit = next }
        }
    }

    /// Records an edit. Returns whether it is possible.
    private func apply(
        _ kind: Int, to element: XMLTree.Element, _ other: XMLTree.Element, _ edit: inout XMLEdit
    ) throws -> Bool {
        let text = ["", "a < b", "\n\r\t\"'", "é日😀]]>", "  "][kind % 5]
        do throws(XMLError) {
            switch kind % 18 {
            case 0: try edit.setText(of: element, to: text)
            case 1: try edit.set(attribute: "a", of: element, to: text)
            case 2: for attribute in element.attributes { try edit.setText(of: attribute, to: text) }
            case 3: for attribute in element.attributes { try edit.remove(attribute) }
            case 4: try edit.rename(element, to: "renamed")
            case 5: try edit.remove(element)
            case 6: try edit.insert("<new a='\(kind)'>é</new>", before: element)
            case 7: try edit.insert("<!--new-->", after: element)
            case 8: try edit.append("<new/>text]]&gt;", to: element)
            case 9: try edit.prepend(">]<new/>]", to: element)
            case 10: try edit.replace(element, with: "<new>\n</new>")
            case 11: try edit.replaceContent(of: element, with: "<![CDATA[<]]>\n<new/>")
            case 12: for node in element.children.prefix(5) { try edit.insert("]<?p?>", after: node) }
            case 13: for node in element.children.prefix(5) { try edit.remove(node) }
            case 14: try edit.move(element, after: other)
            case 15: try edit.move(element, before: other)
            case 16: try edit.move(element, toEndOf: other)
            default:
                do {
                    try edit.sortElements(of: element) { $0.qualifiedName > $1.qualifiedName }
                } catch let error as XMLError {
                    throw error
                } catch {
                    return false
                }
            }
            return true
        } catch {
            let expected: [XMLError.Code] = [
                .uneditable, .missingRootElement, .contentAfterRootElement, .overlappingEdits,
                .unrepresentableCharacter,
            ]
            try expect(expected.contains(error.code), "an edit failed: \(error)")
            return false
        }
    }

    private static let limits: Set<XMLError.Code> = [
        .inputTooLarge, .tooDeep, .tooManyAttributes, .tooManyNamespaces, .tagTooLong, .nameTooLong, .tooManyNames,
        .tooManyDeclarations, .documentTypeNotAllowed, .textTooLong, .recordTooLarge, .entityExpansionTooLarge,
    ]

    /// Checks the result of edits. Returns whether there is one.
    private func checkResult(of edit: XMLEdit, mayOverlap: Bool) throws -> Bool {
        switch Result(catching: edit.editedTree) {
        case .success(let tree):
            try checkInvariants(tree.root)
            try expect(XMLEdit(tree).xmlBytes() == edit.xmlBytes(), "the result differs when it is edited again")
            return true
        case .failure(let error):
            let isOverlap = mayOverlap && error.code == .overlappingEdits
            try expect(
                isOverlap || error.code == .uneditable || Self.limits.contains(error.code),
                "the result failed: \(error)")
            return false
        }
    }
}
