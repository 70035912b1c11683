import CLibXML2
import CLibXML2Shims
import LibXML

/// The validation of one document against a DTD.
///
/// The functions of libxml2 that do this for a stream are deprecated, and report only that a name is misplaced. The
/// content of elements is therefore matched here, with the automata that libxml2 has compiled, and attributes are
/// checked against their declarations.
@safe
struct DTDSession: ~Copyable {
    typealias CString = UnsafePointer<UInt8>

    @safe
    private struct Open {
        /// Nil if it is not declared.
        var declaration: xmlElementPtr?
        /// The state of its content, if that consists of elements.
        var cContent: xmlRegExecCtxtPtr?
        /// Whether its content is no longer checked: after a fault, or because a part of it is not known.
        var isIgnoring = false
        /// Whether its text was reported.
        var hasReportedText = false
        /// Whether it must be empty, and has white space, which is reported at its end unless other content is.
        var hasWhiteSpace = false
    }

    let cDTD: xmlDtdPtr
    private let rootName: String?
    private let external: CompiledDTD.External?
    private let declared: DTDExplanation.Declared
    private var open: [Open] = []
    private var elements = OpenNames()
    private var faults: [ValidationFault] = []
    /// How many faults of the event were not kept.
    private var skippedCount = 0
    private var isCounting = false
    private var ids = DocumentIDs<ValidationFault>()
    /// Whether a part of the document is not known.
    private var hasUnread = false
    /// A name with its prefix, with a NUL.
    private var name: [UInt8] = []

    /// Begins a validation in memory that ``free(_:)`` frees.
    static func make(
        _ cDTD: xmlDtdPtr, rootName: String?, _ external: CompiledDTD.External?, _ declared: DTDExplanation.Declared
    ) -> UnsafeMutablePointer<Self> {
        let session = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        unsafe session.initialize(to: Self(cDTD, rootName, external, declared))
        return unsafe session
    }

    private init(
        _ cDTD: xmlDtdPtr, _ rootName: String?, _ external: CompiledDTD.External?, _ declared: DTDExplanation.Declared
    ) {
        unsafe self.cDTD = cDTD
        self.rootName = rootName
        self.external = external
        self.declared = declared
    }

    deinit {
        for element in open { if let cContent = unsafe element.cContent { unsafe xmlRegFreeExecCtxt(cContent) } }
    }

    @inline(__always)
    static func from(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
        unsafe context.assumingMemoryBound(to: Self.self)
    }

    static func free(_ context: UnsafeMutableRawPointer) {
        let session = unsafe from(context)
        unsafe session.deinitialize(count: 1)
        unsafe session.deallocate()
    }

    private var hasFaults: Bool { !faults.isEmpty || skippedCount > 0 }

    // MARK: Events

    /// Returns whether there are faults.
    mutating func startElement(
        _ place: Int, _ local: CString, _ prefix: CString?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<CString?>?, _ attributeCount: Int32,
        _ attributes: UnsafeMutablePointer<CString?>?
    ) -> Bool {
        unsafe elements.begin(local, prefix, nil)
        if open.isEmpty {
            // As in libxml2, the name without the prefix is enough.
            if let rootName, elements.current.qualified != rootName, unsafe String(cString: local) != rootName {
                add(.wrongRoot(expected: rootName))
            }
        } else {
            unsafe checkChild(local, prefix)
        }
        var element = Open()
        if let declaration = unsafe DTDDeclarations.element(local, prefix, in: cDTD) {
            unsafe element.declaration = unsafe declaration
            if unsafe declaration.pointee.etype == XML_ELEMENT_TYPE_ELEMENT,
                let automaton = unsafe declaration.pointee.contModel
            {
                unsafe element.cContent = unsafe xmlRegNewExecCtxt(automaton, nil, nil)
                if unsafe element.cContent == nil { add(fault: .outOfMemory) }
            }
            let others = unsafe prefix == nil ? nil : xmlGetDtdQElementDesc(cDTD, local, nil)
            unsafe checkNamespaces(namespaceCount, namespaces, declaration, others)
            unsafe checkAttributes(attributeCount, attributes, declaration, others, place)
            unsafe checkRequired(attributeCount, attributes, namespaceCount, namespaces, declaration)
        } else if !hasFaults {
            add(.unknownElement)
        }
        open.append(element)
        return hasFaults
    }

    mutating func endElement(hasSilentContent: Bool) -> Bool {
        if hasSilentContent { checkEmpty("a reference") }
        if open[open.count - 1].hasWhiteSpace { checkEmpty("text") }
        let element = open.removeLast()
        if let cContent = unsafe element.cContent {
            if !element.isIgnoring, unsafe xmlRegExecPushString(cContent, nil, nil) != 1 {
                let expected = unsafe DTDDeclarations.expected(cContent, isAfterError: false)
                add(.incomplete(expected))
            }
            unsafe xmlRegFreeExecCtxt(cContent)
        }
        if open.isEmpty, !hasUnread {
            for (value, reference) in ids.dangling { add(fault: .danglingID(value, of: reference)) }
        }
        elements.end()
        return hasFaults
    }

    mutating func text(_ bytes: CString, _ count: Int32, isSection: Bool) -> Bool {
        let last = open.count - 1
        guard last >= 0, let declaration = unsafe open[last].declaration, !open[last].isIgnoring else { return false }
        let text = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
        let isWhite = { unsafe !isSection && text.allSatisfy { [0x20, 0x9, 0xA, 0xD].contains($0) } }
        switch unsafe declaration.pointee.etype {
        case XML_ELEMENT_TYPE_EMPTY:
            if !isWhite() { return checkEmpty(isSection ? "a CDATA section" : "text") }
            open[last].hasWhiteSpace = true
            return false
        case XML_ELEMENT_TYPE_ELEMENT:
            guard !open[last].hasReportedText else { return false }
            if !isWhite() {
                add(.unexpectedText(isSection ? "a CDATA section" : "text", .elements))
            } else if unsafe isBoundByExternal(declaration) {
                let name = elements.current.qualified
                add(.dependent("the external DTD declares that the white space in <\(name)> is not text"))
            } else {
                return false
            }
            open[last].hasReportedText = true
            return true
        default: return false
        }
    }

    /// Notes content that is neither an element nor text: an entity that is not read; nil for a comment or processing
    /// instruction.
    mutating func other(_ entity: CString?, isDeclared: Bool) -> Bool {
        guard !open.isEmpty else { return false }
        guard let entity = unsafe entity else { return checkEmpty("a comment or processing instruction") }
        checkEmpty("a reference")
        if unsafe !isDeclared && self.entity(entity) == nil {
            let name = unsafe String(cString: entity)
            add(.undeclaredEntity(name))
        }
        open[open.count - 1].isIgnoring = true
        hasUnread = true
        return hasFaults
    }

    /// Reports content of an element that must be empty. Returns whether it did.
    @discardableResult
    private mutating func checkEmpty(_ found: String) -> Bool {
        let last = open.count - 1
        guard let declaration = unsafe open[last].declaration, !open[last].isIgnoring, !open[last].hasReportedText,
            unsafe declaration.pointee.etype == XML_ELEMENT_TYPE_EMPTY
        else { return false }
        open[last].hasReportedText = true
        add(.unexpectedText(found, .empty))
        return true
    }

    /// Whether a document that is declared to be standalone depends on an external declaration.
    private func isBoundByExternal(_ declaration: UnsafeRawPointer) -> Bool {
        unsafe external?.isStandalone == true && lx_is_external(declaration) != 0
    }

    // MARK: Content

    /// Checks that the innermost open element may contain a child at this place.
    private mutating func checkChild(_ local: CString, _ prefix: CString?) {
        let last = open.count - 1
        open[last].hasReportedText = false
        guard let declaration = unsafe open[last].declaration, !open[last].isIgnoring else { return }
        switch unsafe declaration.pointee.etype {
        case XML_ELEMENT_TYPE_EMPTY:
            open[last].isIgnoring = true
            add(.unexpectedElement(.empty))
        case XML_ELEMENT_TYPE_MIXED:
            // As in libxml2, the name without the prefix is enough.
            guard unsafe !DTDDeclarations.isMixed(local, prefix, in: declaration),
                unsafe prefix == nil || !DTDDeclarations.isMixed(local, nil, in: declaration)
            else { return }
            add(.unexpectedElement(.mixed(unsafe DTDDeclarations.mixedNames(of: declaration))))
        case XML_ELEMENT_TYPE_ELEMENT:
            guard let cContent = unsafe open[last].cContent else { return }
            let result = unsafe withName(local, prefix) { unsafe xmlRegExecPushString(cContent, $0, nil) }
            guard result < 0 else { return }
            open[last].isIgnoring = true
            let expected = unsafe DTDDeclarations.expected(cContent, isAfterError: true)
            add(.unexpectedElement(.elements(expected)))
        default: break
        }
    }

    private mutating func withName(_ local: CString, _ prefix: CString?, _ body: (CString) -> Int32) -> Int32 {
        guard let prefix = unsafe prefix else { return unsafe body(local) }
        name.removeAll(keepingCapacity: true)
        unsafe name.append(contentsOf: UnsafeBufferPointer(start: prefix, count: Int(xmlStrlen(prefix))))
        name.append(UInt8(ascii: ":"))
        unsafe name.append(contentsOf: UnsafeBufferPointer(start: local, count: Int(xmlStrlen(local)) + 1))
        return unsafe name.withUnsafeBufferPointer { name in
            unsafe name.baseAddress.map { unsafe body($0) } ?? -1
        }
    }

    // MARK: Attributes

    /// Namespaces are declared as attributes are.
    private mutating func checkNamespaces(
        _ count: Int32, _ namespaces: UnsafeMutablePointer<CString?>?, _ declaration: xmlElementPtr,
        _ others: xmlElementPtr?
    ) {
        guard let namespaces = unsafe namespaces else { return }
        for index in 0..<Int(count) {
            let (prefix, uri) = unsafe (namespaces[2 * index], namespaces[2 * index + 1])
            let found =
                unsafe Self.declaration(ofNamespace: prefix, declaration)
                ?? others.flatMap { unsafe Self.declaration(ofNamespace: prefix, $0) }
            guard let attribute = unsafe found else {
                add(.unexpectedAttribute(unsafe Self.name(ofNamespace: prefix)))
                continue
            }
            if unsafe attribute.pointee.def == XML_ATTRIBUTE_FIXED,
                unsafe xmlStrEqual(attribute.pointee.defaultValue, uri) == 0
            {
                let (value, fixed) = unsafe (
                    DTDDeclarations.name(nil, uri), DTDDeclarations.name(nil, attribute.pointee.defaultValue)
                )
                add(.invalidValue(value, attribute: unsafe Self.name(ofNamespace: prefix), .values([fixed])))
            }
        }
    }

    /// The attribute that declares a namespace.
    private static func name(ofNamespace prefix: CString?) -> String {
        unsafe prefix.map { "xmlns:" + (unsafe String(cString: $0)) } ?? "xmlns"
    }

    private static func declaration(ofNamespace prefix: CString?, _ declaration: xmlElementPtr) -> xmlAttributePtr? {
        let xmlns = unsafe ("xmlns" as StaticString).utf8Start
        guard let prefix = unsafe prefix else {
            return unsafe DTDDeclarations.attribute(xmlns, nil, of: declaration)
        }
        return unsafe DTDDeclarations.attribute(prefix, xmlns, of: declaration)
    }

    private mutating func checkAttributes(
        _ count: Int32, _ attributes: UnsafeMutablePointer<CString?>?, _ declaration: xmlElementPtr,
        _ others: xmlElementPtr?, _ place: Int
    ) {
        for index in 0..<Int(count) {
            guard let attribute = unsafe attributes.map({ unsafe $0 + 5 * index }), let local = unsafe attribute[0],
                let begin = unsafe attribute[3], let end = unsafe attribute[4]
            else { continue }
            let prefix = unsafe attribute[1]
            let found =
                unsafe DTDDeclarations.attribute(local, prefix, of: declaration)
                ?? others.flatMap { unsafe DTDDeclarations.attribute(local, prefix, of: $0) }
            guard let declared = unsafe found else {
                add(.unexpectedAttribute(unsafe DTDDeclarations.name(prefix, local)))
                continue
            }
            let value = unsafe UnsafeBufferPointer(start: begin, count: end - begin)
            if unsafe !DTDValue.isPlain(value, declared) { unsafe check(value, declared, place) }
        }
    }

    private mutating func checkRequired(
        _ count: Int32, _ attributes: UnsafeMutablePointer<CString?>?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<CString?>?, _ declaration: xmlElementPtr
    ) {
        unsafe DTDDeclarations.forEachAttribute(of: declaration) { declared in
            let isRequired = unsafe declared.pointee.def == XML_ATTRIBUTE_REQUIRED
            guard unsafe isRequired || declared.pointee.defaultValue != nil && isBoundByExternal(declared),
                unsafe !Self.has(declared, count, attributes, namespaceCount, namespaces)
            else { return }
            let name = unsafe DTDDeclarations.name(declared.pointee.prefix, declared.pointee.name)
            if isRequired { return add(.missingAttribute(name)) }
            add(.dependent("the external DTD declares a default of the attribute “\(name)”"))
        }
    }

    private static func has(
        _ declared: xmlAttributePtr, _ count: Int32, _ attributes: UnsafeMutablePointer<CString?>?,
        _ namespaceCount: Int32, _ namespaces: UnsafeMutablePointer<CString?>?
    ) -> Bool {
        for index in 0..<Int(count) {
            guard let attribute = unsafe attributes.map({ unsafe $0 + 5 * index }) else { return false }
            if unsafe xmlStrEqual(attribute[0], declared.pointee.name) == 1,
                unsafe xmlStrEqual(attribute[1], declared.pointee.prefix) == 1
            {
                return true
            }
        }
        let name = unsafe DTDDeclarations.name(declared.pointee.prefix, declared.pointee.name)
        guard name.hasPrefix("xmlns"), let namespaces = unsafe namespaces else { return false }
        return (0..<Int(namespaceCount)).contains { index in
            unsafe Self.name(ofNamespace: namespaces[2 * index]) == name
        }
    }

    /// Checks a value whose bytes alone do not show that it is valid.
    private mutating func check(_ bytes: UnsafeBufferPointer<UInt8>, _ declared: xmlAttributePtr, _ place: Int) {
        let type = unsafe declared.pointee.atype
        let value = unsafe DTDValue(String(decoding: bytes, as: UTF8.self), type)
        // Most values are valid.
        let name = { unsafe DTDDeclarations.name(declared.pointee.prefix, declared.pointee.name) }
        func invalid(_ rule: DTDReport.Rule) { add(.invalidValue(value.text, attribute: name(), rule)) }
        // Another ID, if a reference in it was not read.
        if type == XML_ATTRIBUTE_ID, unsafe bytes.contains(UInt8(ascii: "&")) { hasUnread = true }
        guard value.isOfType else { return invalid(.type(value.typeName)) }
        if value.text.utf8.count != bytes.count, unsafe isBoundByExternal(declared) {
            add(.dependent("the external DTD declares a type that changes the value of “\(name())”"))
        }
        if unsafe declared.pointee.def == XML_ATTRIBUTE_FIXED {
            let fixed = unsafe DTDDeclarations.name(nil, declared.pointee.defaultValue)
            if !fixed.isSame(as: value.text) { return invalid(.values([fixed])) }
        }
        switch type {
        case XML_ATTRIBUTE_ENUMERATION, XML_ATTRIBUTE_NOTATION:
            var text = value.text
            if !text.withUTF8({ unsafe DTDDeclarations.lists($0, declared) }) {
                invalid(.values(unsafe DTDDeclarations.values(of: declared)))
            }
        case XML_ATTRIBUTE_ID:
            if !ids.insert(value.text) { add(.duplicateID(value.text, attribute: name())) }
        case XML_ATTRIBUTE_IDREF, XML_ATTRIBUTE_IDREFS:
            guard ids.lacks(value.text) else { return }
            // Most references are not explained, so there is neither a message nor a note.
            var fault = ValidationFault(.danglingReference, "", DTDExplanation.value(of: name()))
            (fault.element, fault.path) = (place, elements.reported.path)
            ids.refer(to: value.text, from: fault)
        case XML_ATTRIBUTE_ENTITY, XML_ATTRIBUTE_ENTITIES:
            if !value.words.allSatisfy({ isUnparsedEntity($0) }) { invalid(.entity) }
        default: break
        }
    }

    private func isUnparsedEntity(_ name: String) -> Bool {
        unsafe entity(name)?.pointee.etype == XML_EXTERNAL_GENERAL_UNPARSED_ENTITY
    }

    /// The declaration of a general entity.
    private func entity(_ name: CString) -> xmlEntityPtr? {
        guard let entities = unsafe cDTD.pointee.entities else { return nil }
        return unsafe xmlHashLookup(OpaquePointer(entities), name)?.assumingMemoryBound(to: xmlEntity.self)
    }

    /// The number of faults of one event that are kept.
    private static let faultLimit = 1_000

    private mutating func add(_ report: @autoclosure () -> DTDReport) {
        guard !isFull else { return skippedCount += 1 }
        faults.append(DTDExplanation(report: report(), element: elements.reported, declared: declared).fault)
    }

    private mutating func add(fault: @autoclosure () -> ValidationFault) {
        if isFull { skippedCount += 1 } else { faults.append(fault()) }
    }

    private var isFull: Bool { isCounting || faults.count >= Self.faultLimit }

    /// Removes and returns the faults of the last event.
    mutating func takeFaults() -> [ValidationFault] {
        defer { (faults, skippedCount) = ([], 0) }
        return faults
    }

    /// Removes the faults of the last event, and stops explaining later ones. Returns their number.
    mutating func dropFaults() -> Int {
        isCounting = true
        defer { (faults, skippedCount) = ([], 0) }
        return faults.count + skippedCount
    }
}
