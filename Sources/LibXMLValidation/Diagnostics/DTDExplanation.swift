import LibXML

/// What a document violates in a DTD.
enum DTDReport {
    case unknownElement
    case wrongRoot(expected: String)
    case unexpectedElement(Content)
    /// An element that ends where these are possible.
    case incomplete([String])
    case unexpectedText(String, ContentRule)
    case undeclaredEntity(String)
    /// A document that is declared to be standalone (XML 1.0, section 2.9).
    case dependent(String)
    case unexpectedAttribute(String)
    case missingAttribute(String)
    case invalidValue(String, attribute: String, Rule)
    case duplicateID(String, attribute: String)

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
}

/// Explains what a session finds in a document that violates a DTD.
struct DTDExplanation: Explanation {
    /// What the DTD declares, and where.
    struct Declared: Sendable {
        let places: DTDPlaces
        let elementNames: [String]
        let attributeNames: [String]
    }

    let report: DTDReport
    let element: ReportedElement
    let declared: Declared

    var cause: ValidatorReport? { nil }

    var note: XMLDiagnostic.Note? { declared.places.note(ofElement: element.name) }

    var explained: ValidationFault {
        switch report {
        case .unknownElement:
            var fault = ValidationFault(.unknownElement, "the DTD does not declare <\(element.name)>")
            fault.help = suggestion(for: element.name, in: declared.elementNames)
            return fault
        case .wrongRoot(let name):
            let message = "the root element is <\(element.name)>, expected <\(name)>"
            return ValidationFault(.unexpectedElement, message)
        case .unexpectedElement(let content): return unexpected(content)
        case .incomplete(let names): return incomplete(names.isEmpty ? nil : Wording.elements(names))
        case .unexpectedText(let found, let rule): return unexpectedText(found, in: element.name, which: rule)
        case .undeclaredEntity(let name): return .undeclaredEntity(name)
        case .dependent(let reason):
            var fault = ValidationFault(.invalidContent, "the document is not standalone: \(reason)")
            fault.help = "remove standalone=\"yes\" from the XML declaration"
            return fault
        case .unexpectedAttribute(let name):
            return unexpectedAttribute(name, hasPrefix: Self.hasPrefix(name), expected: declared.attributeNames)
        case .missingAttribute(let name): return missingAttribute(name)
        case .invalidValue(let value, let name, let rule): return invalidValue(value, name, rule)
        case .duplicateID(let value, let name): return duplicateID(value, Self.value(of: name))
        }
    }

    private func unexpected(_ content: DTDReport.Content) -> ValidationFault {
        let parent = element.parent ?? ""
        let (text, names) =
            switch content {
            case .empty: (": <\(parent)> \(ContentRule.empty.rawValue)", [String]())
            case .mixed([]): (": <\(parent)> \(ContentRule.text.rawValue)", [])
            case .mixed(let names): (notAllowed(in: parent), names)
            case .elements([]): (notAllowed(in: parent) + afterPrevious, [])
            case .elements(let names): (", expected " + Wording.elements(names) + afterPrevious, names)
            }
        var fault = ValidationFault(.unexpectedElement, "unexpected <\(element.name)>" + text)
        fault.note = declared.places.note(ofElement: parent)
        fault.help = suggestion(for: element.name, in: names)
        return fault
    }

    private func invalidValue(_ value: String, _ name: String, _ rule: DTDReport.Rule) -> ValidationFault {
        let (owner, culprit) = ("the attribute “\(name)”", Self.value(of: name))
        return switch rule {
        case .type(let type): wrongType(value, of: owner, type, culprit)
        case .entity: ValidationFault(.danglingReference, "“\(value)” is not an unparsed entity", culprit)
        case .values(let values): notInEnumeration(value, of: owner, values, culprit)
        }
    }

    private static func hasPrefix(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: ":")) }

    /// The value of an attribute with this qualified name.
    static func value(of name: String) -> Culprit {
        .value(local: Wording.local(name), hasPrefix: hasPrefix(name))
    }
}
