import LibXML

/// Finds the files that a schema refers to: in its folder, or with the closure of its options.
struct SchemaFiles {
    struct Failure: Error, CustomStringConvertible {
        var description: String
        var help: String?
    }

    private let resolve: (@Sendable (String) throws -> [UInt8]?)?
    /// The folder that contains all files of the schema; nil if there are no files.
    private let folder: String?

    /// - Parameter path: the path of the schema; nil for a schema in memory.
    init(path: String?, _ options: XMLSchemaOptions) {
        resolve = options.resolve
        folder = (options.folder ?? path.map(Self.parent)).flatMap(RealPath.find)
    }

    /// What the closure returns for a location.
    func resolved(_ location: String) throws(Failure) -> [UInt8]? {
        do {
            return try resolve?(location)
        } catch {
            throw Failure(description: "the schema “\(location)” could not be loaded: \(error)")
        }
    }

    /// The path of the file at a location, without symbolic links; nil if there is none.
    ///
    /// - Parameter path: the path of the file that contains the location.
    func file(_ location: String, from path: String?) throws(Failure) -> String? {
        guard let folder, !location.contains("://"), !location.isEmpty else { return nil }
        let base = path.map(Self.parent) ?? folder
        guard let found = RealPath.find(location.hasPrefix("/") ? location : base + "/" + location) else { return nil }
        guard found.hasPrefix(folder == "/" ? "/" : folder + "/") else {
            throw Failure(
                description: "the schema “\(location)” is outside of the folder “\(folder)”",
                help: "pass a folder: that contains both")
        }
        return found
    }

    /// What helps if there is nothing at a location.
    func help(_ location: String) -> String {
        if location.contains("://") { return "nothing is loaded from a network: pass resolve: and return the schema" }
        return folder.map { "files are searched in \($0)" }
            ?? "the schema is not in a file: pass a folder:, or resolve: and return the schema"
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
