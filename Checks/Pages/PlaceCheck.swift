import LibXML

/// Reads the source of each element, attribute and text of a page alone, and compares the result with the tree.
///
/// An element must be the first node of a page without implied elements or, as `head` and `body` cannot be that, the
/// first element of its name in a page with them. An attribute must be the only one of a start tag. Text must be the
/// only node of an unknown element in `body` or, if its element is one whose text is read in another way, of that.
struct PlaceCheck: Encodable {
    /// A node that is different when its source is read alone.
    struct Failure: Encodable {
        var kind: String
        /// The name of an element or attribute, or the text.
        var name: String
        var place: PageNode.Place
        var source: String
    }

    /// How many nodes of each kind were read, and how many elements are not in the source.
    var counts: [String: Int] = [:]
    var failures: [Failure] = []

    private static let literalElements: Set = [
        "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp",
    ]

    init(page: XMLTree) throws(XMLError) {
        // Ranges are those of the page in UTF-8.
        let tree = try XMLTree(html: page.source)
        let bytes = Array(tree.source.utf8)
        PageNode.forEach(in: tree.children) { node, _ in
            let source = String(decoding: bytes[node.sourceRange], as: UTF8.self)
            let place = PageNode.Place(node.sourceRange, node.location)
            if let element = node.element {
                let name = element.qualifiedName
                guard source.utf8.starts(with: "<".utf8), source.dropFirst().hasLowercasedPrefix(name) else {
                    counts["implied", default: 0] += 1
                    return
                }
                take("element", name, place, source, Self.isSame(node, source))
                for attribute in element.attributes {
                    let text = String(decoding: bytes[attribute.sourceRange], as: UTF8.self)
                    let place = PageNode.Place(attribute.sourceRange, attribute.location)
                    take("attribute", attribute.qualifiedName, place, text, Self.isSame(attribute, text))
                }
            } else if node.kind == .text, let text = node.text {
                let parent = node.parent?.qualifiedName ?? ""
                take("text", String(text.prefix(40)), place, source, Self.isSame(text: text, in: parent, source))
            }
        }
    }

    private mutating func take(
        _ kind: String, _ name: String, _ place: PageNode.Place, _ source: String, _ isSame: Bool
    ) {
        counts[kind, default: 0] += 1
        guard !isSame else { return }
        let source = String(source.unicodeScalars.prefix(200))
        failures.append(Failure(kind: kind, name: name, place: place, source: source))
    }

    private static func isSame(_ node: XMLTree.Node, _ source: String) -> Bool {
        let expected = PageNode.all(in: CollectionOfOne(node), hasPlaces: false)
        var options = XMLHTMLOptions()
        options.impliesElements = false
        if let tree = try? XMLTree(html: source, options: options),
            PageNode.all(in: tree.children, hasPlaces: false) == expected
        {
            return true
        }
        guard let tree = try? XMLTree(html: source) else { return false }
        var found: XMLTree.Node?
        PageNode.forEach(in: tree.children) { other, _ in
            if found == nil, other.element?.qualifiedName == expected[0].name { found = other }
        }
        return found.map { PageNode.all(in: CollectionOfOne($0), hasPlaces: false) == expected } ?? false
    }

    private static func isSame(_ attribute: XMLTree.Attribute, _ source: String) -> Bool {
        guard let element = (try? XMLTree(htmlFragment: "<a \(source) >"))?.root.children.first?.element,
            let only = element.attributes.first, element.attributes.count == 1
        else { return false }
        return only.qualifiedName == attribute.qualifiedName && only.value == attribute.value
    }

    private static func isSame(text: String, in parent: String, _ source: String) -> Bool {
        let name = literalElements.contains(parent) ? parent : "x-x"
        // In `body`, tags of `html`, `head` and `body` are ignored, as they are where the text is.
        guard let tree = try? XMLTree(htmlFragment: "<body><\(name)>\(source)</\(name)>"),
            let nodes = tree.root.children.first?.element?.children.first?.element?.children, nodes.count == 1,
            let only = nodes.first
        else { return false }
        return only.kind == .text && only.text == text
    }
}

extension Substring {
    fileprivate func hasLowercasedPrefix(_ name: String) -> Bool {
        utf8.prefix(name.utf8.count).elementsEqual(name.utf8) { byte, other in
            byte == other || (0x41...0x5A).contains(byte) && byte + 0x20 == other
        }
    }
}
