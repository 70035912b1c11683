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
        // Lists of namespaces and attributes lose a member: `canonical` 53 to 64. No version up to 2.15 looks at the
        // result of xmlListInsert. From 2.13 on, an attribute may lose its value.
        if failed.contains("xmlC14NExecute") {
            let losesValues = LoadedLibxml2.version >= 21300
            if failed.contains("xmlListInsert") || losesValues && failed.contains("xmlListWalk") { return true }
        }
        if may(.result, failed) { return true }
        let exported = failed.drop { $0 == "static" }
        guard let function = exported.first else { return false }
        if readers.contains(function) {
            return exported.count < failed.count && (21200..<21300).contains(LoadedLibxml2.version)
        }
        guard let caller = exported.dropFirst().first, !caller.isEmpty else { return false }
        return functions[function]?.contains(LoadedLibxml2.version) == true
    }

    /// What a failed allocation may lead to.
    private struct Effects: OptionSet {
        let rawValue: Int

        static let crash = Self(rawValue: 1)
        /// A result, or an error, that is not that of the document.
        static let result = Self(rawValue: 2)
        static let leak = Self(rawValue: 4)
    }

    /// The functions of libxml2 that LibXML calls, and what may happen in 2.9.14 and 2.13.9 if an allocation fails in them.
    /// Newer versions have not been tried.
    private static let calls: [String: Effects] = [
        // Constraints, content models and patterns are missing, or what is still used is freed.
        "xmlSchemaParse": [.crash, .result, .leak],
        // Does not look whether it has a dictionary.
        "xmlSchemaNewValidCtxt": [.crash, .result, .leak],
        "xmlSchemaSAXPlug": [.crash, .leak],
        // The callbacks of xmlSchemaSAXPlug, which report that they cannot continue (1818), or that a value or a
        // reference is invalid.
        "static": [.crash, .result, .leak],
        // Reports that there is no document.
        "xmlRelaxNGNewParserCtxt": .result,
        "xmlRelaxNGParse": [.crash, .result, .leak],
        // A value that could not be copied or compared is reported as invalid.
        "xmlRelaxNGValidateFullElement": [.crash, .result, .leak],
        "xmlRelaxNGValidatePushElement": [.result, .leak],
        // Frees the input twice (2.13).
        "xmlIOParseDTD": [.crash, .leak],
    ]

    /// The same for versions up to 2.12.
    private static let oldCalls: [String: Effects] = [
        // Reads a member of the parser context that it could not allocate. substring() is empty.
        "xmlXPathCompiledEval": [.crash, .result, .leak],
        "xmlXPathNewNodeSet": .leak,
        "xmlValidBuildContentModel": .leak,
        // Without memory, the keys of a validation cannot be freed.
        "xmlParseChunk": .leak,
        // The declarations of an internal subset, for the function id().
        "xmlReadMemory": [.crash, .result, .leak],
        // htmlInitParserCtxt allocates a table of callbacks, which the context does not own before its last allocation.
        "htmlNewParserCtxt": .leak,
    ]

    private static func may(_ effect: Effects, _ failed: [String]) -> Bool {
        guard let call = failed.prefix(while: { !$0.isEmpty }).last else { return false }
        if calls[call]?.contains(effect) == true { return true }
        return LoadedLibxml2.version < 21300 && oldCalls[call]?.contains(effect) == true
    }

    /// Whether libxml2 loses memory if an allocation fails in these functions.
    ///
    /// An evaluation also loses nodes if an allocation fails in a function that it calls, such as those that search texts.
    static func leaks(_ failed: [String]) -> Bool {
        may(.leak, failed) || LoadedLibxml2.version < 21300 && failed.contains("xmlXPathCompiledEval")
    }

    /// Whether a failure in these functions may end the process.
    ///
    /// With libxml2 2.10, the functions that libxml2's recovery builds its tree with, xmlBufResize and xmlSAX2Text, use
    /// what they have allocated before they look whether it is NULL.
    static func endsProcess(_ failed: [String]) -> Bool {
        may(.crash, failed) || (21000..<21100).contains(LoadedLibxml2.version) && failed.contains("xmlCtxtReadMemory")
    }

    /// Whether libxml2 may crash or lose memory in a job, so that it runs in a copy of the process.
    static func harmsProcess(_ job: AllocationJob) -> Bool {
        switch job {
        case .libxml2Recovery, .libxml2RecoveryOfEncoding: (21000..<21100).contains(LoadedLibxml2.version)
        case .xpath, .xpathFunctions, .xpathAxes, .identifiers: LoadedLibxml2.version < 21300
        case .schema, .schemaFaults, .schemaParsing, .malformedSchema, .relaxNG, .relaxNGFaults, .relaxNGParsing,
            .malformedRelaxNG, .dtd, .dtdFaults, .dtdParsing, .malformedDTD:
            true
        default: false
        }
    }
}
