import Foundation
import Testing

@Suite struct EventsTests {
    /// What libxml2's own command prints for a document; nil where there is none.
    private static func xmllint(_ path: String) throws -> String? {
        let xmllint = "/usr/bin/xmllint"
        guard FileManager.default.isExecutableFile(atPath: xmllint) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: xmllint)
        process.arguments = ["--stream", "--debug", "--noent", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    @Test("What the reader meets is what xmllint prints")
    func same() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
        defer { try? FileManager.default.removeItem(at: made) }
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE r [<!ENTITY t "text"><!ATTLIST r d CDATA "x">]>
            <!-- c --><?p data?><?q?>
            <r xmlns:p="u"><p:a k="1"/>  <b></b>1&t;2<![CDATA[ <x> ]]><c>&#233;&amp;
            </c></r>

            """
        try Data(text.utf8).write(to: made)
        for path in ["Examples/orders.xml", "Examples/soap.xml", made.path] {
            let whole = path.hasPrefix("/") ? path : Command.root.appending(path: path).path
            guard let expected = try Self.xmllint(whole) else { continue }
            let outcome = try Command.run("events", whole)
            #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
        }
    }

    @Test("The command is not in the list, and reads standard input")
    func hidden() throws {
        #expect(try !Command.run("--help").output.contains("events"))
        let outcome = try Command.run("events", input: "<a><b/>x</a>")
        #expect(outcome.output == "0 1 a 0 0\n1 1 b 1 0\n1 3 #text 0 1 x\n0 15 a 0 0\n")
    }

    @Test("Lint through the reader says the same")
    func lint() throws {
        let outcome = try Command.run("lint", "--engine", "reader", "Examples/broken.xml")
        #expect(outcome == (try Command.run("lint", "Examples/broken.xml")))
    }
}
