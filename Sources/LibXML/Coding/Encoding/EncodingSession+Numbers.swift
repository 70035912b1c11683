// Numbers in the forms of XML Schema.

extension EncodingSession {
    @inline(__always)
    func integer(_ value: some FixedWidthInteger, at position: EncodingPosition) throws {
        try integer(WrittenInteger(value), at: position)
    }

    @inline(never)
    private func integer(_ value: WrittenInteger, at position: EncodingPosition) throws {
        try plainText(at: position) { $0.append(value) }
    }

    func bool(_ value: Bool, at position: EncodingPosition) throws {
        try plainText(at: position) { $0.appendBool(value) }
    }

    func number(_ value: some BinaryFloatingPoint & TextValue & CustomStringConvertible, at position: EncodingPosition)
        throws
    {
        guard value.isFinite else { return try nonConforming(value, at: position) }
        try plainText(at: position) { $0.appendNumber(value) }
    }

    @inline(never)
    private func nonConforming(_ value: some BinaryFloatingPoint & TextValue, at position: EncodingPosition) throws {
        let text: String
        switch options.nonConformingFloatEncodingStrategy {
        case .xmlSchema: text = try value.text(options.valueForms)
        case .throw: throw error("\(value) is not a finite number", at: position, value)
        case .convertToString(let positive, let negative, let nan):
            text = value.isNaN ? nan : value < 0 ? negative : positive
        }
        try string(text, at: position)
    }
}
