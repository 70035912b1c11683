import CLibXML2
import CLibXML2Shims
import LibXML

/// The validation of one document against a RELAX NG schema.
///
/// libxml2 gets each start tag as a node. Content that it cannot validate step by step, such as data and interleaved
/// elements, is collected, and validated at the end of its element.
@safe
struct RelaxNGSession: ~Copyable {
    typealias CString = UnsafePointer<UInt8>

    private let cValidator: xmlRelaxNGValidCtxtPtr
    private let cDocument: xmlDocPtr
    private let limits: Limits
    private var nodes = NodePool()
    private var open: [Open] = []
    private var elements = OpenNames()
    /// The number of open elements up to the outermost one that is collected; 0 if no element is.
    private var collectedDepth = 0
    private var heldText: [UInt8] = []
    private var heldPlace = 0

    private var event = ValidatorEvent.start
    private var reports: [ValidatorReport] = []
    private var skippedCount = 0
    private var hasFailed = false
    /// Whether a part of the document is not known, or was not validated, so that it may contain other IDs.
    private var isIncomplete = false
    private var ids = DocumentIDs<ValidatorReport>()

    /// The maximum depth of collected elements, which libxml2 validates by recursion.
    private static let maximumDepth = 500

    /// Begins a validation in memory that ``free(_:)`` frees; nil if libxml2 has no memory for it.
    static func make(_ cSchema: xmlRelaxNGPtr, _ limits: Limits) -> UnsafeMutablePointer<Self>? {
        guard let cValidator = unsafe xmlRelaxNGNewValidCtxt(cSchema) else { return nil }
        guard let cDocument = unsafe xmlNewDoc(nil) else {
            unsafe xmlRelaxNGFreeValidCtxt(cValidator)
            return nil
        }
        let session = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        unsafe session.initialize(to: Self(cValidator, cDocument, limits))
        return unsafe session
    }

    private init(_ cValidator: xmlRelaxNGValidCtxtPtr, _ cDocument: xmlDocPtr, _ limits: Limits) {
        unsafe self.cValidator = cValidator
        unsafe self.cDocument = cDocument
        self.limits = limits
    }

    deinit {
        unsafe DocumentIDs<ValidatorReport>.clear(cDocument)
        unsafe cDocument.pointee.children = nil
        unsafe cDocument.pointee.last = nil
        unsafe xmlRelaxNGFreeValidCtxt(cValidator)
        unsafe xmlFreeDoc(cDocument)
    }

    @inline(__always)
    static func from(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
        unsafe context.assumingMemoryBound(to: Self.self)
    }

    static func free(_ context: UnsafeMutableRawPointer) {
        let session = unsafe from(context)
        unsafe xmlRelaxNGSetValidStructuredErrors(session.pointee.cValidator, nil, nil)
        unsafe session.deinitialize(count: 1)
        unsafe session.deallocate()
    }

    // MARK: Events

    mutating func startElement(
        _ place: Int, _ local: CString, _ prefix: CString?, _ uri: CString?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32,
        _ attributes: UnsafeMutablePointer<CString?>?
    ) -> ValidationSink.Outcome {
        event = .start
        endText()
        let isIgnored = open.last?.isIgnoring ?? false
        let isCollected = collectedDepth > 0
        unsafe elements.begin(local, prefix, uri)
        var element = unsafe Open(state: .ignored, mark: nodes.mark, place: place, isIgnoring: isIgnored)
        if !isIgnored {
            let document = unsafe UnsafeMutableRawPointer(cDocument).assumingMemoryBound(to: xmlNode.self)
            let parent = unsafe open.last?.node ?? document
            let node = unsafe nodes.addElement(
                local, prefix, uri, namespaceCount, namespaces, attributeCount, attributes, to: parent, at: place)
            unsafe element.node = unsafe node
            element.state = isCollected ? .collected : .pushed
        }
        let isAfterUnread = open.last?.isUnread ?? false
        if isAfterUnread { open[open.count - 1].isUnread = false }
        open.append(element)
        if isAfterUnread { unsafe add(ValidatorReport(code: RelaxNGCode.unread), at: nil) }
        if !isIgnored, attributeCount > limits.attributes {
            stopAtAttributes()
        } else if !isIgnored, !isCollected {
            push()
        }
        if isCollected, !open[open.count - 1].isIgnoring {
            open[open.count - 2].childCount += 1
            checkSize()
        }
        var outcome = ValidationSink.Outcome.passed
        if isIgnored || isCollected { outcome.insert(.isUnchecked) }
        if collectedDepth > 0, !open[open.count - 1].isIgnoring { outcome.insert(.isDeferred) }
        if !reports.isEmpty { outcome.insert(.hasFaults) }
        return outcome
    }

    /// Passes the start of the innermost element.
    private mutating func push() {
        let number = open.count - 1
        guard let node = unsafe open[number].node else { return }
        switch unsafe collectReports({ unsafe xmlRelaxNGValidatePushElement($0, $1, node) }) {
        case 0:
            open[number].state = .collected
            collectedDepth = open.count
        case 1: unsafe takeIDs(of: node)
        default:
            if reports.contains(where: { $0.code == RelaxNGCode.unexpectedElement }) {
                open[number].state = .ignored
                open[number].isIgnoring = true
                if number > 0 { open[number - 1].isIgnoring = true }
                isIncomplete = true
            } else if !hasFailed {
                unsafe addUnreported(RelaxNGCode.attributes, at: node)
            }
            unsafe takeIDs(of: node)
        }
    }

    mutating func endElement() -> Bool {
        event = .end
        endText()
        let element = open[open.count - 1]
        if element.state == .pushed { pop(element) }
        if open.count == collectedDepth {
            collectedDepth = 0
            if !element.isIgnoring { validateCollected(element) }
        }
        if open.count == 1, !isIncomplete { addDanglingReferences() }
        open.removeLast()
        elements.end()
        if collectedDepth == 0 { remove(element) }
        return !reports.isEmpty
    }

    /// Passes the end of an element whose start was passed to libxml2.
    private mutating func pop(_ element: Open) {
        guard let node = unsafe element.node else { return }
        let count = reports.count
        let result = unsafe collectReports { unsafe xmlRelaxNGValidatePopElement($0, $1, node) }
        if element.isIgnoring { return reports.removeLast(reports.count - count) }
        if result < 0, !hasFailed { unsafe addUnreported(RelaxNGCode.missingElement, at: node) }
    }

    private mutating func validateCollected(_ element: Open) {
        guard let node = unsafe element.node else { return }
        let result = unsafe collectReports { unsafe xmlRelaxNGValidateFullElement($0, $1, node) }
        if result < 0 {
            // Attributes that were not reached may be IDs.
            if unsafe CollectedElement.hasAttributes(in: node) { isIncomplete = true }
            if !hasFailed { unsafe addUnreported(RelaxNGCode.content, at: node) }
        }
        unsafe takeIDs(of: node)
    }

    /// Removes the nodes of an element that has ended. libxml2 still knows the last one, whose memory remains.
    private mutating func remove(_ element: Open) {
        guard let node = unsafe element.node else { return }
        unsafe node.pointee.properties = nil
        if let parent = unsafe node.pointee.parent {
            unsafe parent.pointee.children = nil
            unsafe parent.pointee.last = nil
        }
        nodes.truncate(to: element.mark)
    }

    mutating func text(_ place: Int, _ bytes: CString, _ count: Int32) -> Bool {
        let last = open.count - 1
        guard last >= 0, !open[last].isIgnoring else { return false }
        let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
        if collectedDepth > 0 {
            if heldText.isEmpty { heldPlace = place }
            unsafe heldText.append(contentsOf: text)
            if heldText.count > limits.size { checkSize() }
        } else if open[last].text == nil, unsafe text.contains(where: { !Self.isSpace($0) }) {
            open[last].text = place
        }
        return !reports.isEmpty
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) && byte != 0xB }

    /// Passes the text before a tag. The characters do not matter, unless the text is collected.
    private mutating func endText() {
        let last = open.count - 1
        guard last >= 0 else { return }
        if !heldText.isEmpty, let node = unsafe open[last].node {
            unsafe nodes.addText(heldText, to: node, at: heldPlace)
            heldText.removeAll(keepingCapacity: true)
        }
        guard let place = open[last].text else { return }
        open[last].text = nil
        if unsafe collectReports({ cValidator, _ in unsafe xmlRelaxNGValidatePushCData(cValidator, "x", 1) }) < 0 {
            open[last].isIgnoring = true
            isIncomplete = true
            for index in reports.indices where reports[index].code == RelaxNGCode.unexpectedText {
                reports[index].textPlace = place
                reports[index].place = open[last].place
            }
        }
    }

    /// Notes content that is not known. Elements that are not validated for that reason are reported.
    mutating func unread() {
        let first = (collectedDepth > 0 ? collectedDepth : open.count) - 1
        guard first >= 0, !open[first].isIgnoring else { return }
        if let node = unsafe open[first].node, open[first].state == .collected,
            unsafe open[first].childCount > 0 || CollectedElement.hasAttributes(in: node)
        {
            unsafe add(ValidatorReport(code: RelaxNGCode.unread), at: node)
        } else {
            for index in first..<open.count { open[index].isUnread = true }
        }
        ignore(from: first)
    }

    /// Ends the validation of the open elements from a number on.
    private mutating func ignore(from first: Int) {
        for index in max(0, first)..<open.count { open[index].isIgnoring = true }
        heldText = []
        isIncomplete = true
    }

    /// Stops the validation of an element whose attributes would take too long.
    private mutating func stopAtAttributes() {
        var report = ValidatorReport(code: RelaxNGCode.stopped)
        report.first = "it has more than \(limits.attributes) attributes, and too many of them are optional"
        if let node = unsafe open[open.count - 1].node { unsafe add(report, at: node) }
        if collectedDepth == 0 { open[open.count - 1].state = .ignored }
        ignore(from: (collectedDepth > 0 ? collectedDepth : open.count - 1) - 1)
    }

    /// Stops collecting content that takes too much memory.
    private mutating func checkSize() {
        var report = ValidatorReport(code: RelaxNGCode.stopped)
        if open.count - collectedDepth > Self.maximumDepth {
            report.first = Self.atOnce + "it is too deep"
        } else if nodes.size + heldText.count > limits.size {
            (report.first, report.second) = (Self.atOnce + "it is too large", "collectedSize")
        } else if open.count > collectedDepth, case let count = open[open.count - 2].childCount,
            count > limits.children,
            case let limit = limits.children(of: elements.parent), count > limit
        {
            report.first = Self.atOnce + "an element has more than \(limit) children"
            report.second = "collectedChildren"
        } else {
            return
        }
        if let node = unsafe open[collectedDepth - 1].node { unsafe add(report, at: node) }
        ignore(from: collectedDepth - 1)
    }

    private static let atOnce = "its content is needed at once, and "

    // MARK: Reports

    /// Calls libxml2, and collects what it reports to this session.
    private mutating func collectReports(_ call: (xmlRelaxNGValidCtxtPtr, xmlDocPtr) -> Int32) -> Int32 {
        hasFailed = false
        let (cValidator, cDocument) = unsafe (cValidator, cDocument)
        // With an older pointer, the compiler may assume that the call does not change the session.
        return unsafe withUnsafeMutablePointer(to: &self) { session in
            unsafe xmlRelaxNGSetValidStructuredErrors(cValidator, Self.errorHandler, session)
            return unsafe call(cValidator, cDocument)
        }
    }

    private static var errorHandler: xmlStructuredErrorFunc {
        { session, error in
            guard let session = unsafe session, let error = unsafe UnsafePointer<xmlError>(error) else { return }
            let node = unsafe error.pointee.node?.assumingMemoryBound(to: xmlNode.self)
            unsafe RelaxNGSession.from(session).pointee.add(ValidatorReport(error.pointee), at: node)
        }
    }

    /// The number of reports of one event that are kept.
    private static let reportLimit = 1_000

    /// Reports that a function of libxml2 has failed without a report.
    private mutating func addUnreported(_ code: UInt32, at node: xmlNodePtr) {
        var report = ValidatorReport(code: code)
        report.isOutOfMemory = lx_lacks_memory() != 0
        unsafe add(report, at: node)
    }

    private mutating func add(_ report: ValidatorReport, at node: xmlNodePtr?) {
        hasFailed = true
        guard reports.count < Self.reportLimit else {
            skippedCount += 1
            return
        }
        var report = report
        report.event = event
        unsafe describe(node, in: &report)
        reports.append(report)
    }

    /// Describes the element of a report.
    private func describe(_ node: xmlNodePtr?, in report: inout ValidatorReport) {
        report.element = elements.reported
        guard var node = unsafe node.map({ unsafe CollectedElement.culprit($0, report) }) else { return }
        if unsafe node.pointee.type == XML_ATTRIBUTE_NODE {
            report.attribute = unsafe ReportedAttribute(
                name: node.pointee.name.map { unsafe String(cString: $0) } ?? "", hasPrefix: node.pointee.ns != nil)
        }
        while unsafe node.pointee.type != XML_ELEMENT_NODE {
            if unsafe node.pointee.type == XML_TEXT_NODE { report.textPlace = unsafe nodes.origin(of: node) }
            guard let parent = unsafe node.pointee.parent else { return }
            unsafe node = unsafe parent
        }
        guard let place = unsafe nodes.origin(of: node) else { return }
        if let number = open.lastIndex(where: { unsafe $0.node == node }) {
            if number < open.count - 1 {
                report.place = place
                report.element = elements.reported(atDepth: number + 1)
            }
        } else {
            report.place = place
            unsafe report.element = CollectedElement.reported(node, below: open.last?.node, elements.reported)
        }
        unsafe CollectedElement.addContent(of: node, to: &report.element)
    }

    private mutating func takeIDs(of node: xmlNodePtr) {
        guard unsafe cDocument.pointee.ids != nil || cDocument.pointee.refs != nil else { return }
        // From 2.13 on, libxml2 resets the types of attributes when it frees its tables.
        defer { unsafe DocumentIDs<ValidatorReport>.clear(cDocument) }
        let outermost = unsafe node
        var next: xmlNodePtr? = unsafe node
        while let node = unsafe next {
            var attribute = unsafe node.pointee.type == XML_ELEMENT_NODE ? node.pointee.properties : nil
            while let current = unsafe attribute {
                unsafe takeID(of: current, node)
                unsafe attribute = unsafe current.pointee.next
            }
            unsafe next = unsafe CollectedElement.next(after: node, in: outermost)
        }
    }

    private mutating func takeID(of attribute: UnsafeMutablePointer<xmlAttr>, _ element: xmlNodePtr) {
        let kind = unsafe attribute.pointee.atype
        guard kind == XML_ATTRIBUTE_ID || kind == XML_ATTRIBUTE_IDREF || kind == XML_ATTRIBUTE_IDREFS,
            let name = unsafe attribute.pointee.name, let text = unsafe attribute.pointee.children?.pointee.content
        else { return }
        let reported = unsafe ReportedAttribute(name: String(cString: name), hasPrefix: attribute.pointee.ns != nil)
        let value = unsafe String(cString: text)
        if kind == XML_ATTRIBUTE_ID {
            guard !ids.insert(value) else { return }
            var report = ValidatorReport.duplicateID(value, reported.name, hasPrefix: reported.hasPrefix)
            report.attribute = reported
            unsafe add(report, at: element)
        } else {
            guard ids.lacks(value) else { return }
            var report = ValidatorReport.danglingReference("", reported)
            report.element = elements.reported
            if unsafe element != open.last?.node {
                report.element.path += unsafe CollectedElement.names(from: open.last?.node, to: element)
            }
            report.place = unsafe nodes.origin(of: element)
            ids.refer(to: value, from: report)
        }
    }

    /// Reports references to IDs that do not exist.
    private mutating func addDanglingReferences() {
        for (value, reference) in ids.dangling {
            var report = reference
            report.first = value
            if reports.count < Self.reportLimit { reports.append(report) } else { skippedCount += 1 }
        }
    }

    /// Removes and returns the reports of the last event.
    mutating func takeReports() -> [ValidatorReport] {
        defer { (reports, skippedCount) = ([], 0) }
        return reports
    }

    /// Removes the reports of the last event. Returns the number of faults that they concern.
    mutating func dropReports() -> Int {
        defer { (reports, skippedCount) = ([], 0) }
        return RelaxNGExplanation.distinct(reports).count + skippedCount
    }
}
