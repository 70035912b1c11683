extension XMLDictionary {
    /// Parses a document that may be malformed, and returns as much of its content as possible.
    ///
    /// See ``XMLTree/recovering(_:mode:options:)-(Sequence<UInt8>,_,_)``.
    public static func recovering(
        _ bytes: some Sequence<UInt8>, mode: XMLRecoveryMode? = nil, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLDictionary> {
        try XMLTree.recovering(bytes, mode: mode, options: options).map { XMLDictionary($0, mapping: mapping) }
    }

    /// Parses a document that may be malformed, and returns as much of its content as possible.
    ///
    /// See ``XMLTree/recovering(_:mode:options:)-(String,_,_)``.
    public static func recovering(
        _ text: String, mode: XMLRecoveryMode? = nil, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLDictionary> {
        try XMLTree.recovering(text, mode: mode, options: options).map { XMLDictionary($0, mapping: mapping) }
    }

    /// Parses the file at `path`, which may be malformed, and returns as much of its content as possible.
    ///
    /// See ``XMLTree/recovering(contentsOfFile:mode:options:)``.
    public static func recovering(
        contentsOfFile path: String, mode: XMLRecoveryMode? = nil, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLDictionary> {
        try XMLTree.recovering(contentsOfFile: path, mode: mode, options: options)
            .map { XMLDictionary($0, mapping: mapping) }
    }
}
