extension HTMLWriter {
    /// Returns the rules for an element, or for the document.
    mutating func rules(of element: Int) -> HTMLContentRules {
        if element == Tape.document { return [] }
        let name = tape.nameNumber(element)
        let rules = elementRules.known(name)
        return rules.isEmpty ? determineRules(ofElementsNamed: name) : rules
    }

    @inline(never)
    private mutating func determineRules(ofElementsNamed number: Int) -> HTMLContentRules {
        var rules = HTMLContentRules.known
        let parts = tape.name(number)
        let uri = tape.string(parts.uri)
        let isForeign = uri == "http://www.w3.org/2000/svg" || uri == "http://www.w3.org/1998/Math/MathML"
        if isForeign || uri == nil || uri == WellKnownNamespaces.xhtml { rules.insert(.isLocal) }
        let mark = bytes.count
        appendElementName(number, rules)
        bytes.withSpan(mark..<bytes.count) { name in
            if !name.isHTMLTagName { rules.insert(.isInvalid) }
            if encoding?.firstUnrepresentable(in: name) != nil { rules.insert(.isUnrepresentable) }
            if !isForeign { rules.formUnion(.content(of: name.string(name.indices), from: origin)) }
        }
        bytes.truncate(to: mark)
        elementRules.set(rules, of: number)
        return rules
    }

    mutating func appendElementName(_ number: Int, _ rules: HTMLContentRules) {
        let (tape, parts) = (tape, tape.name(number))
        if !rules.contains(.isLocal), parts.prefix != Int(TapeHead.none) {
            tape.withString(parts.prefix) { bytes.appendShort($0) }
            bytes.append(UInt8(ascii: ":"))
        }
        tape.withString(parts.local) { bytes.appendShort($0) }
    }

    // MARK: Attributes

    /// Returns the rules for an attribute.
    ///
    /// - Throws: if HTML or the encoding of the output does not allow the name.
    mutating func attributeRules(_ name: Int, in element: Int) throws(XMLError) -> HTMLAttributeRules {
        let rules = attributeRules.known(name)
        return rules.isEmpty ? try determineRules(ofAttributesNamed: name, in: element) : rules
    }

    @inline(never)
    private mutating func determineRules(
        ofAttributesNamed number: Int, in element: Int
    ) throws(XMLError) -> HTMLAttributeRules {
        var rules = HTMLAttributeRules.known
        let parts = tape.name(number)
        if parts.prefix != Int(TapeHead.none) { rules.insert([.hasPrefix, .isCompared]) }
        switch tape.string(parts.uri) {
        case ReservedNamespaces.xml: rules.insert(.isXML)
        case "http://www.w3.org/1999/xlink": rules.insert(.isXLink)
        default: break
        }
        let mark = bytes.count
        appendAttributeName(number, rules)
        let (isValid, isLowercased, isRepresentable) = bytes.withSpan(mark..<bytes.count) { name in
            (
                name.isHTMLAttributeName, name.index(from: 0) { $0 != $0.asciiLowercased } == name.count,
                encoding?.firstUnrepresentable(in: name) == nil
            )
        }
        bytes.truncate(to: mark)
        guard isValid else {
            throw failure(
                "“\(tape.qualifiedName(number).excerpt)” cannot be the name of an attribute in HTML", .invalidName,
                at: element)
        }
        if !isRepresentable { throw unrepresentable(in: tape.qualifiedName(number), at: element) }
        if !isLowercased { rules.insert(.isCompared) }
        attributeRules.set(rules, of: number)
        return rules
    }

    mutating func appendAttributeName(_ number: Int, _ rules: HTMLAttributeRules) {
        let (tape, parts) = (tape, tape.name(number))
        if rules.contains(.hasPrefix) {
            if rules.contains(.isXML) {
                bytes.append("xml")
            } else if rules.contains(.isXLink) {
                bytes.append("xlink")
            } else {
                tape.withString(parts.prefix) { bytes.appendShort($0) }
            }
            bytes.append(UInt8(ascii: ":"))
        }
        tape.withString(parts.local) { bytes.appendShort($0) }
    }
}
