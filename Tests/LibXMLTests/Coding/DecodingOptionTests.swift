import Foundation
import LibXML
import Synchronization
import Testing

@Suite struct DecodingOptionTests {
    struct Item: Decodable, Equatable {
        var id: Int
        var date: Date?
    }

    struct Feed: Decodable, Equatable {
        var title: String
        var item: [Item]
    }

    private static let feed = """
        <feed><title>T</title>
        <item id='1'/>
        <item id='x'/>
        <item id='3'><date>soon</date></item>
        <item id='4'><date>2024-01-01</date></item></feed>
        """

    @Test("One bad date does not lose a feed: invalid elements are omitted and reported")
    func skip() throws {
        let diagnostics = DiagnosticLog()
        let decoder = XMLDecoder(invalidElements: .skip, diagnosticHandler: { diagnostics.add($0) })
        let feed = try decoder.decode(Feed.self, from: Self.feed)
        #expect(feed.item.map(\.id) == [1, 4])
        #expect(
            diagnostics.lines == [
                "3:11: warning: expected Int, found “x” at feed.item[1].@id",
                "4:20: warning: expected Date, found “soon” at feed.item[2].date",
            ])
        #expect(try decoder.decode([Item].self, from: Self.feed, at: "feed/item").map(\.id) == [1, 4])
        // Outside of lists there is nothing to omit.
        #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: "<item id='x'/>") }
        #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: "<feed/>") }
    }

    @Test("All errors are reported together")
    func collect() throws {
        let decoder = XMLDecoder(invalidElements: .collect)
        for body in [
            { _ = try decoder.decode(Feed.self, from: Self.feed) },
            { _ = try decoder.decode([Item].self, from: Self.feed, at: "feed/item") },
        ] {
            let error = try #require(throws: XMLError.self, performing: body)
            #expect(error.diagnostics.map { $0.location?.line } == [3, 4])
            #expect(error.location?.line == 3)
        }
        #expect(try decoder.decode(Feed.self, from: "<feed><title/></feed>").item == [])
    }

    @Test("A type whose only value is a list is read from no elements, whatever happens to invalid ones")
    func onlyList() throws {
        struct Numbers: Decodable {
            var values: [Int]
            init(from decoder: any Decoder) throws {
                values = try decoder.singleValueContainer().decode([Int].self)
            }
        }
        struct Holder: Decodable { var list: Numbers }
        for invalid in [XMLDecoder.InvalidElements.throw, .skip, .collect] {
            #expect(try XMLDecoder(invalidElements: invalid).decode(Holder.self, from: "<o/>").list.values == [])
        }
    }

    @Test("Unknown elements are ignored, reported or errors")
    func unknown() throws {
        struct Server: Decodable {
            struct Listener: Decodable {
                var port: Int
            }
            var host: String
            var timeout: Double?
            var listener: [Listener]
        }
        let text =
            "<server><host>h</host>\n<listener><port>1</port><prot>2</prot></listener><x:y xmlns:x='u'/>\n<timout>3</timout></server>"
        #expect(try XMLDecoder().decode(Server.self, from: text).host == "h")
        let diagnostics = DiagnosticLog()
        let warning = XMLDecoder(unknownElements: .warn, diagnosticHandler: { diagnostics.add($0) })
        #expect(try warning.decode(Server.self, from: text).timeout == nil)
        #expect(
            diagnostics.lines == [
                "2:25: warning: <listener> cannot contain <prot> at server.listener.prot\nhelp: did you mean “port”?",
                "2:50: warning: <server> cannot contain <x:y> at server.x:y\nhelp: there are “host”, “listener”, “timeout”",
                "3:1: warning: <server> cannot contain <timout> at server.timout\nhelp: did you mean “timeout”?",
            ])
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder(unknownElements: .error).decode(Server.self, from: text)
        }
        #expect(error.xmlError?.code == .unknownElement)
        #expect(error.xmlError?.location?.description == "2:25")
        let wide = "<a>\((0..<5_000).map { "<n\($0)>1</n\($0)>" }.joined())</a>"
        #expect(try XMLDecoder(unknownElements: .error).decode([String: Int].self, from: wide).count == 5_000)
        #expect(
            try XMLDecoder(unknownElements: .error).decode([String: String].self, from: "<a><b>1</b></a>") == ["b": "1"]
        )
    }

    enum Color: String, Decodable, CaseIterable { case red, green }
    enum Size: Int, Decodable { case small = 1, large }

    struct Car: Decodable {
        var color: Color?
        var size: Size?
        var plate: Plate?
    }
    struct Plate: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard try container.decode(String.self).count == 6 else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a plate has six characters")
            }
        }
    }

    @Test("An error of a type's own initializer keeps its kind")
    func kinds() throws {
        struct Mismatch: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.typeMismatch(Int.self, .init(codingPath: [], debugDescription: "a fault"))
            }
        }
        struct Holder: Decodable {
            var value: Mismatch
        }
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Holder.self, from: "<a><value>x</value></a>")
        }
        guard case .typeMismatch(let type, let context) = error else { throw error }
        #expect(type is Int.Type)
        #expect(context.debugDescription == "1:11: error: a fault at a.value")
    }

    private func carError(_ text: String) throws -> XMLError? {
        try #require(throws: DecodingError.self) { try XMLDecoder().decode(Car.self, from: text) }.xmlError
    }

    @Test("An error of an enumeration, or of a type's own initializer, has the place of the value")
    func own() throws {
        #expect(
            try carError("<car><color>blue</color></car>")?.description
                == "1:13: error: expected one of “red”, “green”, found “blue” at car.color")
        #expect(try carError("<car size='3'/>")?.location?.description == "1:12")
        #expect(
            try carError("<car><plate>12</plate></car>")?.description
                == "1:13: error: a plate has six characters at car.plate")
    }
}
