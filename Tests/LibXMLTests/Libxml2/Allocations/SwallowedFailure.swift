@testable import LibXML

/// Failed allocations that libxml2 does not report, so that LibXML cannot know of them.
enum SwallowedFailure {
    /// The functions of libxml2 up to 2.12 that return NULL for a failed allocation, and whose callers take that for a fault of
    /// the document, or for nothing. From 2.13 on, libxml2 reports all failures.
    ///
    /// The numbers are those of allocations in 2.9.14 as Debian builds it. They vary, because the hash tables of libxml2 have
    /// random seeds.
    private static let functions: Set<String> = [
        // xmlParseAttributeListDecl drops the prefix of a default value: `defaults` 27 and 36, `defaultsPushed` 28 and 37.
        // xmlParseStartTag2 takes the prefix of a declared namespace for undeclared: `namespaces` 73, 92, 101, 107 … 143.
        // htmlParseAttribute and htmlParseEntityRef find no name: `page` 15 and 23.
        "xmlDictLookup",
        // xmlParseAttributeListDecl drops a default value: `defaults` 46.
        "xmlHashAddEntry3",
    ]

    /// Whether a failure in these functions, from the inside out, is not reported.
    static func isKnown(_ failed: [String]) -> Bool {
        Libxml2.version < 21300 && failed.first.map(functions.contains) == true
    }

    /// Whether libxml2 loses memory if an allocation fails in these functions: htmlInitParserCtxt allocates a table of
    /// callbacks, which the context does not own before its last allocation.
    static func leaks(_ failed: [String]) -> Bool {
        Libxml2.version < 21300 && failed.contains("htmlNewParserCtxt")
    }
}
