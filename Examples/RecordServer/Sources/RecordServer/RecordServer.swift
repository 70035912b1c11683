import Hummingbird

/// A server that adds up orders while they arrive.
@main struct RecordServer {
    static func main() async throws {
        let application = Application(
            router: orderRoutes(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080)))
        try await application.runService()
    }
}
