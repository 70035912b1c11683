/// An element whose end tag is not written yet.
struct OpenElement: BitwiseCopyable {
    /// Where its name begins among the names of open elements.
    var nameStart: UInt32
    /// The number of namespace declarations of the elements around it.
    var bindings: UInt32
}

/// The start tag that was begun last.
struct OpenTag: ~Copyable {
    /// The name of the element, an attribute, or a namespace declaration, in the output.
    struct Part: BitwiseCopyable {
        var start: Int
        var nameEnd: Int
        /// The length of the prefix; 0 for a name without a prefix.
        var prefixLength: Int
        /// Whether the prefix was chosen for a namespace, so that no other declaration may change its meaning.
        var isResolved: Bool
        var isDeclaration = false

        var name: Range<Int> { start..<nameEnd }
        var prefix: Range<Int> { start..<start + prefixLength }

        mutating func move(by distance: Int) {
            start += distance
            nameEnd += distance
        }
    }

    /// Whether its `>` is not written yet.
    var isOpen = false
    /// Whether a name has a prefix whose declaration was not looked up.
    var hasPrefixes = false
    var element = Part(start: 0, nameEnd: 0, prefixLength: 0, isResolved: false)
    /// The attributes and namespace declarations.
    var parts = RawBuffer<Part>(capacity: 16)
    /// The names of the attributes and declarations, if there are many.
    private var names: Set<[UInt8]> = []
    /// The number of attributes and declarations whose names are in the set.
    private var named = 0

    /// The number of attributes from which duplicates are found by a set.
    private static let few = 24

    @inline(__always)
    mutating func begin(_ element: Part) {
        isOpen = true
        self.element = element
        hasPrefixes = element.prefixLength > 0 && !element.isResolved
        removeAll()
    }

    /// Adds an attribute or declaration. Returns whether the name is unique in its tag.
    @inline(__always)
    mutating func add(_ part: Part, _ bytes: borrowing RawBuffer<UInt8>) -> Bool {
        guard parts.count < Self.few else { return addToMany(part, bytes) }
        for index in 0..<parts.count where parts[index].name.count == part.name.count {
            if bytes.hasSameElements(parts[index].name, part.name) { return false }
        }
        parts.append(part)
        return true
    }

    mutating func removeAll() {
        if named > 0 { (names, named) = ([], 0) }
        parts.truncate(to: 0)
    }

    /// Removes the attributes and declarations from an index on, which are still in the output. Complexity: O(*n*) in
    /// their number.
    mutating func remove(from index: Int, _ bytes: borrowing RawBuffer<UInt8>) {
        for part in min(index, named)..<named { names.remove(bytes.withSpan(parts[part].name) { $0.array }) }
        named = min(index, named)
        parts.truncate(to: index)
    }

    /// Corrects the offsets after the output before the tag was removed.
    mutating func move(by distance: Int) {
        element.move(by: distance)
        for index in 0..<parts.count { parts[index].move(by: distance) }
    }

    @inline(never)
    private mutating func addToMany(_ part: Part, _ bytes: borrowing RawBuffer<UInt8>) -> Bool {
        for index in named..<parts.count { names.insert(bytes.withSpan(parts[index].name) { $0.array }) }
        named = parts.count
        guard names.insert(bytes.withSpan(part.name) { $0.array }).inserted else { return false }
        parts.append(part)
        named += 1
        return true
    }
}
