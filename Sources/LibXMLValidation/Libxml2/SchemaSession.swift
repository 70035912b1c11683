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

    private var elements = OpenNames()
    private var reports: [ValidatorReport] = []
    private var event = ValidatorEvent.start
    private var idValues: Set<[UInt8]> = []
    private let ids: [CheckedID]
    /// The length of the text that libxml2 has got since the last tag, and text that it has not got yet.
    private var textCount = 0
    private var heldText: [UInt8] = []
    /// Whether libxml2 cannot continue.
    private var isBroken = false
    /// How many values of keys were invalid, each of which libxml2 reports a second time: as missing.
    private var lostKeyValues = 0
    /// Whether the text of the element was already reported.
    private var hasReportedText = false

    /// Begins a validation in memory that ``free(_:)`` frees; nil if libxml2 has no memory for it.
    static func make(_ cSchema: xmlSchemaPtr, ids: [CheckedID]) -> UnsafeMutablePointer<Self>? {
        guard let cValidator = unsafe xmlSchemaNewValidCtxt(cSchema) else { return nil }
        var cHandler: UnsafeMutablePointer<xmlSAXHandler>?
        var cData: UnsafeMutableRawPointer?
        guard let cPlug = unsafe xmlSchemaSAXPlug(cValidator, &cHandler, &cData), let cHandler = unsafe cHandler else {
            unsafe xmlSchemaFreeValidCtxt(cValidator)
            return nil
        }
        let session = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        unsafe session.initialize(to: Self(cValidator, cPlug, cHandler, cData, ids))
        unsafe xmlSchemaSetValidStructuredErrors(cValidator, Self.errorHandler, session)
        return unsafe session
    }

    private init(
        _ cValidator: xmlSchemaValidCtxtPtr, _ cPlug: xmlSchemaSAXPlugPtr,
        _ cHandler: UnsafeMutablePointer<xmlSAXHandler>, _ cData: UnsafeMutableRawPointer?, _ ids: [CheckedID]
    ) {
        unsafe self.cValidator = cValidator
        unsafe self.cPlug = cPlug
        unsafe self.cHandler = unsafe cHandler
        unsafe self.cData = unsafe cData
        self.ids = ids
    }

    deinit {
        unsafe xmlSchemaSAXUnplug(cPlug)
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
        unsafe session.deinitialize(count: 1)
        unsafe session.deallocate()
    }

    /// Collects what libxml2 reports.
    private static var errorHandler: xmlStructuredErrorFunc {
        { session, error in
            guard let session = unsafe session, let error = unsafe UnsafePointer<xmlError>(error) else { return }
            unsafe SchemaSession.from(session).pointee.add(unsafe ValidatorReport(error.pointee))
        }
    }

    private mutating func add(_ report: ValidatorReport) {
        var report = report
        report.event = event
        if report.code == XML_SCHEMAV_INTERNAL.rawValue { isBroken = true }
        reports.append(report)
    }

    // MARK: Events

    mutating func startElement(
        _ local: CString, _ prefix: CString?, _ uri: CString?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32, _ defaultedCount: Int32,
        _ attributes: UnsafeMutablePointer<CString?>?
    ) -> Bool {
        endText()
        unsafe elements.begin(local, prefix, uri)
        guard !isBroken else { return !reports.isEmpty }
        event = .start
        hasReportedText = false
        let references = unsafe AttributeValues.withReferences(attributeCount, attributes)
        if let references {
            var attributes = unsafe references.pointers
            unsafe cHandler.pointee.startElementNs(
                cData, local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, &attributes)
        } else {
            unsafe cHandler.pointee.startElementNs(
                cData, local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, attributes)
        }
        if !ids.isEmpty { unsafe checkIDs(attributeCount, attributes) }
        return !reports.isEmpty
    }

    mutating func endElement() -> Bool {
        endText()
        let name = elements.current
        if !isBroken {
            event = .end
            unsafe cHandler.pointee.endElementNs(cData, name.local, name.prefix, name.uri)
        }
        // The path of the element is needed until its faults are taken.
        elements.end()
        return !reports.isEmpty
    }

    mutating func text(_ bytes: CString, _ count: Int32) -> Bool {
        guard !isBroken else { return false }
        let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
        if textCount < Self.longText {
            unsafe pass(text)
        } else {
            unsafe heldText.append(contentsOf: text)
            if heldText.count >= textCount { passHeldText() }
        }
        return !reports.isEmpty
    }

    /// The length from which on text is held back. libxml2 measures and copies all text of an element for each piece.
    private static let longText = 4_096

    private mutating func pass(_ text: UnsafeBufferPointer<UInt8>) {
        guard let bytes = text.baseAddress else { return }
        event = .text
        textCount += text.count
        unsafe cHandler.pointee.characters(cData, bytes, Int32(truncatingIfNeeded: text.count))
        guard !reports.isEmpty else { return }
        // Each piece of a text is reported.
        if hasReportedText { reports = [] }
        hasReportedText = true
    }

    private mutating func passHeldText() {
        let text = heldText
        heldText = []
        unsafe text.withUnsafeBufferPointer { unsafe pass($0) }
    }

    @inline(__always)
    private mutating func endText() {
        if !heldText.isEmpty { passHeldText() }
        textCount = 0
    }

    /// Whether each value of an attribute of the type `xs:ID` occurs once in the document, which libxml2 checks in its
    /// own trees only.
    private mutating func checkIDs(_ count: Int32, _ attributes: UnsafeMutablePointer<CString?>?) {
        guard let attributes = unsafe attributes else { return }
        for index in 0..<Int(count) {
            let attribute = unsafe attributes + 5 * index
            guard let local = unsafe attribute[0], let begin = unsafe attribute[3], let end = unsafe attribute[4]
            else { continue }
            let isID = ids.contains { id in
                unsafe (attribute[2] != nil) == id.isQualified && String(cString: local) == id.name
            }
            guard isID else { continue }
            let value = unsafe Array(UnsafeBufferPointer(start: begin, count: end - begin)).trimmingSpace
            if !idValues.insert(value).inserted {
                let name = unsafe String(cString: local)
                reports.append(
                    .duplicateID(String(decoding: value, as: UTF8.self), name, hasPrefix: unsafe attribute[1] != nil))
            }
        }
    }

    /// Removes and returns the reports of the last event, and the element that it concerns.
    mutating func takeMessages() -> (messages: [SchemaMessage], element: ReportedElement) {
        defer { reports = [] }
        let messages = reports.map(SchemaMessage.init).filter { message in
            if message.isAboutInvalidKeyValue { lostKeyValues += 1 }
            guard message.isAboutMissingKeyValue, lostKeyValues > 0 else { return !message.isAboutInvalidKeyValue }
            lostKeyValues -= 1
            return false
        }
        return (messages, elements.reported(isEnded: event == .end))
    }
}

extension [UInt8] {
    /// The value without white space at its ends.
    fileprivate var trimmingSpace: [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x9...0xD).contains(byte) }
        return Array(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}

/// An attribute whose values must be unique in a document.
struct CheckedID: Hashable {
    var name: String
    /// Whether it is in a namespace.
    var isQualified: Bool
}
