/// The child elements of one element, or of the document, by name: made for elements of many children on the first lookup by name.
final class KeyIndex: Sendable {
    init() {}
}
