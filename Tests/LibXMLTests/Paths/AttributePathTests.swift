import LibXML
import Testing

/// Paths that lead to attributes, where elements are looked up.
@Suite struct AttributePathTests {
    private static let text = "<config><server name='a'/><server/><server name='b' id='1'/></config>"

    @Test(
        "A path leads to attributes",
        arguments: [
            ("config/server/@name", ["a", "b"]), ("config/server[3]/@*", ["b", "1"]), ("//@id", ["1"]),
            ("config/server", []),
            ("config/server/@none", []),
        ])
    func attributes(_ path: String, _ values: [String]) throws {
        let tree = try XMLTree(parsing: Self.text)
        let path = try XMLPath(parsing: path)
        #expect(tree.attributes(at: path).map(\.value) == values)
        #expect(tree.attributes(at: path).allSatisfy { $0.location.line == 1 && $0.element.isNamed("server") })
        if !values.isEmpty {
            #expect(tree.elements(at: path).isEmpty && tree[at: path] == nil)
            let error = try #require(throws: XMLError.self) { _ = try tree.require(at: path) }
            #expect(error.code == .invalidPath && error.help?.contains("attributes(at:)") == true)
            let decoding = try #require(throws: XMLError.self) {
                _ = try XMLDecoder().decode([String].self, from: tree, at: path)
            }
            #expect(decoding.code == .invalidPath && decoding.help?.contains("attributes(at:)") == true)
        }
    }

    #if DEBUG
        @Test("A literal of such a path stops a debug build where elements are looked up")
        func literals() async {
            await #expect(processExitsWith: .failure) {
                _ = try XMLTree(parsing: "<config/>").elements(at: "config/server/@name")
            }
            await #expect(processExitsWith: .failure) { _ = try XMLTree(parsing: "<config/>")[at: "//@name"] }
            await #expect(processExitsWith: .failure) {
                _ = try XMLTree(parsing: "<config/>").attributes(at: "config/server")
            }
        }
    #endif
}
