import CLibXML2

/// The library as a whole.
enum Libxml2 {
    /// Initialises libxml2 once for the process. It is never cleaned up, because others may be using it.
    static func start() {
        _ = started
    }

    /// The version that this was built with: 21400 for 2.14.0.
    static let version = Int(LIBXML_VERSION)

    private static let started: Void = xmlInitParser()
}
