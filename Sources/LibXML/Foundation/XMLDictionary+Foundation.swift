import Foundation

extension XMLDictionary {
    /// The dictionary as plain values: strings, `[String: Any]`, `[Any]`, and `NSNull` for empty elements.
    ///
    /// - Throws: ``XMLError/Code/tooDeep`` for a document that nests deeper than 10,000 levels, whose plain form would
    ///   overflow the stack when it is freed.
    /// - Complexity: O(*n*) in the size of the document.
    public func anyDictionary() throws(XMLError) -> [String: Any] {
        try PlainDictionary.make(of: self, null: NSNull())
    }
}
