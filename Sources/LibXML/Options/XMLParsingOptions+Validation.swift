extension XMLParsingOptions {
    /// A schema to validate a document against while it is read: see ``XMLParsingOptions/validation``.
    ///
    /// The module `LibXMLValidation` has the schemas, and the initializer.
    public struct Validation: Hashable, Sendable {
        /// What happens when the document violates the schema.
        public struct ErrorAction: Hashable, Sendable {
            enum Kind: Hashable, Sendable {
                case stop, collect, skipRecord
            }

            let kind: Kind
            /// The maximum number of diagnostics that are kept.
            let limit: Int

            /// The first violation is thrown as an error.
            public static let stop = Self(kind: .stop, limit: 100)

            /// All violations are found, and the first ones are kept as diagnostics.
            ///
            /// - Parameter limit: the maximum number of diagnostics that are kept. All are counted.
            public static func collect(limit: Int) -> Self { Self(kind: .collect, limit: max(1, limit)) }

            /// Like ``collect(limit:)`` with up to 1,000 diagnostics, but omits records that violate the schema.
            public static let skipRecord = Self.skipRecord(limit: 1_000)

            /// Like ``collect(limit:)``, but omits records that violate the schema.
            public static func skipRecord(limit: Int) -> Self { Self(kind: .skipRecord, limit: max(1, limit)) }
        }

        /// What happens when the document violates the schema.
        public var onError: ErrorAction

        /// The schema.
        package let program: any ValidationProgram

        /// Creates a validation.
        package init(program: any ValidationProgram, onError: ErrorAction) {
            self.program = program
            self.onError = onError
        }

        /// Whether both have the same schema, and the same action.
        public static func == (left: Self, right: Self) -> Bool {
            left.program === right.program && left.onError == right.onError
        }

        /// Hashes the identity of the schema, and the action.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(program))
            hasher.combine(onError)
        }
    }
}

/// A compiled schema. Those that a parse can use conform to `ValidationSinkMaker`.
package protocol ValidationProgram: AnyObject, Sendable {}
