#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLError: LocalizedError {
    /// The error and its location, for code that shows errors of any type.
    public var errorDescription: String? { description }
}
