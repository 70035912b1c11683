import CLibXML2
import CLibXML2Shims

/// Parses whole documents through libxml2's SAX2 interface into a tape.
///
/// libxml2 has two engines for this. Both are fed in pieces, so that a construct that exceeds a limit is found before
/// libxml2 processes all of it. The pull engine requests its pieces. It is up to a fifth faster, but allows at most 256
/// levels and 10,000,000 bytes for one construct, and checks for more input at each step when little is left. The push
/// engine is told which piece is the last, and is therefore faster for small documents.
enum SAXParser {
    struct Result {
        var tape: Tape
        /// The faults of the document. For a well-formed document, these are warnings, followed by violations of its
        /// schema; otherwise, the first error is the reason why it is not well-formed.
        var faults: [Fault]
        /// How many faults there are, including those that are not kept.
        var faultCount: Int
        /// How many of them are violations of the schema.
        var violationCount = 0
    }

    /// Parses a document.
    static func parse(_ source: Source, options: XMLParsingOptions) -> Result {
        unsafe source.withUnsafeText { text in Libxml2.isolated { unsafe parse(text, source, options) } }
    }

    private static func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ source: Source, _ options: XMLParsingOptions
    ) -> Result {
        let state = unsafe UnsafeMutablePointer<SAXState>.allocateOne()
        defer { unsafe state.freeOne() }
        var outcome = Outcome.unsuitable
        var prologue = PrologueText(from: source.textStart)
        if unsafe engine(for: source, text.span, &prologue, options) == .pull {
            outcome = unsafe pull(text, into: state, source, options)
        }
        if outcome == .unsuitable { outcome = unsafe push(text, after: &prologue, into: state, source, options) }
        guard outcome == .parsed else {
            let builder = unsafe TapeBuilder(source: text)
            return Result(tape: builder.finish(source), faults: [.outOfMemory], faultCount: 1)
        }
        unsafe state.pointee.checkEnd()
        unsafe state.pointee.checkMemory()
        unsafe state.pointee.free()
        return unsafe state.move().result(source)
    }

    /// The strict parser that checks parts of a document for its repair.
    static let check = StrictCheck(
        firstFault: { document, options in
            switch read(document, options) {
            case .success(let result): result.faults.first { $0.severity == .error }
            case .failure(let error): Fault(error.code, error.message, at: 0, help: error.help)
            }
        },
        children: { document, options in
            guard let result = try? read(document, options).get(), case let tape = result.tape,
                let root = tape.root
            else { return ([], false) }
            var elements: [StrictCheck.Element] = []
            var children = tape.children(of: root)
            while let (index, head) = children.next(tape) {
                guard head.kind == .element else { continue }
                let declared = tape.namespaces(of: index).map {
                    (tape.string($0.prefix) ?? "", tape.string($0.uri) ?? "")
                }
                let names = tape.attributes(of: index).map { tape.qualifiedName(tape.nameNumber($0)) }
                elements.append(
                    .init(
                        name: tape.qualifiedName(head.name), declared: declared,
                        prefixedNames: names.filter { $0.contains(":") }))
            }
            return (elements, !result.faults.contains(where: \.isFatal))
        })

    private static func read(_ document: String, _ options: XMLParsingOptions) -> Swift.Result<Result, XMLError> {
        var options = options
        options.encoding = "UTF-8"
        options.validation = nil
        do throws(XMLError) {
            let source = try Source(.array(Array(document.utf8)), options: options)
            let result = parse(source, options: options)
            // A failed allocation must not count as a fault of this part. If memory remains exhausted, the parse of the
            // whole document fails, too.
            let isOutOfMemory = result.faults.contains { $0.code == .outOfMemory }
            return .success(isOutOfMemory ? parse(source, options: options) : result)
        } catch {
            return .failure(error)
        }
    }

    /// The result of an engine. The state is initialized only after `parsed`.
    enum Outcome {
        case parsed
        case outOfMemory
        /// The document contains a construct that the engine does not read.
        case unsuitable
    }

    private static func engine(
        for source: Source, _ text: Span<UInt8>, _ prologue: inout PrologueText, _ options: borrowing XMLParsingOptions
    ) -> XMLParsingOptions.Engine {
        // Only the push engine can be prevented from treating the end of the text as the end of the document.
        if source.stop != nil { return .push }
        if let engine = options.engine { return engine }
        // The pull engine reads no deeper than `xmlParserMaxDepth`. The push engine waits for four bytes, and up to
        // 2.13 reports little about faults in a document type declaration.
        if options.limits.depth > min(256, lx_largest_depth()) { return .push }
        if source.count > 64 << 10 || source.count < 4 { return .pull }
        prologue.scan(text)
        return prologue.hasDeclaration ? .pull : .push
    }

    /// Configures a context for untrusted input, and initializes the state that its callbacks use.
    ///
    /// The context must have been created with ``SAXState/makeHandler()``, which lacks the callback for errors: libxml2
    /// reports failed allocations before it returns a context, and the state does not exist before it does.
    ///
    /// - Parameter length: the maximum number of bytes of the document.
    static func prepare(
        _ cContext: xmlParserCtxtPtr, _ state: UnsafeMutablePointer<SAXState>, _ text: UnsafeBufferPointer<UInt8>,
        _ textStart: Int, _ options: XMLParsingOptions, length: Int
    ) {
        unsafe state.initialize(to: SAXState(source: text, textStart: textStart, options: options, cContext: cContext))
        unsafe cContext.pointee.sax.pointee.serror = SAXState.errorHandler
        unsafe xmlCtxtUseOptions(cContext, lx_safe_options())
        unsafe lx_assume_utf8(cContext)
        unsafe lx_forbid_loading(cContext)
        unsafe lx_lift_amplification_limit(cContext)
        unsafe lx_reserve_attributes(cContext, length)
        unsafe state.pointee.beginValidation(options.validation)
        unsafe state.pointee.checkMemory()
    }
}

extension SAXState {
    /// Frees libxml2's memory, or keeps the context for another document. The context owns the document with the
    /// declarations, but does not free it.
    func free() {
        entities.free()
        if let sink = validation.sink { unsafe sink.free(sink.context) }
        unsafe xmlFreeDoc(cContext.pointee.myDoc)
        unsafe cContext.pointee.myDoc = nil
        let isClean = !isFailed && end.cause == nil && faults.isUnused && !entities.hasDocumentType
        unsafe lx_return_context(cContext, isContextReusable && isClean ? 1 : 0)
    }

    consuming func result(_ source: Source) -> SAXParser.Result {
        let (faults, faultCount) = (faults.kept, faults.count)
        let (violations, violationCount) = (validation.violations.kept, validation.violations.count)
        return SAXParser.Result(
            tape: builder.finish(source), faults: violations.isEmpty ? faults : faults + violations,
            faultCount: faultCount + violationCount, violationCount: violationCount)
    }
}
