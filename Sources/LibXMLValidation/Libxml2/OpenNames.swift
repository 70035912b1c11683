import LibXML

/// The names of the open elements of a document that is validated, and the data for their paths.
@safe
struct OpenNames {
    typealias CString = UnsafePointer<UInt8>

    /// A name in the memory of the parser.
    @safe
    struct Name {
        let local: CString
        let prefix: CString?
        let uri: CString?

        var qualified: String {
            let local = unsafe String(cString: local)
            return unsafe prefix.map { unsafe String(cString: $0) + ":" + local } ?? local
        }

        fileprivate func isSame(as other: Self) -> Bool { unsafe local == other.local && prefix == other.prefix }
    }

    private struct Open {
        var name: Name
        /// The number among those of its siblings that have this name, from 1; 0 if it is not known.
        var number: Int
        /// The element before it in its parent.
        var previous: Name?
        /// The last element in it.
        var last: Name?
        /// Where the names of its children begin in ``children``.
        var firstChild: Int
    }

    /// The open elements, and after them some that have ended, whose memory is used again.
    private var elements: [Open] = []
    private(set) var depth = 0
    /// For each open element, the first names of its children, and how often they occurred.
    private var children: [(name: Name, count: Int)] = []
    private var childCount = 0

    /// How many names of children are kept, so that elements with many names take no longer.
    private static let limit = 16

    var current: Name {
        @inline(__always) get { elements[depth - 1].name }
    }

    /// The local name of the element that contains the innermost one.
    var parent: String { depth > 1 ? unsafe String(cString: elements[depth - 2].name.local) : "" }

    @inline(__always)
    mutating func begin(_ local: CString, _ prefix: CString?, _ uri: CString?) {
        let name = unsafe Name(local: local, prefix: prefix, uri: uri)
        let parent = depth - 1
        let number = count(name, from: parent < 0 ? 0 : elements[parent].firstChild)
        var previous: Name?
        if parent >= 0 {
            previous = elements[parent].last
            elements[parent].last = name
        }
        let element = Open(name: name, number: number, previous: previous, last: nil, firstChild: childCount)
        if depth < elements.count { elements[depth] = element } else { elements.append(element) }
        depth += 1
    }

    /// Counts a child. Returns its number.
    @inline(__always)
    private mutating func count(_ name: Name, from first: Int) -> Int {
        var index = childCount
        while index > first {
            index -= 1
            if children[index].name.isSame(as: name) {
                children[index].count += 1
                return children[index].count
            }
        }
        // An earlier child whose name was not kept may have the same name.
        guard childCount - first < Self.limit else { return 0 }
        let number = 1
        if childCount < children.count {
            children[childCount] = (name, number)
        } else {
            children.append((name, number))
        }
        childCount += 1
        return number
    }

    @inline(__always)
    mutating func end() {
        depth -= 1
        childCount = elements[depth].firstChild
    }

    /// The innermost element.
    var reported: ReportedElement { reported(atDepth: depth) }

    /// The open element at a depth, from 1.
    func reported(atDepth number: Int) -> ReportedElement {
        let path = elements.prefix(number)
        let element = path.last
        let end = number < depth ? elements[number].firstChild : childCount
        return ReportedElement(
            name: element?.name.qualified ?? "", uri: unsafe element?.name.uri.map { unsafe String(cString: $0) },
            parent: path.dropLast().last?.name.qualified, previous: element?.previous?.qualified,
            lastChild: element?.last?.qualified, path: Self.path(path),
            children: children[(element?.firstChild ?? 0)..<end].map { unsafe String(cString: $0.name.local) },
            hasAllChildren: end - (element?.firstChild ?? 0) < Self.limit)
    }

    /// The names and numbers of elements; of those that are deep or have long names, only the last ones.
    private static func path(_ elements: ArraySlice<Open>) -> String {
        var steps: [String] = []
        var length = 0
        for element in elements.reversed() {
            let name = element.name.qualified
            steps.append(element.number > 1 ? "\(name)[\(element.number)]" : name)
            length += name.utf8.count
            if length > 1_000 { return "…/" + steps.reversed().joined(separator: "/") }
        }
        return steps.reversed().joined(separator: "/")
    }
}
