// Steps that the structs for a format require, after all samples have been observed.

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
        makeLists(kinds)
    }

    /// The number of values of a struct and the structs in it that are not in lists. Their number grows exponentially
    /// with the number of structs that contain each other, and the time and memory of the compiler with it.
    private static var sizeLimit: Int { 500 }

    /// Makes lists of children through which a struct would contain itself, or too many values.
    private mutating func makeLists(_ kinds: [Int]) {
        var sizes: [Int: Int] = [:]
        for kind in kinds where sizes[kind] == nil {
            // The kinds that contain each other, each with its next child.
            var open = [(kind: kind, child: 0)]
            var openKinds: Set = [kind]
            while let (kind, index) = open.last {
                guard index < elements[kind].children.count else {
                    sizes[kind] = limitSize(kind, sizes)
                    openKinds.remove(kind)
                    open.removeLast()
                    continue
                }
                open[open.count - 1].child += 1
                let child = elements[kind].children[index]
                guard let element = child.element.map(representative), !child.isList else { continue }
                if openKinds.contains(element) {
                    modify(kind) { $0.children[index].makeList(.recursion) }
                } else if sizes[element] == nil {
                    open.append((element, 0))
                    openKinds.insert(element)
                }
            }
        }
    }

    /// Makes lists of the largest children of a kind, if it is too large with them. Returns the size.
    ///
    /// - Parameter sizes: the sizes of the kinds of its children that are not lists.
    private mutating func limitSize(_ kind: Int, _ sizes: [Int: Int]) -> Int {
        var size = elements[kind].memberCount
        var children: [(index: Int, size: Int)] = []
        for (index, child) in elements[kind].children.enumerated() where !child.isList {
            guard let element = child.element.map(representative), let own = sizes[element], own > 1 else { continue }
            children.append((index, own - 1))
            size += own - 1
        }
        guard size > Self.sizeLimit else { return size }
        for child in children.sorted(by: { $0.size > $1.size }) where size > Self.sizeLimit {
            modify(kind) { $0.children[child.index].makeList(.size) }
            size -= child.size
        }
        return size
    }
}
