import CLibXML2
import Foundation
@_spi(Checks) import LibXML
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A host program may also use libxml2 and change its settings. Each test runs in a separate process.
@Suite struct HostSettingsTests {
    @Test(
        "No result depends on what a host program has set, and nothing that it has set is changed",
        arguments: Setting.all)
    func settings(_ setting: Setting) async {
        await #expect(processExitsWith: .success) { [name = setting.name as String] in
            let setting = try #require(Setting.all.first { $0.name == name })
            let expected = Answers()
            let initial = HostSettings()
            setting.change()
            let changed = HostSettings()
            #expect((changed == initial) == (name == "none"))
            #expect(Answers() == expected)
            #expect(HostSettings() == changed)
        }
    }

    @Test("No handler of a host program is called, and nothing is printed")
    func handlers() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            unsafe xmlSetStructuredErrorFunc(nil) { _, _ in HostCalls.count() }
            unsafe xmlRegisterNodeDefault { _ in HostCalls.count() }
            unsafe xmlDeregisterNodeDefault { _ in HostCalls.count() }
            _ = Answers()
            let number = HostCalls.number
            #expect(number == 0)
            xmlSetStructuredErrorFunc(nil, nil)
            _ = Answers()
        }
        #expect(result?.standardErrorContent.isEmpty == true)
        #expect(result?.standardOutputContent.isEmpty == true)
    }

    @Test("What a handler or a source does with libxml2 has the host program's settings")
    func inCallbacks() async {
        await #expect(processExitsWith: .success) {
            unsafe xmlSetStructuredErrorFunc(nil) { _, _ in HostCalls.count() }
            var counter = ParsingHandler()
            try counter.parse("<r><a/></r>")
            #expect(HostCalls.number == 2)
            var pieces = ["<r>", "<a/>", "</r>"]
            var reader = try XMLReader(
                parsing: .chunks {
                    ParsingHandler.parseBroken()
                    return pieces.isEmpty ? nil : Array(pieces.removeFirst().utf8)
                })
            while try reader.next() != nil {}
            #expect(HostCalls.number == 6)
        }
    }

    @Test("A setting that is changed in a callback stays changed")
    func changes() async {
        await #expect(processExitsWith: .success) {
            struct Changing: XMLHandler {
                func startElement(_ element: borrowing XMLElementEvent) {
                    unsafe __xmlKeepBlanksDefaultValue().pointee = 0
                }
                mutating func endElement(_ element: borrowing XMLElementEvent) {}
                mutating func text(_ text: borrowing XMLTextEvent) {}
            }
            var handler = Changing()
            try handler.parse("<r/>")
            let keepsBlanks = unsafe __xmlKeepBlanksDefaultValue().pointee
            #expect(keepsBlanks == 0)
        }
    }

    @Test("Settings that a callback changes have no effect on what is parsed after it")
    func changesInCallbacks() async {
        await #expect(processExitsWith: .success) {
            struct Recording: XMLHandler {
                let changes: Bool
                var events: [String] = []
                func comment(_ text: borrowing XMLTextEvent) { change() }
                mutating func startElement(_ element: borrowing XMLElementEvent) {
                    change()
                    events.append("<\(element.name)>")
                }
                mutating func text(_ text: borrowing XMLTextEvent) { events.append(text.string) }
                mutating func diagnostic(_ diagnostic: XMLDiagnostic) { events.append("\(diagnostic.code)") }
                private func change() {
                    guard changes else { return }
                    unsafe __xmlKeepBlanksDefaultValue().pointee = 0
                    unsafe __xmlSubstituteEntitiesDefaultValue().pointee = 0
                    unsafe __xmlDoValidityCheckingDefaultValue().pointee = 1
                    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in HostCalls.count() }
                }
                mutating func endElement(_ element: borrowing XMLElementEvent) {}
            }
            let text = """
                <!-- c --><!DOCTYPE r [<!ENTITY e ' <i> </i> '><!ENTITY e 'again'><!ENTITY lt '&#38;#60;'>\
                <!ATTLIST r k (a|a) #IMPLIED>]><r xmlns:p='relative'> &e; <b/> &e;&lt;</r>
                """
            var plain = Recording(changes: false)
            try plain.parse(text)
            var changing = Recording(changes: true)
            try changing.parse(text)
            #expect(changing.events == plain.events)
            #expect(HostCalls.number == 0)
            let keepsBlanks = unsafe __xmlKeepBlanksDefaultValue().pointee
            #expect(keepsBlanks == 0)
            let error = unsafe xmlGetLastError()
            #expect(unsafe error == nil)
        }
    }

    #if canImport(FoundationXML)
        @Test("Foundation's parser works beside ours, also in our callbacks, and ours in its")
        func foundation() async {
            await #expect(processExitsWith: .success) {
                let expected = Answers()
                let found = FoundationElements.names(in: "<r><a/>&amp;<b></r>")
                #expect(Answers() == expected)
                #expect(FoundationElements.names(in: "<r><a/>&amp;<b></r>") == found)
                struct Nesting: XMLHandler {
                    var found: [[String]] = []
                    mutating func startElement(_ element: borrowing XMLElementEvent) {
                        found.append(FoundationElements.names(in: "<r><a/>&amp;<b></r>"))
                    }
                    mutating func endElement(_ element: borrowing XMLElementEvent) {}
                    mutating func text(_ text: borrowing XMLTextEvent) {}
                }
                var nesting = Nesting()
                try nesting.parse("<r>&lt;<a/>text</r>")
                #expect(nesting.found == [found, found])
            }
        }
    #endif
}

/// The results of every entry point for some documents.
private struct Answers: Equatable {
    private var lines: [String] = []

    private static let documents = [
        "<?xml version='1.0'?>\n<r>\n  <a> x </a>\n  <b k='v'/>&#233;<![CDATA[c]]><!-- c --><?p d?></r>",
        "<!DOCTYPE r [<!ENTITY e '<i>x</i>y'><!ATTLIST r d CDATA 'v'>]><r k='&lt;'>&e; \n <b>&e;</b></r>",
        "<!DOCTYPE r SYSTEM 'r.dtd' [<!ENTITY x SYSTEM 'x.xml'>]><r>&x;&unknown;</r>",
        "<?oasis-xml-catalog catalog='file:///nowhere'?><?oasis-xml-catalog?><r xmlns:p='relative' xmlns='%'/>",
        "<r><a>t & u</a><b x=1></r>", "<r xml:id='a'><p:a xml:id='a'/></r>", "<r>\u{1}</r>",
        "<?xml version='1.0' encoding='EUC-JP'?><r>\u{E9}</r>", "<r>]]></r>", "",
    ]

    init() {
        for document in Self.documents {
            note { try XMLTree(parsing: document).outline }
            note { try XMLTree(parsing: Array(document.utf8)).outline }
            note { try XMLDictionary(parsing: document).json() }
            for mode in [XMLRecoveryMode.repair, .libxml2] {
                note {
                    let recovered = try XMLTree(parsing: document, options: .init(recovery: mode))
                    return recovered.outline + recovered.diagnostics.map(\.description).joined(separator: "\n")
                }
            }
            note { try XMLTree(html: document).outline }
            note { try Self.walk(document) }
            note { try Self.records(document) }
            note {
                var handler = EventHandler()
                try handler.parse(document)
                return handler.events.joined(separator: "\n")
            }
        }
    }

    private mutating func note(_ body: () throws -> String) {
        do { lines.append(try body()) } catch { lines.append("\(error)") }
    }

    private static func walk(_ document: String) throws -> String {
        var reader = XMLReader(parsing: document)
        var events: [String] = []
        while let event = try reader.next() {
            events.append("\(event) \(reader.name) \(reader.value ?? "") \(reader.attributes) \(reader.location)")
        }
        return events.joined(separator: "\n") + reader.diagnostics.map(\.description).joined(separator: "\n")
    }

    private static func records(_ document: String) throws -> String {
        var records = try XMLRecords(parsing: document, at: "*/*")
        var sources: [String] = []
        while let record = try records.next() { sources.append(record.source) }
        return sources.joined(separator: "\n")
    }
}

private struct EventHandler: XMLHandler {
    var events: [String] = []

    mutating func startElement(_ element: borrowing XMLElementEvent) {
        events.append("<\(element.name)> \(element.location)")
    }

    mutating func text(_ text: borrowing XMLTextEvent) { events.append("\(text.string) \(text.location)") }
    mutating func endElement(_ element: borrowing XMLElementEvent) {}
}

/// Parses a malformed document with libxml2 itself at each start tag.
private struct ParsingHandler: XMLHandler {
    func startElement(_ element: borrowing XMLElementEvent) { Self.parseBroken() }

    static func parseBroken() {
        unsafe xmlFreeDoc(xmlReadMemory("<r", 2, nil, nil, 0))
        xmlResetLastError()
    }
    mutating func endElement(_ element: borrowing XMLElementEvent) {}
    mutating func text(_ text: borrowing XMLTextEvent) {}
}

/// The number of calls of the host program's handler. For tests that run in a separate process.
private enum HostCalls {
    private nonisolated(unsafe) static var calls = 0
    static var number: Int { unsafe calls }
    static func count() { unsafe calls += 1 }
}

#if canImport(FoundationXML)
    /// The elements that Foundation's parser finds.
    private final class FoundationElements: NSObject, XMLParserDelegate {
        private var names: [String] = []

        static func names(in document: String) -> [String] {
            let parser = XMLParser(data: Data(document.utf8))
            let elements = FoundationElements()
            parser.delegate = elements
            _ = parser.parse()
            return elements.names
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { names.append(name) }
    }
#endif
