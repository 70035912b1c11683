import CLibXML2
import LibXML

/// The simple types of an XML Schema, for values that libxml2 rejects although they conform to their types: with white
/// space around them (XML Schema, part 2, 4.3.6), and numbers with more than 24 digits (3.2.3).
///
/// libxml2 reports the name of a type, or that it has no name. In the latter case, a value must conform to all types
/// without a name of elements or attributes with the same name.
struct SimpleTypes: Sendable {
    typealias Element = XMLTree.Element

    /// Definitions of types by their local names, and declarations of elements and attributes by theirs.
    private(set) var named: [String: [Element]] = [:]
    private(set) var declarations: [String: [Element]] = [:]

    /// Adds a definition or a declaration.
    mutating func add(_ element: Element, name: String) {
        switch element.name.localName {
        case "simpleType", "complexType": named[name, default: []].append(element)
        case "element", "attribute": declarations[name, default: []].append(element)
        default: break
        }
    }

    /// Whether a value that libxml2 has rejected nevertheless conforms to its type.
    ///
    /// - Parameter declaresPrefix: whether a prefix is declared where the value is.
    func accept(_ message: SchemaMessage, declaresPrefix: (String) -> Bool) -> Bool {
        guard let value = message.report.first, Self.mayBeRefused(value) else { return false }
        let type = message.type
        if let type, type.hasPrefix("xs:") {
            let name = String(type.dropFirst(3))
            let text = Self.collapsed(value)
            if name == "QName", let colon = text.firstIndex(of: ":"), !declaresPrefix(String(text[..<colon])) {
                return false
            }
            return Self.isOfBuiltIn(text, name)
        }
        let candidates =
            type.map { named[Wording.local($0.split(separator: "}").last.map(String.init) ?? $0)] ?? [] }
            ?? types(ofDeclarations: message.attribute ?? message.report.element.name)
        return !candidates.isEmpty && candidates.allSatisfy { isOf(Self.collapsed(value), $0, []) }
    }

    /// Whether libxml2 may have rejected a value wrongly.
    private static func mayBeRefused(_ value: String) -> Bool {
        value.utf8.first.map(isSpace) ?? false || value.utf8.last.map(isSpace) ?? false
            || value.utf8.split(whereSeparator: isSpace).contains { item in
                item.count > 24 && item.count { (0x30...0x39).contains($0) } > 24
            }
    }

    /// The types without a name of all elements or attributes with a name.
    private func types(ofDeclarations name: String) -> [Element] {
        let local = Wording.local(name.split(separator: "}").last.map(String.init) ?? name)
        return (declarations[local] ?? []).flatMap { declaration in
            let own = declaration.elements.filter { ["simpleType", "complexType"].contains($0.name.localName) }
            guard own.isEmpty, let type = declaration[attribute: "type"] else { return own }
            return (named[Wording.local(type)] ?? []).filter { $0.name.localName == "complexType" }
        }
    }

    // MARK: Types

    /// Whether a value conforms to the type that a reference names.
    private func isOf(_ text: String, _ reference: String, _ element: Element, _ seen: [Element]) -> Bool {
        guard let name = element.resolve(reference) else { return false }
        if name.namespaceURI == Self.uri { return Self.isOfBuiltIn(text, name.localName) }
        let candidates = (named[name.localName] ?? []).filter { !seen.contains($0) }
        return !candidates.isEmpty && candidates.allSatisfy { isOf(text, $0, seen) }
    }

    /// Whether a value is of a type.
    private func isOf(_ text: String, _ type: Element, _ seen: [Element]) -> Bool {
        let seen = seen + [type]
        let content = type.elements.first { $0.name.localName == "simpleContent" } ?? type
        let kinds = ["restriction", "extension", "list", "union"]
        let derivation = content.elements.first { kinds.contains($0.name.localName) }
        guard let derivation else { return false }
        let inner = derivation.elements.filter { $0.name.localName == "simpleType" }
        func isOf(_ text: String, theAttribute name: String) -> Bool {
            derivation[attribute: name].map { self.isOf(text, $0, derivation, seen) }
                ?? inner.first.map { self.isOf(text, $0, seen) } ?? false
        }
        switch derivation.name.localName {
        case "list": return text.split(separator: " ").allSatisfy { isOf(String($0), theAttribute: "itemType") }
        case "union":
            let members = derivation[attribute: "memberTypes"].map { Self.collapsed($0).split(separator: " ") } ?? []
            return members.contains { self.isOf(text, String($0), derivation, seen) }
                || inner.contains { self.isOf(text, $0, seen) }
        default:
            let builtIn = builtIn(of: type)
            // White space around a string is a part of it, in which libxml2 is right.
            guard builtIn != "string", builtIn != "normalizedString" else { return false }
            return isOf(text, theAttribute: "base") && satisfiesFacets(text, derivation, builtIn)
        }
    }

    /// The name of the type of XML Schema that a type restricts; nil if it is a list or a union.
    private func builtIn(of type: Element) -> String? {
        derivation(of: chain(from: type).last ?? type)?[attribute: "base"].map(Wording.local)
    }

    /// A type, and the types that it restricts or extends, up to a type without a base, or a type of XML Schema.
    func chain(from type: Element) -> [Element] {
        var chain = [type]
        while let derivation = chain.last.flatMap(derivation) {
            let name = derivation[attribute: "base"].flatMap(derivation.resolve)
            let candidates =
                name.map { $0.namespaceURI == Self.uri ? [] : named[$0.localName] ?? [] }
                ?? derivation.elements.filter { $0.name.localName == "simpleType" }
            guard let base = candidates.first(where: { !chain.contains($0) }) else { break }
            chain.append(base)
        }
        return chain
    }

    /// The element with the base that a type restricts or extends; nil for a list or a union.
    private func derivation(of type: Element) -> Element? {
        let content = type.elements.first { $0.name.localName == "simpleContent" } ?? type
        return content.elements.first { ["restriction", "extension"].contains($0.name.localName) }
    }

    /// Whether a value satisfies the facets of one restriction.
    private func satisfiesFacets(_ text: String, _ restriction: Element, _ builtIn: String?) -> Bool {
        let number = DecimalText(text)
        var patterns: [Bool] = []
        var values: [Bool] = []
        for facet in restriction.elements {
            guard let limit = facet[attribute: "value"] else { continue }
            func isOrdered(_ orders: Int...) -> Bool {
                Self.order(text, Self.collapsed(limit), builtIn).map(orders.contains) ?? false
            }
            let isSatisfied =
                switch facet.name.localName {
                case "minInclusive": isOrdered(0, 1)
                case "minExclusive": isOrdered(1)
                case "maxInclusive": isOrdered(-1, 0)
                case "maxExclusive": isOrdered(-1)
                case "totalDigits": number.map { $0.digits <= Int(limit) ?? 0 } ?? false
                case "fractionDigits": number.map { $0.fraction.count <= Int(limit) ?? 0 } ?? false
                case "length": builtIn == nil && text.split(separator: " ").count == Int(limit)
                case "minLength": builtIn == nil && text.split(separator: " ").count >= Int(limit) ?? .max
                case "maxLength": builtIn == nil && text.split(separator: " ").count <= Int(limit) ?? -1
                default: true
                }
            guard isSatisfied else { return false }
            if facet.name.localName == "pattern" { patterns.append(Self.matches(text, limit)) }
            if facet.name.localName == "enumeration" { values.append(text == Self.collapsed(limit) || isOrdered(0)) }
        }
        return (patterns.isEmpty || patterns.contains(true)) && (values.isEmpty || values.contains(true))
    }

    // MARK: Values

    private static let uri = SchemaLanguage.xmlSchema.uri

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x9, 0xA, 0xD].contains(byte) }

    /// A value without white space around it, and with one space between its parts.
    private static func collapsed(_ value: String) -> String {
        value.utf8.split(whereSeparator: isSpace).map { String(Substring($0)) }.joined(separator: " ")
    }

    /// Whether a value without white space around it is of a type of XML Schema.
    private static func isOfBuiltIn(_ text: String, _ name: String) -> Bool {
        // Their values depend on the document.
        if ["NOTATION", "ENTITY", "ENTITIES"].contains(name) { return false }
        guard let type = unsafe xmlSchemaGetPredefinedType(name, uri) else { return false }
        if unsafe xmlSchemaValidatePredefinedType(type, text, nil) == 0 { return true }
        guard let number = DecimalText(text), number.text.utf8.count > 24 || number.text != text,
            name == "decimal" || number.isInteger
        else { return false }
        guard number.digits > 24 else { return unsafe xmlSchemaValidatePredefinedType(type, number.text, nil) == 0 }
        return switch name {
        case "decimal", "integer": true
        case "nonPositiveInteger", "negativeInteger": number.isNegative
        case "nonNegativeInteger", "positiveInteger": !number.isNegative
        default: false
        }
    }

    /// `decimal`, and the types of XML Schema that restrict it (part 2, section 3).
    private static let decimals: Set = [
        "decimal", "integer", "nonPositiveInteger", "negativeInteger", "long", "int", "short", "byte",
        "nonNegativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte", "positiveInteger",
    ]

    /// -1, 0 or 1; another number or nil if two values cannot be compared.
    private static func order(_ text: String, _ other: String, _ builtIn: String?) -> Int? {
        if builtIn.map(decimals.contains) == true, let number = DecimalText(text), let other = DecimalText(other) {
            return number.order(other)
        }
        guard let builtIn, let type = unsafe xmlSchemaGetPredefinedType(builtIn, uri) else { return nil }
        var values: (xmlSchemaValPtr?, xmlSchemaValPtr?)
        defer {
            unsafe xmlSchemaFreeValue(values.0)
            unsafe xmlSchemaFreeValue(values.1)
        }
        guard unsafe xmlSchemaValidatePredefinedType(type, text, &values.0) == 0,
            unsafe xmlSchemaValidatePredefinedType(type, other, &values.1) == 0,
            let value = unsafe values.0, let otherValue = unsafe values.1
        else { return nil }
        return unsafe Int(xmlSchemaCompareValues(value, otherValue))
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let expression = unsafe xmlRegexpCompile(pattern) else { return false }
        defer { unsafe xmlRegFreeRegexp(expression) }
        return unsafe xmlRegexpExec(expression, text) == 1
    }
}

/// A decimal number of any length, as XML Schema writes it.
private struct DecimalText {
    let isNegative: Bool
    let isInteger: Bool
    /// The digits without leading zeros, and those of the fraction without trailing ones.
    let integer: Substring.UTF8View
    let fraction: Substring.UTF8View

    init?(_ text: String) {
        let unsigned = text.utf8.first.map { "+-".utf8.contains($0) } ?? false ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts.contains(where: { !$0.isEmpty })
        else { return nil }
        isInteger = parts.count == 1
        integer = parts[0].drop { $0 == "0" }.utf8
        let fraction = parts.count == 1 ? "" : parts[1]
        self.fraction = fraction.prefix(fraction.utf8.count - fraction.reversed().prefix { $0 == "0" }.count).utf8
        isNegative = text.hasPrefix("-") && !(integer.isEmpty && self.fraction.isEmpty)
    }

    /// The number of digits that are not leading or trailing zeros.
    var digits: Int { integer.count + fraction.count }

    /// The number without leading and trailing zeros.
    var text: String {
        (isNegative ? "-" : "") + (integer.isEmpty ? "0" : String(Substring(integer)))
            + (fraction.isEmpty ? "" : "." + String(Substring(fraction)))
    }

    /// -1, 0 or 1.
    func order(_ other: Self) -> Int {
        if isNegative != other.isNegative { return isNegative ? -1 : 1 }
        let isLess =
            integer.count == other.integer.count
            ? (Array(integer) + fraction).lexicographicallyPrecedes(Array(other.integer) + other.fraction)
            : integer.count < other.integer.count
        let isSame = integer.elementsEqual(other.integer) && fraction.elementsEqual(other.fraction)
        return isSame ? 0 : isLess == isNegative ? 1 : -1
    }
}
