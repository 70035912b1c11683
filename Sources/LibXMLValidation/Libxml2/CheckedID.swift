import CLibXML2

/// An attribute whose values must be unique in a document.
struct CheckedID: Hashable {
    /// The local name and the URI of its namespace, if it is in one, each with a NUL.
    private let name: [UInt8]
    private let uri: [UInt8]?

    init(name: String, uri: String?) {
        self.name = Array(name.utf8) + [0]
        self.uri = uri.map { Array($0.utf8) + [0] }
    }

    /// Whether an attribute has this name, in the memory of the parser.
    func matches(_ local: UnsafePointer<UInt8>, _ uri: UnsafePointer<UInt8>?) -> Bool {
        guard unsafe xmlStrEqual(local, name) == 1 else { return false }
        guard let expected = self.uri, let uri = unsafe uri else { return unsafe self.uri == nil && uri == nil }
        return unsafe xmlStrEqual(uri, expected) == 1
    }
}
