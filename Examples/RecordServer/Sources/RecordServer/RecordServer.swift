import Hummingbird

/// A server that adds up orders while they arrive. Its argument is the port. Default: 8080.
@main struct RecordServer {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
        let application = Application(
            router: orderRoutes(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}
