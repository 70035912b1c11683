/// The names of a start tag in the repaired text, and the decision on each attribute.
struct TagNames {
    enum Attribute {
        case written([UInt8])
        /// An earlier attribute has the same name.
        case duplicate
        /// The attribute is omitted because of a namespace rule.
        case omitted(Fault, repair: String)
    }

    var element: [UInt8]
    /// One for each part of the tag; nil for a part that is not an attribute.
    var attributes: [Attribute?] = []
    /// The prefixes that are declared in the tag, by default or by the repair, with their URIs.
    var declared: [[UInt8]: [UInt8]] = [:]
    /// The undeclared prefixes, in the order of their first use.
    var undeclared: [[UInt8]] = []
    /// The undeclared prefixes first used by the element or its default attributes, and by each attribute of the tag.
    var firstOfElement: [[UInt8]] = []
    var firstOfAttribute: [Int: [UInt8]] = [:]
    /// The prefixed attributes that the element has by default.
    var defaults: [[UInt8]] = []

    /// Returns whether an otherwise well-formed tag needs no repair.
    func isValid(_ tag: MalformedTag, _ text: Span<UInt8>) -> Bool {
        guard undeclared.isEmpty, element.contiguous.span.hasSameBytes(as: text.extracting(tag.name)) else {
            return false
        }
        return zip(tag.parts, attributes).allSatisfy { part, decided in
            guard let attribute = part.attribute, case .written(let name) = decided else { return false }
            return name.contiguous.span.hasSameBytes(as: text.extracting(attribute.name))
        }
    }
}

extension RepairScanner {
    /// Decides on the names of a tag: first each name alone, then by the namespaces of the prefixes.
    mutating func names(of tag: MalformedTag, _ text: Span<UInt8>) -> TagNames {
        var names = TagNames(element: XMLNameRepair.elementName(text.extracting(tag.name)))
        var seen: [[UInt8]: Int] = [:]
        for part in tag.parts { names.attributes.append(part.attribute.map { Self.decide(on: $0, text, &seen) }) }
        declare(&names, tag, text)
        declareUndeclared(&names)
        removeDuplicates(&names, tag, text)
        return names
    }

    /// Decides on the name of an attribute, given the names before it.
    private static func decide(
        on attribute: MalformedTag.Attribute, _ text: Span<UInt8>, _ seen: inout [[UInt8]: Int]
    ) -> TagNames.Attribute {
        var name = XMLNameRepair.name(text.extracting(attribute.name))
        let isRepaired = !name.contiguous.span.hasSameBytes(as: text.extracting(attribute.name))
        if isRepaired, var number = seen[name] {
            let written = name
            repeat {
                name = written + (number == 1 ? "_" : "_\(number)").utf8
                number += 1
            } while seen[name] != nil
            seen[written] = number
        }
        guard seen.updateValue(1, forKey: name) == nil else {
            return .duplicate
        }
        return .written(name)
    }

    // MARK: Declarations

    /// Records the namespace declarations of a tag, and omits those that are not allowed.
    private mutating func declare(_ names: inout TagNames, _ tag: MalformedTag, _ text: Span<UInt8>) {
        for (index, part) in tag.parts.enumerated() {
            guard let value = part.attribute?.value ?? part.attribute.map({ $0.name.upperBound..<$0.name.upperBound }),
                case .written(let name) = names.attributes[index],
                let prefix = TagScanner.declaredPrefix(name.contiguous.span, 0..<name.count)
            else { continue }
            let declared = Array(name[prefix])
            var uri = uri(declaredBy: text.extracting(value), of: declared)
            // The value may have a type other than CDATA, for which the parser normalizes white space.
            if document.declarations?.haveDefaults == true {
                uri = Array(uri.split(separator: 0x20).joined(separator: [0x20]))
            }
            let rule = ReservedNamespaces.fault(
                inDeclarationOf: String(decoding: declared, as: UTF8.self), as: String(decoding: uri, as: UTF8.self))
            if let fault = rule {
                names.attributes[index] = .omitted(
                    Fault(.invalidNamespaceDeclaration, fault, at: part.range.lowerBound), repair: "omitted")
            } else {
                names.declared.set(declared, to: uri)
            }
        }
        guard document.declarations?.haveDefaults == true,
            let defaults = document.declarations?.defaults(of: names.element)
        else { return }
        let written = Set(
            names.attributes.compactMap { attribute -> [UInt8]? in
                guard case .written(let name) = attribute else { return nil }
                return name
            })
        names.defaults = defaults.prefixedNames.map { Array($0.utf8) }.filter {
            !written.contains($0) && $0.contiguous.span.isQualifiedName
        }
        for (prefix, uri) in defaults.declared {
            let prefix = Array(prefix.utf8)
            if names.declared[prefix] == nil { names.declared.set(prefix, to: Array(uri.utf8)) }
        }
    }

    /// Returns the URI of a declaration after the repair of its value; a reserved URI if the value cannot be used.
    private mutating func uri(declaredBy value: Span<UInt8>, of prefix: [UInt8]) -> [UInt8] {
        if value.index(from: 0, where: { $0 < 0x20 || $0 == UInt8(ascii: "&") || $0 == 0xC2 || $0 >= 0xEF })
            == value.count
        {
            return value.array
        }
        let repaired = repaired(value)
        let name = String(decoding: prefix, as: UTF8.self)
        let uri =
            document.declarations == nil
            ? Declarations.uri(of: name, declaredAs: repaired, in: "", XMLParsingOptions(), check)
            : document.declarations?.uri(of: name, declaredAs: repaired)
        return Array((uri ?? ReservedNamespaces.xmlns).utf8)
    }

    /// Returns a repaired attribute value in which quotation marks are references.
    private mutating func repaired(_ value: Span<UInt8>) -> String {
        var tag = Array("<a a=\"".utf8)
        for index in value.indices {
            switch value[index] {
            case UInt8(ascii: "\""): tag += "&quot;".utf8
            case UInt8(ascii: "<"): tag += "&lt;".utf8
            case UInt8(ascii: ">"): tag += "&gt;".utf8
            default: tag.append(value[index])
            }
        }
        tag += "\"/>".utf8
        var scanner = RepairScanner(options, parsingOptions, check: check)
        scanner.document.declarations = document.declarations
        scanner.document.part = .prolog
        var text = RawBuffer<UInt8>(capacity: 0)
        scanner.repair(tag.contiguous.span, isLast: true, into: &text)
        return text.withSpan(0..<text.count) { $0.string(min(6, $0.count)..<max(min(6, $0.count), $0.count - 3)) }
    }

    // MARK: Prefixes

    /// Returns the URI of a name's prefix inside a tag; nil if the name has no prefix, or an unbound one.
    private func uri(of name: [UInt8], _ names: TagNames) -> [UInt8]? {
        guard let prefix = Self.prefix(of: name) else { return nil }
        return names.declared[prefix] ?? prefixes.uri(of: prefix.contiguous.span)
    }

    /// Returns the prefix of a name; nil if it has none or is a namespace declaration.
    private static func prefix(of name: [UInt8]) -> [UInt8]? {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), !name[..<colon].elementsEqual("xmlns".utf8) else {
            return nil
        }
        return Array(name[..<colon])
    }

    /// Declares the undeclared prefixes, if the options require it.
    private mutating func declareUndeclared(_ names: inout TagNames) {
        guard options.undeclaredPrefixes == .declare else { return }
        func use(_ name: [UInt8], by attribute: Int?, _ names: inout TagNames) {
            guard let prefix = Self.prefix(of: name), uri(of: name, names) == nil else { return }
            names.undeclared.append(prefix)
            names.declared.set(prefix, to: Array(Self.impliedURI(of: prefix).utf8))
            if let attribute { names.firstOfAttribute[attribute] = prefix } else { names.firstOfElement.append(prefix) }
        }
        use(names.element, by: nil, &names)
        for name in names.defaults { use(name, by: nil, &names) }
        for (index, attribute) in names.attributes.enumerated() {
            if case .written(let name) = attribute { use(name, by: index, &names) }
        }
    }

    /// Returns the URI for a prefix that is not declared.
    static func impliedURI(of prefix: [UInt8]) -> String {
        let name = String(decoding: prefix, as: UTF8.self)
        if let uri = WellKnownNamespaces.uri(for: name) { return uri }
        let escaped = name.utf8.map { byte -> String in
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 0x80 ? String(Unicode.Scalar(byte)) : "%\(digits)"
        }
        return "urn:undeclared:\(escaped.joined())"
    }

    static let omittedDuplicate = "omitted; the first one is kept"

    /// Omits an attribute that has the same namespace and local name as an earlier one.
    private mutating func removeDuplicates(_ names: inout TagNames, _ tag: MalformedTag, _ text: Span<UInt8>) {
        // Namespaces by the prefixes that this tag declares, and the numbers of those that no open element declares.
        var declared: [[UInt8]: Int] = [:]
        var numbers: [[UInt8]: Int] = [:]
        func namespace(of prefix: [UInt8]) -> Int? {
            guard let uri = names.declared[prefix] else { return prefixes.namespace(of: prefix.contiguous.span) }
            if let known = declared[prefix] { return known }
            let number = prefixes.namespace(uri) ?? numbers[uri] ?? -1 - numbers.count
            if number < 0 { numbers[uri] = number }
            declared.set(prefix, to: number)
            return number
        }
        // The namespaces of the attributes with each local name.
        var seen: [[UInt8]: Set<Int>] = [:]
        func isSeen(_ name: [UInt8]) -> Bool {
            guard let prefix = Self.prefix(of: name), let namespace = namespace(of: prefix) else { return false }
            return !seen[Array(name.dropFirst(prefix.count)), default: []].insert(namespace).inserted
        }
        for name in names.defaults { _ = isSeen(name) }
        for (index, attribute) in names.attributes.enumerated() {
            guard case .written(let name) = attribute, isSeen(name), let prefix = Self.prefix(of: name) else {
                continue
            }
            let local = String(decoding: name.dropFirst(prefix.count + 1), as: UTF8.self)
            names.attributes[index] = .omitted(
                .duplicateAttribute(byNamespace: local).at(tag.parts[index].range.lowerBound),
                repair: Self.omittedDuplicate)
        }
    }
}

// MARK: Well-formed tags

extension RepairScanner {
    /// Returns whether the tag that was scanned last has only qualified names with bound prefixes, and declares no
    /// namespace.
    mutating func areBound(_ text: Span<UInt8>, nameEnd: Int, from start: Int) -> Bool {
        guard document.declarations?.haveDefaults != true, isBound(text, start + 1..<nameEnd) else { return false }
        for (index, name) in attributes.ranges.enumerated() {
            if text.has("xmlns", at: name.lowerBound) { return false }
            let colon = text.extracting(name).index(from: 0) { $0 == UInt8(ascii: ":") }
            guard colon < name.count else { continue }
            guard isBound(text, name), index < AttributeNames.few else { return false }
            // Two attributes with the same local name may have the same namespace.
            let local = text.extracting(name.lowerBound + colon..<name.upperBound)
            for other in attributes.ranges[..<index] where other.count >= local.count {
                if local.hasSameBytes(as: text.extracting(other.upperBound - local.count..<other.upperBound)) {
                    return false
                }
            }
        }
        return true
    }

    private mutating func isBound(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
        let name = text.extracting(name)
        let colon = name.index(from: 0) { $0 == UInt8(ascii: ":") }
        guard colon < name.count else { return true }
        return name.isQualifiedName && prefixes.isBound(name.extracting(0..<colon))
    }

    /// Checks the names of a tag that is otherwise well-formed, and begins its element.
    mutating func checkNames(_ text: Span<UInt8>, at start: Int, nameEnd: Int, isEmpty: Bool) {
        let reader = MalformedTagReader(isHTML: options.isHTML, isWellFormed: true)
        guard let tag = reader.tag(text, named: start + 1..<nameEnd) else { return }
        let names = names(of: tag, text)
        guard names.isValid(tag, text) else { return repair(tag, text) }
        wrapIfFirst(at: start, text)
        begin(names, at: piece.base + start, isEmpty: isEmpty, markAt: tag.mark, text)
    }
}
