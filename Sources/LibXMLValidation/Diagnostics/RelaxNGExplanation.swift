import LibXML

/// Explains the reports of libxml2 about a document that violates a RELAX NG schema.
///
/// libxml2 does not tell what it expected. Where an element is declared once, its declaration does.
struct RelaxNGExplanation: Explanation {
    private typealias Code = RelaxNGCode

    let report: ValidatorReport
    let declarations: RelaxNGDeclarations

    var element: ReportedElement { report.element }
    var cause: ValidatorReport? { report }
    var note: XMLDiagnostic.Note? { declarations.note(ofElement: element.name) }

    static func faults(of reports: [ValidatorReport], _ declarations: RelaxNGDeclarations) -> [ValidationFault] {
        if reports.contains(where: \.isOutOfMemory) { return [.outOfMemory] }
        return distinct(reports).map { report in
            var report = report
            // libxml2 does not report the attribute whose list is not valid.
            let element = report.element
            if element.text.isEmpty, element.children.isEmpty, element.attributes.count == 1 {
                report.attribute =
                    report.attribute ?? ReportedAttribute(name: element.attributes[0].name, hasPrefix: false)
            }
            return Self(report: report, declarations: declarations).fault
        }
    }

    /// One report for each fault: libxml2 reports an invalid value, then that its element or attribute is invalid, and
    /// then the same for elements around it.
    static func distinct(_ reports: [ValidatorReport]) -> [ValidatorReport] {
        reports.indices.filter { index in
            let report = reports[index]
            if report.isOfIDs { return true }
            let path = report.element.path
            return !reports.indices.contains { other in
                guard other != index, !reports[other].isOfIDs else { return false }
                let otherPath = reports[other].element.path
                if report.isGeneral, otherPath.hasPrefix(path + "/") { return true }
                guard otherPath == path, reports[other].attribute?.name == report.attribute?.name else { return false }
                return report.isGeneral == reports[other].isGeneral ? other < index : report.isGeneral
            }
        }.map { reports[$0] }
    }

    var explained: ValidationFault {
        if let duplicate = report.duplicateID { return duplicateID(duplicate.value, culpritOfValue) }
        switch report.code {
        case Code.stopped:
            var fault = ValidationFault(
                .validationStopped,
                "<\(element.name)> was not validated: \(report.first ?? "")")
            fault.help = report.second.map { "if the document is trusted, raise XMLSchemaOptions.\($0)" }
            return fault
        case Code.unread: return .unread(element)
        case Code.danglingReference: return .danglingID(report.first ?? "", culpritOfValue)
        case Code.unexpectedElement, Code.extraElement:
            return report.first == Wording.local(element.name) ? unexpected : contentFault
        case Code.elementInData where element.parent != nil: return unexpected
        case Code.extraContent where report.textPlace != nil: return unexpectedText
        case Code.extraContent where report.second == Wording.local(element.name): return unexpected
        case Code.elementName, Code.lacksNamespace, Code.wrongNamespace, Code.hasNamespace: return unexpected
        case Code.interleaveSequence where !isExpected: return unexpected
        // The child at which the validation of its parent stopped.
        case Code.content where report.first != nil && report.first == element.parent.map(Wording.local):
            return unexpected
        case Code.duplicateID: return duplicateID(report.first ?? "", culpritOfValue)
        case Code.unexpectedText: return unexpectedText
        case Code.missingElement: return incomplete
        case Code.attributes, Code.invalidAttribute: return attributeFault
        default: return report.attribute != nil || isAboutData ? valueFault : contentFault
        }
    }

    // MARK: Elements

    private var unexpected: ValidationFault {
        guard let parent = element.parent else {
            var fault = ValidationFault(.unknownElement, "<\(element.name)> is not a root element of the schema")
            fault.help = wrongNamespace ?? suggestion(in: declarations.elementNames)
            return fault
        }
        let expected = report.code == Code.elementName ? report.first.map { ", expected <\($0)>" } ?? "" : ""
        var fault = ValidationFault(
            .unexpectedElement, "unexpected <\(element.name)> in <\(parent)>\(expected)\(afterPrevious)")
        fault.note = declarations.note(ofElement: parent)
        guard let content = declarations.content(ofElement: parent) else {
            fault.help = suggestion(in: declarations.elementNames)
            return fault
        }
        if content.elements.contains(Wording.local(element.name)) {
            fault.help = wrongNamespace ?? "<\(parent)> may contain it, but not at this place"
        } else {
            fault.help = suggestion(in: content.elements) ?? Self.allowed(content.elements, in: parent)
        }
        return fault
    }

    /// Whether its parent may contain the element, as far as that is known.
    private var isExpected: Bool {
        guard let parent = element.parent, let content = declarations.content(ofElement: parent) else { return true }
        return content.isOpen || content.elements.contains(Wording.local(element.name))
    }

    private var wrongNamespace: String? {
        switch report.code {
        case Code.lacksNamespace: "it is expected in a namespace"
        case Code.wrongNamespace: report.second.map { "it is expected in the namespace “\($0)”" }
        case Code.hasNamespace: "it is expected in no namespace"
        default: nil
        }
    }

    private static func allowed(_ names: [String], in parent: String) -> String? {
        if names.isEmpty { return "<\(parent)> contains no elements" }
        return names.count > 10 ? nil : "<\(parent)> may contain " + Wording.elements(names, "and")
    }

    private func suggestion(in names: [String]) -> String? {
        suggestion(for: Wording.local(element.name), in: names)
    }

    private var incomplete: ValidationFault {
        let required = declarations.content(ofElement: element.name)?.requiredElements ?? []
        let missing = required.filter { element.hasAllChildren && !element.children.contains($0) }
        return incomplete(missing.isEmpty ? nil : Wording.elements(missing, "and"))
    }

    private var unexpectedText: ValidationFault {
        ValidationFault(
            .unexpectedText, "text is not allowed in <\(element.name)> at this place",
            report.textPlace.map { .textAt($0) } ?? .text)
    }

    /// A fault of the content, as far as the declaration of the element shows it.
    private var contentFault: ValidationFault {
        if let content = declarations.content(ofElement: element.name), !content.isOpen {
            if let unexpected = element.children.first(where: { !content.elements.contains($0) }) {
                var fault = ValidationFault(.unexpectedElement, "<\(element.name)> may not contain <\(unexpected)>")
                fault.help =
                    suggestion(for: unexpected, in: content.elements)
                    ?? Self.allowed(content.elements, in: element.name)
                return fault
            }
            if element.hasAllChildren, content.requiredElements.contains(where: { !element.children.contains($0) }) {
                return incomplete
            }
        }
        if report.textPlace != nil { return unexpectedText }
        return ValidationFault(.invalidContent, "the content of <\(element.name)> is not valid" + detail)
    }

    /// The message of libxml2, if it is more specific.
    private var detail: String {
        let text = report.message.split(separator: "\n").first.map(String.init) ?? ""
        return text.isEmpty || report.isGeneral ? "" : ": " + text.prefix(1).lowercased() + text.dropFirst()
    }

    // MARK: Attributes and values

    private var attributeFault: ValidationFault {
        let content = declarations.content(ofElement: element.name)
        let names = element.attributes.map(\.name)
        if let missing = content?.requiredAttributes.first(where: { !names.contains($0) }) {
            return missingAttribute(missing)
        }
        if let content, !content.isOpenForAttributes,
            let unknown = names.first(where: { !content.attributes.contains($0) })
        {
            return unexpectedAttribute(unknown, expected: content.attributes)
        }
        if let fault = valueFaultOfAttributes { return fault }
        if report.code == Code.invalidAttribute, let name = report.first {
            // libxml2 reports an attribute with an invalid value as an unexpected one.
            guard content?.attributes.contains(name) ?? false,
                let value = element.attributes.first(where: { $0.name == name })?.value
            else { return unexpectedAttribute(name, expected: []) }
            return invalidValue(value, of: "the attribute “\(name)”", Self.value(of: name))
        }
        return ValidationFault(.invalidContent, "the attributes of <\(element.name)> are not valid")
    }

    /// The attribute whose value is not one of those that are declared, or the only one of a restricted type.
    private var valueFaultOfAttributes: ValidationFault? {
        var restricted: [(name: String, value: String, type: RelaxNGDeclarations.DataType)] = []
        for (name, value) in element.attributes {
            guard let content = declarations.content(ofAttribute: name, in: element.name) else { continue }
            if content.types.isEmpty, !content.values.isEmpty, !content.values.contains(value) {
                return notInEnumeration(value, of: "the attribute “\(name)”", content.values, Self.value(of: name))
            }
            guard let type = content.types.first, content.types.count == 1, content.values.isEmpty else { continue }
            if !PredefinedType.allows(value, type.name) { return wrongType(value, name, type) }
            if !type.parameters.isEmpty { restricted.append((name, value, type)) }
        }
        guard let (name, value, type) = restricted.first, restricted.count == 1 else { return nil }
        return wrongType(value, name, type)
    }

    private func wrongType(_ value: String, _ name: String, _ type: RelaxNGDeclarations.DataType) -> ValidationFault {
        wrongType(value, of: "the attribute “\(name)”", type.description, Self.value(of: name))
    }

    private static func value(of name: String) -> Culprit { .value(local: name, hasPrefix: false) }

    private var isAboutData: Bool { Code.data.contains(report.code) }

    private var culpritOfValue: Culprit {
        if let attribute = report.attribute { return .value(local: attribute.name, hasPrefix: attribute.hasPrefix) }
        return report.textPlace.map { .textAt($0) } ?? .text
    }

    private var owner: String {
        report.attribute.map { "the attribute “\($0.name)”" } ?? "<\(element.name)>"
    }

    private var valueFault: ValidationFault {
        let content =
            report.attribute.map { declarations.content(ofAttribute: $0.name, in: element.name) }
            ?? declarations.content(ofElement: element.name)
        let values = content?.values ?? []
        let declared = content?.types.count == 1 && values.isEmpty ? content?.types.first?.description : nil
        let reported = [Code.type, Code.typeValue].contains(report.code) ? report.first : nil
        if let type = declared ?? reported {
            let value = (report.code == Code.typeValue ? report.second : nil) ?? value
            return wrongType(value, of: owner, type, culpritOfValue)
        }
        if !values.isEmpty { return notInEnumeration(value, of: owner, values, culpritOfValue) }
        return invalidValue(value, of: owner, culpritOfValue)
    }

    /// The value of the attribute or of the element.
    private var value: String {
        guard let attribute = report.attribute else { return element.text }
        return element.attributes.first { $0.name == attribute.name }?.value ?? ""
    }
}

extension ValidatorReport {
    /// Whether the report only says that a part of an element is invalid or missing, which follows from a fault inside
    /// the element.
    fileprivate var isGeneral: Bool {
        typealias Code = RelaxNGCode
        let codes = [
            Code.attributes, Code.content, Code.missingElement, Code.interleaveSequence, Code.extraElement,
            Code.extraContent, Code.extraData,
        ]
        return duplicateID == nil && codes.contains(code)
    }

    fileprivate var isOfIDs: Bool { duplicateID != nil || code == RelaxNGCode.danglingReference }
}
