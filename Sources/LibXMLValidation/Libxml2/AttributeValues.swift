/// The attributes of a tag with values in which libxml2's validator would read `&#38;` as `&`.
@safe
struct AttributeValues: ~Copyable {
    private(set) var pointers: [UnsafePointer<UInt8>?]
    private var copies: [UnsafeMutablePointer<UInt8>] = unsafe []

    private static let reference = Array("&#38;".utf8)

    /// Returns such attributes, with `&#38;` in place of each `&`; nil if they can be passed unchanged.
    @inline(__always)
    static func withReferences(_ count: Int32, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> Self? {
        guard let attributes = unsafe attributes else { return nil }
        for index in 0..<Int(count) {
            guard let begin = unsafe attributes[5 * index + 3], let end = unsafe attributes[5 * index + 4] else {
                continue
            }
            let value = unsafe UnsafeBufferPointer(start: begin, count: end - begin)
            if value.count >= 5, unsafe value.contains(UInt8(ascii: "&")), unsafe contains(value) {
                return unsafe Self(Int(count), attributes)
            }
        }
        return nil
    }

    private static func contains(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        (0...value.count - 5).contains { unsafe value[$0..<$0 + 5].elementsEqual(reference) }
    }

    private init(_ count: Int, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>) {
        unsafe pointers = Array(UnsafeBufferPointer(start: attributes, count: 5 * count))
        for index in 0..<count {
            guard let begin = unsafe pointers[5 * index + 3], let end = unsafe pointers[5 * index + 4] else { continue }
            let value = unsafe UnsafeBufferPointer(start: begin, count: end - begin)
            let escaped = unsafe value.flatMap { $0 == UInt8(ascii: "&") ? Self.reference : [$0] }
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: escaped.count + 1)
            for (place, byte) in escaped.enumerated() { unsafe copy[place] = byte }
            unsafe copies.append(copy)
            unsafe pointers[5 * index + 3] = UnsafePointer(copy)
            unsafe pointers[5 * index + 4] = UnsafePointer(copy + escaped.count)
        }
    }

    deinit {
        unsafe copies.forEach { unsafe $0.deallocate() }
    }
}
