import CheckCases
@_spi(Checks) import LibXML
import Testing

@Suite struct ConcurrencyTests {
    @Test("Parses side by side give what they give alone")
    func parallel() async throws {
        let documents = (0..<40).map { DocumentGenerator(seed: UInt64($0)).document() } + FaultTests.tags.map(\.text)
        let alone = documents.map(result)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<10 {
                        for (index, text) in documents.enumerated() where (index + round) % 4 == task % 4 {
                            #expect(result(text) == alone[index])
                        }
                    }
                }
            }
        }
    }

    @Test("One tree is read from many tasks concurrently")
    func shared() async throws {
        let children = (0..<300).map { "<c\($0) k='\($0)'>é\($0)</c\($0)>" }.joined(separator: "\n")
        let tree = try XMLTree(parsing: "<r>\(children)</r>")
        let dictionary = XMLDictionary(tree)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in stride(from: task, to: 300, by: 3) {
                        let element = tree.root["c\(number)"]
                        #expect(element?.text == "é\(number)")
                        #expect(element?[attribute: "k"] == "\(number)")
                        #expect(element?.location.line == number + 1)
                        #expect(element?.name == XMLName("c\(number)"))
                        #expect(dictionary["r"]?["c\(number)"]?["#text"]?.string == "é\(number)")
                    }
                }
            }
        }
    }

    @Test("Memory does not grow over many parses, failed ones among them")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let documents =
                FaultTests.structure.map(\.text) + FaultTests.references.map(\.text)
                + FaultTests.declarations.map(\.text) + OutlineTests.documents.map(\.text)
            func parse(_ count: Int) {
                for number in 0..<count { _ = result(documents[number % documents.count]) }
            }
            parse(10_000)
            let before = residentMemory().now
            parse(90_000)
            #expect(isSanitized || residentMemory().now - before < 4 << 20)
        }
    }
}

/// The outline of a document, or the description of its error.
private func result(_ text: String) -> String {
    do {
        return try XMLTree(parsing: text).outline
    } catch {
        return error.description
    }
}
