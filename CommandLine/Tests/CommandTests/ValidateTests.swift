import Foundation
import Testing

@Suite struct ValidateTests {
    private static func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try Command.run(["validate", "--schema", "Examples/orders.xsd"] + arguments, input: Data(input.utf8))
    }

    @Test("A valid document is no news")
    func valid() throws {
        #expect(try Self.run("Examples/orders.xml") == Outcome(status: 0, output: "", errors: ""))
    }

    @Test("Violations, malformed documents and files that are missing")
    func faults() throws {
        let outcome = try Self.run("-", "Examples/broken.xml", "no-such.xml", input: "<orders/>")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("<stdin>:1:1: error: <orders> is incomplete: missing <order> at orders\n"))
        #expect(outcome.errors.contains("Examples/broken.xml:4:25: error: “&” does not begin a reference\n"))
        #expect(outcome.errors.contains("error: no-such.xml: no such file\n"))
        #expect(try Self.run("-", input: "<orders/>").status == 1)
    }

    @Test("Records are validated as documents of their own, and limits apply")
    func records() throws {
        let invalid = "<r><order id='1'/><order id='2'/><order id='3'/></r>"
        let outcome = try Self.run("--records", "r/order", "--max-errors", "2", "-", input: invalid)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("<stdin>:1:19: error: <order> is incomplete: missing <customer> at order\n"))
        #expect(outcome.errors.contains("<stdin>: 1 more are not listed\n"))
        #expect(try Self.run("--records", "orders/order", "Examples/orders.xml").status == 0)
        #expect(try Self.run("--records", "orders/ordr", "Examples/orders.xml").status == 1)
        #expect(try Self.run("--records", "a[", "Examples/orders.xml").status == 64)
    }

    @Test("A limit of schemas has an option, which the advice names")
    func limits() throws {
        let outcome = try Self.run("--maximum-group-members", "1", "Examples/orders.xml")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("if the schema is trusted, use “--maximum-group-members” to increase"))
        #expect(try Self.run("--maximum-group-members", "9", "Examples/orders.xml").status == 0)
        #expect(try Self.run("--maximum-size", "-1", "Examples/orders.xml").status == 64)
    }

    @Test("JSON has the range, the path and the place in the schema")
    func json() throws {
        let outcome = try Self.run("--format", "json", "-", input: "<orders>\n<order id='x'/></orders>")
        #expect(
            outcome.output == #"""
                [
                {"file":"<stdin>","line":2,"column":1,"byteOffset":9,"endLine":2,"endColumn":7,"endByteOffset":15,\#
                "path":"orders/order","severity":"error","code":"missingElement",\#
                "message":"<order> is incomplete: missing <customer>","repair":null,"help":null,\#
                "note":{"message":"<order> is declared here","file":"Examples/orders.xsd","line":15,"column":3,\#
                "byteOffset":503},"fix":null},
                {"file":"<stdin>","line":2,"column":12,"byteOffset":20,"endLine":2,"endColumn":13,"endByteOffset":21,\#
                "path":"orders/order","severity":"error","code":"invalidValue",\#
                "message":"“x” is not a value of “id”, which is of the type xs:positiveInteger","repair":null,\#
                "help":null,"note":{"message":"“id” is declared here","file":"Examples/orders.xsd","line":21,\#
                "column":7,"byteOffset":720},"fix":null}
                ]

                """#)
    }

    @Test("A malformed document is repaired and validated")
    func recovering() throws {
        let document = "<orders><order id='1'><customer>A & B</customer><item sku='A1'></order></orders>"
        let outcome = try Self.run("--recover", "-", input: document)
        #expect(outcome.status == 1)
        #expect(!outcome.errors.contains(" at orders"))
        #expect(outcome.errors.contains("repair: "))
    }

    @Test("RELAX NG and DTDs")
    func otherLanguages() throws {
        for option in [["--relaxng", "Examples/orders.rng"], ["--dtd", "Examples/orders.dtd"]] {
            #expect(
                try Command.run(["validate"] + option + ["Examples/orders.xml"])
                    == Outcome(status: 0, output: "", errors: ""))
            let outcome = try Command.run(["validate"] + option + ["Examples/invalid.xml"])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("Examples/invalid.xml:4:5: error: unexpected <custmer>"))
            #expect(outcome.errors.contains("help: did you mean <customer>?"))
        }
        #expect(try Command.run("validate", "--records", "a", "Examples/orders.xml").status == 64)
        #expect(try Self.run("--dtd", "Examples/orders.dtd", "Examples/orders.xml").status == 64)
    }

    @Test("Content after an entity that is not read has one error")
    func unread() throws {
        let document = """
            <!DOCTYPE orders [<!ENTITY e SYSTEM 'e.xml'>]><orders>&e;<order id='1'><customer/></order></orders>
            """
        let outcome = try Command.run(
            ["validate", "--relaxng", "Examples/orders.rng", "-"], input: Data(document.utf8))
        #expect(outcome.status == 1)
        #expect(outcome.errors.matches(of: /: error: .*/).count == 1)
        #expect(outcome.errors.contains("<stdin>:1:58: error: <order> and what follows it were not validated"))
    }

    @Test("Without a schema, a document is validated against its own DTD")
    func ownDTD() throws {
        let document = "<!DOCTYPE orders SYSTEM 'orders.dtd'><orders>&nope;</orders>"
        let outcome = try Command.run("validate", "--schema-folder", "Examples", "-", input: document)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("<stdin>:1:46: error: the DTD does not declare the entity “nope”"))
        let unread = try Command.run("validate", "-", input: document)
        #expect(unread.status == 2)
        #expect(unread.errors.contains("help: name the folder that contains it with “--schema-folder”"))
        #expect(try Command.run("validate", "Examples/orders.xml").status == 2)
        // A value that is not known is a warning.
        let value = "<!DOCTYPE orders SYSTEM 'o'><orders><order id='&k;'><customer>A</customer></order></orders>"
        let separate = try Command.run("validate", "--dtd", "Examples/orders.dtd", "-", input: value)
        #expect(separate.errors.contains("warning: the value of the attribute “id” was not checked"))
        #expect(separate.errors.contains("“--schema-folder”"))
    }

    @Test(
        "A schema of another language names its option",
        arguments: [
            ("--schema", "rng", "--relaxng"), ("--schema", "dtd", "--dtd"), ("--relaxng", "xsd", "--schema"),
            ("--relaxng", "dtd", "--dtd"), ("--dtd", "xsd", "--schema"), ("--dtd", "rng", "--relaxng"),
        ])
    func otherLanguage(given: String, language: String, option: String) throws {
        let outcome = try Command.run("validate", given, "Examples/orders.\(language)", "Examples/orders.xml")
        #expect(outcome.status == 2 && outcome.errors.hasSuffix("help: use “\(option)” for this file\n"))
    }

    @Test("Without a schema and a DTD, the options are named")
    func noSchema() throws {
        let outcome = try Command.run("validate", "Examples/orders.xml")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("help: name a schema with “--schema”, “--relaxng” or “--dtd”\n"))
        #expect(try Command.run("validate", "--help").output.contains("Every violation that libxml2 finds"))
    }

    @Test("A schema that cannot be used has the status of a file that cannot be read")
    func schema() throws {
        for schema in ["no-such.xsd", "Examples/orders.xml", "Examples/broken.xml"] {
            let outcome = try Command.run("validate", "--schema", schema, "Examples/orders.xml")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(schema))
        }
    }
}
