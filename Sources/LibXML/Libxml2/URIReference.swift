import CLibXML2
import CLibXML2Shims

/// Resolves references (RFC 3986, 5.2).
package enum URIReference {
    /// A reference resolved against a base, which may be relative itself; nil if one of them is not a URI.
    package static func resolve(_ reference: String, _ base: String) -> String? {
        guard let found = unsafe xmlBuildURI(reference, base) else { return nil }
        defer { unsafe lx_free(found) }
        return unsafe String(cString: found)
    }
}
