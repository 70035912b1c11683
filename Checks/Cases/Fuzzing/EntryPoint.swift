package import LibXML

/// An entry point of the library, which is run on any bytes: by the fuzzer, and by the tests on its findings.
package enum EntryPoint: String, CaseIterable, Sendable {
    case strict, repair, libxml2, html, reader, push, edit, write, schema, relaxng, dtd

    /// Runs the entry point on one input.
    ///
    /// - Parameter violations: returns the invariants that an element and its tree violate. They are internal to the
    ///   library, so that only code with a testable import can check them.
    /// - Throws: ``BrokenProperty`` if a property that every input must have is violated.
    package func run(_ bytes: some Sequence<UInt8>, violations: @escaping (XMLTree.Element) -> [String]) throws {
        guard let input = FuzzedInput(bytes, violations: violations) else { return }
        switch self {
        case .strict: try input.runStrict()
        case .repair: try input.runRepair()
        case .libxml2: try input.runLibXML2Recovery()
        case .html: try input.runHTML()
        case .reader: try input.runReader()
        case .push: try input.runPush()
        case .edit: try input.runEdits()
        case .write: try input.runWriting()
        case .schema: try input.runSchema()
        case .relaxng: try input.runRelaxNG()
        case .dtd: try input.runDTD()
        }
    }
}

/// A violated property that every input must have.
package struct BrokenProperty: Error, CustomStringConvertible {
    package var description: String
}

/// Stops the run unless a property holds.
package func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line
) throws(BrokenProperty) {
    guard condition else { throw BrokenProperty(description: "\(file):\(line): \(message())") }
}

/// Two bytes that select options, and a document. In readable inputs the bytes are `0`, which selects no options.
struct FuzzedInput {
    private let flags: UInt8
    private let seed: UInt8
    let document: [UInt8]
    private let violations: (XMLTree.Element) -> [String]

    init?(_ bytes: some Sequence<UInt8>, violations: @escaping (XMLTree.Element) -> [String]) {
        var iterator = bytes.makeIterator()
        guard let flags = iterator.next(), let seed = iterator.next() else { return nil }
        self.flags = flags ^ UInt8(ascii: "0")
        self.seed = seed ^ UInt8(ascii: "0")
        document = Array(IteratorSequence(iterator))
        self.violations = violations
    }

    /// Checks the invariants of an element and its tree.
    func checkInvariants(_ element: XMLTree.Element) throws(BrokenProperty) {
        let violations = violations(element)
        try expect(violations.isEmpty, "\(violations)")
    }

    /// Returns whether a bit of the first byte is set.
    func chooses(_ bit: Int) -> Bool { flags >> bit & 1 == 1 }

    /// Returns one of several values, by some bits of the first byte.
    func choice<Value>(_ bits: Range<Int>, of values: [Value]) -> Value {
        values[Int(flags) >> bits.lowerBound & (1 << bits.count - 1) % values.count]
    }

    /// Returns a number below `limit`, by the second byte.
    func number(below limit: Int) -> Int { limit > 0 ? Int(seed) % limit : 0 }

    /// The document as text, if it is UTF-8.
    var text: String? { String(validating: document, as: UTF8.self) }

    /// The document in pieces, whose sizes depend on the second byte.
    var pieces: [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        var rest = document[...]
        while !rest.isEmpty {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let largest: UInt64 = [1, 3, 16, 700][Int(seed & 3)]
            let size = 1 + Int((state >> 33) % largest)
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return pieces
    }

    /// Options with which no input takes long.
    var options: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.limits.entityExpansion = 1 << 16
        options.limits.depth = 64
        return options
    }
}

extension Result where Failure == XMLError {
    package var error: XMLError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

extension XMLError {
    /// The code and position of the error.
    package var kindAndPlace: String { "\(code)@\(location?.description ?? "-")+\(location?.byteOffset ?? -1)" }
}
