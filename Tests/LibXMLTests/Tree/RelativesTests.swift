import LibXML
import Testing

/// The parents, siblings and positions of elements and nodes, by definition; and what makes them the same.
@Suite struct RelativesTests {
    static let documents = [
        "<r/>", "<?p?><!--c--><r>text</r><!--d-->", "<r><a/>x<b><c/><c/>y</b><!--z--><a/><![CDATA[u]]><a><b/></a></r>",
        "<!DOCTYPE r [<!ENTITY e '<i/>x'>]><r>&e;<a/>&e;</r>",
        "<r>\n  <a k='1'/>\n  <a k='1'/>\n  <p:a xmlns:p='u'><p:b/></p:a>\n</r>",
    ]

    @Test("Siblings and positions are those of the parent's children", arguments: documents)
    func siblings(_ text: String) throws {
        let tree = try XMLTree(parsing: text)
        check(Array(tree.children))
        #expect(tree.children.last == Array(tree.children).last)
        #expect((tree.root.nextSibling, tree.root.previousSibling) == (nil, nil))
        #expect(tree.root.index == 0)
        #expect(Array(tree.root.ancestors).isEmpty)
        #expect(tree.descendants.count == Array(tree.descendants).count)
        for element in tree.descendants {
            check(Array(element.children))
            #expect(element.node.element == element)
            #expect(element.node.parent == element.parent)
            #expect(tree.elements(at: try XMLPath(parsing: element.path)) == [element])
            let elements = Array(element.elements)
            #expect(element.elements.last == elements.last)
            #expect(element.elements.reversed() == elements.reversed())
            #expect(element.children.last == Array(element.children).last)
            for (number, child) in elements.enumerated() {
                #expect(child.index == number)
                #expect(Array(child.followingSiblings) == Array(elements[(number + 1)...]))
                #expect(Array(child.precedingSiblings) == elements[..<number].reversed())
                #expect(child.nextSibling == (number + 1 < elements.count ? elements[number + 1] : nil))
                #expect(child.previousSibling == (number > 0 ? elements[number - 1] : nil))
                #expect(Array(child.ancestors) == [element] + Array(element.ancestors))
            }
        }
    }

    private func check(_ nodes: [XMLTree.Node]) {
        for (number, node) in nodes.enumerated() {
            #expect(node.index == number)
            #expect(Array(node.followingSiblings) == Array(nodes[(number + 1)...]))
            #expect(Array(node.precedingSiblings) == nodes[..<number].reversed())
            #expect(node.nextSibling == (number + 1 < nodes.count ? nodes[number + 1] : nil))
            #expect(node.previousSibling == (number > 0 ? nodes[number - 1] : nil))
            #expect(Array(node.ancestors).first == node.parent)
        }
    }

    @Test("Elements and nodes are the same only as themselves, and are in document order", arguments: documents)
    func identity(_ text: String) throws {
        let (tree, other) = (try XMLTree(parsing: text), try XMLTree(parsing: text))
        let elements = Array(tree.descendants)
        #expect(elements.shuffled().sorted() == elements)
        #expect(Set(elements).count == elements.count)
        for (number, element) in elements.enumerated() {
            #expect(elements.firstIndex(of: element) == number)
        }
        for (element, copy) in zip(elements, other.descendants) {
            #expect(element != copy)
            #expect((element < copy) != (copy < element))
            #expect(element.hasSameContent(as: copy))
            #expect(element.detached() != element)
            #expect(element.detached().hasSameContent(as: element))
            let nodes = Array(element.children)
            #expect(nodes.shuffled().sorted() == nodes)
            #expect(Set(nodes).count == nodes.count)
            for (node, copy) in zip(nodes, copy.children) {
                #expect(node != copy)
                #expect(node.hasSameContent(as: copy))
            }
        }
        #expect(tree == other)
    }

    @Test("The second of two equal elements is found as itself")
    func twins() throws {
        let root = try XMLTree(parsing: "<r><a/><b/><a/></r>").root
        let siblings = Array(root.elements)
        #expect(siblings.firstIndex(of: siblings[2]) == 2)
        #expect(siblings[0].hasSameContent(as: siblings[2]))
        #expect(!siblings[0].hasSameContent(as: siblings[1]))
        #expect(Set(siblings).count == 3)
    }

    @Test("Records have no siblings")
    func records() throws {
        var records = try XMLRecords(parsing: "<r><a/><a/><a/></r>", at: "r/a")
        while let record = try records.next() {
            #expect(record.nextSibling == nil)
            #expect(record.previousSibling == nil)
            #expect(record.index == 0)
        }
    }
}
