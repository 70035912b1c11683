import LibXML
import Testing

@Suite struct WideElementTests {
    @Test("Keys and lists of an element with many children are found by an index as without one")
    func wide() throws {
        let names = (0..<300).map { "n\($0 % 100)" }
        let text =
            "<p:r xmlns:p='u' xmlns:q='v'>\(names.enumerated().map { "<p:\($1)>\($0)</p:\($1)><q:\($1)/>" }.joined())</p:r>"
        let lists = try XMLDecoder().decode([String: [String]].self, from: text)
        #expect(lists.count == 200)
        for number in 0..<100 {
            #expect(lists["n\(number)"] == ["\(number)", "\(number + 100)", "\(number + 200)"])
            #expect(lists["q:n\(number)"] == ["", "", ""])
        }
        #expect(throws: DecodingError.self) { try XMLDecoder().decode([String: String].self, from: text) }
        let local = try XMLDecoder(matchesAnyNamespace: true).decode([String: [String]].self, from: text)
        #expect(local.count == 100)
        #expect(local["n7"] == ["7", "", "107", "", "207", ""])
    }

    @Test("The keys of a dictionary are those that find its values")
    func keys() throws {
        let text = "<r xmlns:m='u' m:k='1' k='2'><m:x>3</m:x><x>4</x></r>"
        #expect(
            try XMLDecoder().decode([String: String].self, from: text) == ["m:k": "1", "k": "2", "m:x": "3", "x": "4"])
    }
}
