import Synchronization

/// The names, prefixes, namespace URIs and other strings of a document, each with a number.
struct NameTable: ~Copyable {
    /// The bytes of all strings.
    private var bytes: RawBuffer<UInt8>
    /// Offset and length of each string.
    private var strings: RawBuffer<UInt32>
    /// Local name, prefix and namespace URI, as strings, of each name.
    private var names: RawBuffer<UInt32>

    /// The numbers of names and strings. The key of a string has no first pointer.
    private var pointers: PointerTable

    /// The size of the longest string in bytes.
    private(set) var longestString = 0

    /// - Parameter capacity: the initial number of names that fit. The table of their pointers takes 1 KB for 8 names.
    init(capacity: Int) {
        // Enough for the namespace URIs of a message.
        bytes = RawBuffer(capacity: 16 * capacity)
        strings = RawBuffer(capacity: 2 * capacity)
        names = RawBuffer(capacity: 3 * capacity)
        pointers = PointerTable(capacity: 4 * capacity)
    }

    /// Creates a table without lookup of names by pointers. It is small, because an element may have its own table.
    static func ofCopies() -> Self { Self(capacity: 0) }

    /// Ends the lookup of names by pointers.
    mutating func clearPointers() { pointers = PointerTable(capacity: 0) }

    /// The number of names.
    var count: Int { names.count / 3 }
    var stringCount: Int { strings.count / 2 }

    /// Returns whether the table contains more strings than a limit allows, or than the numbers of a tape can address.
    /// If so, the strings that were added last may be wrong.
    func isFull(limit: Int) -> Bool {
        let capacity = Int(TapeHead.maxPayload)
        return stringCount > min(limit, capacity) || count > capacity || bytes.count > Int(UInt32.max)
    }

    /// Returns the number of a name, by the interned pointers of its parts; nil if it was not added.
    @inline(__always)
    func knownName(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?
    ) -> UInt32? {
        pointers.number(of: unsafe PointerTable.Key(local, prefix, uri))
    }

    /// Returns the number of a name, by the interned pointers of its parts. Adds it if it is not known.
    mutating func name(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?
    ) -> UInt32 {
        unsafe knownName(local: local, prefix: prefix, uri: uri) ?? addName(local: local, prefix: prefix, uri: uri)
    }

    /// Adds a name that is not known. Returns its number.
    mutating func addName(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?
    ) -> UInt32 {
        _ = pointers.number(
            of: unsafe PointerTable.Key(local, prefix, uri), orAdd: UInt32(truncatingIfNeeded: count))
        // The default of an attribute may bind a prefix to an empty name, which is not a namespace.
        let isUnbound = unsafe uri?.pointee == 0
        return unsafe addName(
            local: string(local), prefix: string(prefix), uri: isUnbound ? TapeHead.none : string(uri))
    }

    /// Adds a name for which an interned pointer stands. Returns its number.
    mutating func addName(_ bytes: UnsafeBufferPointer<UInt8>, for pointer: UnsafePointer<UInt8>) -> UInt32 {
        _ = pointers.number(of: unsafe PointerTable.Key(pointer, nil, nil), orAdd: UInt32(truncatingIfNeeded: count))
        return unsafe addName(local: addString(bytes), prefix: TapeHead.none, uri: TapeHead.none)
    }

    /// Returns the number of a string, by its interned pointer; `TapeHead.none` for nil.
    @inline(__always)
    mutating func string(_ pointer: UnsafePointer<UInt8>?) -> UInt32 {
        unsafe pointer.map { unsafe internedString($0) } ?? TapeHead.none
    }

    @inline(never)
    private mutating func internedString(_ pointer: UnsafePointer<UInt8>) -> UInt32 {
        let new = UInt32(truncatingIfNeeded: stringCount)
        let number = pointers.number(of: unsafe PointerTable.Key(nil, pointer), orAdd: new)
        return unsafe number == new ? addString(pointer) : number
    }

    /// Adds a string without recording its pointer.
    mutating func addString(_ pointer: UnsafePointer<UInt8>?) -> UInt32 {
        guard let pointer = unsafe pointer else { return TapeHead.none }
        let length = unsafe UnsafePointer<UInt8>.length(pointer)
        return unsafe addString(UnsafeBufferPointer(start: pointer, count: length))
    }

    mutating func addString(_ string: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: stringCount)
        let place = unsafe strings.extend(by: 2)
        unsafe place[0] = UInt32(truncatingIfNeeded: bytes.count)
        unsafe place[1] = UInt32(truncatingIfNeeded: string.count)
        unsafe bytes.append(string)
        longestString = max(longestString, string.count)
        return number
    }

    /// Adds a name that consists of strings added before.
    mutating func addName(local: UInt32, prefix: UInt32, uri: UInt32) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: count)
        let parts = unsafe names.extend(by: 3)
        unsafe parts[0] = local
        unsafe parts[1] = prefix
        unsafe parts[2] = uri
        return number
    }

    // MARK: Reading

    /// Returns the strings of a name; `TapeHead.none` for a missing prefix or URI.
    @inline(__always)
    func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int) { view.name(number) }

    /// Returns the length of a string in bytes.
    @inline(__always)
    func length(ofString number: Int) -> Int { Int(strings[2 * number + 1]) }

    /// Calls `body` with the bytes of a string; with an empty span for `TapeHead.none`.
    @inline(__always)
    func withString<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        view.withString(number, body)
    }

    /// The memory of the table: the bytes of strings, their offsets and lengths, and the parts of names.
    var memory:
        (bytes: UnsafeBufferPointer<UInt8>, strings: UnsafeBufferPointer<UInt32>, names: UnsafeBufferPointer<UInt32>)
    {
        unsafe (bytes.elements, strings.elements, names.elements)
    }

    /// A view that reads the table. It is valid until a string or name is added.
    @inline(__always)
    var view: View { unsafe View(bytes: unsafe bytes.base, strings: unsafe strings.base, names: unsafe names.base) }

    @safe
    struct View {
        private let bytes: UnsafeMutablePointer<UInt8>
        private let strings: UnsafeMutablePointer<UInt32>
        private let names: UnsafeMutablePointer<UInt32>

        fileprivate init(
            bytes: UnsafeMutablePointer<UInt8>, strings: UnsafeMutablePointer<UInt32>,
            names: UnsafeMutablePointer<UInt32>
        ) {
            unsafe self.bytes = unsafe bytes
            unsafe self.strings = unsafe strings
            unsafe self.names = unsafe names
        }

        @inline(__always)
        func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int) {
            unsafe (Int(names[3 * number]), Int(names[3 * number + 1]), Int(names[3 * number + 2]))
        }

        @inline(__always)
        func withString<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
            guard number != Int(TapeHead.none) else {
                return unsafe body(UnsafeBufferPointer(start: bytes, count: 0).span)
            }
            let start = unsafe bytes + Int(strings[2 * number])
            return unsafe body(UnsafeBufferPointer(start: start, count: Int(strings[2 * number + 1])).span)
        }
    }

    /// Returns a string; nil for `TapeHead.none`.
    func text(_ number: UInt32) -> String? {
        number == TapeHead.none ? nil : withString(Int(number)) { $0.string(0..<$0.count) }
    }

    /// Returns a qualified name.
    func qualifiedName(_ number: Int) -> String {
        let name = name(number)
        let local = withString(name.local) { $0.string(0..<$0.count) }
        guard name.prefix != Int(TapeHead.none) else { return local }
        return withString(name.prefix) { $0.string(0..<$0.count) } + ":" + local
    }

    /// Returns whether a string is `text`; if `text` is nil, whether there is no string. Creates no string.
    func isString(_ number: Int, _ text: String?) -> Bool {
        guard let text, number != Int(TapeHead.none) else { return text == nil && number == Int(TapeHead.none) }
        return withString(number) { $0.equals(text) }
    }

    /// Returns whether a qualified name is `text`. Creates no string.
    @inline(__always)
    func isWritten(_ number: Int, as text: String) -> Bool {
        let name = name(number)
        let local = length(ofString: name.local)
        if name.prefix == Int(TapeHead.none) {
            return text.utf8.count == local && withString(name.local) { $0.equals(text) }
        }
        let length = length(ofString: name.prefix) + 1 + local
        return text.utf8.count == length && isPrefixed(name, as: text)
    }

    /// Returns whether a name with a prefix is `text`, which must have its length.
    @inline(never)
    private func isPrefixed(_ name: (local: Int, prefix: Int, uri: Int), as text: String) -> Bool {
        text.withUTF8Span { text in
            let colon = length(ofString: name.prefix)
            return text[colon] == UInt8(ascii: ":")
                && withString(name.prefix) { $0.hasSameBytes(as: text.extracting(..<colon)) }
                && withString(name.local) { $0.hasSameBytes(as: text.extracting((colon + 1)...)) }
        }
    }

    /// Returns whether the local name is `text`. Creates no string.
    func isLocal(_ number: Int, _ text: String) -> Bool {
        withString(name(number).local) { $0.equals(text) }
    }

    /// Returns whether another table has the same names with the same numbers.
    func hasSameContent(as other: borrowing NameTable) -> Bool {
        bytes.hasSameContent(as: other.bytes) && strings.hasSameContent(as: other.strings)
            && names.hasSameContent(as: other.names)
    }

    /// Calls `body` with the numbers of the names with a local name. Complexity: O(*n*) in the number of names, fast
    /// for few.
    @inline(__always)
    func forEachName(local text: String, _ body: (Int) -> Void) {
        text.withUTF8Span { expected in
            for number in 0..<count where length(ofString: name(number).local) == expected.count {
                if withString(name(number).local, { $0.hasSameBytes(as: expected) }) { body(number) }
            }
        }
    }

    /// Returns whether an expanded name is `expanded`. Creates no string.
    func isExpanded(_ number: Int, _ expanded: XMLName) -> Bool {
        guard isLocal(number, expanded.localName) else { return false }
        let uri = name(number).uri
        guard let expected = expanded.namespaceURI else { return uri == Int(TapeHead.none) }
        return uri != Int(TapeHead.none) && withString(uri) { $0.equals(expected) }
    }

    /// Returns the expanded name of this number.
    func expandedName(_ number: Int) -> XMLName {
        let (local, _, uri) = name(number)
        return XMLName(
            text(UInt32(truncatingIfNeeded: local)) ?? "", namespaceURI: text(UInt32(truncatingIfNeeded: uri)))
    }

    /// Returns the length of a qualified name in bytes.
    func qualifiedLength(_ number: Int) -> Int {
        let name = name(number)
        let length = length(ofString: name.local)
        return name.prefix == Int(TapeHead.none) ? length : length + 1 + self.length(ofString: name.prefix)
    }

    /// Returns a copy of the names so far, without the lookup by pointers. Complexity: O(*n*) in the number of names.
    func snapshot() -> NameTable {
        var copy = Self.ofCopies()
        unsafe copy.bytes.append(bytes.elements)
        unsafe copy.strings.append(strings.elements)
        unsafe copy.names.append(names.elements)
        return copy
    }
}

/// The names of finished tapes, and objects derived from them on first use.
final class TapeNames: Sendable {
    let table: NameTable
    /// The object that a higher layer derived from the names last.
    let derived = Mutex<(any AnyObject & Sendable)?>(nil)
    let strings = LazyReference<NameStrings>()
    let lookup = LazyReference<NameLookup>()

    init(_ table: consuming NameTable) {
        table.clearPointers()
        self.table = table
    }
}

/// The names that the tapes of one stream share. They are copied only if there are new names.
struct SharedNames {
    private var last: TapeNames?

    /// Returns the current names of a table; nil if there are new names and the table has more than `limit` strings.
    ///
    /// Complexity: O(1), or O(*n*) in the number of names if there are new names.
    mutating func names(of table: borrowing NameTable, limit: Int = .max) -> TapeNames? {
        if let last, last.table.stringCount == table.stringCount, last.table.count == table.count { return last }
        if table.stringCount > limit { return nil }
        let names = TapeNames(table.snapshot())
        last = names
        return names
    }
}
