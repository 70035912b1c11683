import LibXML

/// Explains what libxml2 reports about a document that violates an XML Schema.
struct SchemaExplanation: Explanation {
    private typealias Code = SchemaCode

    let message: SchemaMessage
    let declarations: SchemaDeclarations

    var element: ReportedElement { message.report.element }
    var cause: ValidatorReport? { message.report }

    var note: XMLDiagnostic.Note? {
        message.attribute.map(SchemaMessage.local).flatMap(declarations.note(ofAttribute:))
            ?? declarations.note(ofElement: place)
    }

    /// The element whose declaration explains the fault.
    private var place: String {
        switch message.report.code {
        // The content of its parent has no such element.
        case Code.elementContent, Code.elementInSimpleType, Code.contentOfEmpty, Code.elementInSimpleContent:
            isStart ? element.parent ?? element.name : element.name
        default: element.name
        }
    }

    private var isStart: Bool { message.report.event == .start }

    var explained: ValidationFault {
        if let duplicate = message.report.duplicateID {
            return duplicateID(duplicate.value, .value(local: duplicate.attribute, hasPrefix: duplicate.hasPrefix))
        }
        switch message.report.code {
        case ValidatorReport.unread: return .unread(element)
        case Code.stopped:
            return ValidationFault(.validationStopped, "libxml2 could not continue the validation")
        case Code.elementInSimpleType, Code.contentOfEmpty, Code.elementInSimpleContent, Code.textBetweenElements:
            return contentFault
        case Code.types, Code.facets: return valueFault
        case Code.undeclaredElement: return unknown
        case Code.elementContent:
            return isStart ? unexpected : incomplete(message.expected.isEmpty ? nil : expected)
        case Code.unexpectedAttribute: return unexpectedAttribute
        case Code.missingAttribute: return missingAttribute(attribute)
        case Code.key: return keyFault
        case Code.instances, Code.abstractType: return ValidationFault(.invalidType, plain, culpritOfValue)
        case Code.undeclaredInWildcard where message.attribute == nil:
            return ValidationFault(.unknownElement, plain)
        case Code.undeclaredInWildcard:
            return ValidationFault(.unexpectedAttribute, plain, .attribute(local: attribute, hasPrefix: isQualified))
        default: return ValidationFault(.invalidContent, plain, culpritOfValue)
        }
    }

    /// The message of libxml2, for rare faults.
    private var plain: String {
        if message.text.contains("'nilled'") {
            return "<\(element.name)> has xsi:nil=\"true\", and must be empty"
        }
        let mark = "' does not match the fixed value constraint '"
        if let start = message.text[...].firstRange(of: "value '"), let end = message.text[...].lastRange(of: mark) {
            let (value, fixed) = (message.text[start.upperBound..<end.lowerBound], message.quoted(after: "constraint "))
            let owner = message.attribute == nil ? "<\(element.name)>" : "the attribute “\(attribute)”"
            return "“\(value)” is not the value of \(owner), which is “\(fixed ?? "")” in every document"
        }
        guard let first = message.text.first else { return "the content is not valid" }
        return "<\(element.name)>: " + first.lowercased() + message.text.dropFirst()
    }

    // MARK: Elements

    private var unknown: ValidationFault {
        var fault = ValidationFault(.unknownElement, "the schema does not declare <\(element.name)>")
        if let nearest = nearestName(to: SchemaMessage.local(element.name), in: declarations.elementNames) {
            fault.help =
                nearest == SchemaMessage.local(element.name)
                ? "an element of this name is declared in another namespace, or inside of another element"
                : "did you mean <\(nearest)>?"
        }
        return fault
    }

    private var unexpected: ValidationFault {
        let reason = message.expected.isEmpty ? notAllowed(in: element.parent) : ", expected \(expected)"
        var fault = ValidationFault(.unexpectedElement, "unexpected <\(element.name)>\(reason)\(afterPrevious)")
        fault.help = help
        return fault
    }

    private var help: String? {
        let local = SchemaMessage.local(element.name)
        let names = message.expected.map { Self.split($0) }
        if let same = names.first(where: { $0.local == local && $0.uri != element.uri }) {
            return "<\(local)> is expected in \(same.uri.map { "the namespace “\($0)”" } ?? "no namespace")"
        }
        return suggestion(for: local, in: names.map(\.local).filter { $0 != "*" })
    }

    /// The elements that are permitted here.
    private var expected: String {
        // libxml2 also writes it as one of any namespace, and one of none.
        if message.expected.contains("{*}*") { return "any element" }
        return Wording.list(
            message.expected.map { name in
                let (uri, local) = Self.split(name)
                if local != "*" { return "<\(local)>" }
                if name.hasPrefix("##other") { return "an element of another namespace" }
                return uri.map { "an element of the namespace “\($0)”" } ?? "an element of no namespace"
            })
    }

    /// The parts of a name as libxml2 writes it: `{uri}local`; or `{uri}*`, `##other{uri}*`, `{*}*` for any namespace,
    /// and `*` for none.
    private static func split(_ name: String) -> (uri: String?, local: String) {
        guard let open = name.firstIndex(of: "{"), let close = name.lastIndex(of: "}"), open < close else {
            return (nil, name == "*" || name.hasPrefix("##") ? "*" : name)
        }
        return (String(name[name.index(after: open)..<close]), String(name[name.index(after: close)...]))
    }

    // MARK: Attributes

    private var unexpectedAttribute: ValidationFault {
        let names = declarations.attributeNames
        var fault = unexpectedAttribute(
            attribute, hasPrefix: isQualified, expected: names.contains(attribute) ? [] : names)
        fault.note = declarations.note(ofElement: element.name)
        return fault
    }

    /// The local name of the attribute that the message is about.
    private var attribute: String { SchemaMessage.local(message.attribute ?? "") }

    private var isQualified: Bool { message.attribute?.hasPrefix("{") ?? false }

    private var culpritOfValue: Culprit {
        if message.attribute != nil { return .value(local: attribute, hasPrefix: isQualified) }
        return isStart ? .startTag : .text
    }

    // MARK: Content

    private var contentFault: ValidationFault {
        let isText = message.text.hasPrefix("Character")
        let rule: ContentRule =
            message.text.contains("element-only") ? .elements : message.text.contains("simple") ? .text : .empty
        // The child is reported for the element that contains it.
        let owner = isText || !isStart ? element.name : element.parent ?? element.name
        return isText
            ? unexpectedText(in: owner, which: rule, message.report.event == .textBefore ? .textBefore : .text)
            : ValidationFault(.unexpectedElement, "unexpected <\(element.name)>: <\(owner)> \(rule.rawValue)")
    }

    private var keyFault: ValidationFault {
        let key = SchemaMessage.local(message.key ?? "")
        var fault = keyFault(of: key)
        fault.note = declarations.note(ofKey: key)
        return fault
    }

    private func keyFault(of key: String) -> ValidationFault {
        let text = message.text
        let shown = Wording.list(message.keyValues.map { "“\($0)”" }, "and")
        if text.hasPrefix("Duplicate") {
            return ValidationFault(.duplicateKey, "the value \(shown) of “\(key)” is not unique")
        }
        if text.hasPrefix("No match") {
            return ValidationFault(.danglingReference, "“\(key)” refers to \(shown), which does not exist")
        }
        if text.hasPrefix("Not all fields") {
            return ValidationFault(.incompleteKey, "<\(element.name)> has no value for “\(key)”")
        }
        return ValidationFault(.invalidContent, plain)
    }

    // MARK: Values

    private var valueFault: ValidationFault {
        let value = message.report.first ?? ""
        let limit = message.report.second ?? ""
        switch message.report.code {
        case Code.enumeration: return notInEnumeration(value, of: owner, SchemaMessage.values(limit), culpritOfValue)
        case Code.pattern:
            return invalidValue(value, of: owner, culpritOfValue, .patternMismatch, ", expected the pattern \(limit)")
        case Code.lengths: return ValidationFault(.outOfRange, lengthMessage, culpritOfValue)
        case Code.bounds:
            let expected =
                switch message.facet {
                case "minInclusive": "at least \(limit)"
                case "maxInclusive": "at most \(limit)"
                case "minExclusive": "more than \(limit)"
                case "maxExclusive": "less than \(limit)"
                case "totalDigits": "at most \(limit) digits"
                default: "at most \(limit) digits after the decimal point"
                }
            return invalidValue(value, of: owner, culpritOfValue, .outOfRange, ", expected \(expected)")
        default:
            guard let type = message.type else { return invalidValue(value, of: owner, culpritOfValue) }
            return wrongType(value, of: owner, type, isList: message.isAboutList, culpritOfValue)
        }
    }

    /// What has the value.
    private var owner: String { message.attribute == nil ? "<\(element.name)>" : "“\(attribute)”" }

    private var lengthMessage: String {
        let limit = message.quoted(after: "length of ") ?? ""
        let start = message.text[...].lastRange(of: " has a length of '")?.upperBound ?? message.text.startIndex
        let length = message.text[start...].prefix { $0 != "'" }
        let expected =
            switch message.facet {
            case "minLength": "at least \(limit)"
            case "maxLength": "at most \(limit)"
            default: limit
            }
        return "the length of \(owner) is \(length), expected \(expected)"
    }
}
