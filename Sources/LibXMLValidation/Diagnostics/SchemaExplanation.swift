import LibXML

/// Explains violations of a schema, with the permitted content.
struct SchemaExplanation {
    private let message: SchemaMessage
    private let element: ReportedElement
    private let declarations: SchemaDeclarations

    init(_ message: SchemaMessage, _ declarations: SchemaDeclarations) {
        self.message = message
        element = message.report.element
        self.declarations = declarations
    }

    /// The fault that the message describes.
    var fault: ValidationFault {
        var fault = explained
        fault.path = element.path
        fault.libxml2Code = message.report.message.isEmpty ? nil : Int(message.report.code)
        fault.libxml2Message = String(message.report.message.prefix(500))
        if fault.note == nil {
            fault.note =
                message.attribute.map(SchemaMessage.local).flatMap(declarations.note(ofAttribute:))
                ?? declarations.note(ofElement: place)
        }
        return fault
    }

    /// The element whose declaration explains the fault.
    private var place: String {
        switch message.report.code {
        // The content of its parent has no such element.
        case 1871 where isStart, 1828, 1841, 1842: isStart ? element.parent ?? element.name : element.name
        default: element.name
        }
    }

    private var isStart: Bool { message.report.event == .start }

    private var explained: ValidationFault {
        if let duplicate = message.report.duplicateID {
            return ValidationFault(
                .duplicateKey, "the ID “\(duplicate.value)” occurs twice",
                .value(local: duplicate.attribute, hasPrefix: duplicate.hasPrefix))
        }
        switch message.report.code {
        case ValidatorReport.unread: return .unread(element)
        case 1818: return ValidationFault(.validationStopped, "libxml2 could not continue the validation", .startTag)
        case 1828, 1841, 1842, 1843: return contentFault
        case 1824...1826, 1829...1840: return valueFault
        case 1845: return unknown
        case 1871: return isStart ? unexpected : incomplete
        case 1866: return unexpectedAttribute
        case 1868: return missingAttribute
        case 1877: return keyFault
        case 1846...1852, 1876: return ValidationFault(.invalidType, plain, culpritOfValue)
        case 1878 where message.attribute == nil: return ValidationFault(.unknownElement, plain, .startTag)
        case 1878: return ValidationFault(.unexpectedAttribute, plain, culpritOfName)
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
            let owner = message.attribute.map { "the attribute “\(SchemaMessage.local($0))”" } ?? "<\(element.name)>"
            return "“\(value)” is not the value of \(owner), which is “\(fixed ?? "")” in every document"
        }
        guard let first = message.text.first else { return "the content is not valid" }
        return "<\(element.name)>: " + first.lowercased() + message.text.dropFirst()
    }

    // MARK: Elements

    private var unknown: ValidationFault {
        var fault = ValidationFault(.unknownElement, "the schema does not declare <\(element.name)>", .startTag)
        if let nearest = nearestName(to: SchemaMessage.local(element.name), in: declarations.elementNames) {
            fault.help =
                nearest == SchemaMessage.local(element.name)
                ? "an element of this name is declared in another namespace, or inside of another element"
                : "did you mean <\(nearest)>?"
        }
        return fault
    }

    private var unexpected: ValidationFault {
        let after = element.previous.map { " after <\($0)>" } ?? ""
        var text = "unexpected <\(element.name)>"
        if message.expected.isEmpty {
            text += (element.parent.map { ": <\($0)> may not contain it" } ?? "") + (after.isEmpty ? "" : after)
        } else {
            text += ", expected \(expected)\(after)"
        }
        var fault = ValidationFault(.unexpectedElement, text, .startTag)
        fault.help = help
        return fault
    }

    private var help: String? {
        let local = SchemaMessage.local(element.name)
        let names = message.expected.map { Self.split($0) }
        if let same = names.first(where: { $0.local == local && $0.uri != element.uri }) {
            return "<\(local)> is expected in \(same.uri.map { "the namespace “\($0)”" } ?? "no namespace")"
        }
        return nearestName(to: local, in: names.map(\.local).filter { $0 != "*" }).map { "did you mean <\($0)>?" }
    }

    private var incomplete: ValidationFault {
        let after = element.lastChild.map { " after <\($0)>" } ?? ""
        let text = message.expected.isEmpty ? "content is missing\(after)" : "missing \(expected)\(after)"
        return ValidationFault(.missingElement, "<\(element.name)> is incomplete: \(text)", .end)
    }

    /// The elements that are permitted here.
    private var expected: String {
        Wording.list(
            message.expected.map { name in
                let (uri, local) = Self.split(name)
                if local != "*" { return "<\(local)>" }
                if name.hasPrefix("##other") { return "an element of another namespace" }
                return uri.map { "an element of the namespace “\($0)”" } ?? "any element"
            })
    }

    /// The parts of a name as libxml2 writes it: `{uri}local`, or `{uri}*` and `##other{uri}*` for any name.
    private static func split(_ name: String) -> (uri: String?, local: String) {
        guard let open = name.firstIndex(of: "{"), let close = name.lastIndex(of: "}"), open < close else {
            return (nil, name == "*" || name.hasPrefix("##") ? "*" : name)
        }
        return (String(name[name.index(after: open)..<close]), String(name[name.index(after: close)...]))
    }

    // MARK: Attributes

    private var unexpectedAttribute: ValidationFault {
        let name = SchemaMessage.local(message.attribute ?? "")
        var fault = ValidationFault(
            .unexpectedAttribute, "<\(element.name)> may not have the attribute “\(name)”",
            culpritOfName)
        let nearest = nearestName(to: name, in: declarations.attributeNames)
        if let nearest, nearest != name { fault.help = "did you mean \(nearest)?" }
        fault.note = declarations.note(ofElement: element.name)
        return fault
    }

    private var missingAttribute: ValidationFault {
        ValidationFault(
            .missingAttribute,
            "<\(element.name)> needs the attribute “\(SchemaMessage.local(message.attribute ?? ""))”",
            .startTag)
    }

    private var culpritOfName: ValidationFault.Culprit {
        .attribute(local: SchemaMessage.local(message.attribute ?? ""), hasPrefix: isQualified)
    }

    private var isQualified: Bool { message.attribute?.hasPrefix("{") ?? false }

    private var culpritOfValue: ValidationFault.Culprit {
        if let attribute = message.attribute {
            return .value(local: SchemaMessage.local(attribute), hasPrefix: isQualified)
        }
        return isStart ? .startTag : .text
    }

    // MARK: Content

    private var contentFault: ValidationFault {
        let isText = message.text.hasPrefix("Character")
        let rule =
            message.text.contains("element-only")
            ? "may contain only elements" : message.text.contains("simple") ? "may contain only text" : "must be empty"
        // A fault of a child is explained by the element that contains it.
        let owner = isText || !isStart ? element.name : element.parent ?? element.name
        return isText
            ? ValidationFault(
                .unexpectedText, "text is not allowed in <\(owner)>, which \(rule)",
                message.report.event == .textBefore ? .textBefore : .text)
            : ValidationFault(
                .unexpectedElement, "unexpected <\(element.name)>: <\(owner)> \(rule)", .startTag)
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
            return ValidationFault(.duplicateKey, "the value \(shown) of “\(key)” is not unique", .startTag)
        }
        if text.hasPrefix("No match") {
            return ValidationFault(
                .danglingReference, "“\(key)” refers to \(shown), which does not exist", .startTag)
        }
        if text.hasPrefix("Not all fields") {
            return ValidationFault(.incompleteKey, "<\(element.name)> has no value for “\(key)”", .startTag)
        }
        return ValidationFault(.invalidContent, plain, .startTag)
    }

    // MARK: Values

    private var valueFault: ValidationFault {
        let (code, text, help) = valueMessage
        var fault = ValidationFault(code, text, culpritOfValue)
        fault.help = help
        return fault
    }

    /// The attribute or element with the value.
    private var owner: String { message.attribute.map { "“\(SchemaMessage.local($0))”" } ?? "<\(element.name)>" }

    private var valueMessage: (XMLError.Code, String, help: String?) {
        let value = message.report.first ?? ""
        switch message.report.code {
        case 1840:
            let values = SchemaMessage.values(message.report.second ?? "")
            return (
                .notInEnumeration, "“\(value)” is not a value of \(owner), expected \(Wording.values(values))",
                nearestName(to: value, in: values).map { "did you mean “\($0)”?" }
            )
        case 1839:
            let pattern = message.report.second ?? ""
            return (.patternMismatch, "“\(value)” is not a value of \(owner), expected the pattern \(pattern)", nil)
        case 1830, 1831, 1832: return (.outOfRange, lengthMessage, nil)
        case 1833...1838:
            let limit = message.report.second ?? ""
            let expected =
                switch message.facet {
                case "minInclusive": "at least \(limit)"
                case "maxInclusive": "at most \(limit)"
                case "minExclusive": "more than \(limit)"
                case "maxExclusive": "less than \(limit)"
                case "totalDigits": "at most \(limit) digits"
                default: "at most \(limit) digits after the decimal point"
                }
            return (.outOfRange, "“\(value)” is not a value of \(owner), expected \(expected)", nil)
        default: return (.invalidValue, typeMessage(value), nil)
        }
    }

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

    private func typeMessage(_ value: String) -> String {
        let kind = message.isAboutList ? "a list of the type" : "of the type"
        return "“\(value)” is not a value of \(owner)"
            + (message.type.map { ", which is \(kind) \($0)" } ?? "")
    }
}
