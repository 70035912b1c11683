/// A document shape of one size at an entry point.
struct GrowthCase: Sendable {
    let shape: String
    let entryPoint: String
    /// In bytes.
    let size: Int

    init(_ shape: String, _ entryPoint: String, size: Int) {
        (self.shape, self.entryPoint, self.size) = (shape, entryPoint, size)
    }

    static let all: [Self] = declarations + contexts + misses + others + written

    private static let declarations: [Self] = [
        "attribute-enumeration", "attribute-notations", "attributes-of-elements", "default-attributes-of-one-element",
    ].flatMap { shape in
        ["tree", "reader", "records", "repair", "pushed-tree-of-65536"].map { Self(shape, $0, size: 8_000_000) }
    }

    /// Context that each record could copy from the elements around it.
    private static let contexts: [Self] = [
        "detached", "records", "reader-elements", "pushed-records-of-65536",
    ].map { Self("four-thousand-prefixes", $0, size: 400_000) }

    /// Lookups in wide elements, whose errors are discarded: among almost as many names as a document may have, and
    /// among many children.
    private static let misses: [Self] = [
        "missing-elements", "missing-at-paths", "missing-keys", "missing-at-dictionary-paths",
    ].flatMap { [Self("many-names", $0, size: 160_000), Self("records", $0, size: 250_000)] }

    private static let others: [Self] = [
        Self("depth", "taken-minified-events", size: 1_000_000),
        Self("records", "encode-shared-names", size: 1_000_000),
        Self("same-name-in-two-namespaces", "encode-element", size: 1_000_000),
        Self("depth", "insertions-at-one-place", size: 100_000),
        Self("records", "texts-of-ancestors", size: 2_000_000), Self("records", "dictionary-changes", size: 250_000),
        Self("alternating-children", "paths-of-elements", size: 1_000_000),
        Self("many-names", "decode-converted", size: 160_000),
        Self("records", "written-under-many-prefixes", size: 1_000_000),
        Self("many-names", "keys-of-two-elements", size: 160_000),
        Self("alternating-children", "invalid-values-of-two-lists", size: 150_000),
        Self("content-choice", "tree", size: 12_000_000), Self("depth", "deep-paths", size: 140_000),
        Self("depth", "first-of-deep-paths", size: 140_000), Self("depth", "dictionary-deep-paths", size: 140_000),
        Self("html-tag-name", "html", size: 8_000_000), Self("korean-invalid", "repair-snippets", size: 15_000),
        Self("four-thousand-prefixes", "encode-element", size: 400_000),
        Self("declaration-instructions", "pushed-tree-of-100", size: 1_000_000),
        Self("names-to-repair", "repair", size: 1_000_000), Self("roots", "repair", size: 200_000),
        Self("unusable-entities", "repair", size: 100_000),
        Self("elements-of-most-attributes", "differences-of-attributes", size: 400_000),
    ]

    /// Text that is searched for marks, replaced or undone while it is written.
    private static let written: [Self] =
        [
            "written-cdata", "written-comment", "written-instruction", "written-target", "written-name",
            "written-local-name",
            "written-attribute-name", "written-value-latin", "written-cdata-latin", "written-text-latin",
        ].flatMap { entry in
            [
                "section-ends-in-text", "hyphens-in-text", "instruction-ends-in-text", "colons-in-text",
                "control-characters",
            ].map {
                Self($0, entry, size: 2_000_000)
            }
        } + [
            Self("section-ends-in-text", "edited-section", size: 2_000_000),
            Self("html-marks-in-script", "html-bytes-of-pages", size: 2_000_000),
            Self("html-metas", "html-bytes-of-pages", size: 1_000_000), Self("depth", "html-bytes", size: 1_000_000),
            Self("long-text", "fragments-in-namespaces", size: 500_000),
            Self("long-text", "fragments-in-fragment", size: 500_000),
            Self("long-text", "failing-attributes", size: 1_000_000),
            Self("long-text", "xpath-texts", size: 1_000_000),
            Self("long-text-with-accents", "xpath-texts", size: 1_000_000),
        ]
        + ["equal-children", "wide-groups", "elements-of-attributes"].map {
            Self($0, "relaxng-repeated", size: 250_000)
        }
}
