/// One member with the number of its key in ``KeyTable``.
struct Entry {
    var key: Int
    var member: Member
}

extension DictionaryContext {
    /// Appends the members of the dictionary of an element, or of the document, in document order. Joined text comes
    /// last.
    func appendMembers(of element: Int, to entries: inout [Entry]) {
        let keys = keys
        guard element != Tape.document else { return appendTop(to: &entries, keys) }
        let start = entries.count
        appendParts(of: element, to: &entries, keys)
        appendContent(of: element, to: &entries, keys)
        if entries.count == start, keys.text >= 0, containsEmptyText(element) {
            entries.append(Entry(key: keys.text, member: .text(of: element)))
        }
        switch mapping.nameKey {
        case .never: break
        case .root where element != root: break
        case .root, .always: entries.insert(Entry(key: keys.nameKey, member: .name(of: element)), at: start)
        }
    }

    /// Appends the root and, if it is the root of a document, the comments beside it.
    private func appendTop(to entries: inout [Entry], _ keys: KeyTable) {
        guard mapping.commentsKey != nil, isOfDocument else {
            return appendChild(root, to: &entries, keys)
        }
        var children = tape.children(of: Tape.document)
        while let (index, head) = children.next(tape) {
            switch head.kind {
            case .element: appendChild(index, to: &entries, keys)
            case .comment: entries.append(Entry(key: keys.comments, member: .comment(index)))
            default: break
            }
        }
    }

    private func appendParts(of element: Int, to entries: inout [Entry], _ keys: KeyTable) {
        var hasAttributes = false
        var hasNamespaces = false
        var tag = tape.tag(of: element)
        while let (index, head) = tag.next(tape) {
            if head.kind == .attribute {
                hasAttributes = true
                let key = keys.ofAttribute(head.name)
                if key >= 0 { entries.append(Entry(key: key, member: .attribute(index, of: element))) }
            } else {
                hasNamespaces = true
                if keys.prefixesDeclarations {
                    entries.append(Entry(key: keys.ofDeclaration(head.prefix), member: .namespace(index)))
                }
            }
        }
        if keys.attributeGroup >= 0, hasAttributes || hasNamespaces && mapping.namespaceDeclarations.areAttributes {
            entries.append(Entry(key: keys.attributeGroup, member: .attributes(of: element)))
        }
        if keys.namespaceGroup >= 0, hasNamespaces {
            entries.append(Entry(key: keys.namespaceGroup, member: .namespaces(of: element)))
        }
    }

    private func appendContent(of element: Int, to entries: inout [Entry], _ keys: KeyTable) {
        let start = entries.count
        var isBlank = true
        var children = tape.children(of: element)
        while let (index, head) = children.next(tape) {
            switch head.kind {
            case .element: appendChild(index, to: &entries, keys)
            case .comment where keys.comments >= 0: entries.append(Entry(key: keys.comments, member: .comment(index)))
            case .cdata where keys.cdata >= 0: entries.append(Entry(key: keys.cdata, member: .cdata(index)))
            default: if isBlank, isText(head.kind) { isBlank = self.isBlank(piece: index) }
            }
        }
        guard keys.text >= 0 else { return }
        if listsText {
            appendRuns(of: element, from: start, to: &entries, keys)
        } else if hasText(element, isBlank: isBlank) {
            entries.append(Entry(key: keys.text, member: .text(of: element)))
        }
    }

    private func appendRuns(of element: Int, from start: Int, to entries: inout [Entry], _ keys: KeyTable) {
        var runs: [Entry] = []
        forEachRun(of: element) { run in
            if withRun(run, { !$0.isEmpty }) { runs.append(Entry(key: keys.text, member: .run(run))) }
        }
        guard !runs.isEmpty else { return }
        // Their order among the children matters only if a child has the key of the text.
        entries.append(contentsOf: runs)
        if entries[start..<entries.count - runs.count].contains(where: { $0.key == keys.text }) {
            entries[start...].sort { $0.member.position < $1.member.position }
        }
    }

    private func appendChild(_ child: Int, to entries: inout [Entry], _ keys: KeyTable) {
        let key = keys.ofElement(tape.nameNumber(child))
        let isOmitted = mapping.emptyElements.areOmitted && !presence.has(child)
        entries.append(Entry(key: key, member: isOmitted ? .nothing : .element(child)))
    }
}

extension Member {
    /// The position of a child, run or comment in its element.
    fileprivate var position: Int {
        switch self {
        case .element(let index), .comment(let index), .cdata(let index): index
        case .run(let range): range.lowerBound
        default: 0
        }
    }
}

// MARK: Grouping

extension DictionaryContext {
    /// Groups members by key, in the order in which keys first occur. Removes omitted members that do not make a list.
    ///
    /// - Returns: the number of keys.
    @discardableResult
    func group(_ entries: inout [Entry], from start: Int, of element: Int) -> Int {
        if mapping.emptyElements.areOmitted { removeOmitted(&entries, from: start, of: element) }
        guard entries.count - start > 1 else { return entries.count - start }
        if let count = numberOfKeys(entries, from: start) { return count }
        var ranks = Ranks()
        var isInOrder = true
        var last = -1
        for index in start..<entries.count {
            let key = entries[index].key
            if key == last { continue }
            if !ranks.add(key) { isInOrder = false }
            last = key
        }
        guard !isInOrder else { return ranks.count }
        // The standard library does not guarantee that its sort is stable.
        let ranked = entries.indices[start...].map { (ranks[entries[$0].key], $0, entries[$0]) }
        let sorted = ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        for (offset, item) in sorted.enumerated() { entries[start + offset] = item.2 }
        return ranks.count
    }

    /// Returns the number of keys of a few members; nil if there are many, or if they are not in the order of their
    /// keys.
    private func numberOfKeys(_ entries: [Entry], from start: Int) -> Int? {
        guard entries.count - start <= 16 else { return nil }
        var count = 1
        for index in start + 1..<entries.count where entries[index].key != entries[index - 1].key {
            for other in start..<index - 1 where entries[other].key == entries[index].key { return nil }
            count += 1
        }
        return count
    }

    /// Removes omitted members, except those whose key has an earlier member, or always has a list: they make a list.
    private func removeOmitted(_ entries: inout [Entry], from start: Int, of element: Int) {
        guard entries[start...].contains(where: \.member.isNothing) else { return }
        var seen: Set<Int> = []
        var kept = start
        for index in start..<entries.count {
            let entry = entries[index]
            if entry.member.isNothing, !seen.contains(entry.key), !isList(entry.key, entry.member, in: element) {
                continue
            }
            seen.insert(entry.key)
            entries[kept] = entry
            kept += 1
        }
        entries.removeSubrange(kept...)
    }
}

/// The order in which keys first occurred. Up to 15 keys are searched linearly.
private struct Ranks {
    private var keys: [Int] = []
    private var ranks: [Int: Int]?

    var count: Int { keys.count }

    /// Adds a key. Returns false if it is already known.
    mutating func add(_ key: Int) -> Bool {
        if ranks != nil {
            guard ranks?[key] == nil else { return false }
            ranks?[key] = keys.count
        } else if keys.contains(key) {
            return false
        }
        keys.append(key)
        if keys.count == 16 {
            ranks = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
        }
        return true
    }

    subscript(key: Int) -> Int { ranks?[key] ?? keys.firstIndex(of: key) ?? 0 }
}
