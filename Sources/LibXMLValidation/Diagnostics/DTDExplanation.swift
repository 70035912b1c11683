import LibXML

/// Explains violations of a DTD, with the permitted content.
struct DTDExplanation: Sendable {
    let places: DTDPlaces
    let elementNames: [String]
    let attributeNames: [String]

    /// The permitted content of an element.
    enum Content {
        case empty
        case mixed([String])
        /// The names that are possible next.
        case elements([String])
    }

    /// The rule for a value.
    enum Rule {
        case type(String)
        case values([String])
        case entity
    }

    // MARK: Elements

    func unknown(_ element: ReportedElement) -> ValidationFault {
        var fault = fault(.unknownElement, "the DTD does not declare <\(element.name)>", .startTag, element)
        fault.help = nearestName(to: element.name, in: elementNames).map { "did you mean <\($0)>?" }
        return fault
    }

    func wrongRoot(_ element: ReportedElement, expected name: String) -> ValidationFault {
        fault(.unexpectedElement, "the root element is <\(element.name)>, expected <\(name)>", .startTag, element)
    }

    func unexpected(_ element: ReportedElement, _ content: Content) -> ValidationFault {
        let parent = element.parent ?? ""
        let after = element.previous.map { " after <\($0)>" } ?? ""
        let (text, names) =
            switch content {
            case .empty: (": <\(parent)> must be empty", [String]())
            case .mixed([]): (": <\(parent)> may contain only text", [])
            case .mixed(let names): (": <\(parent)> may not contain it", names)
            case .elements([]): (": <\(parent)> may not contain it" + after, [])
            case .elements(let names): (", expected " + Wording.elements(names) + after, names)
            }
        var fault = fault(.unexpectedElement, "unexpected <\(element.name)>" + text, .startTag, element)
        fault.note = places.note(ofElement: parent)
        fault.help = nearestName(to: element.name, in: names.filter { $0 != element.name }).map {
            "did you mean <\($0)>?"
        }
        return fault
    }

    func incomplete(_ element: ReportedElement, expected names: [String]) -> ValidationFault {
        let after = element.lastChild.map { " after <\($0)>" } ?? ""
        let missing = names.isEmpty ? "content is missing" : "missing " + Wording.elements(names)
        return fault(.missingElement, "<\(element.name)> is incomplete: \(missing)\(after)", .end, element)
    }

    func unexpectedText(_ element: ReportedElement, _ found: String, mustBeEmpty: Bool = false) -> ValidationFault {
        let rule = mustBeEmpty ? "must be empty" : "may contain only elements"
        return fault(
            .unexpectedText, "\(found) is not allowed in <\(element.name)>, which \(rule)", .text, element)
    }

    func undeclaredEntity(_ element: ReportedElement, _ name: String) -> ValidationFault {
        fault(.undeclaredEntity, "the DTD does not declare the entity “\(name)”", .text, element)
    }

    /// The fault of a document that is declared to be standalone (XML 1.0, section 2.9).
    func dependent(_ element: ReportedElement, _ reason: String) -> ValidationFault {
        var fault = fault(.invalidContent, "the document is not standalone: \(reason)", .startTag, element)
        fault.help = "remove standalone=\"yes\" from the XML declaration"
        return fault
    }

    // MARK: Attributes

    func unexpectedAttribute(_ element: ReportedElement, _ name: String, hasPrefix: Bool) -> ValidationFault {
        var fault = fault(
            .unexpectedAttribute, "<\(element.name)> may not have the attribute “\(name)”",
            .attribute(local: Wording.local(name), hasPrefix: hasPrefix), element)
        fault.help = nearestName(to: name, in: attributeNames.filter { $0 != name }).map { "did you mean \($0)?" }
        return fault
    }

    func missingAttribute(_ element: ReportedElement, _ name: String) -> ValidationFault {
        fault(.missingAttribute, "<\(element.name)> needs the attribute “\(name)”", .startTag, element)
    }

    func invalidValue(
        _ element: ReportedElement, _ value: String, _ name: String, hasPrefix: Bool, _ rule: Rule
    ) -> ValidationFault {
        let subject = "“\(value)” is not a value of the attribute “\(name)”"
        let culprit = ValidationFault.Culprit.value(local: Wording.local(name), hasPrefix: hasPrefix)
        switch rule {
        case .type(let type):
            return fault(.invalidValue, "\(subject), which is of the type \(type)", culprit, element)
        case .entity: return fault(.danglingReference, "“\(value)” is not an unparsed entity", culprit, element)
        case .values(let values):
            var fault = fault(.notInEnumeration, "\(subject), expected \(Wording.values(values))", culprit, element)
            fault.help = nearestName(to: value, in: values).map { "did you mean “\($0)”?" }
            return fault
        }
    }

    func duplicateID(_ element: ReportedElement, _ value: String, _ name: String, hasPrefix: Bool) -> ValidationFault {
        fault(
            .duplicateKey, "the ID “\(value)” occurs twice", .value(local: Wording.local(name), hasPrefix: hasPrefix),
            element)
    }

    /// A reference to an ID, for ``dangling(_:_:)``.
    func reference(_ element: ReportedElement, _ name: String, hasPrefix: Bool) -> ValidationFault {
        // Most references are not explained, so there is no note.
        var fault = ValidationFault(.danglingReference, "", .value(local: Wording.local(name), hasPrefix: hasPrefix))
        fault.path = element.path
        return fault
    }

    func dangling(_ value: String, _ reference: ValidationFault) -> ValidationFault {
        var fault = reference
        fault.message = "“\(value)” is not the ID of an element"
        return fault
    }

    // MARK: Texts

    private func fault(
        _ code: XMLError.Code, _ message: String, _ culprit: ValidationFault.Culprit, _ element: ReportedElement
    ) -> ValidationFault {
        var fault = ValidationFault(code, message, culprit)
        fault.path = element.path
        fault.note = places.note(ofElement: element.name)
        return fault
    }
}
