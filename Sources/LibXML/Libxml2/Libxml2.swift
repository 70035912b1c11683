import CLibXML2
import CLibXML2Shims

/// The library as a whole.
enum Libxml2 {
    /// Initializes libxml2 once for the process. It is never cleaned up, because other code may be using it.
    static func start() {
        _ = started
    }

    /// The version of the headers that this was built with: 21400 for 2.14.0.
    static let version = Int(LIBXML_VERSION)

    private static let started: Void = xmlInitParser()

    /// Calls `body` while libxml2 has its own settings and silent error handlers in this thread, whatever the host
    /// program has set. All code that parses, or frees what was parsed, runs in it.
    @inline(__always)
    static func isolated<Result: ~Copyable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        start()
        var settings = unsafe lx_host_settings()
        return unsafe try withUnsafeMutablePointer(to: &settings) { (settings) throws(Failure) in
            unsafe lx_enter(settings)
            defer { unsafe lx_leave(settings) }
            return try body()
        }
    }

    /// Calls code of the host program with the host program's settings, even in the middle of ``isolated(_:)``.
    @inline(__always)
    static func suspended<Result: ~Copyable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let settings = unsafe lx_suspend()
        defer { unsafe lx_resume(settings) }
        return try body()
    }

    /// The entity that represents a character which XML does not allow but which is kept; nil for any other name.
    ///
    /// libxml2 passes on the value of a predefined entity unchanged.
    static func keptCharacter(_ cName: UnsafePointer<UInt8>, in cDocument: xmlDocPtr?) -> xmlEntityPtr? {
        guard let scalar = unsafe InvalidCharacterReference.character(named: String(cXML: cName)) else { return nil }
        if let known = unsafe xmlGetDocEntity(cDocument, cName) { return unsafe known }
        let entity = unsafe xmlAddDocEntity(
            cDocument, cName, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, String(Character(scalar)))
        unsafe entity?.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
        return unsafe entity
    }
}
