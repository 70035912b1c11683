import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The class XMLReader, known from Objective-C, as it would be written in Swift today with Foundation's XMLParser.
final class XMLReaderPort: NSObject, XMLParserDelegate {
    private var stack: [[String: Any]] = [[:]]
    private var names: [String] = []
    private var texts: [String] = [""]

    static func dictionary(of bytes: [UInt8]) -> [String: Any]? {
        let reader = XMLReaderPort()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        return parser.parse() ? reader.stack[0] : nil
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        stack.append(attributes)
        names.append(name)
        texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        texts[texts.count - 1] += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        var element = stack.removeLast()
        let key = names.removeLast()
        let text = texts.removeLast().trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.isEmpty { element["text"] = text }
        let top = stack.count - 1
        switch stack[top].removeValue(forKey: key) {
        case nil: stack[top][key] = element
        case var list as [Any]:
            list.append(element)
            stack[top][key] = list
        case let other?: stack[top][key] = [other, element]
        }
    }
}

/// A delegate that does nothing.
final class EmptyDelegate: NSObject, XMLParserDelegate {
    static func parse(_ bytes: [UInt8]) -> Bool {
        let parser = XMLParser(data: Data(bytes))
        let delegate = EmptyDelegate()
        parser.delegate = delegate
        return parser.parse()
    }
}
