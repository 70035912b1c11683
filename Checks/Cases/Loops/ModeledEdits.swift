import LibXML

/// Random edits, which are also performed on a simple tree.
enum ModeledEdits {
    static func document(_ random: inout SeededGenerator, isIndented: Bool) -> String {
        func element(_ depth: Int) -> String {
            let line = isIndented ? "\n" + String(repeating: "  ", count: depth) : ""
            let name = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
            let key = Int.random(in: 0..<5, using: &random)
            let count = depth > 3 ? 0 : Int.random(in: depth == 0 ? 2...4 : 0...4, using: &random)
            let start = "\(line)<\(name) k = '\(key)'"
            if count > 0 {
                return "\(start)>\((0..<count).map { _ in element(depth + 1) }.joined())\(line)</\(name) >"
            }
            return [start + "/>", start + ">x</\(name)>", start + "></\(name)\t>"].randomElement(using: &random) ?? ""
        }
        return element(0)
    }

    static func isBefore(_ first: XMLTree.Element, _ second: XMLTree.Element) -> Bool {
        (first[attribute: "k"] ?? "") < (second[attribute: "k"] ?? "")
    }

    /// Performs a random edit on both. Returns whether the model can tell if it is possible.
    private static func apply(
        _ number: Int, _ random: inout SeededGenerator, _ edit: inout XMLEdit, _ model: EditModel
    ) throws -> (result: Result<Void, any Error>, isPossible: Bool?) {
        let (first, second) = (model.nodes.randomElement(using: &random), model.nodes.randomElement(using: &random))
        guard let node = first, let other = second, let element = node.element, let target = other.element else {
            return (.success(()), nil)
        }
        let name = "x\(number)"
        let fragment: XMLFragment = try XMLFragment(unsafeMarkup: "<\(name)/>")
        var next = edit
        func perform(_ change: (inout XMLEdit) throws -> Void) -> Result<Void, any Error> {
            Result {
                try change(&next)
                _ = try next.xmlBytes()
                edit = next
            }
        }
        func modeled(_ change: () throws -> Void) -> Bool { (try? change()) != nil }
        let isRoot = node === model.root
        model.touch(node, other)
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
            return (
                perform { try $0.setText(of: element, to: name) },
                modeled { try model.setContent(node, model.inserted(text: name)) }
            )
        case 1:
            return (
                perform { try $0.replaceContent(of: element, with: fragment) },
                modeled { try model.setContent(node, model.inserted(name)) }
            )
        case 2, 3:
            let attribute = Bool.random(using: &random) ? "k" : "n"
            return (
                perform { try $0.set(attribute: attribute, of: element, to: name) },
                modeled {
                    try model.require(!node.isGone)
                    node.attributes[attribute] = name
                }
            )
        case 4:
            guard node.attributes["n"] != nil else { return (.success(()), nil) }
            return (
                perform { try $0.remove(attribute: "n", of: element) },
                node.isGone ? nil : modeled { node.attributes["n"] = nil }
            )
        case 5:
            return (
                perform { try $0.rename(element, to: name) },
                modeled {
                    try model.require(!node.isGone)
                    node.name = name
                }
            )
        case 6 where !isRoot:
            // A removed element may be removed once more.
            let isInGone = node.isInGone
            let result = perform { try $0.remove(element) }
            return (result, isInGone ? nil : modeled { try model.replace(node, with: nil) })
        case 7 where !isRoot:
            return (
                perform { try $0.replace(element, with: fragment) },
                modeled { try model.replace(node, with: model.inserted(name)) }
            )
        case 8, 9:
            let isBefore = Bool.random(using: &random)
            guard !isRoot, !(node.isRemoved && node.parent?.isSorted == true) else { return (.success(()), nil) }
            return (
                perform {
                    if isBefore {
                        try $0.insert(fragment, before: element)
                    } else {
                        try $0.insert(fragment, after: element)
                    }
                },
                modeled { try model.insert(model.inserted(name), beside: node, isBefore: isBefore) }
            )
        case 10:
            let isAtEnd = Bool.random(using: &random)
            return (
                perform {
                    if isAtEnd { try $0.append(fragment, to: element) } else { try $0.prepend(fragment, to: element) }
                },
                modeled { try model.insert(model.inserted(name), in: node, isAtEnd: isAtEnd) }
            )
        case 11, 12:
            guard !isRoot, other !== model.root, node !== other, !(other.isRemoved && other.parent?.isSorted == true)
            else { return (.success(()), nil) }
            let isBefore = Bool.random(using: &random)
            return (
                perform {
                    if isBefore { try $0.move(element, before: target) } else { try $0.move(element, after: target) }
                },
                modeled {
                    try model.require(!other.isInGone)
                    try model.move(node, into: other.parent) {
                        try model.insert(node, beside: other, isBefore: isBefore)
                    }
                }
            )
        case 13 where !isRoot:
            let isAtEnd = Bool.random(using: &random)
            return (
                perform {
                    if isAtEnd {
                        try $0.move(element, toEndOf: target)
                    } else {
                        try $0.move(element, toStartOf: target)
                    }
                },
                modeled { try model.move(node, into: other) { try model.insert(node, in: other, isAtEnd: isAtEnd) } }
            )
        case 14, 15:
            let isGone = node.isGone
            let result = perform { try $0.sortElements(of: element, by: isBefore) }
            return (result, isGone ? nil : modeled { try model.sort(node, by: isBefore) })
        default: return (.success(()), nil)
        }
    }

    /// Checks that recorded edits have the same result as edits that are performed at once.
    static func check(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let document = document(&random, isIndented: seed / 4 % 2 == 0)
        let tree = try XMLTree(parsing: document)
        let model = EditModel(tree)
        var edit = XMLEdit(tree)
        for number in 0..<Int.random(in: 2...12, using: &random) {
            let before = edit.isEmpty ? document : try edit.xmlString()
            let (result, isPossible) = try apply(number, &random, &edit, model)
            switch result {
            case .success: try expect(isPossible != false, "\(number) of \(document): \(before)")
            case .failure(let error):
                let code = (error as? XMLError)?.code
                try expect(code == .overlappingEdits || code == .uneditable, "\(number) of \(document): \(error)")
                try expect(isPossible != true, "\(number) of \(document): \(before): \(error)")
            }
            let output = try edit.xmlString()
            try expect(
                EditModel.description(edit.editedTree().root) == model.root.description,
                "\(number) of \(document): \(before) became \(output)")
            for node in model.nodes where !node.isEdited && !node.isGone {
                guard let element = node.element else { continue }
                let source = String(
                    decoding: Array(document.utf8)[element.sourceRange], as: UTF8.self)
                try expect(output.contains(source), "\(source.debugDescription) of \(document): \(output)")
            }
        }
    }
}
