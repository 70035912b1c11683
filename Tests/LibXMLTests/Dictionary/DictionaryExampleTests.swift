import LibXML
import Testing

/// Values of typical documents, by keys and paths.
@Suite struct DictionaryExampleTests {
    @Test("A place in the answer of MapQuest")
    func mapQuest() throws {
        let answer = try XMLDictionary(
            parsing: """
                <GeocodeResponse><LocationCollection><GeoAddress><AdminArea1>US</AdminArea1><LatLng>\
                <Lat>40.044618</Lat><Lng>-76.412124</Lng></LatLng></GeoAddress></LocationCollection></GeocodeResponse>
                """)
        let path = "GeocodeResponse.LocationCollection.GeoAddress.LatLng"
        #expect(answer.double(at: try XMLPath(parsing: path + ".Lat")) == 40.044618)
        #expect(answer.double(at: try XMLPath(parsing: path + ".Lng")) == -76.412124)
    }

    @Test("Contacts, some with several telephones, some with none")
    func contacts() throws {
        let contacts = try XMLDictionary(
            parsing: """
                <contacts><Contact><firstname>Joe</firstname><phone>321</phone><phone>322</phone></Contact>\
                <Contact><firstname>Ann</firstname><phone>7</phone></Contact><Contact name="John Doe"/></contacts>
                """)
        let phones = contacts.array(at: "contacts.Contact").map { $0.dictionary?.strings(at: "phone") ?? [] }
        #expect(phones == [["321", "322"], ["7"], []])
        #expect(contacts.string(at: "contacts.Contact[2].@name") == "John Doe")
    }

    @Test("Books and their numbers")
    func books() throws {
        let books = try XMLDictionary(
            parsing: """
                <Books><Book id="1"><title>Circumference</title><author>Nicholas Nicastro</author></Book>\
                <Book id="2"><title>Copernicus Secret</title><author>Jack Repcheck</author></Book></Books>
                """)
        let list = books.array(at: "Books.Book").compactMap { book in
            book["@id"]?.int.map { ($0, book["title"]?.string ?? "") }
        }
        #expect(list.map(\.0) == [1, 2])
        #expect(list.map(\.1) == ["Circumference", "Copernicus Secret"])
    }

    @Test("Node names, attributes, children, comments and text, as the Objective-C library has them")
    func categories() throws {
        let document = try XMLDictionary(
            parsing: "<bar cliche='true'><!-- c --><foo>Hello</foo><foo/>text<banjo>his name-oh</banjo></bar>",
            mapping: .objcXMLDictionary)
        #expect(document.name == "bar")
        #expect(document.attributes == ["cliche": "true"])
        #expect(document.elements == ["foo": ["Hello"], "banjo": "his name-oh"])
        #expect(document.comments == [" c "])
        #expect(document.string == "text")
        #expect(document["foo"]?[0]?.string == "Hello")
        #expect(document["_cliche"]?.string == "true")
    }
}
