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

    init() { names.append(Name(kind: .plain, start: 0, count: 0)) }

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
        let (kind, text): (Kind, String)
        switch test {
        case .any: return 0
        case .written(let written):
            text = written
            let isDeclaration = isAttribute && (written == "xmlns" || written.hasPrefix("xmlns:"))
            kind = isDeclaration ? .declaration : written.utf8.contains(UInt8(ascii: ":")) ? .prefixed : .plain
        case .local(let local): (kind, text) = (.plain, local)
        case .expanded(let name): (kind, text) = (.expanded, name.localName)
        }
        let isValid =
            kind == .declaration
            || text.withUTF8Span { $0.isQualifiedName && !$0.has("xmlns:", at: 0) }
                && (kind == .prefixed || !text.utf8.contains(UInt8(ascii: ":")))
        let start = bytes.count
        if isValid {
            text.withUTF8Span { $0.append(to: &bytes) }
        } else if invalidNames == .replaced {
            let replaced = kind == .prefixed ? text : text.replacing(":", with: "_")
            let repaired = replaced.withUTF8Span { XMLNameRepair.elementName($0) }
            repaired.span.append(to: &bytes)
        } else {
            let kind = isAttribute ? "attribute" : "element"
            throw XMLError(.invalidName, "“\(text.excerpt)” is not a valid name of an \(kind)")
        }
        let number = UInt32(names.count)
        names.append(Name(kind: kind, start: start, count: bytes.count - start))
        tests.append(test)
        numbers[id] = number
        return number
    }
}
