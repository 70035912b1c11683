import LibXML

// Malformed documents that are repaired.

extension FuzzedInput {
    /// The repair options that the first byte selects.
    var repair: XMLRepairOptions {
        var repair = XMLRepairOptions()
        repair.invalidCharacters = choice(0..<2, of: [.replace, .drop, .keep, .replace])
        if chooses(2) { repair.extraContent = .wrap("wrapper") }
        repair.ignoresCase = chooses(3)
        repair.isHTML = chooses(4)
        if chooses(5) { repair.diagnosticLimit = 3 }
        return repair
    }

    func runRepair() throws {
        var options = options
        options.encoding = choice(6..<8, of: [nil, nil, "ISO-8859-1", "UTF-16"])
        let result = Result { () throws(XMLError) in
            try XMLTree(parsing: document, options: options.recovering(.repair(repair)))
        }
        switch result {
        case .failure(let error):
            // If nothing is left, the error is the first fault that was repaired.
            let codes = [error.code] + error.diagnostics.map(\.code)
            try expect(!Self.mayRemain.isDisjoint(with: codes), "\(error.code): \(error)")
        case .success(let recovered):
            for tree in [recovered] + recovered.furtherRoots { try check(tree) }
            for diagnostic in recovered.diagnostics { _ = diagnostic.description }
            try checkRepaired(recovered, options)
        }
        try checkPieces(result, options)
    }

    /// The errors for which a document may have no repaired tree. All others must be repaired.
    private static let mayRemain: Set<XMLError.Code> = [
        .emptyDocument, .missingRootElement, .tooDeep, .tooManyAttributes, .tooManyNamespaces, .nameTooLong,
        .tooManyNames, .entityExpansionTooLarge, .notXML,
    ]

    /// Checks that the repaired text is well-formed, has the same meaning, and needs no more repair.
    private func checkRepaired(_ tree: XMLTree, _ options: XMLParsingOptions) throws {
        let text = tree.source
        var isPlain = true
        if case .keep = repair.invalidCharacters { isPlain = !text.contains("&libxml-character-") }
        if isPlain {
            let strict = Result { () throws(XMLError) in try XMLTree(parsing: text, options: options) }
            switch strict {
            case .success(let strict):
                try expect(
                    strict.root.hasSameContent(as: tree.root), "“\(text)” means\n\(strict.outline)\(tree.outline)")
            case .failure(let error):
                let isOfNamespaces = [
                    .undeclaredPrefix, .invalidNamespaceDeclaration, .duplicateAttribute, .invalidName,
                ].contains(error.code)
                try expect(isOfNamespaces, "\(error) in “\(text)”")
            }
        }
        // Wrapped content would be wrapped again, and the text of a script treated as one again.
        guard isPlain, repair.extraContent == .skip, !repair.isHTML else { return }
        let again = try XMLTree(parsing: text, options: options.recovering(.repair(repair)))
        try expect(again.source == text, "“\(text)” becomes “\(again.source)”")
        // Namespace faults, which libxml2 finds, are not repaired.
        let repairs = again.diagnostics.filter { $0.appliedRepair != nil && $0.libxml2Code == nil }
        try expect(repairs.isEmpty, "“\(text)” needs \(repairs)")
    }

    /// Checks that a document in pieces has the same result.
    private func checkPieces(_ whole: Result<XMLTree, XMLError>, _ options: XMLParsingOptions) throws {
        var options = options
        options.recovery = .repair(repair)
        let pieces = pieces
        let result = Result { () throws(XMLError) in
            var parser = XMLPushParser(options: options)
            for piece in pieces { try parser.feed(piece) }
            return try parser.finish()
        }
        switch (whole, result) {
        case (.failure, .failure): break
        case (.failure(let error), .success(let tree)): try expect(false, "whole: \(error), in pieces: \(tree.source)")
        case (.success(let recovered), .failure(let error)):
            // Further roots are not checked separately in pieces.
            try expect(!recovered.furtherRoots.isEmpty, "in pieces: \(error)")
        case (.success(let recovered), .success(let tree)):
            try check(tree)
            guard recovered.furtherRoots.isEmpty else {
                // The root of a whole document is its largest element; pieces begin at an XML declaration after elements.
                let startsLater = tree.diagnostics.contains { $0.code == .misplacedXMLDeclaration }
                let other = recovered.furtherRoots.first { $0.root.location == tree.root.location }
                try expect(
                    (startsLater ? other ?? recovered : recovered).root.hasSameContent(as: tree.root),
                    "whole\n\(recovered.outline)\n\(tree.outline)")
                return
            }
            try expect(
                recovered.outline == tree.outline, "whole\n\(recovered.outline)in pieces\n\(tree.outline)")
            try expect(recovered.source == tree.source, "“\(recovered.source)”, “\(tree.source)”")
            // A tag at the end of the document may begin a further root that is omitted entirely.
            let found = tree.diagnostics + recovered.diagnostics
            guard !found.contains(where: { $0.code == .contentAfterRootElement }),
                recovered.diagnosticCount <= repair.diagnosticLimit
            else { return }
            let expected = recovered.diagnostics.map(\.description)
            try expect(tree.diagnostics.map(\.description) == expected, "\(expected)\n\(tree.diagnostics)")
        }
    }
}
