@_spi(Checks) import LibXML

/// Says what is wrong with a document that violates a schema, and what would be right.
///
/// Each language of schemas has one, made from a report and from what the schema declares.
protocol Explanation {
    /// The element that the report is about.
    var element: ReportedElement { get }
    /// The report of libxml2; nil if libxml2 reports nothing.
    var cause: ValidatorReport? { get }
    /// The fault, without what ``fault`` adds.
    var explained: ValidationFault { get }
    /// The place in the schema of what the fault violates, unless the fault has another one.
    var note: XMLDiagnostic.Note? { get }
}

extension Explanation {
    typealias Culprit = ValidationFault.Culprit

    /// The fault that the report describes.
    var fault: ValidationFault {
        var fault = explained
        fault.element = cause?.place
        fault.path = element.path
        fault.note = fault.note ?? note
        fault.libxml2Code = cause.flatMap { $0.message.isEmpty ? nil : Int($0.code) }
        fault.libxml2Message = cause.map { String($0.message.prefix(500)) }
        return fault
    }

    // MARK: Content

    var afterPrevious: String { element.previous.map { " after <\($0)>" } ?? "" }

    /// - Parameter missing: the names of what is missing, if that is known.
    func incomplete(_ missing: String?) -> ValidationFault {
        let what = missing.map { "missing " + $0 } ?? "content is missing"
        let after = element.lastChild.map { " after <\($0)>" } ?? ""
        return ValidationFault(.missingElement, "<\(element.name)> is incomplete: \(what)\(after)", .end)
    }

    func unexpectedText(
        _ found: String = "text", in owner: String, which rule: ContentRule, _ culprit: Culprit = .text
    ) -> ValidationFault {
        ValidationFault(.unexpectedText, "\(found) is not allowed in <\(owner)>, which \(rule.rawValue)", culprit)
    }

    /// What an element violates that may not contain the one of the report.
    func notAllowed(in owner: String?) -> String { owner.map { ": <\($0)> may not contain it" } ?? "" }

    // MARK: Attributes

    func missingAttribute(_ name: String) -> ValidationFault {
        ValidationFault(.missingAttribute, "<\(element.name)> needs the attribute “\(name)”")
    }

    /// - Parameter names: the names that may have been meant.
    func unexpectedAttribute(_ name: String, hasPrefix: Bool = false, expected names: [String]) -> ValidationFault {
        var fault = ValidationFault(
            .unexpectedAttribute, "<\(element.name)> may not have the attribute “\(name)”",
            .attribute(local: Wording.local(name), hasPrefix: hasPrefix))
        fault.help = suggestion(for: name, in: names) { $0 }
        return fault
    }

    // MARK: Values

    /// - Parameters:
    ///   - owner: the attribute or element that has the value.
    ///   - rule: what it must be, after a comma.
    func invalidValue(
        _ value: String, of owner: String, _ culprit: Culprit, _ code: XMLError.Code = .invalidValue,
        _ rule: String = ""
    ) -> ValidationFault {
        ValidationFault(code, "“\(value)” is not a value of \(owner)\(rule)", culprit)
    }

    func wrongType(
        _ value: String, of owner: String, _ type: String, isList: Bool = false, _ culprit: Culprit
    ) -> ValidationFault {
        let kind = isList ? "a list of the type" : "of the type"
        return invalidValue(value, of: owner, culprit, .invalidValue, ", which is \(kind) \(type)")
    }

    func notInEnumeration(_ value: String, of owner: String, _ values: [String], _ culprit: Culprit) -> ValidationFault
    {
        let expected = ", expected \(Wording.values(values))"
        var fault = invalidValue(value, of: owner, culprit, .notInEnumeration, expected)
        fault.help = suggestion(for: value, in: values) { "“\($0)”" }
        return fault
    }

    func duplicateID(_ value: String, _ culprit: Culprit) -> ValidationFault {
        ValidationFault(.duplicateKey, "the ID “\(value)” occurs twice", culprit)
    }

    // MARK: Help

    func suggestion(for name: String, in names: [String], _ shown: (String) -> String = { "<\($0)>" }) -> String? {
        nearestName(to: name, in: names.filter { $0 != name }).map { "did you mean \(shown($0))?" }
    }
}

/// What an element may contain at most.
enum ContentRule: String {
    case empty = "must be empty"
    case text = "may contain only text"
    case elements = "may contain only elements"
}

extension ValidationFault {
    static let outOfMemory = Self(.outOfMemory, "out of memory", .startTag)

    static func danglingID(_ value: String, _ culprit: Culprit) -> Self {
        Self(.danglingReference, "“\(value)” is not the ID of an element", culprit)
    }

    /// - Parameter reference: its place and path.
    static func danglingID(_ value: String, of reference: Self) -> Self {
        var fault = danglingID(value, reference.culprit)
        (fault.element, fault.path) = (reference.element, reference.path)
        return fault
    }
}
