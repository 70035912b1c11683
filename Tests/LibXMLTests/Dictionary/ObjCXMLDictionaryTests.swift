import CheckCases
import Foundation
import LibXML
import Testing

/// Compares a plain reimplementation of the Objective-C library XMLDictionary with ours.
@Suite struct ObjCXMLDictionaryTests {
    struct Options: Sendable {
        var collapses = true
        var strips = true
        var trims = true
        var usesArrays = false
        var keepsComments = false
        var wraps = false
        var groupsAttributes = false
        var name = 1

        init(bits: Int) {
            collapses = bits & 1 == 0
            strips = bits & 2 == 0
            trims = bits & 4 == 0
            usesArrays = bits & 8 != 0
            keepsComments = bits & 16 != 0
            wraps = bits & 32 != 0
            groupsAttributes = bits & 64 != 0
            name = (bits >> 7) % 3
        }

        var mapping: XMLMapping {
            var mapping = XMLMapping.objcXMLDictionary
            if !collapses { mapping.dictionaries = .all }
            if !strips { mapping.emptyElements = collapses ? .dictionary : .string }
            if !trims { mapping.whiteSpace = .kept }
            if usesArrays { mapping.arrays = .all }
            if keepsComments { mapping.commentsKey = "__comments" }
            if groupsAttributes { mapping.attributes = .grouped("__attributes") }
            mapping.wrapsRoot = wraps
            mapping.nameKey = [.never, .root("__name"), .always("__name")][name]
            return mapping
        }
    }

    @Test("The convention of the Objective-C XMLDictionary has the results of that library", arguments: 0..<384)
    func naive(bits: Int) throws {
        let options = Options(bits: bits)
        let documents =
            ConventionTests.table.map(\.document) + [
                DocumentGenerator(seed: UInt64(bits)).document(size: 600),
                "<r>a<b/>c<!--d-->e<b> </b>f</r>", "<r><a/><a/><b>1</b><a><c/></a></r>", "<r> <a>\n</a> </r>",
            ]
        for document in documents {
            let tree = try XMLTree(parsing: document)
            let theirs = NaiveDictionary(options).convert(tree)
            let mine = try XMLDictionary(tree, mapping: options.mapping).anyDictionary() as NSDictionary
            #expect(mine == theirs, "\(document)")
        }
    }
}

/// The callbacks of XMLDictionaryParser, with mutable objects.
private final class NaiveDictionary {
    private final class Node {
        var values: [String: Any] = [:]

        var plain: [String: Any] { values.mapValues(NaiveDictionary.plain) }
    }

    private final class List {
        var items: [Any]

        init(_ items: [Any]) { self.items = items }
    }

    private let options: ObjCXMLDictionaryTests.Options
    private var root: Node?
    private var stack: [Node] = []
    private var text = ""
    /// Comments before the root. The original library drops them, but keeps those after a root that it wraps. We keep
    /// both.
    private var early: [String] = []

    init(_ options: ObjCXMLDictionaryTests.Options) {
        self.options = options
    }

    func convert(_ tree: XMLTree) -> NSDictionary {
        for node in tree.children { visit(node) }
        return (root?.plain ?? [:]) as NSDictionary
    }

    private static func plain(_ value: Any) -> Any {
        switch value {
        case let node as Node: node.plain
        case let list as List: list.items.map(plain)
        default: value
        }
    }

    private func visit(_ node: XMLTree.Node) {
        switch node.kind {
        case .element:
            guard let element = node.element else { return }
            start(element)
            for child in element.children { visit(child) }
            end()
        case .text, .cdata, .entityReference: text += node.text ?? ""
        case .comment:
            guard options.keepsComments else { return }
            if let top = stack.last {
                add(node.text ?? "", under: "__comments", of: top, asList: true)
            } else if root == nil {
                early.append(node.text ?? "")
            }
        default: break
        }
    }

    private func add(_ value: Any, under key: String, of node: Node, asList: Bool) {
        switch node.values[key] {
        case let list as List: list.items.append(value)
        case let other?: node.values[key] = List([other, value])
        case nil: node.values[key] = asList ? List([value]) : value
        }
    }

    private func start(_ element: XMLTree.Element) {
        endText()
        let node = Node()
        if options.name == 2 || options.name == 1 && root == nil { node.values["__name"] = element.qualifiedName }
        var attributes: [String: String] = [:]
        for declaration in element.namespaceDeclarations {
            attributes[declaration.prefix.map { "xmlns:\($0)" } ?? "xmlns"] = declaration.uri
        }
        for attribute in element.attributes { attributes[attribute.qualifiedName] = attribute.value }
        if options.groupsAttributes {
            if !attributes.isEmpty { node.values["__attributes"] = attributes }
        } else {
            for (name, value) in attributes { node.values["_" + name] = value }
        }
        if let top = stack.last {
            add(node, under: element.qualifiedName, of: top, asList: options.usesArrays)
        } else {
            root = node
            if options.wraps {
                let wrapper = Node()
                for comment in early { add(comment, under: "__comments", of: wrapper, asList: true) }
                wrapper.values[element.qualifiedName] = node
                root = wrapper
                stack.append(wrapper)
            }
        }
        stack.append(node)
    }

    private func endText() {
        if options.trims { text = text.trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{200B}"])) }
        if !text.isEmpty, let top = stack.last { add(text, under: "__text", of: top, asList: false) }
        text = ""
    }

    private func end() {
        endText()
        let top = stack.removeLast()
        guard top.values.keys.allSatisfy({ $0 == "__name" || $0 == "__text" }) else { return }
        let parent = stack.last ?? Node()
        guard
            let key = parent.values.keys.first(where: { holds(parent.values[$0], top) }) ?? top.values["__name"]
                as? String
        else { return }
        let runs = (top.values["__text"] as? List)?.items as? [String]
        if let text = runs?.joined(separator: "\n") ?? top.values["__text"] as? String {
            if options.collapses { replaceLast(in: parent, key, with: text) }
        } else if options.strips {
            replaceLast(in: parent, key, with: nil)
        } else if !options.collapses {
            top.values["__text"] = ""
        }
    }

    private func holds(_ value: Any?, _ node: Node) -> Bool {
        (value as? Node) === node || ((value as? List)?.items.last as? Node) === node
    }

    private func replaceLast(in parent: Node, _ key: String, with text: String?) {
        if let list = parent.values[key] as? List {
            list.items.removeLast()
            if let text { list.items.append(text) }
        } else {
            parent.values[key] = text
        }
    }
}
