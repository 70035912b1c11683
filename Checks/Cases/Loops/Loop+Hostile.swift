@_spi(Checks) import LibXML

extension Loop {
    /// Documents designed to take time or memory out of proportion to their size, which each way of reading receives.
    ///
    /// Each is parsed in a separate process, which is killed if it takes too much of either, and which has the small
    /// stack of a thread.
    static let hostile = Self("hostile", 4 * HostileDocument.allCases.count, isLimited: true) { number in
        let (way, kind) = number.quotientAndRemainder(dividingBy: HostileDocument.allCases.count)
        let hostile = HostileDocument.allCases[kind]
        let text = hostile.document
        let memory = residentMemory().now
        // This is far more than needed, and far less than these documents could take.
        limitProcessorTime(toSeconds: 20)
        let code = code(of: text, way)
        try expect(code == hostile.code, "\(hostile), way \(way): \(String(describing: code))")
        let taken = residentMemory().peak - memory
        try expect(isSanitized || taken < 64 << 20 + 16 * text.utf8.count, "\(hostile), way \(way): \(taken) bytes")
    }

    /// The code of the error that a document causes; nil if it causes no error.
    private static func code(of text: String, _ way: Int) -> XMLError.Code? {
        do throws(XMLError) {
            switch way {
            case 0, 1:
                var options = XMLParsingOptions()
                options.engine = XMLParsingOptions.Engine.allCases[way]
                _ = try XMLTree(parsing: text, options: options)
            case 2:
                var reader = XMLReader(parsing: text)
                while try reader.next() != nil {}
            default:
                // No element is a record: those of an entity would be kept until they are read.
                var records = try XMLRecords(parsing: text, at: "none/none")
                while try records.next() != nil {}
            }
            return nil
        } catch {
            return error.code
        }
    }
}
