/// What a document type declares: the entities, as far as references to them can be left as they are, and what elements have
/// by default.
struct Declarations {
    /// The root element of documents that are tried, for which nothing declares attributes.
    private static let element = "libxml-no-such-element"

    private var declared: Set<String> = []
    private var inContent: Set<String> = []
    /// What may be prefixes of elements and attributes in the entities, and whether an entity can be used where some of them
    /// are bound.
    private var prefixes: [String] = []
    private var inBoundContent: [String: Bool] = [:]
    private var inAttributes: Set<String> = []
    /// Whether others may be declared in what is not read, so that a reference is well-formed.
    private(set) var mayBeElsewhere = false
    /// Whether that is a DTD of HTML, whose names are known.
    private var isElsewhereHTML = false

    /// The declaration itself.
    private let text: String
    private let options: XMLParsingOptions
    private let check: StrictCheck
    /// How often the declaration is still parsed for one of these.
    private var triesLeft: Int
    /// What elements have by default of namespaces, by their names.
    private var defaults: [String: StrictCheck.Element] = [:]
    private var faults: [String: Fault] = [:]
    /// Whether elements may be declared that are not among these, by parameter entities.
    private let mayHaveMore: Bool
    /// Whether an element may declare a namespace, or have an attribute with a prefix, that is not written in its tag.
    var haveDefaults: Bool { mayHaveMore || !defaults.isEmpty }

    /// Looks at a document type declaration.
    ///
    /// Complexity: O(*n*) in the length of the declaration and of what its entities expand to.
    /// - Throws: what is wrong with it first.
    init(
        _ declaration: String, isStandalone: Bool, _ options: XMLParsingOptions, _ check: StrictCheck
    ) throws(Fault) {
        var options = options
        options.repair = nil
        // What is tried needs a few names more than the document has.
        options.limits.depth = max(options.limits.depth, 2)
        options.limits.nameLength = max(options.limits.nameLength, 64)
        options.limits.attributesPerElement = max(options.limits.attributesPerElement, 2)
        options.limits.distinctNames = max(options.limits.distinctNames, options.limits.distinctNames &+ 8)
        (text, self.options, self.check) = (declaration, options, check)
        let tries = min(512, 2 + (4 << 20) / declaration.utf8.count)
        triesLeft = tries
        mayHaveMore = declaration.contains("<!ENTITY %")
        func isWellFormed(_ content: String) -> Bool { check.firstFault(declaration + content, options) == nil }
        if let fault = check.firstFault("\(declaration)<\(Self.element)/>", options) {
            // One that passes a limit stays, so that the document does.
            if fault.code.isLimit { return } else { throw fault }
        }
        // All that are named are looked at together, since each time parses the declaration.
        let elements = Set(Self.words(after: "<!ATTLIST", in: declaration))
        defaults = self.elements(elements.filter { Array($0.utf8).span.isQualifiedName }.sorted())
            .filter { !$0.value.declared.isEmpty || !$0.value.prefixedNames.isEmpty }
        declared = Self.names(in: declaration)
        inContent = Self.usable(declared, tries: tries) { names in
            isWellFormed("<\(Self.element)>\(names.map { "&\($0);" }.joined())</\(Self.element)>")
        }
        prefixes = Self.prefixes(in: declaration)
        inAttributes = Self.usable(inContent, tries: tries) { names in
            isWellFormed("<\(Self.element) a=\"\(names.map { "&\($0);" }.joined())\"/>")
        }
        let head = declaration.prefix { $0 != "[" }
        // libxml2 takes a reference to what it does not know for an error, unless more may be declared outside.
        options.unresolvedEntities = .keep
        mayBeElsewhere = !isStandalone && isWellFormed("<\(Self.element)>&libxml-no-such-entity;</\(Self.element)>")
        isElsewhereHTML = head.contains("//DTD XHTML") || head.contains("//DTD HTML")
    }

    /// Whether a reference to an entity of this name, which is not predefined, can be left as it is.
    ///
    /// - Parameter isBound: whether a prefix is.
    mutating func mayRefer(to name: String, isInAttribute: Bool, _ isBound: (_ prefix: String) -> Bool) -> Bool {
        if (isInAttribute ? inAttributes : inContent).contains(name) { return true }
        if !isInAttribute, declared.contains(name), canBeUsed(name, where: prefixes.filter(isBound)) { return true }
        guard mayBeElsewhere, !inContent.contains(name) else { return false }
        return !isElsewhereHTML || HTMLCharacterNames.characters(for: name) == nil
    }

    /// Whether an entity can be used in content where these prefixes are bound.
    private mutating func canBeUsed(_ name: String, where bound: [String]) -> Bool {
        guard !bound.isEmpty else { return false }
        let key = ([name] + bound).joined(separator: " ")
        if let known = inBoundContent[key] { return known }
        guard triesLeft > 0 else { return false }
        triesLeft -= 1
        let declarations = bound.map { " xmlns:\($0)=\"u:\($0)\"" }.joined()
        let document = "\(text)<\(Self.element)\(declarations)>&\(name);</\(Self.element)>"
        let isUsable = check.firstFault(document, options) == nil
        inBoundContent[key] = isUsable
        return isUsable
    }

    /// What is wrong first with the references in an attribute value; nil for nothing, and where too much has been tried.
    mutating func fault(inValue value: String, quote: String) -> Fault? {
        guard triesLeft > 0 else { return nil }
        triesLeft -= 1
        return Self.fault(inValue: value, quote: quote, text, options, check)
    }

    /// The same in a document with this declaration. The fault's place is in the value.
    static func fault(
        inValue value: String, quote: String, _ declaration: String, _ options: XMLParsingOptions, _ check: StrictCheck
    ) -> Fault? {
        let start = "\(declaration)<\(element) a=\(quote)"
        guard let fault = check.firstFault("\(start)\(value)\(quote)/>", options), fault.offset >= start.utf8.count
        else {
            return nil
        }
        return fault.moved(by: -start.utf8.count)
    }

    /// What is wrong with a reference to an entity that is declared, and cannot be expanded; nil for other entities.
    mutating func fault(ofReferenceTo name: String, isInAttribute: Bool) -> Fault? {
        guard declared.contains(name) else { return nil }
        let key = "\(isInAttribute ? "@" : "")\(name)"
        if let known = faults[key] { return known }
        let generic = Fault(.malformedEntity, "the entity “\(name)” cannot be expanded here", at: 0)
        guard triesLeft > 0 else { return generic }
        triesLeft -= 1
        let content = isInAttribute ? " a=\"&\(name);\"/>" : ">&\(name);</\(Self.element)>"
        let fault = check.firstFault("\(text)<\(Self.element)\(content)", options) ?? generic
        faults[key] = fault
        return fault
    }

    /// What an element has that is not written in its tag; nil for nothing.
    mutating func defaults(of element: [UInt8]) -> StrictCheck.Element? {
        let name = String(decoding: element, as: UTF8.self)
        if let known = defaults[name] { return known }
        guard mayHaveMore, triesLeft > 0 else { return nil }
        triesLeft -= 1
        let found = elements([name])[name] ?? StrictCheck.Element(name: name)
        defaults[name] = found
        return found
    }

    private func elements(_ names: [String]) -> [String: StrictCheck.Element] {
        if names.isEmpty { return [:] }
        let tags = names.map { "<\($0)/>" }.joined()
        // With a repair, faults of namespaces do not end the parse, however many they are.
        var options = options
        options.repair = XMLRepairOptions()
        let found = check.children("\(text)<\(Self.element)>\(tags)</\(Self.element)>", options).elements
        return Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The URI that an attribute declares whose value may refer to entities; nil where it must not be declared so, the value
    /// itself where too much has been tried.
    mutating func uri(of prefix: String, declaredAs value: String) -> String? {
        guard triesLeft > 0 else { return value }
        triesLeft -= 1
        return Self.uri(of: prefix, declaredAs: value, in: text, options, check)
    }

    /// The URI that an attribute declares in a document with this declaration; nil where it must not be declared so.
    static func uri(
        of prefix: String, declaredAs value: String, in declaration: String, _ options: XMLParsingOptions,
        _ check: StrictCheck
    ) -> String? {
        let attribute = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
        let document = "\(declaration)<\(element)><\(element) \(attribute)=\"\(value)\"/></\(element)>"
        let (elements, isWellFormed) = check.children(document, options)
        return isWellFormed ? elements.first?.declared.first { $0.prefix == prefix }?.uri : nil
    }

    /// Those names for which `isUsable` holds.
    ///
    /// - Parameter tries: how often it may be asked, at most.
    private static func usable(
        _ names: Set<String>, tries: Int, _ isUsable: ([String]) -> Bool
    ) -> Set<String> {
        var triesLeft = tries
        func usable(_ names: ArraySlice<String>) -> [String] {
            guard triesLeft > 0 else { return [] }
            triesLeft -= 1
            if names.isEmpty || isUsable(Array(names)) { return Array(names) }
            guard names.count > 1 else { return [] }
            let middle = names.startIndex + names.count / 2
            return usable(names[..<middle]) + usable(names[middle...])
        }
        return Set(usable(names.sorted()[...]))
    }

    private static func names(in declaration: String) -> Set<String> {
        Set(words(after: "<!ENTITY", in: declaration).filter { $0 != "%" })
    }

    /// The words that follow a keyword.
    private static func words(after keyword: String, in declaration: String) -> [String] {
        declaration.split(separator: keyword, omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.prefix(4096).split(maxSplits: 1) { $0.isWhitespace }.first.map(String.init)
        }
    }

    /// What may be prefixes of elements and attributes in the entities.
    private static func prefixes(in declaration: String) -> [String] {
        guard declaration.contains("<!ENTITY"), declaration.contains(":") else { return [] }
        let bytes = Array(declaration.utf8)
        var prefixes: Set<String> = []
        for colon in bytes.indices where bytes[colon] == UInt8(ascii: ":") {
            var start = colon
            while start > 0,
                bytes[start - 1] >= 0x80
                    || bytes[start - 1].isASCIINameCharacter && bytes[start - 1] != UInt8(ascii: ":"),
                colon - start < 64
            {
                start -= 1
            }
            let prefix = bytes.span.extracting(start..<colon)
            guard prefix.isQualifiedName, bytes.span.mayBeginName(at: colon + 1), prefixes.count < 64 else { continue }
            prefixes.insert(prefix.string(0..<prefix.count))
        }
        return prefixes.subtracting(["xml", "xmlns"]).sorted()
    }
}
