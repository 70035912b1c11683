import CLibXML2
import CLibXML2Shims

/// The library as a whole.
package enum Libxml2 {
    /// Initializes libxml2, unless it is initialized. It is never cleaned up, because other code may be using it. A
    /// host program may clean it up between two parses, so each parse begins with this call.
    @inline(__always)
    static func start() {
        // Up to 2.9, libxml2 checks without a barrier whether it is initialized.
        _ = started
        xmlInitParser()
    }

    private static let started: Void = xmlInitParser()

    /// The version of the headers that this was built with: 21400 for 2.14.0.
    static let version = Int(LIBXML_VERSION)

    /// Whether the parser for HTML reads tags, text and references as HTML5 does.
    static let readsTextAsHTML5 = version >= 21400

    /// Whether the compilation of a schema ends if an element substitutes one whose type is a union.
    package static let compilesSubstitutionsOfUnions = version >= 21100

    /// Calls `body` while libxml2 has its own settings and silent error handlers in this thread, whatever the host
    /// program has set. All code that parses, or frees what was parsed, runs in it.
    @inline(__always)
    package static func isolated<Result: ~Copyable, Failure>(
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
    package static func suspended<Result: ~Copyable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let settings = unsafe lx_suspend()
        defer { unsafe lx_resume(settings) }
        return try body()
    }

    /// Whether a document contains an entity of this name and its content, after its declaration was read. If not, an
    /// allocation has failed.
    static func declares(_ cName: UnsafePointer<UInt8>, _ type: Int32, _ cContext: xmlParserCtxtPtr) -> Bool {
        let cDocument = unsafe cContext.pointee.myDoc
        let isParameter =
            type == Int32(XML_INTERNAL_PARAMETER_ENTITY.rawValue)
            || type == Int32(XML_EXTERNAL_PARAMETER_ENTITY.rawValue)
        let cEntity = unsafe isParameter ? xmlGetParameterEntity(cDocument, cName) : xmlGetDocEntity(cDocument, cName)
        guard let cEntity = unsafe cEntity else { return false }
        return unsafe isComplete(cEntity)
    }

    /// Whether an entity has a name, and the content that its type requires. If not, an allocation has failed.
    static func isComplete(_ cEntity: xmlEntityPtr) -> Bool {
        guard unsafe cEntity.pointee.name != nil else { return false }
        return switch unsafe cEntity.pointee.etype {
        case XML_INTERNAL_GENERAL_ENTITY, XML_INTERNAL_PARAMETER_ENTITY: unsafe cEntity.pointee.content != nil
        default: true
        }
    }
}
