/// What users of xmllint, xmlstarlet, xq, yq and jq type, and what takes its place here.
enum OtherCommands {
    static let subcommands = [
        "c14n": "“canon”", "ed": "“set”, “add”, “delete” or “rename”", "edit": "“set”, “add”, “delete” or “rename”",
        "el": "“tree”", "elements": "“tree”", "fo": "“format”", "sel": "“get” or “xpath”", "select": "“get” or “xpath”",
        "tr": "“xsltproc”: XSLT is not supported", "transform": "“xsltproc”: XSLT is not supported",
        "val": "“validate”, or “lint” without a schema", "xslt": "“xsltproc”: XSLT is not supported",
    ]

    /// Returns the message of an error with advice about an unknown option. Replaces that of the parser, which knows
    /// only spelling.
    static func advised(_ message: String, of subcommand: String) -> String {
        guard let match = message.firstMatch(of: /^Error: Unknown option '([^'\n]+)'(\. Did you mean '[^\n]+'\?)?/),
            let advice = advice(on: String(match.1), of: subcommand)
        else { return message }
        let rest = message[match.range.upperBound...]
        return "Error: Unknown option '\(match.1)'\(advice.isEmpty ? "" : "; \(advice)")\(rest)"
    }

    /// Returns advice, which is empty for an option that has no counterpart, or nil if the option is not known.
    private static func advice(on option: String, of subcommand: String) -> String? {
        switch (option, subcommand) {
        case ("--output", "repair"): nil
        case ("-o", _), ("--output", _): "write “> FILE” after the command"
        case ("-L", "set"), ("-L", "add"), ("-L", "delete"), ("-L", "rename"), ("-L", "format"): "use “-i”"
        case ("--recover", _): "“xmldict repair” repairs malformed documents"
        case ("--text", "get"): "text is written as it is; use “-r” for a list"
        case ("-r", "xpath"), ("--raw", "xpath"), ("-r", "css"), ("--raw", "css"): "use “--text”"
        case ("--xml", "get"): "“xmldict xpath --xml” writes XML"
        case ("--noent", "format"): "use “--expand”"
        case ("--nonet", _): "nothing is read from a network"
        case ("--noent", _): ""
        case ("--xinclude", _): "XInclude is not supported; “xmllint --xinclude” includes files"
        case ("--xslt", _), ("--stylesheet", _): "XSLT is not supported; use “xsltproc”"
        case ("--schematron", _): "Schematron is not supported"
        case ("--rnc", _): "convert the schema with “trang”, and use “xmldict validate --relaxng FILE”"
        case ("--noout", _): "“xmldict lint” writes only errors"
        case ("--encode", "format"): "use “--to-encoding”"
        case ("--schema", "lint"), ("--xsd", _): "use “xmldict validate --schema FILE”"
        case ("--relaxng", "lint"), ("--rng", _): "use “xmldict validate --relaxng FILE”"
        case ("--dtdvalid", _): "use “xmldict validate --dtd FILE”"
        default: nil
        }
    }
}
