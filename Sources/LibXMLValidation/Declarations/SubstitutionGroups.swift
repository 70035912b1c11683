import LibXML

extension SimpleTypes {
    /// Rejects a schema that libxml2 before 2.11 would compile forever. In it, an element substitutes another one whose
    /// type is a union, without deriving its type from it.
    ///
    /// - Throws: `XMLError.Code.schemaTooComplex`.
    func checkSubstitutionGroups() throws(XMLError) {
        guard !Libxml2.compilesSubstitutionsOfUnions else { return }
        let all = declarations.keys.sorted().flatMap { declarations[$0] ?? [] }
        for member in all where member[attribute: "substitutionGroup"] != nil {
            var heads: Set<String> = []
            var current = member
            while let head = head(of: current), heads.insert(head[attribute: "name"] ?? "").inserted {
                if let type = type(of: head), isUnion(type), !isDerived(member, from: type) {
                    throw member.error(
                        "libxml2 before 2.11 cannot read an element that substitutes one whose type is a union",
                        code: .schemaTooComplex, help: "derive its type from that of the other element")
                }
                current = head
            }
        }
    }

    private func head(of element: Element) -> Element? {
        guard let name = element[attribute: "substitutionGroup"] else { return nil }
        return declarations[Wording.local(name)]?.first {
            $0.name.localName == "element" && $0.parent?.name.localName == "schema"
        }
    }

    /// The definition of the simple type of an element; nil for one of XML Schema.
    private func type(of element: Element) -> Element? {
        guard let type = element[attribute: "type"] else {
            return element.elements.first { $0.name.localName == "simpleType" } ?? head(of: element).flatMap(self.type)
        }
        return named[Wording.local(type)]?.first { $0.name.localName == "simpleType" }
    }

    private func isUnion(_ type: Element) -> Bool {
        chain(from: type).last?.elements.contains { $0.name.localName == "union" } ?? false
    }

    private func isDerived(_ element: Element, from type: Element) -> Bool {
        self.type(of: element).map { chain(from: $0).contains(type) } ?? false
    }
}
