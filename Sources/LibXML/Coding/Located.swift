/// A decoded value with its location.
///
/// ```swift
/// struct Server: Decodable {
///     var port: Located<Int>
/// }
/// let server = try XMLDecoder().decode(Server.self, from: "<server><port>70000</port></server>")
/// let error = server.port.error("must be below 65536")  // 1:15
/// ```
public struct Located<Value> {
    /// The decoded value.
    public var value: Value

    /// The location of the value; nil for a value that was not decoded from XML.
    public var location: XMLLocation?

    /// Whether the document contains the end of the element: see ``XMLTree/Element/isComplete``.
    public var isComplete = true

    /// Creates a value with the location that it was read from, or nil for a value made in code.
    public init(_ value: Value, location: XMLLocation? = nil) {
        self.value = value
        self.location = location
    }

    /// An error about this value, for a program to throw.
    public func error(_ message: String, code: XMLError.Code = .invalidValue, help: String? = nil) -> XMLError {
        XMLError(code, message, at: location, help: help)
    }
}

extension Located: Decodable where Value: Decodable {
    /// Decodes the value, and keeps its location if the decoder is an `XMLDecoder`.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ElementDecoder else {
            value = try Value(from: decoder)
            return
        }
        try decoder.checkIsWhole()
        let (session, position) = (decoder.session, decoder.position)
        value = try session.value(Value.self, at: position)
        location = session.location(of: position)
        isComplete = session.isComplete(position)
    }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
