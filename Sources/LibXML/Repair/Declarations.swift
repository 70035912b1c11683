/// The declarations of a document type: the entities that may be referred to, and the defaults of elements.
struct Declarations {
    /// The root element of trial documents. No document type declares attributes for it.
    private static let element = "libxml-no-such-element"

    private var declared: Set<String> = []
    private var inContent: Set<String> = []
    /// Names that may be prefixes in the entities, and whether an entity can be used where some of them are bound.
    private var prefixes: [String] = []
    private var inBoundContent: [String: Bool] = [:]
    private var inAttributes: Set<String> = []
    /// Whether declarations that are not read may declare more entities, so that a reference to one is well-formed.
    private(set) var mayBeElsewhere = false

    /// The declaration itself.
    private let text: String
    private let options: XMLParsingOptions
    private let check: StrictCheck
    /// How many more times the declaration may be parsed to answer a question.
    private var remainingAttempts: Int
    /// The namespace declarations and prefixed attributes that elements have by default, by element name.
    private var defaults: [String: StrictCheck.Element] = [:]
    private var faults: [String: Fault] = [:]
    /// Whether parameter entities may declare defaults for elements that ``defaults`` does not contain.
    private let mayHaveMore: Bool
    /// Whether an element may have a namespace declaration or a prefixed attribute that its tag does not contain.
    var haveDefaults: Bool { mayHaveMore || !defaults.isEmpty }

    /// Parses a document type declaration.
    ///
    /// Complexity: O(*n*) in the length of the declaration and of the expansion of its entities.
    /// - Throws: the first fault of the declaration.
    init(
        _ declaration: String, isStandalone: Bool, _ options: XMLParsingOptions, _ check: StrictCheck
    ) throws(Fault) {
        var options = options
        options.recovery = nil
        // Trial documents are larger than the declaration, and need a few more names.
        options.limits.inputSize = .max
        options.limits.tagSize = .max
        options.limits.depth = max(options.limits.depth, 2)
        options.limits.nameLength = max(options.limits.nameLength, 64)
        options.limits.attributesPerElement = max(options.limits.attributesPerElement, 2)
        options.limits.distinctNames = max(options.limits.distinctNames, options.limits.distinctNames &+ 8)
        (text, self.options, self.check) = (declaration, options, check)
        let tries = min(512, 2 + (4 << 20) / declaration.utf8.count)
        remainingAttempts = tries
        mayHaveMore = declaration.contains("<!ENTITY %")
        func isWellFormed(_ content: String) -> Bool { check.firstFault(declaration + content, options) == nil }
        if let fault = check.firstFault("\(declaration)<\(Self.element)/>", options) {
            guard fault.code.isLimit else { throw fault }
            // Parsing the document reports the limit, unless the text before the declaration allows more.
            declared = Self.names(in: declaration)
            (inContent, inAttributes) = (declared, declared)
            return
        }
        // All named elements are checked together, because each check parses the declaration.
        let elements = Set(Self.words(after: "<!ATTLIST", in: declaration))
        let names = elements.filter { Array($0.utf8).contiguous.span.isQualifiedName }.inOrder()
        // The first element with a name counts.
        for element in self.elements(names).reversed() {
            let hasDefaults = !element.declared.isEmpty || !element.prefixedNames.isEmpty
            defaults.set(element.name, to: hasDefaults ? element : nil)
        }
        declared = Self.names(in: declaration)
        inContent = Self.usable(declared, tries: tries) { names in
            isWellFormed("<\(Self.element)>\(names.map { "&\($0);" }.joined())</\(Self.element)>")
        }
        prefixes = Self.prefixes(in: declaration)
        inAttributes = Self.usable(inContent, tries: tries) { names in
            isWellFormed("<\(Self.element) a=\"\(names.map { "&\($0);" }.joined())\"/>")
        }
        // libxml2 reports a reference to an unknown entity as an error, unless it may be declared outside the document.
        options.unresolvedEntities = .keep
        mayBeElsewhere = !isStandalone && isWellFormed("<\(Self.element)>&libxml-no-such-entity;</\(Self.element)>")
    }

    /// Returns whether a reference to an entity with this name, which is not predefined, needs no repair.
    ///
    /// - Parameter isBound: returns whether a prefix is bound.
    mutating func mayRefer(to name: String, isInAttribute: Bool, _ isBound: (_ prefix: String) -> Bool) -> Bool {
        if (isInAttribute ? inAttributes : inContent).contains(name) { return true }
        if !isInAttribute, declared.contains(name), canBeUsed(name, where: prefixes.filter(isBound)) { return true }
        guard mayBeElsewhere, !inContent.contains(name) else { return false }
        // A DTD that declares a name of HTML means the character, as those of RSS 0.91 and DocBook do.
        return HTMLCharacterNames.characters(for: name) == nil
    }

    /// Returns whether an entity can be used in content where these prefixes are bound.
    private mutating func canBeUsed(_ name: String, where bound: [String]) -> Bool {
        guard !bound.isEmpty else { return false }
        let key = ([name] + bound).joined(separator: " ")
        if let known = inBoundContent[key] { return known }
        guard remainingAttempts > 0 else { return false }
        remainingAttempts -= 1
        let declarations = bound.map { " xmlns:\($0)=\"u:\($0)\"" }.joined()
        let document = "\(text)<\(Self.element)\(declarations)>&\(name);</\(Self.element)>"
        let isUsable = check.firstFault(document, options) == nil
        inBoundContent.set(key, to: isUsable)
        return isUsable
    }

    /// Returns the first fault of the references in an attribute value; nil if there is no fault, or if no attempt is
    /// left.
    mutating func fault(inValue value: String, quote: String) -> Fault? {
        guard remainingAttempts > 0 else { return nil }
        remainingAttempts -= 1
        return Self.fault(inValue: value, quote: quote, text, options, check)
    }

    /// Returns the same for a document with this declaration. The offset of the fault is relative to the value.
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

    /// Returns the fault of a reference to a declared entity that cannot be expanded; nil if the entity is not
    /// declared.
    mutating func fault(ofReferenceTo name: String, isInAttribute: Bool) -> Fault? {
        guard declared.contains(name) else { return nil }
        let key = "\(isInAttribute ? "@" : "")\(name)"
        if let known = faults[key] { return known }
        let generic = Fault(.malformedEntity, "the entity “\(name)” cannot be expanded here")
        guard remainingAttempts > 0 else { return generic }
        remainingAttempts -= 1
        let content = isInAttribute ? " a=\"&\(name);\"/>" : ">&\(name);</\(Self.element)>"
        let fault = check.firstFault("\(text)<\(Self.element)\(content)", options) ?? generic
        faults.set(key, to: fault)
        return fault
    }

    /// Returns the namespaces and prefixed attributes that an element has by default; nil if none are known.
    mutating func defaults(of element: [UInt8]) -> StrictCheck.Element? {
        let name = String(decoding: element, as: UTF8.self)
        if let known = defaults[name] { return known }
        guard mayHaveMore, remainingAttempts > 0 else { return nil }
        remainingAttempts -= 1
        let found = elements([name]).first { $0.name == name } ?? StrictCheck.Element(name: name)
        defaults.set(name, to: found)
        return found
    }

    private func elements(_ names: [String]) -> [StrictCheck.Element] {
        if names.isEmpty { return [] }
        let tags = names.map { "<\($0)/>" }.joined()
        // With a repair, namespace faults do not end the parse, regardless of their number.
        var options = options
        options.recovery = .repair
        return check.children("\(text)<\(Self.element)>\(tags)</\(Self.element)>", options).elements
    }

    /// Returns the URI that a namespace declaration binds, whose value may contain references.
    ///
    /// Returns nil if the declaration is invalid, and the value itself if no attempt is left.
    mutating func uri(of prefix: String, declaredAs value: String) -> String? {
        guard remainingAttempts > 0 else { return value }
        remainingAttempts -= 1
        return Self.uri(of: prefix, declaredAs: value, in: text, options, check)
    }

    /// Returns the URI that a namespace declaration binds in a document with this declaration; nil if it is invalid.
    static func uri(
        of prefix: String, declaredAs value: String, in declaration: String, _ options: XMLParsingOptions,
        _ check: StrictCheck
    ) -> String? {
        let attribute = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
        let document = "\(declaration)<\(element)><\(element) \(attribute)=\"\(value)\"/></\(element)>"
        let (elements, isWellFormed) = check.children(document, options)
        return isWellFormed ? elements.first?.declared.first { $0.prefix == prefix }?.uri : nil
    }

    /// Returns names for which `isUsable` holds.
    ///
    /// - Parameter tries: the maximum number of calls of `isUsable`.
    private static func usable(
        _ names: Set<String>, tries: Int, _ isUsable: ([String]) -> Bool
    ) -> Set<String> {
        var remainingAttempts = tries
        func usable(_ names: ArraySlice<String>) -> [String] {
            guard remainingAttempts > 0 else { return [] }
            remainingAttempts -= 1
            if names.isEmpty || isUsable(Array(names)) { return Array(names) }
            guard names.count > 1 else { return [] }
            let middle = names.startIndex + names.count / 2
            return usable(names[..<middle]) + usable(names[middle...])
        }
        return Set(usable(names.inOrder()[...]))
    }

    private static func names(in declaration: String) -> Set<String> {
        Set(words(after: "<!ENTITY", in: declaration).filter { $0 != "%" })
    }

    /// Returns the word after each occurrence of a keyword.
    private static func words(after keyword: String, in declaration: String) -> [String] {
        declaration.split(separator: keyword, omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.prefix(4096).split(maxSplits: 1) { $0.isWhitespace }.first.map(String.init)
        }
    }

    /// Returns the names that may be prefixes of elements and attributes in the entities.
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
            let prefix = bytes.contiguous.span.extracting(start..<colon)
            guard prefix.isQualifiedName, bytes.contiguous.span.mayBeginName(at: colon + 1), prefixes.count < 64 else {
                continue
            }
            prefixes.insert(prefix.string(0..<prefix.count))
        }
        return prefixes.subtracting(["xml", "xmlns"]).inOrder()
    }
}
