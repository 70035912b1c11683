extension XMLReader {
    /// An attribute, as ``XMLReader`` and ``XMLHandler`` report it.
    public struct Attribute: Hashable, Sendable {
        /// The expanded name. An attribute without a prefix is in no namespace.
        public var name: XMLName

        /// The prefix as written; nil if the name has no prefix.
        public var prefix: String?

        /// The value, with references resolved and white space normalized according to the declared type (XML 1.0,
        /// section 3.3.3).
        public var value: String

        /// Creates an attribute.
        public init(_ name: XMLName, prefix: String? = nil, value: String) {
            self.name = name
            self.prefix = prefix
            self.value = value
        }

        /// The name as written, with its prefix if it has one.
        public var qualifiedName: String { prefix.map { "\($0):\(localName)" } ?? localName }

        /// The name without its prefix.
        public var localName: String { name.localName }

        /// The namespace URI; nil for an attribute in no namespace.
        public var namespaceURI: String? { name.namespaceURI }
    }
}
