import ArgumentParser
import LibXML
import LibXMLValidation

struct Validate: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Validate documents against an XML Schema, a RELAX NG schema or a DTD.",
        discussion: """
            Every violation that libxml2 finds is reported, with its place, what the schema allows there, and the \
            place of the declaration in the schema. The exit status is 1 for a document that is not valid or not \
            well-formed, and 2 for a schema that cannot be used. Documents of any size are validated in constant \
            memory, except that the values of keys are kept, and with RELAX NG content whose elements are \
            interleaved, or that is data.

            Without “--schema”, “--relaxng” or “--dtd”, a document is validated against the DTD that it declares \
            itself, whose files are in the folder of “--schema-folder”. It is read as a whole.

            A schema includes and imports only files in its own folder, or in that of “--schema-folder”. Nothing is \
            loaded from a network.
            """)

    @Option(
        help: ArgumentHelp("The file of an XML Schema.", valueName: "file"),
        completion: .file(extensions: ["xsd"]))
    var schema: String?

    @Option(
        name: .customLong("relaxng"),
        help: ArgumentHelp("The file of a RELAX NG schema in XML syntax.", valueName: "file"),
        completion: .file(extensions: ["rng"]))
    var relaxNG: String?

    @Option(
        help: ArgumentHelp("The file of a DTD. What documents declare themselves is not used.", valueName: "file"),
        completion: .file(extensions: ["dtd"]))
    var dtd: String?

    @Option(
        help: ArgumentHelp("The folder that contains all files of the schema.", valueName: "folder"),
        completion: .directory)
    var schemaFolder: String?

    @Option(
        name: .customLong("records"),
        help: ArgumentHelp(
            "Validate each element at this path as a document of its own, and not the whole document.",
            valueName: "path"))
    var recordPath: String?

    @Option(help: "The maximum number of violations that are reported for a document.")
    var maxErrors = 1_000

    @Option(help: FindingsRun.Format.help)
    var format = FindingsRun.Format.text

    @OptionGroup(title: "Limits of schemas") var schemaLimits: SchemaLimitOptions

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    @OptionGroup var input: InputOptions

    @OptionGroup var files: FileOptions

    func validate() throws {
        let count = [schema, relaxNG, dtd].count { $0 != nil }
        if count > 1 { throw ValidationError("only one of “--schema”, “--relaxng” and “--dtd” can be used") }
        if count == 0, recordPath != nil {
            throw ValidationError("“--records” needs one of “--schema”, “--relaxng” and “--dtd”")
        }
        if maxErrors < 1 { throw ValidationError("“--max-errors” must be at least 1") }
        if let recordPath {
            try Expressions.check { _ = try XMLRecords(parsing: "<r/>", at: XMLPath(parsing: recordPath)) }
        }
        if recovery.recover == .libxml2 { throw ValidationError("“--recover=libxml2” cannot be validated") }
    }

    func run() throws {
        let schema = try compiledSchema()
        let path = try recordPath.map { text throws(XMLError) in try XMLPath(parsing: text) }
        let (limit, options) = (maxErrors, schemaOptions)
        try FindingsRun(files: files, options: input, recovery: recovery.recovery, format: format).run { input in
            guard let schema else { return try Self.findings(ofOwnDTD: input, options, limit: limit) }
            var input = input
            guard let path else {
                input.options.validation = .init(schema, onError: .collect(limit: limit))
                return try input.check()
            }
            return try Self.findings(inRecordsOf: input, at: path, schema, limit: limit)
        }
    }

    private var schemaOptions: XMLSchemaOptions {
        var options = XMLSchemaOptions(folder: schemaFolder)
        schemaLimits.apply(to: &options)
        return options
    }

    /// The schema that all documents share; nil if each has its own DTD.
    private func compiledSchema() throws -> (any XMLDocumentSchema)? {
        do throws(XMLError) {
            if let relaxNG { return try XMLRelaxNGSchema(parsing: .file(relaxNG), options: schemaOptions) }
            if let dtd { return try XMLDTDSchema(parsing: .file(dtd), options: schemaOptions) }
            return try schema.map { path throws(XMLError) in
                try XMLSchema(parsing: .file(path), options: schemaOptions)
            }
        } catch {
            let name = schema ?? relaxNG ?? dtd ?? ""
            Input(FileName(argument: name), input, nil).report(Findings(error.diagnostics))
            let given = schema != nil ? "--schema" : relaxNG != nil ? "--relaxng" : "--dtd"
            if let option = Self.option(forSchema: name), option != given {
                Report.standard.write("help: use “\(option)” for this file\n")
            }
            throw ExitCode.unreadable
        }
    }

    /// Returns the option for the language of a schema; nil if it is not known.
    private static func option(forSchema path: String) -> String? {
        switch try? XMLTree(parsing: .file(path)).root.namespaceURI {
        case "http://www.w3.org/2001/XMLSchema"?: "--schema"
        case "http://relaxng.org/ns/structure/1.0"?: "--relaxng"
        default: path.hasSuffix(".dtd") ? "--dtd" : nil
        }
    }

    private static func findings(
        ofOwnDTD input: Input, _ options: XMLSchemaOptions, limit: Int
    ) throws -> Findings {
        let (tree, read) = try input.load()
        do throws(XMLError) {
            let report = try XMLDTDSchema(of: tree, options: options).validate(tree, limit: limit)
            let found = Set(report.diagnostics)
            // Entities may be known by now.
            let warnings = tree.diagnostics.filter { $0.code != .unresolvedEntity && !found.contains($0) }
            let all = inOrder(report.diagnostics + warnings)
            return input.findings(all, count: report.diagnosticCount + all.count { $0.severity == .warning })
        } catch {
            var failure = Failure(error, keepsWarnings: true) { read.source }
            failure.status = .unreadable
            if tree.documentType == nil, let last = failure.findings.diagnostics.indices.last {
                failure.findings.diagnostics[last].help = "name a schema with “--schema”, “--relaxng” or “--dtd”"
            }
            throw failure
        }
    }

    private static func findings(
        inRecordsOf input: Input, at path: XMLPath, _ schema: any XMLDocumentSchema, limit: Int
    ) throws -> Findings {
        var found: [XMLDiagnostic] = []
        var count = 0
        do {
            return try input.withRecords(of: input.open(), at: path, willWait: {}) { records in
                while let record = try records.next() {
                    let report = schema.validate(record, limit: max(1, limit - found.count))
                    found += report.diagnostics.prefix(limit - found.count)
                    count += report.diagnosticCount
                }
                if let missing = records.notFound { throw missing }
                let all = inOrder(found + records.diagnostics)
                return input.findings(all, count: count + records.diagnosticCount)
            }
        } catch let error as XMLError {
            var failure = input.failure(error)
            failure.findings.diagnostics = found + failure.findings.diagnostics
            failure.findings.count += count
            throw failure
        }
    }

    private static func inOrder(_ diagnostics: [XMLDiagnostic]) -> [XMLDiagnostic] {
        diagnostics.sorted { ($0.location?.byteOffset ?? 0) < ($1.location?.byteOffset ?? 0) }
    }
}
