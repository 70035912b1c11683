import LibXML

/// The declarations of a schema by name, to explain errors. libxml2 does not report which declaration an error
/// concerns.
struct SchemaDeclarations: Sendable {
    /// The places at which elements and attributes of a local name are declared.
    private var elements: [String: [XMLLocation]] = [:]
    private var attributes: [String: [XMLLocation]] = [:]
    private var keys: [String: [XMLLocation]] = [:]
    /// The attributes whose values must be unique: the attributes that have the type `xs:ID` in all of their
    /// declarations. Empty if the schema allows attributes or elements that it does not declare.
    private(set) var ids: [CheckedID] = []
    private(set) var types = SimpleTypes()
    /// The key references by `{uri}name`, as libxml2 writes it.
    private(set) var references: [String: KeyReference] = [:]

    /// The names that are declared, for suggestions.
    private(set) var elementNames: [String] = []
    private(set) var attributeNames: [String] = []

    init(of documents: [SchemaDocument]) {
        var found: [CheckedID: Bool] = [:]
        var isOpen = false
        for document in documents {
            let root = document.tree.root
            for element in root.descendants {
                if element.name.localName == "any" || element.name.localName == "anyAttribute" { isOpen = true }
                guard let name = element[attribute: "name"], element.name.namespaceURI == root.name.namespaceURI else {
                    continue
                }
                types.add(element, name: name)
                switch element.name.localName {
                case "key", "keyref", "unique":
                    keys[name, default: []].append(element.location)
                    guard element.localName == "keyref" else { break }
                    // An included document need not have a target namespace.
                    let uri = root[attribute: "targetNamespace"].map { "{\($0)}" } ?? ""
                    references[uri + name.trimmingSpace] = KeyReference(element)
                case "element": elements[name, default: []].append(element.location)
                case "attribute":
                    attributes[name, default: []].append(element.location)
                    let isGlobal = element.parent == root
                    let form = element[attribute: "form"] ?? root[attribute: "attributeFormDefault"]
                    let uri = isGlobal || form == "qualified" ? root[attribute: "targetNamespace"] : nil
                    let isID = element[attribute: "type"].map { Self.isID($0, element) } ?? false
                    let checked = CheckedID(name: name, uri: uri)
                    found[checked] = isID && found[checked] ?? true
                default: break
                }
            }
        }
        if !isOpen { ids = found.filter(\.value).map(\.key) }
        elementNames = elements.keys.sorted()
        attributeNames = attributes.keys.sorted()
    }

    private static func isID(_ type: String, _ element: XMLTree.Element) -> Bool {
        element.resolve(type) == XMLName("ID", namespaceURI: SchemaLanguage.xmlSchema.uri)
    }

    /// A note about the declaration of an element or an attribute; nil unless it is the only declaration of its name.
    func note(ofElement name: String) -> XMLDiagnostic.Note? {
        note(elements, "<\(Wording.local(name))>", Wording.local(name))
    }
    func note(ofKey name: String) -> XMLDiagnostic.Note? { note(keys, "“\(name)”", name) }
    func note(ofAttribute name: String) -> XMLDiagnostic.Note? { note(attributes, "“\(name)”", Wording.local(name)) }

    private func note(_ places: [String: [XMLLocation]], _ shown: String, _ name: String) -> XMLDiagnostic.Note? {
        guard let all = places[name], all.count == 1, let place = all.first else { return nil }
        return XMLDiagnostic.Note(message: "\(shown) is declared here", location: place)
    }

    /// Returns the elements of messages about references without a target.
    func references(of messages: [String], in scope: XMLTree.Element) -> [XMLTree.Element?] {
        let messages = messages.map { text in
            var report = ValidatorReport(code: SchemaCode.key)
            report.message = text
            return SchemaMessage(report)
        }
        var found: [XMLTree.Element?] = messages.map { _ in nil }
        for (key, indices) in Dictionary(grouping: messages.indices, by: { messages[$0].key ?? "" }) {
            let values = indices.map { messages[$0].keyValues }
            let reference = references[key] ?? references[SchemaMessage.local(key)]
            let elements = reference?.elements(withValues: values, in: scope) ?? []
            for (index, element) in zip(indices, elements) { found[index] = element }
        }
        return found
    }
}
