import Foundation
import Testing

/// What users of other commands type.
@Suite struct OtherCommandsTests {
    @Test(
        "A subcommand of another command has its counterparts",
        arguments: [
            ("el", "“tree”"), ("fo", "“format”"), ("c14n", "“canon”"), ("val", "“validate”"), ("ed", "“set”, “add”"),
            ("sel", "“get” or “xpath”"), ("help sel", "“get” or “xpath”"),
        ])
    func subcommand(line: String, counterparts: String) throws {
        let outcome = try Command.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 64 && outcome.errors.contains("; use \(counterparts)"), "\(outcome.errors)")
    }

    static let options: [(line: String, option: String, advice: String)] = [
        ("format -o out.xml a.xml", "-o", "; write “> FILE” after the command"),
        ("format --output out.xml a.xml", "--output", "; write “> FILE” after the command"),
        ("add -t attr a b a.xml", "-t", ""), ("set -L a b a.xml", "-L", "; use “-i”"),
        ("format --recover a.xml", "--recover", "; “xmldict repair” repairs malformed documents"),
        ("get --text a a.xml", "--text", "; text is written as it is; use “-r” for a list"),
        ("get --xml a a.xml", "--xml", "; “xmldict xpath --xml” writes XML"),
        ("xpath --raw a a.xml", "--raw", "; use “--text”"), ("css -r a a.xml", "-r", "; use “--text”"),
        ("format --noent a.xml", "--noent", "; use “--expand”"), ("json --noent a.xml", "--noent", ""),
        (
            "format --xinclude a.xml", "--xinclude",
            "; XInclude is not supported; “xmllint --xinclude” includes files"
        ),
        (
            "validate --rnc a.rnc b.xml", "--rnc",
            "; convert the schema with “trang”, and use “xmldict validate --relaxng FILE”"
        ),
        ("json --xslt a.xsl b.xml", "--xslt", "; XSLT is not supported; use “xsltproc”"),
        ("validate --schematron a.sch b.xml", "--schematron", "; Schematron is not supported"),
        ("lint --nonet a.xml", "--nonet", "; nothing is read from a network"),
        ("format --encode latin1 a.xml", "--encode", "; use “--to-encoding”"),
        ("validate --xsd a.xsd a.xml", "--xsd", "; use “xmldict validate --schema FILE”"),
        ("validate --rng a.rng a.xml", "--rng", "; use “xmldict validate --relaxng FILE”"),
        ("format --indnt 2 a.xml", "--indnt", ". Did you mean '--indent'?"),
    ]

    @Test("An unknown option is named, with its counterpart", arguments: options)
    func option(line: String, option: String, advice: String) throws {
        let outcome = try Command.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: Unknown option '\(option)'\(advice)\nUsage: "), "\(outcome.errors)")
    }

    static let paths: [(path: String, message: String)] = [
        (".orders.order[0].customer", "; write it without the first “.”; indices count from 0\n"),
        ("./orders/order", "; write it without the first “.”; indices count from 1\n"),
        ("orders.order[-1]", "“-1” is not a valid index\n"), ("orders/order[0]", "as in XPath\n"),
        ("orders/order[-1]", "“-1” is not a valid index\n"), ("orders.order[. = 1]", "\n"),
        ("count(//order)", "; “xmldict xpath” takes it\n"), ("a/b[2][c > 0]", "; “xmldict xpath” takes it\n"),
    ]

    @Test("A path is said to be one of XPath only where XPath finds something", arguments: paths)
    func path(path: String, message: String) throws {
        let outcome = try Command.run("get", path, "Examples/orders.xml")
        let first = outcome.errors.split(separator: "\n").first.map { "\($0)\n" } ?? ""
        #expect(outcome.status == 64 && first.hasSuffix(message), "\(outcome.errors)")
        #expect(first.contains("xmldict xpath") == message.contains("xmldict xpath"))
    }

    @Test("A page names the option for HTML", arguments: ["lint", "set a 1"])
    func page(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let outcome = try Command.run(arguments, input: Data("<html><p>a<br></html>".utf8))
        #expect(outcome.errors.contains("use “--html”, or convert it: “xmldict format --html --to xml”"))
    }
}
