/// A name in libxml2's memory. Its strings live as long as the parser; those of a namespace live while its declaration
/// is in scope.
@safe
struct CName {
    var cLocal: UnsafePointer<UInt8>?
    var cPrefix: UnsafePointer<UInt8>?
    var cURI: UnsafePointer<UInt8>?

    init(
        _ cLocal: UnsafePointer<UInt8>?, _ cPrefix: UnsafePointer<UInt8>? = nil, _ cURI: UnsafePointer<UInt8>? = nil
    ) {
        unsafe self.cLocal = unsafe cLocal
        unsafe self.cPrefix = unsafe cPrefix
        unsafe self.cURI = unsafe cURI
    }

    var local: String { unsafe String(cXML: cLocal) }
    var prefix: String? { unsafe cPrefix == nil ? nil : String(cXML: cPrefix) }
    var uri: String? { unsafe cURI == nil || cURI?.pointee == 0 ? nil : String(cXML: cURI) }
    var hasPrefix: Bool { unsafe cPrefix != nil }
    var qualified: String { unsafe cPrefix == nil ? local : "\(String(cXML: cPrefix)):\(local)" }

    /// Whether `text` is the qualified name. Creates no string.
    @inline(__always)
    func isWritten(_ text: String) -> Bool {
        if unsafe cPrefix == nil { return unsafe cLocal?.equals(text) ?? false }
        return isPrefixed(text)
    }

    @inline(never)
    private func isPrefixed(_ text: String) -> Bool {
        text.withUTF8Span { text in
            let colon = text.index(from: 0) { $0 == UInt8(ascii: ":") }
            guard colon < text.count else { return false }
            return unsafe cPrefix?.equals(text.extracting(..<colon)) == true
                && cLocal?.equals(text.extracting((colon + 1)...)) == true
        }
    }

    /// Whether a test matches an attribute of this name. Creates no string.
    func matchesAttribute(_ test: NameTest) -> Bool {
        switch test {
        case .written(let text): isWritten(text)
        case .expanded(let name): isExpanded(name)
        case .local(let text): unsafe cLocal?.equals(text) == true
        case .any: true
        }
    }

    /// Whether this is the expanded name. Creates no string.
    private func isExpanded(_ name: XMLName) -> Bool {
        guard unsafe cLocal?.equals(name.localName) == true else { return false }
        guard let uri = name.namespaceURI else { return unsafe cURI == nil || cURI?.pointee == 0 }
        return unsafe cURI?.equals(uri) == true
    }
}

extension UnsafePointer<UInt8> {
    /// Whether a C string consists of exactly these bytes.
    @inline(__always)
    func equals(_ bytes: Span<UInt8>) -> Bool {
        // A zero byte in `bytes` never matches, because a C string cannot contain one.
        for index in bytes.indices {
            if unsafe self[index] != bytes[unchecked: index] || bytes[unchecked: index] == 0 { return false }
        }
        return unsafe self[bytes.count] == 0
    }

    /// Whether a C string consists of the UTF-8 of a text.
    @inline(__always)
    func equals(_ text: String) -> Bool {
        let isEqual = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe equals($0.span) }
        // Only strings of Objective-C have no contiguous storage.
        return isEqual ?? text.withUTF8Span { unsafe equals($0) }
    }
}

extension String {
    /// Creates a string from a C string of libxml2; empty for nil.
    @inline(__always)
    init(cXML cString: UnsafePointer<UInt8>?) {
        guard let cString = unsafe cString else {
            self = ""
            return
        }
        self = unsafe String(
            decoding: UnsafeBufferPointer(start: cString, count: UnsafePointer<UInt8>.length(cString)), as: UTF8.self)
    }
}
