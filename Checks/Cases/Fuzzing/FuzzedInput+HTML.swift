import LibXML

// HTML. Every input is valid as HTML.

extension FuzzedInput {
    func runHTML() throws {
        var options = XMLHTMLOptions()
        options.impliesElements = !chooses(0)
        options.encoding = choice(1..<3, of: [nil, nil, "ISO-8859-1", "UTF-16"])
        options.limits.depth = 128
        try check { () throws(XMLError) in try XMLTree(html: document, options: options) }
        try check { () throws(XMLError) in try XMLTree(htmlFragment: document, options: options) }
        if let text {
            try check { () throws(XMLError) in try XMLTree(html: text, options: options) }
            try check { () throws(XMLError) in try XMLTree(htmlFragment: text, options: options) }
        }
        guard let feed = try? XMLTree(parsing: document, options: .recovering) else { return }
        for element in Array(feed.descendants).prefix(10) {
            try check(element) { () throws(XMLError) in try element.parsedHTML(options: options) }
        }
    }

    private func check(
        _ element: XMLTree.Element? = nil, _ parse: () throws(XMLError) -> XMLTree
    ) throws(BrokenProperty) {
        let tree: XMLTree
        do throws(XMLError) {
            tree = try parse()
        } catch {
            let mayBe: [XMLError.Code] = [
                .emptyDocument, .missingRootElement, .tooDeep, .tooManyNames, .nameTooLong, .tagTooLong,
            ]
            try expect(mayBe.contains(error.code), error.description)
            return
        }
        try check(tree)
        _ = tree.outline
        _ = XMLDictionary(tree).json()
        do throws(XMLError) {
            _ = try tree.htmlString()
        } catch {
            let mayBe: [XMLError.Code] = [.unwritableHTML, .invalidName, .malformedDocumentType]
            try expect(mayBe.contains(error.code) && error.location != nil, error.description)
        }
        guard let element else { return }
        let range = element.sourceRange
        for part in tree.descendants {
            let isInside = range.lowerBound <= part.location.byteOffset && part.location.byteOffset <= range.upperBound
            try expect(isInside, "\(part.location) is not in \(range)")
        }
    }
}
