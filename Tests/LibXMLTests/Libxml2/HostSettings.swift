import CLibXML2
import Testing

/// A change to a libxml2 setting of the process or of one thread.
struct Setting: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable () -> Void

    var testDescription: String { name }

    private init(_ name: String, _ change: @escaping @Sendable () -> Void) {
        self.name = name
        self.change = change
    }

    static let all =
        single + [
            Setting("everything") { for setting in single where setting.name != "generic errors" { setting.change() } }
        ]

    private static let single = [
        Setting("none") {},
        Setting("last error") {
            unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
            unsafe xmlFreeDoc(xmlReadMemory("<r", 2, "broken.xml", nil, 0))
            xmlSetStructuredErrorFunc(nil, nil)
        },
        Setting("no warnings") { unsafe __xmlGetWarningsDefaultValue().pointee = 0 },
        Setting("no blanks") { unsafe __xmlKeepBlanksDefaultValue().pointee = 0 },
        Setting("pedantic") { unsafe __xmlPedanticParserDefaultValue().pointee = 1 },
        Setting("external DTDs") { unsafe __xmlLoadExtDtdDefaultValue().pointee = 7 },
        Setting("validation") { unsafe __xmlDoValidityCheckingDefaultValue().pointee = 1 },
        Setting("entities") { unsafe __xmlSubstituteEntitiesDefaultValue().pointee = 1 },
        Setting("line numbers") { unsafe __xmlLineNumbersDefaultValue().pointee ^= 1 },
        Setting("indentation") { unsafe __xmlIndentTreeOutput().pointee = 0 },
        Setting("empty tags") { unsafe __xmlSaveNoEmptyTags().pointee = 1 },
        Setting("nodes") {
            unsafe xmlRegisterNodeDefault { unsafe $0?.pointee._private = UnsafeMutableRawPointer(bitPattern: 1) }
            unsafe xmlDeregisterNodeDefault { unsafe $0?.pointee._private = UnsafeMutableRawPointer(bitPattern: 3) }
        },
        Setting("structured errors") {
            unsafe xmlSetStructuredErrorFunc(UnsafeMutableRawPointer(bitPattern: 5)) { _, _ in }
        },
        Setting("generic errors") { unsafe xmlSetGenericErrorFunc(UnsafeMutableRawPointer(bitPattern: 5), nil) },
        Setting("loader") { unsafe xmlSetExternalEntityLoader { _, _, _ in nil } },
    ]
}

/// The libxml2 settings of this thread.
struct HostSettings: Equatable {
    private var values: [Int] = []

    init() {
        unsafe values = [
            Int(__xmlGetWarningsDefaultValue().pointee), Int(__xmlKeepBlanksDefaultValue().pointee),
            Int(__xmlPedanticParserDefaultValue().pointee), Int(__xmlLoadExtDtdDefaultValue().pointee),
            Int(__xmlDoValidityCheckingDefaultValue().pointee), Int(__xmlSubstituteEntitiesDefaultValue().pointee),
            Int(__xmlLineNumbersDefaultValue().pointee), Int(__xmlIndentTreeOutput().pointee),
            Int(__xmlSaveNoEmptyTags().pointee),
            unsafeBitCast(__xmlRegisterNodeDefaultValue().pointee, to: Int.self),
            unsafeBitCast(__xmlDeregisterNodeDefaultValue().pointee, to: Int.self),
            unsafeBitCast(__xmlStructuredError().pointee, to: Int.self),
            Int(bitPattern: __xmlStructuredErrorContext().pointee),
            unsafeBitCast(__xmlGenericError().pointee, to: Int.self),
            Int(bitPattern: __xmlGenericErrorContext().pointee),
            unsafeBitCast(xmlGetExternalEntityLoader(), to: Int.self),
        ]
        if let error = unsafe xmlGetLastError(), unsafe error.pointee.code != 0 {
            unsafe values += [
                Int(error.pointee.code), Int(error.pointee.line), Int(error.pointee.domain),
                Int(bitPattern: error.pointee.message), Int(bitPattern: error.pointee.file),
            ]
        }
    }
}
