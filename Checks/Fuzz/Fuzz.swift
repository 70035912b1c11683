import CheckCases
import Foundation

#if LIBFUZZER
    @testable import LibXML
#else
    import LibXML
#endif

/// Runs the entry point that the environment variable `ENTRY_POINT` names.
///
/// `Scripts/fuzz` defines `LIBFUZZER`, and builds for testing. Any other build only runs the files that its arguments
/// name, without a check of the library's invariants.
enum Fuzz {
    private static let entryPoint: EntryPoint = {
        let name = ProcessInfo.processInfo.environment["ENTRY_POINT"] ?? ""
        guard let entryPoint = EntryPoint(rawValue: name) else {
            let names = EntryPoint.allCases.map(\.rawValue).joined(separator: ", ")
            fatalError("ENTRY_POINT must be one of \(names)")
        }
        return entryPoint
    }()

    /// Runs the entry point on one input. A violated property ends the process, so that libFuzzer keeps the input.
    static func run(_ bytes: some Sequence<UInt8>) {
        do {
            try entryPoint.run(bytes, violations: violations)
        } catch {
            // A trap would print a backtrace of the fuzzer, which is less informative than this.
            FileHandle.standardError.write(Data("broken property: \(error)\n".utf8))
            abort()
        }
    }

    private static func violations(_ element: XMLTree.Element) -> [String] {
        #if LIBFUZZER
            element.tape.violations
        #else
            []
        #endif
    }
}

#if !LIBFUZZER
    @main
    extension Fuzz {
        static func main() throws {
            for path in CommandLine.arguments.dropFirst() { run(try Data(contentsOf: URL(filePath: path))) }
        }
    }
#endif
