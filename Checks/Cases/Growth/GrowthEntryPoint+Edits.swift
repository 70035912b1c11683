import LibXML

extension GrowthEntryPoint {
    static let edits: [Self] = [
        Self("edited-attributes", [.wellFormed], divisor: 2) { input in
            try edit(input) { edit, element in
                for attribute in element.attributes { try? edit.setText(of: attribute, to: "new") }
                try? edit.set(attribute: "new-1", of: element, to: "1")
                try? edit.set(attribute: "new-2", of: element, to: "2")
            }
        },
        Self("removed-attributes", [.wellFormed], divisor: 2) { input in
            try edit(input) { edit, element in for attribute in element.attributes { try? edit.remove(attribute) } }
        },
        Self("added-attributes", [.wellFormed], divisor: 2) { input in
            let tree = try input.tree()
            var edit = XMLEdit(tree)
            for number in 0..<min(1_000, input.bytes.count / 100) {
                try edit.set(attribute: "new-\(number)", of: tree.root, to: "1")
            }
            _ = try edit.xmlBytes()
        },
        Self("edited-texts", [.wellFormed], divisor: 2) { input in
            try edit(input) { edit, element in
                if element.elements.isEmpty { try? edit.setText(of: element, to: "new é") }
            }
        },
        Self("renamed-elements", [.wellFormed], divisor: 2) { input in
            try edit(input) { edit, element in try? edit.rename(element, to: "renamed") }
        },
        Self("insertions", [.wellFormed], divisor: 8) { input in
            try edit(input) { edit, element in
                try? edit.insert("<new/>", before: element)
                try? edit.insert("<new/>", after: element)
                try? edit.append("<new/>", to: element)
                try? edit.prepend("<new/>", to: element)
            }
        },
        Self("insertions-at-one-place", [.wellFormed], divisor: 2) { input in
            let tree = try input.tree()
            var edit = XMLEdit(tree)
            let leaf = tree.descendants.first { $0.children.isEmpty } ?? tree.root
            for _ in 0..<input.bytes.count / 100 {
                try edit.append("<new/>", to: tree.root)
                try edit.prepend("<new/>", to: tree.root)
                try? edit.append("<new/>", to: leaf)
            }
            _ = try edit.xmlBytes()
        },
        Self("edited-section", [.wellFormed, .malformed], divisor: 2) { input in
            let tree = try XMLTree(parsing: "<r a='' b=\"\"><![CDATA[x]]></r>")
            var edit = XMLEdit(tree)
            try edit.setText(of: tree.root, to: input.text)
            try edit.set(attribute: "a", of: tree.root, to: input.text)
            try edit.set(attribute: "b", of: tree.root, to: input.text)
            _ = try edit.xmlBytes()
        },
        Self("removed-children", [.wellFormed], divisor: 2) { input in
            let tree = try input.tree()
            var edit = XMLEdit(tree)
            for element in tree.root.elements { try? edit.remove(element) }
            _ = try edit.xmlBytes()
        },
        Self("moved-elements", [.wellFormed], divisor: 8) { input in
            let tree = try input.tree()
            var edit = XMLEdit(tree)
            for element in tree.descendants {
                try? edit.move(element, toEndOf: tree.root)
                try? edit.set(attribute: "new", of: element, to: "1")
            }
            _ = try edit.xmlBytes()
        },
        Self("moved-in-element", [.wellFormed], divisor: 8) { input in
            try edit(input) { edit, element in
                guard let parent = element.parent, let first = parent.elements.first else { return }
                try? edit.move(element, before: first)
                try? edit.insert("<new/>", after: element)
            }
        },
        Self("sorted-elements", [.wellFormed], divisor: 8) { input in
            try edit(input) { edit, element in
                try? edit.sortElements(of: element) { $0.location.byteOffset > $1.location.byteOffset }
            }
        },
        Self("edit-at-path", [.wellFormed], divisor: 2) { input in
            var edit = XMLEdit(try input.tree())
            try? edit.setText(at: "//no-such", to: "")
            try? edit.setText(at: "//@no-such", to: "")
            try? edit.setText(at: "*/@new", to: "1")
            _ = try edit.xmlBytes()
        },
    ]

    static let repairedEdits: [Self] = [
        Self("edited-repair", [.malformed, .repeatedFault], divisor: 2) { input in
            let tree = try XMLTree(parsing: input.bytes, options: input.options.recovering())
            var edit = XMLEdit(tree)
            for element in tree.descendants { try? edit.set(attribute: "new", of: element, to: "1") }
            _ = try edit.xmlBytes()
        }
    ]

    /// Edits each element of a document.
    private static func edit(_ input: GrowthInput, _ change: (inout XMLEdit, XMLTree.Element) -> Void) throws {
        let tree = try input.tree()
        var edit = XMLEdit(tree)
        for element in tree.descendants { change(&edit, element) }
        _ = try edit.xmlBytes()
    }
}
