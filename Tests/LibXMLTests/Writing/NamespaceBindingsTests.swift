import CheckCases
import Testing

@testable import LibXML

@Suite struct NamespaceBindingsTests {
    @Test("Few and many declarations are found alike")
    func manyDeclarations() {
        var generator = SeededGenerator(seed: 7)
        var bindings = NamespaceBindings()
        var plain: [(prefix: String, uri: String)] = []
        for step in 0..<20_000 {
            // The number of declarations rises to about 100 and falls again, several times.
            let grows = step / 400 % 2 == 0
            if Int.random(in: 0..<10, using: &generator) < (grows ? 8 : 3) {
                let prefix =
                    ["", "p", "q\(Int.random(in: 0..<60, using: &generator))"].randomElement(using: &generator) ?? ""
                let uri = "u\(Int.random(in: 0..<20, using: &generator))"
                bindings.add(prefix: prefix, uri: uri)
                plain.append((prefix, uri))
            } else {
                let count = max(0, plain.count - Int.random(in: 0..<4, using: &generator))
                bindings.remove(from: count)
                plain.removeSubrange(count...)
            }
            let prefix =
                ["", "p", "xml", "q\(Int.random(in: 0..<60, using: &generator))"].randomElement(using: &generator) ?? ""
            let uri = plain.last { $0.prefix == prefix }?.uri ?? ["": "", "xml": ReservedNamespaces.xml][prefix]
            #expect(bindings.uri(of: prefix) == uri)
            #expect(bindings.uri(of: Array(prefix.utf8).span) == uri)
            let start = plain.count / 2
            let index = plain.lastIndex { $0.prefix == prefix }
            #expect(bindings.index(of: prefix, from: start) == index.flatMap { $0 >= start ? $0 : nil })
            let wanted = "u\(Int.random(in: 0..<20, using: &generator))"
            for isAttribute in [false, true] {
                let found = bindings.prefix(of: wanted, isAttribute: isAttribute)
                let all = Set(plain.map(\.prefix)).filter { prefix in
                    !(isAttribute && prefix.isEmpty) && plain.last { $0.prefix == prefix }?.uri == wanted
                }
                #expect(found.map { all.contains($0) } ?? all.isEmpty)
            }
            #expect(bindings.uri(of: bindings.newPrefix()) == nil)
            #expect(bindings.count == plain.count)
        }
    }
}
