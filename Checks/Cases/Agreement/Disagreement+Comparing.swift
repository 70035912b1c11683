import LibXML

extension Disagreement {
    /// Returns all differences between the ways of reading a document.
    package static func all(in document: ComparedDocument, ways: [ReadingWay] = ReadingWay.allCases) -> [Disagreement] {
        guard let tree = ReadingAnswer(.tree, document) else { return [] }
        var differences: [Disagreement] = []
        for way in ways where way != .tree && !way.isRepairing {
            guard let answer = ReadingAnswer(way, document) else { continue }
            differences += compare(way, tree, answer)
        }
        if tree.error != nil { differences += beginnings(document, ways) }
        guard ways.contains(where: \.isRepairing), let repaired = ReadingAnswer(.repaired, document) else {
            return differences
        }
        differences += compareRepaired(tree, repaired)
        for way in ways where way.isRepairing && way != .repaired {
            guard let answer = ReadingAnswer(way, document) else { continue }
            differences += compareRepaired(way, repaired, answer)
        }
        return differences
    }

    /// Compares a strict way with the tree.
    private static func compare(_ way: ReadingWay, _ tree: ReadingAnswer, _ answer: ReadingAnswer) -> [Disagreement] {
        // A text has no invalid bytes, and no encoding that differs from the declared one.
        if way == .text, tree.error?.isOfEncoding == true { return [] }
        // The size of a whole document is known before it is read.
        if tree.error?.code == "inputTooLarge", answer.error != nil { return [] }
        if let difference = compareErrors(way, tree.error, answer.error) { return [difference] }
        guard tree.error == nil else { return [] }
        return compareContent(way, tree, answer) + compareWarnings(way, tree.warnings, answer.warnings)
    }

    private static func compareErrors(
        _ way: ReadingWay, _ expected: ReadingAnswer.Report?, _ found: ReadingAnswer.Report?
    ) -> Disagreement? {
        func difference(_ aspect: Aspect) -> Disagreement {
            Disagreement(
                Kind(way: way, aspect: aspect, expected: expected?.code ?? "none", found: found?.code ?? "none"),
                expected, found)
        }
        if let expected, let found, expected.code != found.code, expected.isOfLimit || found.isOfLimit {
            // Which of two faults is found first depends on the way, if one of them is a limit.
            return nil
        }
        guard expected?.code == found?.code else { return difference(.error) }
        let isSamePlace =
            way == .text ? expected?.lineAndColumn == found?.lineAndColumn : expected?.place == found?.place
        if !isSamePlace { return difference(.place) }
        return way == .text || expected?.note == found?.note ? nil : difference(.note)
    }

    private static func compareContent(
        _ way: ReadingWay, _ expected: ReadingAnswer, _ found: ReadingAnswer
    ) -> [Disagreement] {
        if let expected = expected.outline, let found = found.outline, expected != found {
            let lines = (expected.split(separator: "\n"), found.split(separator: "\n"))
            let index =
                zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.0.count, lines.1.count)
            let (left, right) = (lines.0.dropFirst(index).first, lines.1.dropFirst(index).first)
            func word(_ line: Substring?) -> String {
                line?.split(separator: " ").first.map(String.init) ?? "nothing"
            }
            return [
                Disagreement(Kind(way: way, aspect: .content, expected: word(left), found: word(right)), left, right)
            ]
        }
        // Byte offsets depend on the encoding.
        if way == .text { return [] }
        return compareSteps(way, .content, expected.steps(for: way), found.steps).map { [$0] } ?? []
    }

    private static func compareSteps(
        _ way: ReadingWay, _ aspect: Aspect, _ expected: [Walk.Step], _ found: [Walk.Step]
    ) -> Disagreement? {
        guard expected != found else { return nil }
        let index = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, found.count)
        let (left, right) = (expected.dropFirst(index).first, found.dropFirst(index).first)
        let kind = Kind(
            way: way, aspect: aspect, expected: left?.what ?? "nothing", found: right?.what ?? "nothing")
        return Disagreement(kind, left, right)
    }

    private static func compareWarnings(
        _ way: ReadingWay, _ expected: [ReadingAnswer.Report], _ found: [ReadingAnswer.Report]
    ) -> [Disagreement] {
        func lines(_ reports: [ReadingAnswer.Report]) -> [String] {
            reports.map { way == .text ? "\($0.code)@\($0.lineAndColumn)" : $0.description }.sorted()
        }
        let (left, right) = (lines(expected), lines(found))
        // If there are more, those found first are kept, which are not the first in the document.
        guard left != right, left.count < XMLRepairOptions().diagnosticLimit else { return [] }
        let missing = left.first { !right.contains($0) }
        let extra = right.first { !left.contains($0) }
        func code(_ line: String?) -> String { line.map { String($0.prefix { $0 != "@" }) } ?? "none" }
        let kind = Kind(way: way, aspect: .warnings, expected: code(missing), found: code(extra))
        return [Disagreement(kind, left, right)]
    }

    /// Compares what a reader and a handler report before an error.
    private static func beginnings(_ document: ComparedDocument, _ ways: [ReadingWay]) -> [Disagreement] {
        guard let handler = ReadingAnswer(.handler, document), let error = handler.error else { return [] }
        // The size of a whole document is known before it is read.
        if error.code == "inputTooLarge" { return [] }
        return [ReadingWay.handlerInPieces, .reader, .readerInPieces].compactMap { way in
            // A way that ends with another error may end elsewhere.
            guard ways.contains(way), let answer = ReadingAnswer(way, document), answer.error == error else {
                return nil
            }
            return compareSteps(way, .beginning, handler.steps(for: .handler), answer.steps(for: .handler))
        }
    }

    // MARK: Repair

    /// Compares a repaired tree with that of the strict parser.
    ///
    /// The strict parser ends with its first fault. The repair may name another one of the same tag, or what is around
    /// the fault, but it repairs something there or before, or inside of a construct that does not end.
    private static func compareRepaired(_ tree: ReadingAnswer, _ repaired: ReadingAnswer) -> [Disagreement] {
        let first = repaired.warnings.first { !$0.isWarning } ?? repaired.error
        guard let error = tree.error else {
            if let difference = compareErrors(.repaired, nil, first) { return [difference] }
            return compareContent(.repaired, tree, repaired)
                + compareWarnings(.repaired, tree.warnings, repaired.warnings)
        }
        // An error names the first fault, and one of its diagnostics, which are in the order of places, what ended the
        // repair: a document without elements is empty from its beginning on.
        let hasEnd = repaired.warnings.contains { !$0.isWarning && $0.endsRepair }
        if let thrown = repaired.error, thrown.code != error.code, !thrown.endsRepair, !hasEnd {
            return [compareErrors(.repaired, error, thrown)].compactMap(\.self)
        }
        let isReported = (repaired.warnings + [repaired.error].compactMap(\.self)).contains { report in
            if report.code == error.code { return true }
            guard !report.isWarning, let place = report.offset, let strict = error.offset else { return false }
            return place <= strict || error.code.hasPrefix("unclosed")
        }
        return isReported ? [] : [compareErrors(.repaired, error, first)].compactMap(\.self)
    }

    /// Compares another way that repairs with the repaired tree.
    private static func compareRepaired(
        _ way: ReadingWay, _ repaired: ReadingAnswer, _ answer: ReadingAnswer
    ) -> [Disagreement] {
        // Further roots are not checked separately in pieces.
        let codes = (repaired.warnings + answer.warnings).map(\.code)
        guard !repaired.hasFurtherRoots, !codes.contains("contentAfterRootElement") else { return [] }
        if let difference = compareErrors(way, repaired.error, answer.error) { return [difference] }
        guard repaired.error == nil else { return [] }
        return compareContent(way, repaired, answer) + compareWarnings(way, repaired.warnings, answer.warnings)
    }

    private init(_ kind: Kind, _ expected: (some Any)?, _ found: (some Any)?) {
        self.kind = kind
        self.expected = expected.map { "\($0)" } ?? "nothing"
        self.found = found.map { "\($0)" } ?? "nothing"
    }
}

extension ReadingWay {
    var isRepairing: Bool { [.repaired, .repairedPieces, .repairedReader, .repairedHandler].contains(self) }
}

extension ReadingAnswer.Report {
    fileprivate var isOfLimit: Bool { KnownDisagreements.limits.contains(code) }

    /// Whether nothing repairs the fault.
    fileprivate var endsRepair: Bool {
        isOfLimit || ["notXML", "emptyDocument", "missingRootElement", "unresolvedEntity"].contains(code)
    }

    fileprivate var isOfEncoding: Bool {
        ["invalidEncoding", "contradictoryEncoding", "unsupportedEncoding", "inputTooLarge", "notXML"].contains(code)
    }
}
