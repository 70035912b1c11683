import LibXML
import Synchronization

/// The declarations of a RELAX NG schema by name, to explain errors.
struct RelaxNGDeclarations: Sendable {
    /// The permitted content of an element, by local name, in the order of its declaration.
    struct Content: Sendable {
        var elements: [String] = []
        var requiredElements: [String] = []
        var attributes: [String] = []
        var requiredAttributes: [String] = []
        /// The values that its text may have.
        var values: [String] = []
        /// The types that its text may have.
        var types: [DataType] = []
        /// Whether it may contain elements, or have attributes, of any name.
        var isOpen = false
        var isOpenForAttributes = false
    }

    struct DataType: Sendable {
        var name: String
        /// The restrictions of the type, such as `pattern [a-z]+`.
        var parameters: [String]

        var description: String {
            parameters.isEmpty ? name : "\(name) with the \(parameters.joined(separator: " and the "))"
        }
    }

    private var elements: [String: [XMLTree.Element]] = [:]
    private var definitions: [String: [XMLTree.Element]] = [:]
    private(set) var elementNames: [String] = []
    private let cache = Cache()

    /// Earlier results, because many faults may concern elements with the same name. It contains only names of the
    /// schema.
    private final class Cache: Sendable {
        let contents = Mutex<[String: Content]>([:])
    }

    init(of documents: [SchemaDocument]) {
        for document in documents {
            for element in [document.tree.root] + document.tree.root.descendants {
                switch element.name.localName {
                case "element":
                    for name in Self.names(of: element) ?? [] { elements[name, default: []].append(element) }
                case "define":
                    if let name = element[attribute: "name"] { definitions[name, default: []].append(element) }
                default: break
                }
            }
        }
        elementNames = elements.keys.sorted()
    }

    /// A note about the declaration of an element; nil unless it is the only declaration of its name.
    func note(ofElement name: String) -> XMLDiagnostic.Note? {
        guard let declaration = declaration(name) else { return nil }
        return XMLDiagnostic.Note(message: "<\(Wording.local(name))> is declared here", location: declaration.location)
    }

    /// The content of the elements of a name; nil if it is not declared exactly once.
    func content(ofElement name: String) -> Content? {
        guard let declaration = declaration(name) else { return nil }
        let local = Wording.local(name)
        if let known = cache.contents.locked({ $0[local] }) { return known }
        var content = Content()
        var visited: Set<String> = []
        for child in declaration.elements { add(child, to: &content, isRequired: true, &visited) }
        cache.contents.locked { $0[local] = content }
        return content
    }

    /// The values and types that an attribute may have; nil if it is not declared exactly once.
    func content(ofAttribute name: String, in element: String) -> Content? {
        guard let declaration = declaration(element) else { return nil }
        var visited: Set<String> = []
        var found: [XMLTree.Element] = []
        findAttribute(Wording.local(name), in: declaration, &found, &visited)
        guard let attribute = found.first, found.count == 1 else { return nil }
        var content = Content()
        for child in attribute.elements { add(child, to: &content, isRequired: true, &visited) }
        return content
    }

    private func declaration(_ name: String) -> XMLTree.Element? {
        guard let all = elements[Wording.local(name)], all.count == 1 else { return nil }
        return all.first
    }

    private func add(
        _ pattern: XMLTree.Element, to content: inout Content, isRequired: Bool, _ visited: inout Set<String>
    ) {
        switch pattern.name.localName {
        case "element":
            guard let names = Self.names(of: pattern) else { return content.isOpen = true }
            content.elements += names.filter { !content.elements.contains($0) }
            if isRequired, names.count == 1 { content.requiredElements += names }
        case "attribute":
            guard let names = Self.names(of: pattern) else { return content.isOpenForAttributes = true }
            content.attributes += names
            if isRequired, names.count == 1 { content.requiredAttributes += names }
        case "ref", "parentRef":
            guard let name = pattern[attribute: "name"], visited.insert(name).inserted else { return }
            for definition in definitions[name] ?? [] {
                let isChoice = definition[attribute: "combine"] == "choice"
                for child in definition.elements {
                    add(child, to: &content, isRequired: isRequired && !isChoice, &visited)
                }
            }
        case "externalRef", "grammar": (content.isOpen, content.isOpenForAttributes) = (true, true)
        case "value": content.values.append(pattern.ownText)
        case "data":
            let parameters = pattern.elements.filter { $0.name.localName == "param" }
            content.types.append(
                DataType(
                    name: pattern[attribute: "type"] ?? "",
                    parameters: parameters.map { ($0[attribute: "name"] ?? "") + " " + $0.ownText }))
        case "list", "text", "empty", "notAllowed", "name", "anyName", "nsName", "except", "param": break
        case "optional", "zeroOrMore": addChildren(of: pattern, to: &content, isRequired: false, &visited)
        case "choice":
            addChildren(
                of: pattern, to: &content, isRequired: isRequired && pattern.elements.count == 1, &visited)
        default: addChildren(of: pattern, to: &content, isRequired: isRequired, &visited)
        }
    }

    private func addChildren(
        of pattern: XMLTree.Element, to content: inout Content, isRequired: Bool, _ visited: inout Set<String>
    ) {
        for child in pattern.elements { add(child, to: &content, isRequired: isRequired, &visited) }
    }

    private func findAttribute(
        _ name: String, in pattern: XMLTree.Element, _ found: inout [XMLTree.Element], _ visited: inout Set<String>
    ) {
        for child in pattern.elements {
            switch child.name.localName {
            case "element": break
            case "attribute": if Self.names(of: child) == [name] { found.append(child) }
            case "ref", "parentRef":
                guard let target = child[attribute: "name"], visited.insert(target).inserted else { break }
                for definition in definitions[target] ?? [] { findAttribute(name, in: definition, &found, &visited) }
            default: findAttribute(name, in: child, &found, &visited)
            }
        }
    }

    /// The local names of an element or attribute; nil if they are not listed.
    static func names(of pattern: XMLTree.Element) -> [String]? {
        if let name = pattern[attribute: "name"] { return [Wording.local(name.trimmingSpace)] }
        guard let nameClass = pattern.elements.first else { return nil }
        return names(in: nameClass)
    }

    private static func names(in nameClass: XMLTree.Element) -> [String]? {
        switch nameClass.name.localName {
        case "name": return [Wording.local(nameClass.ownText.trimmingSpace)]
        case "choice":
            var all: [String] = []
            for child in nameClass.elements {
                guard let names = names(in: child) else { return nil }
                all += names
            }
            return all
        default: return nil
        }
    }

}

extension String {
    var trimmingSpace: String {
        split { $0 == " " || $0.isNewline || $0 == "\t" }.joined(separator: " ")
    }
}
