// Values that are texts.

extension DecodingSession {
    /// Decodes an integer of any type.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ position: DecodingPosition) throws -> Value {
        let number = parsedInteger(at: position)
        if let value = number.value(Value.self) { return value }
        try reject(number, as: Value.self, at: position)
        return 0
    }

    @inline(never)
    private func parsedInteger(at position: DecodingPosition) -> ParsedInteger {
        withLeafText(position) { ParsedInteger($0) } ?? ParsedInteger(Span())
    }

    func double(_ position: DecodingPosition) throws -> Double {
        if let special: Double = nonConforming(position) { return special }
        guard let number = withLeafText(position, { Double(xml: $0) }) ?? nil, isAllowed(number) else {
            return try replaced(position, with: 0) { invalid(Double.self, at: position) }
        }
        return number
    }

    func float(_ position: DecodingPosition) throws -> Float {
        // A conversion by way of Double would round twice.
        if let special: Float = nonConforming(position) { return special }
        guard !hasElements(position), let number = Float(xmlText: string(at: position)), isAllowed(number) else {
            return try replaced(position, with: 0) { invalid(Float.self, at: position) }
        }
        return number
    }

    /// The number for a text that the options define, such as that of infinity; nil for other texts.
    @inline(__always)
    private func nonConforming<Value: BinaryFloatingPoint>(_ position: DecodingPosition) -> Value? {
        let strategy = options.nonConformingFloatDecodingStrategy
        guard case .convertFromString(let positive, let negative, let nan) = strategy else { return nil }
        switch string(at: position).trimmingXMLSpace {
        case positive: return .infinity
        case negative: return -.infinity
        case nan: return .nan
        default: return nil
        }
    }

    @inline(__always)
    private func isAllowed(_ number: some BinaryFloatingPoint) -> Bool {
        number.isFinite || options.nonConformingFloatDecodingStrategy == .xmlSchema
    }

    func bool(_ position: DecodingPosition) throws -> Bool {
        let found =
            switch options.boolDecodingStrategy {
            case .xmlSchema: withLeafText(position) { Bool(xml: $0) } ?? nil
            case .custom(let read): hasElements(position) ? nil : read(string(at: position).trimmingXMLSpace)
            }
        guard let value = found else {
            return try replaced(position, with: false) { invalid(Bool.self, at: position) }
        }
        return value
    }

    /// Decodes a value of a type of ``ReadTextValue``, which is also the type of the result.
    func textValue<Result, Value: ReadTextValue>(
        _ type: Value.Type, at position: DecodingPosition
    ) throws -> Result {
        let found: Value
        do {
            found = try readValue(at: position)
        } catch {
            found = try replaced(position, with: Value.standIn) { error }
        }
        guard let value = found as? Result else { preconditionFailure("the types are the same") }
        return value
    }

    private func readValue<Value: ReadTextValue>(at position: DecodingPosition) throws -> Value {
        let forms = options.valueForms
        let custom = Value.custom(forms)
        if case .coder(let decode) = custom { return try decode(ElementDecoder(self, position)) }
        let position = try first(position)
        guard !hasElements(position) else { throw invalid(Value.self, at: position) }
        if case .text(let convert) = custom {
            if let value = try convert(string(at: position)) { return value }
            throw invalid(Value.self, at: position)
        }
        switch withText(position, { Value.read($0, forms) }) {
        case .value(let value): return value
        case .invalid: throw invalid(Value.self, at: position)
        case .outOfRange: throw outOfRange(Value.self, at: position)
        }
    }
}
