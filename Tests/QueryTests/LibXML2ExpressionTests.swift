import CLibXML2
import Foundation
import LibXML
import LibXMLQueries
import Testing

/// libxml2's own tests of XPath, whose folder `test/XPath` the variable `LIBXML2_TESTS` names: each expression over each
/// document has the same value as over libxml2's own tree.
@Suite struct LibXML2ExpressionTests {
    private static let folder = ProcessInfo.processInfo.environment["LIBXML2_TESTS"]

    private static func files(_ name: String) throws -> [(name: String, text: String)] {
        let path = "\(folder ?? "")/\(name)"
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map {
            ($0, try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8))
        }
    }

    @Test("Expressions of libxml2's tests", .enabled(if: folder != nil))
    func expressions() throws {
        let expressions = try (Self.files("tests") + Self.files("expr")).flatMap { file in
            file.text.split(separator: "\n").map(String.init)
        }
        var (count, differences): (Int, [String]) = (0, [])
        for (name, text) in try Self.files("docs") {
            let tree = try XMLTree(parsing: text)
            let own = try #require(OwnTree(text))
            for expression in expressions {
                let mine = try? XPathExpression(expression).value(in: tree)
                let theirs = own.value(of: expression)
                count += 1
                if mine != theirs {
                    differences.append("\(name): \(expression): \(mine ?? "error"), and not \(theirs ?? "error")")
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.count) of \(count):\n\(differences.joined(separator: "\n"))")
        #expect(count > 2_000)
    }
}

extension XPathExpression {
    /// The value as a text that tells nodes apart.
    fileprivate func value(in tree: XMLTree) throws -> String {
        switch try tree.evaluate(self) {
        case .string(let text): return "'\(text)'"
        case .number(let number): return "\(number)"
        case .boolean(let isTrue): return "\(isTrue)"
        case .nodes(let nodes):
            let elements = [tree.root] + Array(tree.root.descendants)
            func number(_ element: XMLTree.Element) -> Int {
                elements.firstIndex { $0.location == element.location } ?? -1
            }
            return nodes.map { node in
                switch node {
                case .document: "/"
                case .element(let element): "\(number(element)) \(element.localName)"
                case .attribute(let attribute): "@\(attribute.localName)=\(attribute.value)"
                case .text(_, let text): "“\(text)”"
                case .comment(let node): "!\(node.text ?? "")"
                case .processingInstruction(let node): "?\(node.target ?? "") \(node.text ?? "")"
                case .namespace(let prefix, let uri, let element): "\(number(element)) \(prefix ?? "")=\(uri)"
                }
            }.joined(separator: ", ")
        }
    }
}

/// libxml2's own tree of a document.
@safe
private final class OwnTree {
    private let document: xmlDocPtr
    private var numbers: [UnsafeMutableRawPointer: Int] = unsafe [:]

    init?(_ text: String) {
        let options = XML_PARSE_NOENT.rawValue | XML_PARSE_NOCDATA.rawValue | XML_PARSE_NONET.rawValue
        guard
            let document = unsafe xmlReadMemory(
                text, Int32(text.utf8.count), nil, nil, Int32(options | XML_PARSE_NOERROR.rawValue))
        else { return nil }
        unsafe self.document = document
        unsafe add(xmlDocGetRootElement(document))
    }

    deinit { unsafe xmlFreeDoc(document) }

    private func add(_ element: xmlNodePtr?) {
        guard let element = unsafe element else { return }
        unsafe numbers[UnsafeMutableRawPointer(element)] = numbers.count
        var child = unsafe xmlFirstElementChild(element)
        while let found = unsafe child {
            unsafe add(found)
            unsafe child = xmlNextElementSibling(found)
        }
    }

    func value(of expression: String) -> String? {
        guard let context = unsafe xmlXPathNewContext(document) else { return nil }
        defer { unsafe xmlXPathFreeContext(context) }
        unsafe context.pointee.error = { _, _ in }
        unsafe context.pointee.node = UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self)
        guard let object = unsafe xmlXPathEval(expression, context) else { return nil }
        defer { unsafe xmlXPathFreeObject(object) }
        switch unsafe object.pointee.type {
        case XPATH_STRING: return unsafe "'\(String(cString: object.pointee.stringval))'"
        case XPATH_NUMBER: return unsafe "\(object.pointee.floatval)"
        case XPATH_BOOLEAN: return unsafe "\(object.pointee.boolval != 0)"
        default: break
        }
        guard let set = unsafe object.pointee.nodesetval else { return "" }
        return unsafe (0..<Int(set.pointee.nodeNr)).map { index in
            unsafe set.pointee.nodeTab[index].map { unsafe describe($0) } ?? ""
        }.joined(separator: ", ")
    }

    private func describe(_ node: xmlNodePtr) -> String {
        func text(_ pointer: UnsafePointer<xmlChar>?) -> String {
            unsafe pointer.map { unsafe String(cString: $0) } ?? ""
        }
        func number(_ node: UnsafeMutableRawPointer?) -> Int { unsafe node.flatMap { unsafe numbers[$0] } ?? -1 }
        switch unsafe node.pointee.type {
        case XML_DOCUMENT_NODE: return "/"
        case XML_ELEMENT_NODE: return unsafe "\(number(node)) \(text(node.pointee.name))"
        case XML_ATTRIBUTE_NODE:
            return unsafe "@\(text(node.pointee.name))=\(text(node.pointee.children?.pointee.content))"
        case XML_COMMENT_NODE: return unsafe "!\(text(node.pointee.content))"
        case XML_PI_NODE: return unsafe "?\(text(node.pointee.name)) \(text(node.pointee.content))"
        case XML_NAMESPACE_DECL:
            let namespace = unsafe UnsafeMutableRawPointer(node).assumingMemoryBound(to: xmlNs.self).pointee
            return unsafe "\(number(namespace.next)) \(text(namespace.prefix))=\(text(namespace.href))"
        default: return unsafe "“\(text(node.pointee.content))”"
        }
    }
}
