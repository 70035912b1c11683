/// The name of elements or attributes in an ``XMLPath`` and in every lookup by name.
///
/// A string has the same meaning everywhere:
///
/// | text | elements | attributes |
/// | --- | --- | --- |
/// | `name` | without a prefix, or in the namespace of their parent; a root in any namespace | in no namespace |
/// | `p:name` | written with this prefix | written with this prefix |
/// | `{uri}name` | in this namespace; `{}name` in none | the same |
/// | `*:name` | in any namespace, or in none | the same |
/// | `*` | all | all |
enum NameTest: Hashable, Sendable {
    /// `name` or `p:name`.
    case written(String)
    /// `{uri}name`.
    case expanded(XMLName)
    /// `*:name`, by its local name.
    case local(String)
    /// `*`.
    case any

    // Names have the same scalars. Canonically equivalent strings are equal in Swift.
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.written(let name), .written(let other)), (.local(let name), .local(let other)):
            name.hasSameBytes(as: other)
        case (.expanded(let name), .expanded(let other)): name == other
        case (.any, .any): true
        default: false
        }
    }

    /// Whether a text may be something other than ``written(_:)``.
    static func isSpecial(_ text: String) -> Bool {
        let first = text.utf8.first
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "*")
    }

    init(_ text: String) {
        if text.utf8.first == UInt8(ascii: "{"), let brace = text.lastIndex(of: "}") {
            let uri = String(text[text.index(after: text.startIndex)..<brace])
            self = .expanded(XMLName(String(text[text.index(after: brace)...]), namespaceURI: uri))
        } else if text.utf8.first == UInt8(ascii: "*"), text == "*" || text == "*:*" {
            self = .any
        } else if text.utf8.first == UInt8(ascii: "*"), text.hasPrefix("*:") {
            self = .local(String(text.dropFirst(2)))
        } else {
            self = .written(text)
        }
    }

    /// The local name of the names that the test matches.
    var localName: String {
        switch self {
        case .written(let text):
            text.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(text[$0...].dropFirst()) } ?? text
        case .expanded(let name): name.localName
        case .local(let name): name
        case .any: "*"
        }
    }
}

extension NameTest: CustomStringConvertible {
    /// The text that is parsed as this test.
    var description: String {
        switch self {
        case .written(let text): text
        case .expanded(let name): name.namespaceURI == nil ? "{}\(name.localName)" : name.description
        case .local(let name): "*:\(name)"
        case .any: "*"
        }
    }
}
