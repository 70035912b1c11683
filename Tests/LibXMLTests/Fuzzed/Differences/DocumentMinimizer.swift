@_spi(Checks) @testable import LibXML

/// Makes documents smaller in which a difference occurs.
enum DocumentMinimizer {
    /// A document without parts that a difference does not need.
    ///
    /// - Parameter attempts: how many smaller documents are tried.
    static func minimize(
        _ document: ComparedDocument, keeping kind: Difference.Kind, attempts: Int = 2_000
    ) -> ComparedDocument {
        var best = document
        var left = attempts
        func isKept(_ candidate: ComparedDocument) -> Bool {
            left -= 1
            // A known difference that looks the same is not the one that is looked for.
            return Difference.all(in: candidate, ways: kind.way.compared)
                .contains { $0.kind == kind && KnownDifferences.first(matching: $0, in: candidate) == nil }
        }
        for simpler in best.withSimplerOptions where isKept(simpler) { best = simpler }
        var size = max(1, best.count / 2)
        while left > 0 {
            let before = best.count
            var start = 0
            while start < best.count, left > 0 {
                let range = start..<min(best.count, start + size)
                if let candidate = best.removing(range), isKept(candidate) { best = candidate } else { start += size }
            }
            if size == 1, best.count == before { break }
            size = max(1, size / 2)
        }
        return best
    }
}

extension ReadingWay {
    /// The ways that have to be compared to find a difference of this one.
    fileprivate var compared: [ReadingWay] { isRepairing ? [.repaired, self] : [self] }
}

extension ComparedDocument {
    /// The document with default options one by one, and in fewer pieces.
    fileprivate var withSimplerOptions: [ComparedDocument] {
        var plain = self
        plain.options = XMLParsingOptions()
        var others = [plain]
        // Seeds 0 to 8 give pieces of different sizes, one byte among them.
        others += (0..<UInt64(8)).map { seed in
            var document = plain
            document.pieceSeed = seed
            return document
        }
        return others
    }
}
