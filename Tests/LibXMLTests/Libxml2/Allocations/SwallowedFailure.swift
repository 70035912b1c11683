@testable import LibXML

/// Failed allocations that libxml2 up to 2.12 does not report, so that LibXML cannot know of them. From 2.13 on, it reports
/// all of them.
///
/// The numbers are those of the allocations in 2.9.14, as Debian builds it; they differ between versions.
struct SwallowedFailure {
    let job: AllocationJob
    let numbers: [Int]
    /// The function that returns NULL for a failed allocation.
    let function: String
    /// What its caller makes of that.
    let effect: String

    static let all: [Self] = [
        Self(
            job: .defaults, numbers: [27, 36], function: "xmlDictLookup",
            effect: "xmlParseAttributeListDecl drops the prefix of a default value"),
        Self(
            job: .defaultsPushed, numbers: [28, 37], function: "xmlDictLookup",
            effect: "xmlParseAttributeListDecl drops the prefix of a default value"),
        Self(
            job: .namespaces, numbers: [73, 92, 101, 107, 113, 119, 125, 131, 137, 143], function: "xmlDictLookup",
            effect: "xmlParseStartTag2 takes the prefix of a namespace declaration for undeclared"),
        Self(
            job: .page, numbers: [15, 23], function: "xmlDictLookup",
            effect: "htmlParseAttribute and htmlParseEntityRef find no name"),
    ]

    /// Whether a failure in these functions, from the inside out, is not reported.
    static func isKnown(_ functions: [String], in job: AllocationJob) -> Bool {
        Libxml2.version < 21300 && all.contains { $0.job == job && $0.function == functions.first }
    }

    /// Whether libxml2 loses memory if an allocation fails in these functions: htmlInitParserCtxt allocates a table of
    /// callbacks, which the context does not own before its last allocation.
    static func leaks(_ functions: [String]) -> Bool {
        Libxml2.version < 21300 && functions.contains("htmlNewParserCtxt")
    }
}
