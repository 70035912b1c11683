import CLibXML2
import CLibXML2Shims
import Foundation
import Testing

@Suite struct LibraryVersionTests {
    /// The version that `Scripts/with-libxml2` promises, such as 2.15.3.
    private static let promised = ProcessInfo.processInfo.environment["LIBXML2_VERSION"]

    @Test(
        "The library was compiled against the promised version of libxml2, and has loaded it",
        .enabled(if: promised != nil, "LIBXML2_VERSION is not set"))
    func isLoaded() throws {
        let version = try #require(Self.promised)
        #expect(LIBXML_DOTTED_VERSION == version)
        // Such as "21503". A build from a Git checkout appends its commit.
        let loaded = unsafe String(cString: lx_loaded_version())
        #expect(loaded.prefix { $0.isNumber } == "\(LIBXML_VERSION)")
    }
}
