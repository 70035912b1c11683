import LibXML
import Testing

/// Small programs whose handlers make values of the events.
@Suite struct HandlerProgramTests {
    struct Book: Equatable {
        var id: Int
        var values: [String: String] = [:]
    }

    /// The Books application: an element of each book becomes a property of the same name.
    struct BookReader: XMLHandler {
        var books: [Book] = []
        private var text = ""

        mutating func startElement(_ element: borrowing XMLElementEvent) {
            if element.isNamed("Book") { books.append(Book(id: element[attribute: "id"].flatMap { Int($0) } ?? 0)) }
            text = ""
        }

        mutating func text(_ text: borrowing XMLTextEvent) { self.text += text.string }

        mutating func endElement(_ element: borrowing XMLElementEvent) {
            if element.depth == 3, !books.isEmpty { books[books.count - 1].values[element.localName] = text }
        }
    }

    @Test("The Books application")
    func books() throws {
        var reader = BookReader()
        try reader.parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Books>
              <Book id="1"><title>Circumference</title><author>Nicholas Nicastro</author><summary>Eratosthenes</summary></Book>
              <Book id="2"><title>Copernicus' Secret</title><author>Jack Repcheck</author></Book>
            </Books>
            """)
        #expect(reader.books.map(\.id) == [1, 2])
        #expect(reader.books[0].values["author"] == "Nicholas Nicastro")
        #expect(reader.books[1].values == ["title": "Copernicus' Secret", "author": "Jack Repcheck"])
    }

    /// XML to objects of any class: element names select the properties to set.
    struct ObjectReader<Object>: XMLHandler {
        var className: String
        var make: () -> Object
        var properties: [String: WritableKeyPath<Object, String>]
        var items: [Object] = []
        private var text = ""

        init(_ className: String, make: @escaping () -> Object, _ properties: [String: WritableKeyPath<Object, String>])
        {
            self.className = className
            self.make = make
            self.properties = properties
        }

        mutating func startElement(_ element: borrowing XMLElementEvent) {
            if element.isNamed(className) { items.append(make()) }
            text = ""
        }

        mutating func text(_ text: borrowing XMLTextEvent) { self.text += text.string }

        mutating func endElement(_ element: borrowing XMLElementEvent) {
            guard !items.isEmpty, let property = properties[element.localName] else { return }
            items[items.count - 1][keyPath: property] = text
        }
    }

    struct Contact: Equatable {
        var firstname = ""
        var lastname = ""
        var phone = ""
    }

    @Test("Contact objects")
    func contacts() throws {
        var reader = ObjectReader(
            "Contact", make: Contact.init,
            ["firstname": \.firstname, "lastname": \.lastname, "phone": \.phone])
        try reader.parse(
            """
            <contacts>
               <Contact><firstname>Joe</firstname><lastname>Smith</lastname><phone>321-123-4567</phone></Contact>
               <Contact><firstname>Ann</firstname><lastname>O&apos;Hara</lastname><phone/></Contact>
            </contacts>
            """)
        #expect(
            reader.items == [
                Contact(firstname: "Joe", lastname: "Smith", phone: "321-123-4567"),
                Contact(firstname: "Ann", lastname: "O'Hara"),
            ])
    }

    /// All values by their key paths.
    struct KeyPathReader: XMLHandler {
        var values: [String: String] = [:]
        private var path: [String] = []

        mutating func startElement(_ element: borrowing XMLElementEvent) { path.append(element.localName) }
        mutating func endElement(_ element: borrowing XMLElementEvent) { path.removeLast() }

        mutating func text(_ text: borrowing XMLTextEvent) {
            if !text.isWhiteSpace { values[path.joined(separator: "."), default: ""] += text.string }
        }
    }

    @Test("Values by key paths")
    func keyPaths() throws {
        var reader = KeyPathReader()
        try reader.parse(
            """
            <GeocodeResponse><LocationCollection><GeoAddress>
              <AdminArea1>US</AdminArea1><LatLng><Lat>40.044618</Lat><Lng>-76.412124</Lng></LatLng>
            </GeoAddress></LocationCollection></GeocodeResponse>
            """)
        #expect(reader.values["GeocodeResponse.LocationCollection.GeoAddress.LatLng.Lat"] == "40.044618")
        #expect(reader.values["GeocodeResponse.LocationCollection.GeoAddress.AdminArea1"] == "US")
        #expect(reader.values.count == 3)
    }
}
