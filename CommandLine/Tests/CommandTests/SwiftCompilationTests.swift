import Foundation
import Testing

/// The printed code is compiled, and decodes the samples from which it was made.
@Suite(.enabled(if: SwiftCompiler.path != nil, "There is no swiftc in PATH."))
struct SwiftCompilationTests {
    struct Format: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var samples: [String]
        var options: [String] = []
        /// Statements that print parts of `value`, the first sample.
        var statements: String
        var output: String
    }

    static let formats = [
        Format(
            testDescription: "RSS", samples: [SwiftSamples.feed],
            statements: """
                let items = value.channel.item
                print(value.version, value.channel.title, value.channel.ttl, value.channel.atomLink.href)
                print(items.map(\\.title), items.map(\\.category.count))
                print(items.map { Int($0.pubDate.timeIntervalSince1970) })
                print(items.map(\\.guid.value), items.map(\\.guid.isPermaLink))
                print(items[0].dcCreator, items[0].contentEncoded ?? "", items[0].description)
                print(items[0].mediaContent?.width ?? 0, items[0].mediaContent?.title ?? "", items[1].enclosure?.length ?? 0)
                """,
            output: """
                2.0 The Tea Room 60 https://tea.example.org/feed.xml
                ["First flush", "On kettles", "Water"] [2, 1, 0]
                [1709574012, 1709283600, 1709150730]
                ["tea-0041", "https://tea.example.org/2024/kettles", "tea-0039"] [Optional(false), nil, Optional(false)]
                Ana Bright <p>The year&#8217;s <em>first</em> leaves.</p> The year’s first leaves.
                1200 Pickers at dawn 7340032

                """),
        Format(
            testDescription: "OOXML", samples: [SwiftSamples.sheet],
            statements: """
                let rows = value.sheetData.row
                print(value.mcIgnorable, value.dimension.ref, value.sheetFormatPr.x14acDyDescent, value.cols.col[0].width)
                print(rows.map(\\.r), rows.map(\\.ht), rows.map(\\.c.count))
                print(rows[1].c.map(\\.v), rows[1].c[0].is?.t.value ?? "", rows[1].c[2].f?.value ?? "")
                print(value.hyperlinks.hyperlink.map(\\.rId), value.pageMargins.top, value.pageSetup.rId)
                """,
            output: """
                x14ac A1:C4 0.25 24.7109375
                [1, 2, 3, 4] [nil, Optional(18.75), nil, nil] [3, 3, 2, 0]
                [nil, Optional("3.1400000000000001"), Optional("6.28")] Tea,  B2*2
                [Optional("rId1"), nil] 0.75 rId2

                """),
        Format(
            testDescription: "Maven", samples: [SwiftSamples.project, SwiftSamples.smallProject],
            statements: """
                let dependencies: [Project.Dependency] = value.dependencies?.dependency ?? []
                print(value.parent?.version ?? "", value.artifactId, value.url?.host ?? "")
                print(value.properties?.mavenCompilerRelease ?? 0, value.dependencyManagement?.dependencies.dependency.count ?? 0)
                print(dependencies.map(\\.artifactId), dependencies.map(\\.version), dependencies.map(\\.optional))
                print(value.build.plugins?.plugin.map { $0.dependencies?.dependency.first?.version } ?? [])
                """,
            output: """
                1.2 tea-server tea.example.org
                17 1
                ["slf4j-api", "kettle"] [Optional("${slf4j.version}"), nil] [nil, Optional(true)]
                [nil, Optional("7")]

                """),
        Format(
            testDescription: "names and recursion", samples: [SwiftSamples.oddNames],
            statements: """
                print(value.class.id, value.class.class.map(\\.id), value.selfValue, value.data.data)
                print(value.name, value.nameAttribute, value.dcName, value._1, value._1_2, value.type.case)
                print(value.node.node.map { $0.leaf ?? 0 }, value.nothing == nil, value.text.hasSuffix("text"))
                """,
            output: """
                1 [2] 3 x
                b a c true false http://example.org/
                [1] true true

                """),
        Format(
            testDescription: "malformed", samples: ["<a><b>1<c>2 & 3</a>"], options: ["--recover"],
            statements: "print(value.b.text, value.b.c)", output: "1 2 & 3\n"),
        Format(
            testDescription: "malformed, by libxml2", samples: ["<a><b>1</b></c></a>"], options: ["--recover=libxml2"],
            statements: "print(value.b)", output: "1\n"),
    ]

    @Test("The printed code decodes its samples", arguments: formats)
    func format(_ format: Format) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let samples = format.samples.indices.map { folder.appending(path: "sample\($0).xml").path }
        for (sample, path) in zip(format.samples, samples) {
            try Data(sample.utf8).write(to: URL(fileURLWithPath: path))
        }

        let types = try Command.run(["swift"] + format.options + samples)
        #expect(types.status == 0)
        let comment = "// To decode: "
        let call = try #require(types.output.split(separator: "\n").first { $0.hasPrefix(comment) }).dropFirst(
            comment.count)
        let program = """
            import Foundation
            import LibXML

            var values = try CommandLine.arguments.dropFirst().map { path in
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                return \(call)
            }
            let value = values[0]
            _ = try JSONEncoder().encode(values)
            """
        let outcome = try SwiftCompiler.run(
            ["Types.swift": types.output, "main.swift": program + "\n" + format.statements], in: folder, samples)
        #expect(outcome == Outcome(status: 0, output: format.output, errors: ""))
    }
}
