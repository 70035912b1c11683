import ArgumentParser

@main
struct XMLDict: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xmldict",
        abstract:
            "Read XML: as JSON, as a tree, record by record, as Swift types, or only to check whether it is well-formed. Edit it.",
        discussion: """
            Exit status: 0 on success; 1 for a document that is not well-formed; 2 for a file that cannot be \
            read; 3 if nothing is found at a path; 64 for incorrect usage.
            """,
        subcommands: [
            JSON.self, Get.self, Records.self, Tree.self, SwiftTypes.self, ToXML.self, SetValue.self, Delete.self,
            Format.self,
            Lint.self, Repair.self, Events.self,
        ])

    static func main() async {
        await main(RecoveryOptions.complete(CommandLine.arguments.dropFirst()))
    }
}
