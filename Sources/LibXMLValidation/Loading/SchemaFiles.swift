import LibXML

/// Finds the files that a schema refers to: in its folder, or with the closure of its options.
struct SchemaFiles {
    enum Found {
        /// The path of a file, without symbolic links.
        case file(String)
        /// The bytes that the closure has returned.
        case bytes([UInt8])
    }

    private let resolve: (@Sendable (String) throws -> [UInt8]?)?
    /// The folder that contains all files of the schema; nil if there are no files.
    private let folder: String?
    /// The results of the closure for each location.
    private var resolved: [String: [UInt8]?] = [:]

    /// - Parameter path: the path of the schema; nil for a schema in memory.
    init(path: String?, _ options: XMLSchemaOptions) {
        resolve = options.resolve
        folder = (options.folder ?? path.map(Self.parent)).flatMap(RealPath.find)
    }

    /// Finds the file at a location; nil if it does not exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file that contains the location.
    ///   - error: creates an error from a message and a help, at the place of the location.
    mutating func find(
        _ location: String, from path: String?, _ error: (_ message: String, _ help: String?) -> XMLError
    ) throws(XMLError) -> Found? {
        if let file = try file(location, from: path, error) { return .file(file) }
        guard let resolve else { return nil }
        if let known = resolved[location] { return known.map { .bytes($0) } }
        let bytes: [UInt8]?
        do {
            bytes = try resolve(location)
        } catch let failure {
            throw error("the schema “\(location)” could not be loaded: \(failure)", nil)
        }
        resolved[location] = .some(bytes)
        return bytes.map { .bytes($0) }
    }

    /// The path of a file in the folder, without symbolic links; nil if it does not exist there.
    func path(_ path: String) -> String? {
        guard let folder, let found = RealPath.find(path), contains(found, folder), RealPath.isFile(found) else {
            return nil
        }
        return found
    }

    private func contains(_ path: String, _ folder: String) -> Bool {
        path.hasPrefix(folder == "/" ? "/" : folder + "/")
    }

    private func file(
        _ location: String, from path: String?, _ error: (String, String?) -> XMLError
    ) throws(XMLError) -> String? {
        guard let folder, !location.contains("://"), !location.isEmpty else { return nil }
        let base = path.map(Self.parent) ?? folder
        guard let found = RealPath.find(location.hasPrefix("/") ? location : base + "/" + location) else { return nil }
        guard contains(found, folder) else {
            throw error(
                "the schema “\(location)” is outside of the folder “\(folder)”", "pass a folder: that contains both")
        }
        guard RealPath.isFile(found) else { throw error("the schema “\(location)” is not a file", nil) }
        return found
    }

    /// The help for a location without a file.
    func help(_ location: String) -> String {
        if location.contains("://") { return "nothing is loaded from a network: pass resolve: and return the schema" }
        return folder.map { "files are searched in \($0); for others, pass resolve: and return the schema" }
            ?? "the schema is not in a file: pass a folder:, or resolve: and return the schema"
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
