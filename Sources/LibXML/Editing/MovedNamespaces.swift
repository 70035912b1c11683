// Namespaces of elements that are moved (Namespaces in XML 1.0, section 6).

extension XMLEdit {
    /// Declares the namespaces of elements that were moved, unless the same namespaces are in scope at their new
    /// places.
    ///
    /// The content of a moved element keeps the namespaces of its old place: the moved element declares those that it
    /// needs.
    mutating func declareNamespaces(in ranges: inout EditedRanges) throws(XMLError) {
        var known: [[Int]: [(prefix: String?, uri: String)]] = [:]
        var uses: [Int: Set<String>] = [:]
        // Entities and default attributes have prefixes, too.
        var typePrefixes: Set<String> = []
        if !edited.moved.isEmpty, let type = documentType { typePrefixes = type.contiguous.span.prefixes }
        for element in edited.moved.keys.inOrder() {
            guard let move = edited.moved[element], move.replacedOrder == nil,
                let old = tape.parent(ofElement: element)
            else { continue }
            let key = [old, move.parent]
            let differing = known[key] ?? differingNamespaces(of: element, in: move.parent)
            known[key] = differing
            if differing.isEmpty { continue }
            let added = edited.tags[element]?.declared ?? []
            let own = Set(
                tape.namespaces(of: element).map { tape.string($0.prefix) ?? "" } + added.compactMap(\.prefix))
            var declared: [(prefix: String?, uri: String)] = []
            var used: Set<String>?
            for (prefix, uri) in differing where !own.contains(prefix ?? "") {
                // Without a prefix, text and values may use the default namespace too.
                if let prefix {
                    let found = used ?? prefixes(in: element, ranges, &uses).union(typePrefixes)
                    used = found
                    if !found.contains(prefix) { continue }
                }
                declared.append((prefix, uri))
            }
            if declared.isEmpty { continue }
            let places = tags[element] ?? TagPlaces(of: element, in: tape)
            try checkRange(places.partsEnd..<places.partsEnd)
            prepareTag(of: element)
            edited.tags[element]?.declared += declared
            var text: [UInt8] = []
            for (prefix, uri) in declared {
                let name = prefix.map { "xmlns:\($0)" } ?? "xmlns"
                text += try withReferences(EditText.attribute(name, uri))
            }
            let range = places.partsEnd..<places.partsEnd
            ranges.add(EditedRange(range: range, pieces: [.text(text)], entry: element, order: move.order), to: element)
        }
    }

    /// Returns the namespaces in scope around an element that differ from those in scope in another one, in the order
    /// of their prefixes.
    private func differingNamespaces(of element: Int, in parent: Int) -> [(prefix: String?, uri: String)] {
        var old = tape.scope(around: element)?.all ?? [:]
        for added in tape.parent(ofElement: element).map({ addedDeclarations(at: $0) }) ?? [] {
            old[added.prefix] = added.uri
        }
        let added = addedDeclarations(at: parent)
        var differing: [(prefix: String?, uri: String)] = []
        let uri = old[nil] ?? ""
        if !(tape.namespace(ofPrefix: nil, at: parent) ?? "").hasSameBytes(as: uri) { differing.append((nil, uri)) }
        for prefix in old.keys.compactMap({ $0 }).inOrder() {
            guard let uri = old[prefix], prefix != "xml" else { continue }
            let known =
                tape.namespace(ofPrefix: prefix, at: parent) ?? added.first { $0.prefix.hasSameBytes(as: prefix) }?.uri
            let isSame = known?.hasSameBytes(as: uri) ?? false
            if !isSame { differing.append((prefix, uri)) }
        }
        return differing
    }

    /// Returns the names before colons in an element, with what is moved or inserted into it.
    private func prefixes(in element: Int, _ ranges: EditedRanges, _ known: inout [Int: Set<String>]) -> Set<String> {
        var found: Set<String> = []
        var pending = [element]
        while let number = pending.popLast() {
            guard let movedPart = ranges.movedParts[number] else { continue }
            pending += EditedRanges.sources(movedPart.changes)
            if known[number] == nil {
                var own = tape.source.withText { $0.extracting(movedPart.range).prefixes }
                for case .text(let text) in movedPart.changes.flatMap(\.pieces) {
                    own.formUnion(text.contiguous.span.prefixes)
                }
                known[number] = own
            }
            found.formUnion(known[number] ?? [])
        }
        return found
    }
}
