import Foundation
import LibXML
import Testing

/// With replaced characters and names, whatever a program writes is well-formed, and reads as it was meant.
@Suite struct HostileWritingTests {
    @Test("Documents of hostile strings are well-formed and contain what was written", arguments: 0..<20)
    func documents(_ part: Int) throws {
        for seed in part * 200..<(part + 1) * 200 {
            let writer = try HostileWriter(seed: seed)
            guard let bytes = try writer.document(), let root = writer.root else { continue }
            let tree: XMLTree
            do {
                tree = try XMLTree(parsing: bytes)
            } catch {
                Issue.record("\(seed): \(error) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                continue
            }
            let difference = difference(root, tree.root)
            #expect(
                difference == nil,
                "\(seed): \(difference ?? "") in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    @Test("Expat reads documents of hostile strings", .enabled(if: python != nil))
    func expat() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        var count = 0
        for seed in 0..<4_000 {
            guard let bytes = try HostileWriter(seed: seed, hasOldNames: true).document() else { continue }
            try Data(bytes).write(to: folder.appendingPathComponent("\(seed).xml"))
            count += 1
        }
        #expect(count > 3_000)
        let output = try ExpatTests.run(Self.program, folder.path)
        #expect(output == "\(count)\n")
    }

    /// Prints the faults, and the number of documents without one.
    private static let program = """
        import os, sys, xml.parsers.expat
        count = 0
        for name in os.listdir(sys.argv[1]):
            parser = xml.parsers.expat.ParserCreate(namespace_separator=chr(31))
            with open(os.path.join(sys.argv[1], name), "rb") as file: document = file.read()
            try:
                parser.Parse(document, True)
                count += 1
            except xml.parsers.expat.ExpatError as error:
                print(name, error, document)
        print(count)
        """

    /// Returns the first difference between what was written and what was read.
    private func difference(_ written: HostileWriter.Element, _ read: XMLTree.Element) -> String? {
        if let uri = written.namespaceURI, !same(uri ?? "", read.name.namespaceURI ?? "") {
            return "namespace of \(read.name)"
        }
        if let name = written.localName, name != read.localName { return "name \(read.name)" }
        if !same(written.text, read.ownText) {
            return "text \(read.ownText.debugDescription), not \(written.text.debugDescription)"
        }
        var values = read.attributes.map { (uri: $0.name.namespaceURI ?? "", value: $0.value) }
        for (uri, value) in written.attributes {
            let index = values.firstIndex { found in
                same(found.value, value) && (uri.map { same(found.uri, $0 ?? "") } ?? true)
            }
            guard let index else { return "attribute \(value.debugDescription) in \(uri as Any), not in \(values)" }
            values.remove(at: index)
        }
        if !values.isEmpty { return "more attributes" }
        let declared = read.namespaceDeclarations.map { ($0.prefix ?? "", $0.uri) }
        for (prefix, uri) in written.declarations where prefix != "xml" {
            if !declared.contains(where: { same($0.0, prefix) && same($0.1, uri) }) {
                return "declaration of \(prefix)"
            }
        }
        let elements = Array(read.elements)
        if elements.count != written.elements.count {
            return "\(elements.count) elements, not \(written.elements.count)"
        }
        for (written, read) in zip(written.elements, elements) {
            if let difference = difference(written, read) { return difference }
        }
        let kinds = read.children.map(\.kind)
        if kinds.count(where: { $0 == .comment }) != written.comments.count { return "comments" }
        if kinds.count(where: { $0 == .processingInstruction }) != written.instructions { return "instructions" }
        return nil
    }

    /// Whether strings have the same scalars. Equivalent ones are equal in Swift.
    private func same(_ first: String, _ second: String) -> Bool { first.utf8.elementsEqual(second.utf8) }
}
