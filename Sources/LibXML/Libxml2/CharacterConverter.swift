import CLibXML2
import CLibXML2Shims

/// Converts one encoding to UTF-8 with libxml2's own converters, which for most encodings use iconv or ICU.
///
/// Not Sendable: a converter may have a shift state.
@safe
struct CharacterConverter: ~Copyable {
    /// Why a conversion stopped before the end of its input.
    enum Stop {
        /// The input ends inside a character.
        case incomplete
        /// The next bytes are not a character of the encoding.
        case invalid
        /// Memory ran out.
        case failed

        /// The fault of a document whose text ends at `offset` for this reason.
        func fault(_ encoding: String, at offset: Int) -> Fault {
            switch self {
            case .failed: Fault(.internalFailure, "conversion from \(encoding) failed", at: offset)
            case .incomplete:
                Fault(.invalidEncoding, "the document ends inside a character of \(encoding)", at: offset)
            case .invalid: Fault(.invalidEncoding, "these bytes are not valid in \(encoding)", at: offset)
            }
        }
    }

    private let cHandler: xmlCharEncodingHandlerPtr
    private let cOutput: xmlBufferPtr

    /// Creates a converter from the named encoding. Returns nil if libxml2 does not know the name.
    init?(from name: String) {
        Libxml2.start()
        guard let handler = unsafe xmlFindCharEncodingHandler(name) else { return nil }
        guard let output = unsafe xmlBufferCreate() else {
            unsafe xmlCharEncCloseFunc(handler)
            return nil
        }
        unsafe cHandler = handler
        unsafe cOutput = output
    }

    deinit {
        unsafe xmlBufferFree(cOutput)
        unsafe xmlCharEncCloseFunc(cHandler)
    }

    /// Converts the complete characters of `input`, and passes the result to `body`.
    ///
    /// - Returns: the number of input bytes that were converted, and why not all of them were.
    ///
    /// - Returns: how many bytes of the input were used, and why not all of them, if so.
    func convert(_ input: Span<UInt8>, _ body: (Span<UInt8>) -> Void) -> (consumed: Int, stop: Stop?) {
        unsafe xmlBufferEmpty(cOutput)
        var consumed: Int32 = 0
        let status = unsafe input.withUnsafeBufferPointer {
            unsafe lx_convert(cHandler, cOutput, $0.baseAddress, Int32($0.count), &consumed)
        }
        let output = unsafe UnsafeBufferPointer(start: xmlBufferContent(cOutput), count: Int(xmlBufferLength(cOutput)))
        body(unsafe output.span)
        let stop: Stop? =
            switch status {
            case LX_CONVERT_DONE: nil
            case LX_CONVERT_INCOMPLETE: .incomplete
            case LX_CONVERT_INVALID: .invalid
            default: .failed
            }
        return (Int(consumed), stop)
    }
}
