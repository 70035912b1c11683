#if canImport(Combine)
    public import Combine
    public import Foundation

    extension XMLDecoder: TopLevelDecoder {}

    extension XMLEncoder: TopLevelEncoder {
        /// Returns the document of a value, whose root element has the name of its type.
        public func encode<T: Encodable>(_ value: T) throws -> Data { try encode(value, withRootKey: nil) }
    }
#endif
