@testable import LibXML

/// The libxml2 that the tests are built with. `LibraryVersionTests` checks that it is the one that is loaded.
enum LoadedLibxml2 {
    /// For example 21405 for 2.14.5.
    static let version = Libxml2.version
    static let readsTextAsHTML5 = Libxml2.readsTextAsHTML5
}
