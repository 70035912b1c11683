#if Foundation
    // Only the full Foundation module has NSNull.
    import Foundation

    extension XMLDictionary {
        /// Returns the dictionary as plain values: strings, `[String: Any]`, `[Any]`, and `NSNull` for null.
        ///
        /// Needs the package trait `Foundation`, which is a default.
        ///
        /// Swift releases plain values by recursion, which takes up to 200 bytes of stack for each level, and 2 MB for
        /// the deepest values. Main threads have 8 MB. Other threads, including those of tasks, have 512 KB on Apple
        /// systems, enough for 2,500 levels. With the default limits, documents have at most 256 levels.
        ///
        /// - Throws: ``XMLError/Code/tooDeep`` for a dictionary that nests deeper than 10,000 levels, whose plain
        ///   values could overflow the stack when they are released.
        /// - Complexity: O(*n*) in the size of the dictionary.
        public func anyDictionary() throws(XMLError) -> [String: Any] {
            try PlainMaker.make(XMLValue(self), AnyForm()) as? [String: Any] ?? [:]
        }

        /// Returns the same as ``anyDictionary()``, with values that can be passed between tasks.
        ///
        /// - Throws: the errors of ``anyDictionary()``.
        public func sendableDictionary() throws(XMLError) -> [String: any Sendable] {
            try PlainMaker.make(XMLValue(self), SendableForm()) as? [String: any Sendable] ?? [:]
        }
    }

    extension XMLValue {
        /// Returns the value in plain form: see ``XMLDictionary/anyDictionary()``.
        ///
        /// - Throws: the errors of ``XMLDictionary/anyDictionary()``.
        public func anyValue() throws(XMLError) -> Any { try PlainMaker.make(self, AnyForm()) }

        /// Returns the same as ``anyValue()``, with values that can be passed between tasks.
        ///
        /// - Throws: the errors of ``XMLDictionary/anyDictionary()``.
        public func sendableValue() throws(XMLError) -> any Sendable { try PlainMaker.make(self, SendableForm()) }
    }

    private struct AnyForm: PlainForm {
        func plain(_ string: String) -> Any { string }
        func plain(_ list: [Any]) -> Any { list }
        func plain(_ dictionary: [String: Any]) -> Any { dictionary }
        let null: Any = NSNull()

        func plain(_ number: XMLValue.Number) -> Any {
            switch number {
            case .bool(let value): value
            case .int(let value): value
            case .double(let value): value
            }
        }
    }

    private struct SendableForm: PlainForm {
        func plain(_ string: String) -> any Sendable { string }
        func plain(_ list: [any Sendable]) -> any Sendable { list }
        func plain(_ dictionary: [String: any Sendable]) -> any Sendable { dictionary }
        let null: any Sendable = NSNull()

        func plain(_ number: XMLValue.Number) -> any Sendable {
            switch number {
            case .bool(let value): value
            case .int(let value): value
            case .double(let value): value
            }
        }
    }
#endif
