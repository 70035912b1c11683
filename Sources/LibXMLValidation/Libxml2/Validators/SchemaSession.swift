import CLibXML2
import CLibXML2Shims
import LibXML

/// The validation of one document against an XML Schema.
///
/// libxml2 gets the events through `xmlSchemaSAXPlug`, and reports an error during the event that causes it.
@safe
struct SchemaSession: ~Copyable {
    typealias CString = UnsafePointer<UInt8>

    private let cValidator: xmlSchemaValidCtxtPtr
    private let cPlug: xmlSchemaSAXPlugPtr
    private let cHandler: UnsafeMutablePointer<xmlSAXHandler>
    private let cData: UnsafeMutableRawPointer?
    /// The places at which libxml2 has written these two, and to which it writes again when it is unplugged.
    private let cPlaces: Places

    private var elements = OpenNames()
    private var event = ValidatorEvent.start
    private var reports: [ValidatorReport] = []
    /// How many reports of the event were not kept.
    private var skippedCount = 0

    private var idValues: Set<[UInt8]> = []
    private let ids: [CheckedID]
    private let types: SimpleTypes
    /// The prefixes that are declared, each with the depth of its element.
    private var prefixes: [(depth: Int, prefix: CString)] = unsafe []

    /// The length of the text that was passed to libxml2 since the last tag, and text that was not passed yet.
    private var textCount = 0
    private var heldText: [UInt8] = []
    /// Whether the text of the element since the last tag was reported.
    private var hasReportedText = false
    /// The report about white space in an element that must be empty, which is added at its end unless other content
    /// is reported.
    private var whiteReport: ValidatorReport?

    /// Whether libxml2 cannot continue.
    private var isBroken = false
    /// The depth of the element whose remaining content libxml2 does not validate, because the element is not declared,
    /// or contains an unexpected element.
    private var uncheckedDepth: Int?
    /// The depths of elements with content that is not known.
    private var unreadDepths: [Int] = []
    /// The depths of elements in which a value of a key was invalid. libxml2 reports it again as missing, at the end of
    /// the element that has the key.
    private var lostKeyValues: [Int] = []
    /// The depth of the element that began last, if it is nilled. It has no value for a key, although none was invalid.
    private var nilledDepth: Int?

    @safe
    private struct Places {
        let cHandler = UnsafeMutablePointer<UnsafeMutablePointer<xmlSAXHandler>?>.allocate(capacity: 1)
        let cData = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

        init() {
            unsafe cHandler.initialize(to: nil)
            unsafe cData.initialize(to: nil)
        }

        func free() {
            unsafe cHandler.deallocate()
            unsafe cData.deallocate()
        }
    }

    /// Begins a validation in memory that ``free(_:)`` frees; nil if libxml2 has no memory for it.
    static func make(_ cSchema: xmlSchemaPtr, _ declarations: SchemaDeclarations) -> UnsafeMutablePointer<Self>? {
        guard let cValidator = unsafe xmlSchemaNewValidCtxt(cSchema) else { return nil }
        let cPlaces = Places()
        guard let cPlug = unsafe xmlSchemaSAXPlug(cValidator, cPlaces.cHandler, cPlaces.cData),
            let cHandler = unsafe cPlaces.cHandler.pointee
        else {
            unsafe xmlSchemaFreeValidCtxt(cValidator)
            cPlaces.free()
            return nil
        }
        let session = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        unsafe session.initialize(to: Self(cValidator, cPlug, cHandler, cPlaces, declarations))
        return unsafe session
    }

    private init(
        _ cValidator: xmlSchemaValidCtxtPtr, _ cPlug: xmlSchemaSAXPlugPtr,
        _ cHandler: UnsafeMutablePointer<xmlSAXHandler>, _ cPlaces: Places, _ declarations: SchemaDeclarations
    ) {
        unsafe self.cValidator = cValidator
        unsafe self.cPlug = cPlug
        unsafe self.cHandler = unsafe cHandler
        unsafe cData = unsafe cPlaces.cData.pointee
        self.cPlaces = cPlaces
        ids = declarations.ids
        types = declarations.types
    }

    deinit {
        unsafe xmlSchemaSAXUnplug(cPlug)
        cPlaces.free()
        unsafe xmlSchemaFreeValidCtxt(cValidator)
    }

    @inline(__always)
    static func from(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
        unsafe context.assumingMemoryBound(to: Self.self)
    }

    static func free(_ context: UnsafeMutableRawPointer) {
        let session = unsafe from(context)
        // Errors that libxml2 still reports have no event.
        unsafe xmlSchemaSetValidStructuredErrors(session.pointee.cValidator, nil, nil)
        unsafe session.pointee.endElements()
        unsafe session.deinitialize(count: 1)
        unsafe session.deallocate()
    }

    /// Ends the elements that are open, whose keys libxml2 would not free.
    private mutating func endElements() {
        while elements.depth > 0, !isBroken {
            let name = elements.current
            unsafe cHandler.pointee.endElementNs(cData, name.local, name.prefix, name.uri)
            elements.end()
        }
    }

    /// Passes an event to libxml2, and collects what it reports to this session.
    ///
    /// Stops the validation after a failed allocation: up to 2.12, libxml2's validator may crash if it continues.
    /// Earlier failures were those of the parser.
    private mutating func collectReports(
        _ call: (UnsafeMutablePointer<xmlSAXHandler>, UnsafeMutableRawPointer?) -> Void
    ) {
        let (cValidator, cHandler, cData) = unsafe (cValidator, cHandler, cData)
        let lackedMemory = lx_lacks_memory()
        // With an older pointer, the compiler may assume that the call does not change the session.
        unsafe withUnsafeMutablePointer(to: &self) { session in
            unsafe xmlSchemaSetValidStructuredErrors(cValidator, Self.errorHandler, session)
            unsafe call(cHandler, cData)
        }
        if lackedMemory == 0, lx_lacks_memory() != 0 { isBroken = true }
    }

    private static var errorHandler: xmlStructuredErrorFunc {
        { session, error in
            guard let session = unsafe session, let error = unsafe UnsafePointer<xmlError>(error) else { return }
            unsafe SchemaSession.from(session).pointee.add(unsafe ValidatorReport(error.pointee))
        }
    }

    /// The number of reports of one event that are kept. An event may have one for each reference to a key.
    private static let reportLimit = 1_000

    private mutating func add(_ report: ValidatorReport) {
        var report = report
        // The elements before it are not known.
        let isAfterUnread =
            event == .start && report.code == SchemaCode.elementContent && unreadDepths.contains(elements.depth - 1)
        if isAfterUnread {
            uncheckedDepth = elements.depth - 1
            report = ValidatorReport(code: ValidatorReport.unread)
        }
        report.event = event
        if report.code == SchemaCode.stopped { isBroken = true }
        if report.endsChecksOfParent { uncheckedDepth = elements.depth - 1 }
        if report.endsChecksOfElement { uncheckedDepth = elements.depth }
        if isRepetition(of: report) { return }
        guard reports.count < Self.reportLimit else {
            skippedCount += 1
            return
        }
        report.element = elements.reported
        let isAccepted =
            SchemaCode.types.contains(report.code)
            && types.accept(SchemaMessage(report)) { prefix in
                unsafe prefix == "xml" || prefixes.contains { unsafe String(cString: $0.prefix) == prefix }
            }
        if !isAccepted { reports.append(report) }
    }

    /// Whether a report is about a fault that was reported before, or about content that is not known.
    private mutating func isRepetition(of report: ValidatorReport) -> Bool {
        if report.isAboutInvalidKeyValue {
            if nilledDepth != elements.depth { lostKeyValues.append(elements.depth) }
            return true
        }
        if report.isAboutMissingKeyValue, lostKeyValues.contains(where: { $0 >= elements.depth }) {
            lostKeyValues.removeAll { $0 >= elements.depth }
            return true
        }
        if event == .end, unreadDepths.last == elements.depth { return report.isAboutContent }
        guard event == .text, report.isAboutText else { return false }
        // Each piece of a text is reported.
        defer { hasReportedText = true }
        return hasReportedText
    }

    // MARK: Events

    mutating func startElement(
        _ local: CString, _ prefix: CString?, _ uri: CString?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32, _ defaultedCount: Int32,
        _ attributes: UnsafeMutablePointer<CString?>?
    ) -> ValidationSink.Outcome {
        endText()
        let isUnchecked = isBroken || uncheckedDepth != nil
        unsafe elements.begin(local, prefix, uri)
        if namespaceCount > 0 { unsafe declare(namespaceCount, namespaces) }
        nilledDepth = nil
        if !isBroken {
            event = .start
            unsafe pass(local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, attributes)
            if unsafe isNilled(attributeCount, attributes) { nilledDepth = elements.depth }
            if !ids.isEmpty, !isUnchecked { unsafe checkIDs(attributeCount, attributes) }
        }
        if !isUnchecked, reports.isEmpty { return .passed }
        var outcome = ValidationSink.Outcome.passed
        if isUnchecked { outcome.insert(.isUnchecked) }
        if !reports.isEmpty { outcome.insert(.hasFaults) }
        return outcome
    }

    private mutating func declare(_ count: Int32, _ namespaces: UnsafeMutablePointer<CString?>?) {
        for index in 0..<Int(count) {
            guard let prefix = unsafe namespaces?[2 * index] else { continue }
            unsafe prefixes.append((elements.depth, prefix))
        }
    }

    /// Whether the element that has begun is nilled: its declaration allows its `xsi:nil="true"`.
    private func isNilled(_ count: Int32, _ attributes: UnsafeMutablePointer<CString?>?) -> Bool {
        guard let attributes = unsafe attributes else { return false }
        for index in 0..<Int(count) {
            let attribute = unsafe attributes + 5 * index
            guard let local = unsafe attribute[0], let begin = unsafe attribute[3], let end = unsafe attribute[4],
                unsafe Self.nilName.matches(local, attribute[2])
            else { continue }
            let value = unsafe Array(UnsafeBufferPointer(start: begin, count: end - begin)).trimmingSpace
            let isTrue = value == Array("true".utf8) || value == Array("1".utf8)
            return isTrue && !reports.contains { SchemaCode.instances.contains($0.code) }
        }
        return false
    }

    private static let nilName = CheckedID(name: "nil", uri: XMLNamespace.schemaInstance.uri)

    private mutating func pass(
        _ local: CString, _ prefix: CString?, _ uri: CString?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32, _ defaultedCount: Int32,
        _ attributes: UnsafeMutablePointer<CString?>?
    ) {
        if let references = unsafe AttributeValues.withReferences(attributeCount, attributes) {
            var attributes = unsafe references.pointers
            unsafe collectReports { cHandler, cData in
                unsafe cHandler.pointee.startElementNs(
                    cData, local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, &attributes)
            }
        } else {
            unsafe collectReports { cHandler, cData in
                unsafe cHandler.pointee.startElementNs(
                    cData, local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, attributes)
            }
        }
    }

    mutating func endElement() -> Bool {
        if let whiteReport, !hasReportedText { reports.append(whiteReport) }
        endText()
        let name = elements.current
        if !isBroken {
            event = .end
            unsafe collectReports { unsafe $0.pointee.endElementNs($1, name.local, name.prefix, name.uri) }
        }
        elements.end()
        while unsafe prefixes.last?.depth ?? 0 > elements.depth { unsafe prefixes.removeLast() }
        if let depth = uncheckedDepth, elements.depth < depth { uncheckedDepth = nil }
        if let depth = unreadDepths.last, elements.depth < depth { unreadDepths.removeLast() }
        if !lostKeyValues.isEmpty { lostKeyValues = lostKeyValues.map { min($0, elements.depth) }.filter { $0 > 0 } }
        return !reports.isEmpty
    }

    mutating func text(_ bytes: CString, _ count: Int32) -> Bool {
        guard !isBroken else { return false }
        let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
        if textCount < Self.longText {
            event = .text
            let isFirst = !hasReportedText
            unsafe pass(text)
            if isFirst, hasReportedText, unsafe text.allSatisfy(\.isSpace) {
                whiteReport = reports.popLast()
                hasReportedText = false
            }
        } else {
            unsafe heldText.append(contentsOf: text)
            if heldText.count >= textCount {
                event = .text
                passHeldText()
            }
        }
        return !reports.isEmpty
    }

    /// The length from which text is held back. libxml2 measures and copies all text of an element for each piece.
    private static let longText = 4_096

    private mutating func pass(_ text: UnsafeBufferPointer<UInt8>) {
        guard let bytes = text.baseAddress else { return }
        textCount += text.count
        unsafe collectReports { unsafe $0.pointee.characters($1, bytes, Int32(truncatingIfNeeded: text.count)) }
    }

    private mutating func passHeldText() {
        let text = heldText
        heldText = []
        unsafe text.withUnsafeBufferPointer { unsafe pass($0) }
    }

    /// Ends the text before a tag.
    @inline(__always)
    private mutating func endText() {
        if !heldText.isEmpty, !isBroken {
            event = .textBefore
            passHeldText()
        }
        textCount = 0
        hasReportedText = false
        whiteReport = nil
    }

    /// Notes content that is not known.
    mutating func unread() {
        if unreadDepths.last != elements.depth { unreadDepths.append(elements.depth) }
    }

    /// Whether each value of an attribute of the type `xs:ID` occurs once in the document, which libxml2 checks in its
    /// own trees only.
    private mutating func checkIDs(_ count: Int32, _ attributes: UnsafeMutablePointer<CString?>?) {
        guard let attributes = unsafe attributes else { return }
        for index in 0..<Int(count) {
            let attribute = unsafe attributes + 5 * index
            guard let local = unsafe attribute[0], let begin = unsafe attribute[3], let end = unsafe attribute[4]
            else { continue }
            let uri = unsafe attribute[2]
            guard ids.contains(where: { unsafe $0.matches(local, uri) }) else { continue }
            let value = unsafe Array(UnsafeBufferPointer(start: begin, count: end - begin)).trimmingSpace
            if !idValues.insert(value).inserted {
                let name = unsafe String(cString: local)
                add(.duplicateID(String(decoding: value, as: UTF8.self), name, hasPrefix: unsafe attribute[1] != nil))
            }
        }
    }

    /// Removes and returns the reports of the last event.
    mutating func takeReports() -> [ValidatorReport] {
        defer { (reports, skippedCount) = ([], 0) }
        return reports
    }

    /// Removes the reports of the last event. Returns their number.
    mutating func dropReports() -> Int {
        defer { (reports, skippedCount) = ([], 0) }
        return SchemaFaults.count(of: reports) + skippedCount
    }
}

extension [UInt8] {
    /// The value without white space at its ends.
    fileprivate var trimmingSpace: [UInt8] {
        Array(drop(while: \.isSpace).reversed().drop(while: \.isSpace).reversed())
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { [0x20, 0x9, 0xA, 0xD].contains(self) }
}
