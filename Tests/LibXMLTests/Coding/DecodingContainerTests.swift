import LibXML
import Synchronization
import Testing

/// What initializers ask of decoders and containers.
@Suite struct DecodingContainerTests {
    /// A type whose initializer is a test.
    private static func inspect(
        _ text: String, _ decoder: XMLDecoder = .init(), _ body: @escaping @Sendable (any Decoder) throws -> Void
    ) throws {
        var decoder = decoder
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "body"))] = body
        _ = try decoder.decode(Inspector.self, from: text)
    }

    private struct Inspector: Decodable {
        init(from decoder: any Decoder) throws {
            let key = try #require(CodingUserInfoKey(rawValue: "body"))
            let body = try #require(decoder.userInfo[key] as? @Sendable (any Decoder) throws -> Void)
            try body(decoder)
        }
    }

    private enum Keys: String, CodingKey { case a, b, c, items, item }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("Nested containers by key")
    func nested() throws {
        try Self.inspect("<r><a><b>1</b><c>2</c></a><b>3</b><b>4</b></r>") { decoder in
            let root = try decoder.container(keyedBy: Keys.self)
            let a = try root.nestedContainer(keyedBy: Keys.self, forKey: .a)
            #expect(try a.decode(Int.self, forKey: .b) == 1 && a.decode(String.self, forKey: .c) == "2")
            #expect(a.codingPath.map(\.stringValue) == ["a"])
            var list = try root.nestedUnkeyedContainer(forKey: .b)
            #expect(try list.decode(Int.self) == 3 && list.decode(String.self) == "4" && list.isAtEnd)
            #expect(throws: DecodingError.self) { try root.nestedContainer(keyedBy: Keys.self, forKey: .c) }
            #expect(try root.nestedUnkeyedContainer(forKey: .c).isAtEnd)
        }
    }

    @Test("Nested containers in a list, at the root and inside of another element")
    func nestedInLists() throws {
        try Self.inspect("<r><item><a>1</a></item><items><a>2</a><a>3</a></items><item>4</item></r>") { decoder in
            var list = try decoder.unkeyedContainer()
            #expect(try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .a) == 1)
            var inner = try list.nestedUnkeyedContainer()
            #expect(inner.codingPath.map(\.stringValue) == ["items"])
            #expect(throws: DecodingError.self) { try inner.decode([Int].self) }
            #expect(try inner.decode(Int.self) == 2 && inner.decode(Int.self) == 3 && inner.isAtEnd)
            #expect(try Int(from: list.superDecoder()) == 4)
            #expect(list.isAtEnd && list.currentIndex == 3)
            #expect(throws: DecodingError.self) { try list.superDecoder() }
        }
        // The container of a key has the elements of the key, as a list has.
        try Self.inspect("<r><items><item>1</item><item>2</item></items></r>") { decoder in
            var lists = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .items)
            #expect(lists.count == 1)
            var items = try lists.nestedUnkeyedContainer()
            #expect(try items.decode(Int.self) == 1 && items.decode(Int.self) == 2 && items.isAtEnd)
        }
    }

    @Test("The position in a list: count, currentIndex and isAtEnd")
    func position() throws {
        try Self.inspect("<r><a>1</a><b/><a>2</a><a>3</a></r>") { decoder in
            var list = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .a)
            #expect(list.count == 3)
            #expect(list.currentIndex == 0)
            #expect(!list.isAtEnd)
            _ = try list.decode(Int.self)
            #expect(list.count == 3 && list.currentIndex == 1)
            while let count = list.count, list.currentIndex < count { _ = try list.decode(Int.self) }
            #expect(list.isAtEnd && list.count == 3)
            let error = try #require(throws: DecodingError.self) { try list.decode(Int.self) }
            guard case .valueNotFound = error else { throw error }
            #expect(try decoder.unkeyedContainer().count == 4)
            #expect(try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .c).count == 0)
        }
    }

    @Test("A value that could not be decoded is still the next one of its list")
    func attempts() throws {
        try Self.inspect("<r><a>1</a><a>x</a><a>3</a></r>") { decoder in
            var list = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .a)
            var found: [String] = []
            while !list.isAtEnd {
                if let number = try? list.decode(Int.self) {
                    found.append("\(number)")
                } else {
                    #expect(
                        (try? list.decode(Located<Int>.self)) == nil && (try? list.decode([String: Int].self)) != nil)
                    break
                }
            }
            #expect(found == ["1"] && list.currentIndex == 2)
        }
        try Self.inspect("<r><a>1</a><a>x</a><a>3</a></r>") { decoder in
            var list = try decoder.unkeyedContainer()
            var found: [String] = []
            while !list.isAtEnd {
                if let number = try? list.decode(Double.self) {
                    found.append("\(number)")
                } else if let date = try? list.decode(Located<Bool>.self) {
                    found.append("\(date.value)")
                } else {
                    found.append(try list.decode(String.self))
                }
            }
            #expect(found == ["1.0", "x", "3.0"])
        }
    }

    @Test("Nil in lists")
    func nilInLists() throws {
        let xsi = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
        try Self.inspect("<r \(xsi)><a i:nil='true'/><a>1</a><a/></r>") { decoder in
            var list = try decoder.unkeyedContainer()
            #expect(try list.decodeNil() && list.currentIndex == 1)
            #expect(try !list.decodeNil() && list.decodeIfPresent(Int.self) == 1)
            #expect(try list.decodeIfPresent(String.self) == "" && list.decodeIfPresent(String.self) == nil)
            #expect(throws: DecodingError.self) { try list.decodeNil() }
        }
    }

    @Test("All keys are those for which values exist")
    func allKeys() throws {
        enum Marked: String, CodingKey { case id = "@id", name, missing, text = "#text" }
        try Self.inspect("<r id='1' other='2'>t<name/><x/><name/></r>") { decoder in
            let marked = try decoder.container(keyedBy: Marked.self)
            #expect(marked.allKeys == [.id, .name, .text])
            for key in marked.allKeys { #expect(marked.contains(key)) }
            #expect(!marked.contains(.missing))
            let any = try decoder.container(keyedBy: AnyKey.self)
            #expect(any.allKeys.map(\.stringValue) == ["id", "other", "name", "x"])
            for key in any.allKeys { #expect(any.contains(key)) }
            #expect(any.contains(AnyKey("@id")))
            #expect(!any.contains(AnyKey("@name")))
            #expect(any.contains(AnyKey("#text")))
        }
    }

    struct Roles: Decodable, XMLCodingRoles {
        enum CodingKeys: CodingKey { case id, list, labels, text, none }
        var keys: [CodingKeys]
        var contains: [Bool]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            keys = container.allKeys
            contains = [.id, .list, .labels, .text, .none].map(container.contains)
            let labels = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .labels)
            #expect(labels.allKeys.map(\.stringValue) == ["a"])
            #expect(try labels.decode(Int.self, forKey: AnyKey("a")) == 1)
        }
        static let xmlRoles: [String: XMLCodingRole] = [
            "id": .attribute("number"), "list": .path("items/item"), "text": .text, "none": .path("x/y"),
            "labels": .map("label", key: "@name", value: "#text"),
        ]
    }

    @Test("All keys of a type with roles")
    func allKeysOfRoles() throws {
        let text = "<r number='1' none='2'>x<items><item/></items><label name='a'>1</label></r>"
        let roles = try XMLDecoder().decode(Roles.self, from: text)
        #expect(Set(roles.keys) == [.id, .list, .labels, .text])
        #expect(roles.contains == [true, true, true, true, false])
    }

    @Test("The coding path of decoders and errors")
    func codingPath() throws {
        struct Leaf: Decodable {
            var path: String
            init(from decoder: any Decoder) throws {
                path = decoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
                guard try decoder.singleValueContainer().decode(String.self) != "bad" else {
                    throw DecodingError.typeMismatch(
                        Leaf.self, .init(codingPath: decoder.codingPath, debugDescription: ""))
                }
            }
        }
        struct Outer: Decodable {
            struct Inner: Decodable {
                var leaf: [Leaf]
                var single: Leaf?
                var mark: Leaf?
            }
            var inner: Inner
        }
        func leaves(_ inner: String) throws -> [String] {
            let outer = try XMLDecoder().decode(Outer.self, from: "<o>\(inner)</o>")
            return (outer.inner.leaf + [outer.inner.single, outer.inner.mark].compactMap { $0 }).map(\.path)
        }
        #expect(
            try leaves("<inner mark='m'><leaf/><leaf/><single/></inner>") == [
                "inner/leaf/0", "inner/leaf/1", "inner/single", "inner/@mark",
            ])
        #expect(try XMLDecoder().decode(Leaf.self, from: "<o/>").path == "")
        let error = try #require(throws: DecodingError.self) { try leaves("<inner><leaf/><leaf>bad</leaf></inner>") }
        guard case .typeMismatch(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["inner", "leaf", "1"])
        #expect(context.codingPath.last?.intValue == 1)
    }

    @Test("userInfo reaches the initializers of all values")
    func userInfo() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "prefix"))
        struct Prefixed: Decodable {
            var text: String
            init(from decoder: any Decoder) throws {
                let prefix = decoder.userInfo.values.first as? String ?? "none"
                text = prefix + (try decoder.singleValueContainer().decode(String.self))
            }
        }
        let decoder = XMLDecoder(userInfo: [key: "a"])
        #expect(
            try decoder.decode([String: [Prefixed]].self, from: "<r><x>1</x><x>2</x></r>")["x"]?.map(\.text) == [
                "a1", "a2",
            ])
        #expect(try XMLDecoder().decode(Prefixed.self, from: "<r/>").text == "none")
    }

    // MARK: Classes

    class Base: Codable {
        var id: Int
    }
    class Middle: Base {
        var name: String
        private enum CodingKeys: CodingKey { case name }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }
    final class Derived: Middle {
        var tags: [String]
        private enum CodingKeys: CodingKey { case tags }
        required init(from decoder: any Decoder) throws {
            tags = try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .tags)
            try super.init(from: decoder)
        }
    }
    final class Separate: Base {
        private enum CodingKeys: CodingKey { case base }
        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .base))
        }
    }

    @Test("Classes: the superclass is in the same element, or in one with a key")
    func classes() throws {
        let text = "<d id='1'><name>n</name><tags>a</tags><tags>b</tags></d>"
        let derived = try XMLDecoder().decode(Derived.self, from: text)
        #expect(derived.id == 1)
        #expect(derived.name == "n")
        #expect(derived.tags == ["a", "b"])
        let list = try XMLDecoder().decode([Middle].self, from: "<l>\(text)\(text)</l>")
        #expect(list.map(\.id) == [1, 1])
        #expect(try XMLDecoder().decode(Separate.self, from: "<d><base id='2'/></d>").id == 2)
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Separate.self, from: "<d id='2'/>") }
    }
}
