import LibXML

/// The action of a handler at one event.
enum ChaosAction: Equatable, Sendable {
    case nothing, throwing, stopping, stoppingAndThrowing
    case parsing(OtherParse)
}

/// The events that a handler received, and its action at one of them.
struct ChaosRecord {
    /// The part that outlives a parser that discards its handler.
    final class Log {
        var events: [String] = []
        /// The violated expectations.
        var faults: [String] = []
    }

    let log = Log()
    /// The number of events so far.
    private(set) var count = 0
    /// The number of the event at which the action takes place.
    var target = Int.max
    var action = ChaosAction.nothing

    /// Records an event, and returns the action for it.
    mutating func note(_ event: String) -> ChaosAction {
        log.events.append(event)
        count += 1
        return count - 1 == target ? action : .nothing
    }

    /// Performs an action, other than stopping.
    static func perform(_ action: ChaosAction) throws {
        switch action {
        case .nothing, .stopping: break
        case .throwing, .stoppingAndThrowing: throw ChaosError(number: 1)
        case .parsing(let other): try other.run()
        }
    }

    func expectSame(_ words: String, _ before: String) {
        if words != before { log.faults.append("\(before)\nbecame\n\(words)") }
    }
}

extension ChaosAction {
    var stops: Bool { self == .stopping || self == .stoppingAndThrowing }
}

// MARK: Handlers

/// A handler with a record. The extension implements all of its methods.
protocol ChaosHandling: XMLHandler {
    var record: ChaosRecord { get set }
}

struct ChaosValueHandler: ChaosHandling {
    var record: ChaosRecord
}

final class ChaosObjectHandler: ChaosHandling {
    var record: ChaosRecord

    init(record: ChaosRecord) {
        self.record = record
    }
}

extension ChaosHandling {
    private mutating func receive(_ element: borrowing XMLElementEvent, _ what: String) throws {
        let words = "\(what) \(element.words)"
        let action = record.note(words)
        if action.stops { element.stopParsing() }
        if action != .nothing { record.expectSame("\(what) \(element.words)", words) }
        let result = Result { try ChaosRecord.perform(action) }
        if action != .nothing { record.expectSame("\(what) \(element.words)", words) }
        try result.get()
    }

    private mutating func receive(_ text: borrowing XMLTextEvent, _ what: String) throws {
        let words = "\(what) \(text.words)"
        let action = record.note(words)
        if action.stops { text.stopParsing() }
        if action != .nothing { record.expectSame("\(what) \(text.words)", words) }
        let result = Result { try ChaosRecord.perform(action) }
        if action != .nothing { record.expectSame("\(what) \(text.words)", words) }
        try result.get()
    }

    mutating func startDocument() throws { try ChaosRecord.perform(record.note("start of document")) }
    mutating func endDocument() throws { try ChaosRecord.perform(record.note("end of document")) }

    mutating func startElement(_ element: borrowing XMLElementEvent) throws { try receive(element, "start") }
    mutating func endElement(_ element: borrowing XMLElementEvent) throws { try receive(element, "end") }
    mutating func text(_ text: borrowing XMLTextEvent) throws { try receive(text, "text") }
    mutating func cdata(_ text: borrowing XMLTextEvent) throws { try receive(text, "cdata") }
    mutating func comment(_ text: borrowing XMLTextEvent) throws { try receive(text, "comment") }
    mutating func processingInstruction(_ text: borrowing XMLTextEvent) throws { try receive(text, "instruction") }
    mutating func entityReference(_ text: borrowing XMLTextEvent) throws { try receive(text, "reference") }

    mutating func diagnostic(_ diagnostic: XMLDiagnostic) throws {
        try ChaosRecord.perform(record.note("diagnostic \(diagnostic)"))
    }
}

// MARK: Properties of events

extension XMLElementEvent {
    fileprivate var words: String {
        let attributes = attributes.map { "\($0.name)=\($0.value)" }
        let values = [
            self[attribute: "k"], self[attribute: "p:k"], self[attribute: XMLName("k", namespaceURI: "urn:p")],
        ]
        let isNamed = [
            isNamed("p:a"), isNamed("a"), isNamed(XMLName("a")), isNamed(XMLName("a", namespaceURI: "urn:p")),
        ]
        return
            "\(qualifiedName) \(prefix ?? "-") \(name) \(localName) \(namespaceURI ?? "-") \(depth) \(attributes) \(values) \(isNamed) \(location.words)"
    }
}

extension XMLTextEvent {
    fileprivate var words: String {
        // Creating the string reads all bytes. Iterating over them here takes long.
        let ends = withUTF8 { span in span.isEmpty ? [] : [span[0], span[span.count / 2], span[span.count - 1]] }
        let string = string
        return
            "\(string.prefix(20))…\(string.suffix(20)) \(string.utf8.count) \(utf8Count) \(ends) \(isWhiteSpace) \(target ?? "-") \(depth) \(location.words)"
    }
}

extension XMLLocation {
    /// The whole location in words.
    var words: String { "\(line):\(column)+\(byteOffset)" }
}
