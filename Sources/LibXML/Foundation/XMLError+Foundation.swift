public import Foundation

extension XMLError: LocalizedError {
    /// What is wrong and where, for code that shows errors of any kind.
    public var errorDescription: String? { description }
}
