import LibXML

/// Failed allocations that libxml2 does not report, so that LibXML cannot know of them.
enum SwallowedFailure {
    /// The functions of libxml2 that return NULL for a failed allocation, and whose callers take that for a fault of the
    /// document, or for nothing, with the first and the last version in which they do. From 2.13 on, libxml2 reports all
    /// failures of these functions.
    ///
    /// The numbers are those of allocations in 2.9.14 as Debian builds it, and in 2.12.10. They vary, because the hash
    /// tables of libxml2 have random seeds.
    private static let functions: [String: ClosedRange<Int>] = [
        // xmlParseAttributeListDecl drops the prefix of a default value: `defaults` 27 and 36, `defaultsPushed` 28 and 37.
        // xmlParseStartTag2 takes the prefix of a declared namespace for undeclared: `namespaces` 73, 92, 101, 107 … 143.
        // htmlParseAttribute and htmlParseEntityRef find no name: `page` 15 and 23.
        "xmlDictLookup": 0...21299,
        // xmlParseAttributeListDecl drops a default value: `defaults` 46.
        "xmlHashAddEntry3": 0...21299,
        // Reports nothing any more. xmlParseDefaultDecl, xmlParseEntityValue and xmlParseEntityRef find no value or name, as
        // in a malformed declaration: `defaults` 20, `entities` 35. xmlNewReference and xmlStringLenGetNodeList, of libxml2's
        // recovery, drop text.
        "xmlStrndup": 21100...21299,
        // xmlParseReference drops the content of an entity: `entities` 66 and 69.
        "xmlAllocParserInputBuffer": 21200...21299,
        "xmlParserInputBufferCreateString": 21200...21299,
    ]

    /// The functions of libxml2 2.12 that read names with functions of the dictionary which are not exported, and find none:
    /// `edit` 202.
    private static let readers: Set<String> = ["xmlParseChunk", "xmlParseDocument"]

    /// Whether a failure in these functions, from the inside out, is not reported. If LibXML has called the first of them, it knows of
    /// the failure.
    static func isKnown(_ failed: [String]) -> Bool {
        // Lists of namespaces and attributes lose a member: `canonical` 53 to 64. No version up to 2.15 looks at the result
        // of xmlListInsert.
        if failed.contains("xmlC14NExecute") { return true }
        let exported = failed.drop { $0 == "static" }
        guard let function = exported.first else { return false }
        if readers.contains(function) {
            return exported.count < failed.count && (21200..<21300).contains(LoadedLibxml2.version)
        }
        guard let caller = exported.dropFirst().first, !caller.isEmpty else { return false }
        return functions[function]?.contains(LoadedLibxml2.version) == true
    }

    /// Whether libxml2 loses memory if an allocation fails in these functions: htmlInitParserCtxt allocates a table of
    /// callbacks, which the context does not own before its last allocation.
    static func leaks(_ failed: [String]) -> Bool {
        LoadedLibxml2.version < 21300 && failed.contains("htmlNewParserCtxt")
    }

    /// Whether a failure may end the process: with libxml2 2.10, the functions that libxml2's recovery builds its tree with,
    /// xmlBufResize and xmlSAX2Text, use what they have allocated before they look whether it is NULL.
    ///
    /// Up to 2.12, xmlXPathCompiledEval reads a member of the parser context that it could not allocate.
    static func mayEndProcess(_ job: AllocationJob) -> Bool {
        if LoadedLibxml2.version > 0 { return true }
        if [.xpath, .xpathFunctions, .identifiers].contains(job) { return LoadedLibxml2.version < 21300 }
        return (21000..<21100).contains(LoadedLibxml2.version)
            && [.libxml2Recovery, .libxml2RecoveryOfEncoding].contains(job)
    }

    static func endsProcess(_ failed: [String]) -> Bool {
        false
    }
}
