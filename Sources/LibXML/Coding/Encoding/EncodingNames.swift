/// The names of elements and attributes that coding keys become, by number.
struct EncodingNames: ~Copyable {
    enum Kind: UInt8 {
        /// Valid, and without a prefix.
        case plain
        /// With a prefix as it is written, which must be declared.
        case prefixed
        /// In a namespace whose prefix is chosen, or in none.
        case expanded
        /// A namespace declaration.
        case declaration
    }

    struct Name: BitwiseCopyable {
        var kind: Kind
        /// The number of its local name as a name without a prefix.
        var local: UInt32
        var start: Int
        var count: Int
        var range: Range<Int> { start..<start &+ count }
    }

    private struct ID: Hashable {
        var test: NameTest
        var isAttribute: Bool
    }

    /// The names as they are written, one after the other; the local names of those in namespaces.
    private(set) var bytes = RawBuffer<UInt8>(capacity: 512)
    private var names = RawBuffer<Name>(capacity: 64)
    private var tests: [NameTest] = [.any]
    private var numbers: [ID: UInt32] = [:]

    init() { names.append(Name(kind: .plain, local: 0, start: 0, count: 0)) }

    var count: Int { names.count }

    subscript(number: UInt32) -> Name {
        @inline(__always) get { names[Int(number)] }
    }

    func test(_ number: UInt32) -> NameTest { tests[Int(number)] }

    func string(_ number: UInt32) -> String { bytes.withSpan(self[number].range) { $0.string($0.indices) } }

    /// Returns the number of a name; 0 for `*`.
    mutating func number(
        of test: NameTest, isAttribute: Bool, _ invalidNames: XMLWritingOptions.InvalidNames
    ) throws(XMLError) -> UInt32 {
        let id = ID(test: test, isAttribute: isAttribute)
        if let number = numbers[id] { return number }
        let kind: Kind
        var text: String
        switch test {
        case .any: return 0
        case .written(let written):
            text = written
            let isDeclaration = isAttribute && (written == "xmlns" || written.hasPrefix("xmlns:"))
            kind = isDeclaration ? .declaration : written.utf8.contains(UInt8(ascii: ":")) ? .prefixed : .plain
        case .local(let local): (kind, text) = (.plain, local)
        // An attribute without a prefix is in no namespace.
        case .expanded(let name):
            (kind, text) = (isAttribute && name.namespaceURI == nil ? .plain : .expanded, name.localName)
        }
        let isValid =
            kind == .declaration
            || text.withUTF8Span { $0.isQualifiedName && !$0.has("xmlns:", at: 0) }
                && (kind == .prefixed || !text.utf8.contains(UInt8(ascii: ":")))
        if !isValid {
            guard invalidNames == .replaced else {
                throw XMLError(.invalidName(text.excerpt, of: isAttribute ? "an attribute" : "an element"))
            }
            let replaced = kind == .prefixed ? text : text.replacing(":", with: "_")
            text = replaced.withUTF8Span { bytes in
                let repaired = XMLNameRepair.elementName(bytes)
                return repaired.contiguous.span.string(repaired.indices)
            }
        }
        let number = number(ofValid: text, kind, test, isAttribute)
        numbers[id] = number
        return number
    }

    /// Returns the number of a name with its text in the document, which is the same for `a` and `*:a`.
    private mutating func number(ofValid text: String, _ kind: Kind, _ test: NameTest, _ isAttribute: Bool) -> UInt32 {
        var written = NameTest.written(text)
        if kind == .expanded, case .expanded(let name) = test {
            written = .expanded(XMLName(text, namespaceURI: name.namespaceURI))
        }
        let id = ID(test: written, isAttribute: isAttribute)
        if let number = numbers[id] { return number }
        var local: UInt32?
        if kind == .prefixed || kind == .expanded {
            local = number(ofValid: written.localName, .plain, written, isAttribute)
        }
        let start = bytes.count
        text.withUTF8Span { $0.append(to: &bytes) }
        let number = UInt32(names.count)
        names.append(Name(kind: kind, local: local ?? number, start: start, count: bytes.count - start))
        tests.append(written)
        numbers[id] = number
        return number
    }
}
