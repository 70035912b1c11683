/// The names of a start tag as they are written to the mended text, and what becomes of each attribute.
struct TagNames {
    enum Attribute {
        case written([UInt8])
        /// Another one has the same name.
        case duplicate
        /// It is left out because of a rule of namespaces.
        case leftOut(Fault, repair: String)
    }

    var element: [UInt8]
    /// One for each part of the tag; nil for a part that is no attribute.
    var attributes: [Attribute?] = []
    /// The prefixes that the tag declares, with their URIs, and those that are taken as declared.
    var declared: [[UInt8]: [UInt8]] = [:]
    /// The prefixes that nothing declares, in the order in which they are used.
    var undeclared: [[UInt8]] = []
    /// The attributes that use such a prefix first; nil for the element.
    var firstUses: [Int?: [UInt8]] = [:]
    /// The attributes with a prefix that the element has by default.
    var defaults: [[UInt8]] = []

    /// Whether nothing has to be done about an otherwise well-formed tag.
    func isRight(_ tag: MalformedTag, _ text: Span<UInt8>) -> Bool {
        guard undeclared.isEmpty, element.span.hasSameBytes(as: text.extracting(tag.name)) else { return false }
        return zip(tag.parts, attributes).allSatisfy { part, decided in
            guard let attribute = part.attribute, case .written(let name) = decided else { return false }
            return name.span.hasSameBytes(as: text.extracting(attribute.name))
        }
    }
}

extension RepairScanner {
    /// Decides on the names of a tag: first by themselves, then by the namespaces of their prefixes.
    mutating func names(of tag: MalformedTag, _ text: Span<UInt8>) -> TagNames {
        var names = TagNames(element: XMLNameRepair.elementName(text.extracting(tag.name)))
        var seen: [[UInt8]: Int] = [:]
        for part in tag.parts { names.attributes.append(part.attribute.map { Self.decide(on: $0, text, &seen) }) }
        declare(&names, tag, text)
        declareUndeclared(&names)
        leaveOutDuplicates(&names, tag, text)
        return names
    }

    /// Decides on the name of an attribute beside those before it.
    private static func decide(
        on attribute: MalformedTag.Attribute, _ text: Span<UInt8>, _ seen: inout [[UInt8]: Int]
    ) -> TagNames.Attribute {
        var name = XMLNameRepair.name(text.extracting(attribute.name))
        let isMended = !name.span.hasSameBytes(as: text.extracting(attribute.name))
        if isMended, var number = seen[name] {
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

    /// Takes the namespace declarations of a tag, and leaves out those that are not allowed.
    private mutating func declare(_ names: inout TagNames, _ tag: MalformedTag, _ text: Span<UInt8>) {
        for (index, part) in tag.parts.enumerated() {
            guard let value = part.attribute?.value ?? part.attribute.map({ $0.name.upperBound..<$0.name.upperBound }),
                case .written(let name) = names.attributes[index],
                let prefix = TagScanner.declaredPrefix(name.span, 0..<name.count)
            else { continue }
            let declared = Array(name[prefix])
            var uri = Self.attributeValue(text, value)
            if text.extracting(value).index(from: 0, where: { $0 == UInt8(ascii: "&") }) < value.count {
                uri = expanded(text.string(value), of: declared) ?? uri
            }
            // A type other than CDATA takes no white space around a value.
            if document.declarations?.haveDefaults == true {
                uri = Array(uri.split(separator: 0x20).joined(separator: [0x20]))
            }
            if let fault = Self.fault(inDeclarationOf: declared, uri) {
                names.attributes[index] = .leftOut(
                    Fault(.invalidNamespaceDeclaration, fault, at: part.range.lowerBound), repair: "left out")
            } else {
                names.declared[declared] = uri
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
        names.defaults = defaults.prefixedNames.map { Array($0.utf8) }.filter { !written.contains($0) }
        for (prefix, uri) in defaults.declared {
            let prefix = Array(prefix.utf8)
            if names.declared[prefix] == nil { names.declared[prefix] = Array(uri.utf8) }
        }
    }

    /// What is wrong with the declaration of a prefix, which is empty for the default namespace; nil for nothing (Namespaces in
    /// XML 1.0, section 3).
    private static func fault(inDeclarationOf prefix: [UInt8], _ uri: [UInt8]) -> String? {
        let name = String(decoding: prefix, as: UTF8.self)
        if name == "xmlns" { return "the prefix “xmlns” cannot be declared" }
        let isXML = uri.span.equals(BoundPrefixes.xml)
        if name == "xml" { return isXML ? nil : "the prefix “xml” can stand for no other namespace" }
        if isXML || uri.span.equals(BoundPrefixes.xmlns) {
            return "no other prefix can stand for the namespace of “\(isXML ? "xml" : "xmlns")”"
        }
        return uri.isEmpty && !prefix.isEmpty ? "the prefix “\(name)” is declared without a namespace" : nil
    }

    /// The URI in a declaration that refers to entities, where a document type declares any; one that is not allowed where the
    /// value is not.
    private mutating func expanded(_ value: String, of prefix: [UInt8]) -> [UInt8]? {
        guard document.declarations != nil else { return nil }
        let name = String(decoding: prefix, as: UTF8.self)
        let value = value.replacing("'", with: "&apos;").replacing("<", with: "&lt;")
        let declaration = "xmlns\(name.isEmpty ? "" : ":")\(name)='\(value)'"
        return Array((document.declarations?.uri(of: declaration, prefix: name) ?? BoundPrefixes.xmlns).utf8)
    }

    /// The value of an attribute as far as that can be told without declarations of entities.
    private static func attributeValue(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var value: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if text[index] == UInt8(ascii: "&"), let (scalar, end) = reference(text, at: index), end <= range.upperBound
            {
                value += String(scalar).utf8
                index = end
            } else {
                value.append(text[index].isXMLSpace ? UInt8(ascii: " ") : text[index])
                index += 1
            }
        }
        return value
    }

    /// The character that a reference to a character or a predefined entity stands for, and where it ends.
    private static func reference(_ text: Span<UInt8>, at index: Int) -> (Unicode.Scalar, end: Int)? {
        if let end = text.endOfPredefinedReference(at: index) {
            let predefined: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
            return predefined[text.string(index + 1..<end - 1)].map { ($0, end) }
        }
        guard text.has("&#", at: index), let end = text.endIfAny(of: ";", from: index), end - index < 16 else {
            return nil
        }
        let number = text.string(index + 2..<end - 1)
        let value = number.hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return value.flatMap(Unicode.Scalar.init).map { ($0, end) }
    }

    // MARK: Prefixes

    /// The URI of a name's prefix inside of a tag; nil for a name without one, and for one that is not bound.
    private func uri(of name: [UInt8], _ names: TagNames) -> [UInt8]? {
        guard let prefix = Self.prefix(of: name) else { return nil }
        return names.declared[prefix] ?? prefixes.uri(of: prefix.span)
    }

    /// The prefix of a name that is no declaration.
    private static func prefix(of name: [UInt8]) -> [UInt8]? {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), !name[..<colon].elementsEqual("xmlns".utf8) else {
            return nil
        }
        return Array(name[..<colon])
    }

    /// Declares the prefixes that nothing declares.
    private func declareUndeclared(_ names: inout TagNames) {
        guard options.undeclaredPrefixes == .declare else { return }
        func use(_ name: [UInt8], by attribute: Int?, _ names: inout TagNames) {
            guard let prefix = Self.prefix(of: name), uri(of: name, names) == nil else { return }
            names.undeclared.append(prefix)
            names.declared[prefix] = Array(Self.impliedURI(of: prefix).utf8)
            if names.firstUses[attribute] == nil { names.firstUses[attribute] = prefix }
        }
        use(names.element, by: nil, &names)
        for name in names.defaults { use(name, by: nil, &names) }
        for (index, attribute) in names.attributes.enumerated() {
            if case .written(let name) = attribute { use(name, by: index, &names) }
        }
    }

    /// The URI that a prefix is given which nothing declares.
    static func impliedURI(of prefix: [UInt8]) -> String {
        let name = String(decoding: prefix, as: UTF8.self)
        if let uri = WellKnownNamespaces.uri(for: name) { return uri }
        let escaped = name.utf8.map { byte -> String in
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 0x80 ? String(Unicode.Scalar(byte)) : "%\(digits)"
        }
        return "urn:undeclared:\(escaped.joined())"
    }

    /// Leaves out an attribute whose namespace and local name another one before it has.
    private func leaveOutDuplicates(_ names: inout TagNames, _ tag: MalformedTag, _ text: Span<UInt8>) {
        var seen: Set<[UInt8]> = []
        func isSeen(_ name: [UInt8]) -> Bool {
            guard let uri = uri(of: name, names), let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
                return false
            }
            return !seen.insert(uri + [0] + name[(colon + 1)...]).inserted
        }
        for name in names.defaults { _ = isSeen(name) }
        for (index, attribute) in names.attributes.enumerated() {
            guard case .written(let name) = attribute, isSeen(name), let colon = name.firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            let local = String(decoding: name[(colon + 1)...], as: UTF8.self)
            let message = "the attribute “\(local)” stands twice, with two prefixes for one namespace"
            names.attributes[index] = .leftOut(
                Fault(.duplicateAttribute, message, at: tag.parts[index].range.lowerBound),
                repair: "the first one is taken")
        }
    }
}

// MARK: Well-formed tags

extension RepairScanner {
    /// Whether the names of the tag that was looked at last are qualified names whose prefixes are bound, of which it
    /// declares none.
    func areBound(_ text: Span<UInt8>, nameEnd: Int, from start: Int) -> Bool {
        guard document.declarations?.haveDefaults != true, isBound(text, start + 1..<nameEnd) else { return false }
        var prefixed = 0
        for name in attributes.ranges {
            if text.has("xmlns", at: name.lowerBound) { return false }
            let colon = text.extracting(name).index(from: 0) { $0 == UInt8(ascii: ":") }
            guard colon < name.count else { continue }
            // Two of them may be one and the same.
            prefixed += 1
            if prefixed > 1 || !isBound(text, name) { return false }
        }
        return true
    }

    private func isBound(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
        let name = text.extracting(name)
        let colon = name.index(from: 0) { $0 == UInt8(ascii: ":") }
        guard colon < name.count else { return true }
        return name.isQualifiedName && prefixes.uri(of: name.extracting(0..<colon)) != nil
    }

    /// Begins the element of a tag that is well-formed but for its names, which it looks at.
    mutating func checkNames(_ text: Span<UInt8>, at start: Int, nameEnd: Int, isEmpty: Bool) {
        let reader = MalformedTagReader(isHTML: options.isHTML, isWellFormed: true)
        guard let tag = reader.tag(text, named: start + 1..<nameEnd) else { return }
        let names = names(of: tag, text)
        guard names.isRight(tag, text) else { return mend(tag, text) }
        wrapIfFirst(at: start, text)
        begin(names, at: piece.base + start, isEmpty: isEmpty, markAt: tag.mark, text)
    }
}
