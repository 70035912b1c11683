/// The underlying error of a `DecodingError` or `EncodingError`. Its description adds what theirs does not say.
///
/// Their descriptions contain the one of the underlying error. An ``XMLError`` itself would therefore repeat its
/// message. The help is found only if it is read.
struct CodingFault: Error, CustomStringConvertible {
    let error: XMLError

    var description: String { error.help.map { "help: \($0)" } ?? error.code.rawValue }
}

extension DecodingError {
    /// The error with its location, if the value was decoded from XML; nil otherwise.
    public var xmlError: XMLError? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            (context.underlyingError as? CodingFault)?.error ?? context.underlyingError as? XMLError
        @unknown default: nil
        }
    }
}

extension EncodingError {
    /// The error as an ``XMLError``, whose diagnostic has the path, if the value was encoded by ``XMLEncoder``; nil
    /// otherwise.
    public var xmlError: XMLError? {
        guard case .invalidValue(_, let context) = self else { return nil }
        return (context.underlyingError as? CodingFault)?.error
    }
}
