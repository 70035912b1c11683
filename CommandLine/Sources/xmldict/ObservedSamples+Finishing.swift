// What the structs for a format require, after all samples have been observed.

extension ObservedSamples {
    /// Prepares the kinds for ``SwiftStructs``.
    mutating func finish() {
        mergeKinds()
        let kinds = representativeElements
        // A child that has attributes or child elements in some places is a struct in all.
        for kind in kinds {
            for child in elements[kind].children {
                guard let element = child.element else { continue }
                modify(representative(element)) { $0.addPlain(child) }
            }
        }
        for kind in kinds { makeListsBesideAttributes(kind) }
        makeListsOfRecursiveChildren(kinds)
    }

    private mutating func makeListsBesideAttributes(_ kind: Int) {
        modify(kind) { element in
            for attribute in element.attributes where attribute.countWithoutChild > 0 {
                guard element.child(attribute.key) != nil, element.index(ofChildReplacing: attribute) == nil else {
                    continue
                }
                element.makeList(element.index(ofChild: attribute.key), .attribute)
            }
        }
    }

    /// Makes lists of children through which a struct would contain itself.
    private mutating func makeListsOfRecursiveChildren(_ kinds: [Int]) {
        var finished: Set<Int> = []
        for kind in kinds where !finished.contains(kind) {
            // The kinds that contain each other, each with its next child.
            var open = [(kind: kind, child: 0)]
            var openKinds: Set = [kind]
            while let (kind, index) = open.last {
                guard index < elements[kind].children.count else {
                    openKinds.remove(kind)
                    finished.insert(kind)
                    open.removeLast()
                    continue
                }
                open[open.count - 1].child += 1
                let child = elements[kind].children[index]
                guard let element = child.element.map(representative), !child.isList else { continue }
                if openKinds.contains(element) {
                    modify(kind) { $0.makeList(index, .recursion) }
                } else if !finished.contains(element) {
                    open.append((element, 0))
                    openKinds.insert(element)
                }
            }
        }
    }
}

extension ObservedElement {
    fileprivate mutating func makeList(_ child: Int, _ reason: ObservedChild.ListReason) {
        if children[child].isList { return }
        children[child].isList = true
        children[child].listReason = reason
    }
}
