import Hummingbird
import LibXML

/// The answer to a body that has a fault: which one, and where, as JSON.
struct RejectedBody: HTTPResponseError, Codable, Equatable {
    /// The first fault of the body.
    struct Fault: Codable, Equatable {
        /// The raw value of an `XMLError.Code`, which is stable.
        var code: String
        /// From 1. A fault of the whole document, such as a missing element, is at its beginning.
        var line: Int
        /// From 1, in Unicode scalars.
        var column: Int
        var message: String
    }

    var error: Fault

    init(_ error: XMLError) {
        self.error = Fault(
            code: error.code.rawValue, line: error.location?.line ?? 1, column: error.location?.column ?? 1,
            message: error.message)
    }

    var status: HTTPResponse.Status {
        error.code == XMLError.Code.recordTooLarge.rawValue ? .contentTooLarge : .badRequest
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(self, from: request, context: context)
        response.status = status
        return response
    }
}
