import CLibXML2
import CLibXML2Shims

/// Parses HTML through libxml2's SAX interface into a tape.
///
/// libxml2 receives each page as a whole. If a page is fed in pieces, some versions create a different tree, and
/// libxml2 up to 2.13 loses everything after the first top-level element unless it implies elements.
enum HTMLParser {
    /// The kind of tree to create from a text.
    enum Form {
        /// A document, with the elements that the text implies.
        case document
        /// A document without implied elements.
        case bareDocument
        /// The content of a `body` element that is not in the source.
        case fragment
    }

    struct Result {
        var tape: Tape
        var faults: [Fault]
        /// The limit that ended the parse early, if any.
        var failure: Fault?
        var hasRoot: Bool
    }

    static func parse(_ source: Source, _ form: Form, limits: XMLParsingLimits) -> Result {
        unsafe source.withUnsafeText { text in Libxml2.isolated { unsafe parse(text, source, form, limits) } }
    }

    private static func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ source: Source, _ form: Form, _ limits: XMLParsingLimits
    ) -> Result {
        guard !Libxml2.readsTextAsHTML5 else { return unsafe parse(text, text, nil, source, form, limits) }
        let (translation, faults, failure) = unsafe HTMLTokenizer.translate(text.span, from: source.textStart, limits)
        // libxml2 takes a page in one piece, whose length is a signed 32-bit number.
        let isTooLarge = translation.map { $0.text.count > Int(Int32.max) - 64 } ?? false
        if let failure = failure ?? (isTooLarge ? XMLParsingLimits.inputTooLarge(at: source.textStart) : nil) {
            let builder = unsafe TapeBuilder(source: text)
            return Result(tape: builder.finish(source), faults: faults, failure: failure, hasRoot: false)
        }
        var result: Result
        if let translation {
            result = unsafe translation.text.withUnsafeBufferPointer {
                unsafe parse(text, $0, translation, source, form, limits)
            }
        } else {
            result = unsafe parse(text, text, nil, source, form, limits)
        }
        result.faults += faults
        return result
    }

    /// - Parameter text: the text of the source, or its translation.
    private static func parse(
        _ original: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
        _ translation: HTMLTokenizer.Translation?, _ source: Source, _ form: Form, _ limits: XMLParsingLimits
    ) -> Result {
        let state = unsafe UnsafeMutablePointer<HTMLState>.allocateOne()
        defer { unsafe state.freeOne() }
        guard let cContext = unsafe htmlNewParserCtxt() else {
            let builder = unsafe TapeBuilder(source: original)
            return Result(tape: builder.finish(source), faults: [], failure: .outOfMemory, hasRoot: false)
        }
        unsafe state.initialize(
            to: HTMLState(
                source: original, text, translation, textStart: source.textStart, form, limits, cContext))
        if unsafe !state.pointee.isFailed { unsafe read(text, from: source.textStart, state, form) }
        lx_stop_without_memory(nil)
        unsafe xmlFreeDoc(cContext.pointee.myDoc)
        unsafe cContext.pointee.myDoc = nil
        unsafe htmlFreeParserCtxt(cContext)
        return unsafe state.move().result(source)
    }

    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ state: UnsafeMutablePointer<HTMLState>, _ form: Form
    ) {
        // libxml2 does not create a parser for an empty text.
        guard text.count > start else { return }
        let cContext = unsafe state.pointee.cContext
        unsafe cContext.pointee.sax.pointee = HTMLState.makeHandler()
        unsafe cContext.pointee.userData = UnsafeMutableRawPointer(state)
        unsafe lx_forbid_loading(cContext)
        unsafe lx_stop_without_memory(cContext)
        unsafe text.withMemoryRebound(to: CChar.self) { chars in
            unsafe lx_read_page(
                cContext, chars.baseAddress.unsafelyUnwrapped + start, Int32(chars.count - start),
                lx_html_options(form == .document ? 1 : 0))
        }
        if unsafe lx_html_parse_rest(cContext) == 0 || !state.pointee.hasBegun {
            let end = unsafe state.pointee.position
            unsafe state.pointee.fail(.outOfMemory.at(end))
        }
        unsafe state.pointee.checkMemory()
    }
}

extension HTMLState {
    consuming func result(_ source: Source) -> HTMLParser.Result {
        writeRun(end: position)
        let (faults, failure, hasRoot) = (faults, failure, builder.hasRoot)
        return HTMLParser.Result(tape: builder.finish(source), faults: faults.kept, failure: failure, hasRoot: hasRoot)
    }

    /// The table of callbacks. Each callback only gets the state and calls its method.
    static func makeHandler() -> xmlSAXHandler {
        var handler = unsafe xmlSAXHandler()
        // Without this value, libxml2 does not report errors to this handler.
        unsafe handler.initialized = XML_SAX2_MAGIC
        unsafe handler.setDocumentLocator = { userData, _ in
            unsafe HTMLState.from(userData).pointee.hasBegun = true
        }
        unsafe handler.startElement = { userData, name, attributes in
            guard let name = unsafe name else { return }
            unsafe HTMLState.callback(userData) { unsafe $0.pointee.startElement(name, attributes) }
        }
        unsafe handler.endElement = { userData, name in
            guard let name = unsafe name else { return }
            unsafe HTMLState.callback(userData) { unsafe $0.pointee.endElement(name) }
        }
        unsafe handler.characters = { userData, bytes, length in
            guard let bytes = unsafe bytes else { return }
            unsafe HTMLState.callback(userData) { unsafe $0.pointee.characters(bytes, Int(length)) }
        }
        unsafe handler.ignorableWhitespace = handler.characters
        // The content of `script` and `style`, which is ordinary text here.
        unsafe handler.cdataBlock = handler.characters
        unsafe handler.comment = { userData, text in
            guard let text = unsafe text else { return }
            unsafe HTMLState.callback(userData) { unsafe $0.pointee.comment(text) }
        }
        unsafe handler.processingInstruction = { userData, target, data in
            guard let target = unsafe target else { return }
            unsafe HTMLState.callback(userData) { unsafe $0.pointee.processingInstruction(target, data) }
        }
        unsafe handler.internalSubset = { userData, name, publicID, systemID in
            unsafe HTMLState.callback(userData) {
                unsafe $0.pointee.documentType(name, publicID: publicID, systemID: systemID)
            }
        }
        // From 2.12 on, the pointer to the error is a pointer to a constant, so its type is left to the compiler.
        unsafe handler.serror = { userData, error in
            guard let error = unsafe UnsafePointer<xmlError>(error), let userData = unsafe userData else { return }
            unsafe lx_keep_reporting(error)
            guard unsafe lx_html_is_spurious(error) == 0 else { return }
            // For failed allocations, libxml2 up to 2.12 passes the context itself instead of its user data.
            var state = unsafe userData
            if let cContext = unsafe error.pointee.ctxt, unsafe cContext == userData,
                let own = unsafe cContext.assumingMemoryBound(to: xmlParserCtxt.self).pointee.userData
            {
                unsafe state = own
            }
            unsafe HTMLState.from(state).pointee.libxml2Error(error.pointee)
        }
        return unsafe handler
    }
}
