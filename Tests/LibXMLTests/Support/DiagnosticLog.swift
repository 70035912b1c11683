import LibXML
import Synchronization

/// Collects what a decoder reports.
final class DiagnosticLog: Sendable {
    private let found = Mutex<[XMLDiagnostic]>([])

    var diagnostics: [XMLDiagnostic] { found.withLock(\.self) }
    var lines: [String] { diagnostics.map(\.description) }

    func add(_ diagnostic: XMLDiagnostic) { found.withLock { $0.append(diagnostic) } }
}
