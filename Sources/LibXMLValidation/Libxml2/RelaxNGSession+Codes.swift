extension RelaxNGSession {
    /// The codes of libxml2, of `xmlRelaxNGValidErr`.
    enum Code {
        static let type: UInt32 = 2
        static let value: UInt32 = 3
        static let duplicateID: UInt32 = 4
        static let extraListItem: UInt32 = 8
        static let interleaveSequence: UInt32 = 11
        static let extraElement: UInt32 = 12
        static let elementName: UInt32 = 13
        static let lacksNamespace: UInt32 = 15
        static let wrongNamespace: UInt32 = 17
        static let hasNamespace: UInt32 = 19
        static let missingElement: UInt32 = 22
        static let attributes: UInt32 = 24
        static let content: UInt32 = 25
        static let extraContent: UInt32 = 26
        static let invalidAttribute: UInt32 = 27
        static let extraData: UInt32 = 35
        static let unexpectedElement: UInt32 = 38
        static let unexpectedText: UInt32 = 39
        /// Those about data, values and lists.
        static let data: Set<UInt32> = [type, value, 5, extraListItem, 9, 28, 29, 30, 31, 32, 33, 36]
        /// Not codes of libxml2.
        static let stopped: UInt32 = 1_000
        static let danglingReference: UInt32 = 1_001
    }
}
