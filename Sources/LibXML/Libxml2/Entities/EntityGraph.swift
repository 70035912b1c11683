import CLibXML2

/// The references between entities. Distinguishes an entity that refers to itself from one that merely grows too large,
/// because libxml2 reports both in the same way.
///
/// Entities are identified by their names with a prefix for their kind: `&name` or `%name`.
@safe
struct EntityGraph {
    /// The document that holds the declarations.
    let cDocument: xmlDocPtr?

    /// Whether one of these entities refers to itself, directly or through others.
    ///
    /// Complexity: O(*n*) in the length of the replacement texts.
    func isRecursive(from roots: [String]) -> Bool {
        // The entities on the path from a root to the current one, each with its references that remain to be followed.
        var path: [(name: String, references: ArraySlice<String>)] = []
        var onPath: Set<String> = []
        var done: Set<String> = []
        for root in roots where !done.contains(root) {
            path.append((root, references(in: root)[...]))
            onPath = [root]
            while let last = path.indices.last {
                guard let next = path[last].references.popFirst() else {
                    done.insert(path[last].name)
                    onPath.remove(path.removeLast().name)
                    continue
                }
                if onPath.contains(next) { return true }
                if done.contains(next) { continue }
                onPath.insert(next)
                path.append((next, references(in: next)[...]))
            }
        }
        return false
    }

    /// The entities that the replacement text of an entity refers to, each once.
    private func references(in name: String) -> [String] {
        DeclaredEntities.references(in: replacementText(of: name) ?? "")
    }

    private func replacementText(of name: String) -> String? {
        let isParameter = name.hasPrefix("%")
        let name = String(name.dropFirst())
        let entity = unsafe isParameter ? xmlGetParameterEntity(cDocument, name) : xmlGetDocEntity(cDocument, name)
        guard let entity = unsafe entity else { return nil }
        return unsafe entity.pointee.content.map { unsafe String(cString: $0) } ?? ""
    }

    /// The names of the undeclared general entities that an entity is, or refers to, directly or through others.
    func undeclared(from name: String) -> Set<String> {
        DeclaredEntities.undeclared(from: name) { replacementText(of: "&" + $0) }
    }

    /// The entities that are declared in the text of a document type declaration.
    static func declared(in text: String) -> [String] {
        text.matches(of: /<!ENTITY\s+(%\s+)?([^\s"'>]+)/).map { match in
            (match.1 == nil ? "&" : "%") + match.2
        }
    }
}
