import LibXML

extension GrowthEntryPoint {
    private static let objc = XMLMapping.objcXMLDictionary

    static let dictionaries: [Self] =
        [
            json("json", .xmltodict), json("json-of-objc", .objcXMLDictionary),

            json("json-of-lists", .xmltodict) { mapping in
                mapping.arrays = .all
                mapping.mixedText = .list
                mapping.attributes = .merged
                mapping.commentsKey = "comments"
                mapping.cdataKey = "cdata"
            },
            json("json-of-omitted", .xmltodict) { mapping in
                mapping.emptyElements = .omitted
                mapping.names = .expanded()
                mapping.namespaceDeclarations = .grouped(key: "ns", defaultKey: "default")
            },
            json("json-of-local-names", .xmltodict) { mapping in
                mapping.names = .local
                mapping.nameKey = .always("name")
                mapping.attributes = .grouped("attributes")
                mapping.whiteSpace = .trimmed
                mapping.dictionaries = .all
            },
            json("json-of-transformed", .xmltodict.transforming { _ in .keep }),
            json("json-of-matching", .xmltodict) { $0.arrays = .matching { $0.key == "a" } },
        ] + values

    private static let values: [Self] = [
        Self("any-dictionary", [.wellFormed]) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            #if Foundation
                _ = try dictionary.anyDictionary()
                _ = try dictionary.sendableDictionary()
            #else
                _ = dictionary
            #endif
        },
        lookups("dictionary-lookups", .xmltodict), lookups("dictionary-lookups-of-objc", .objcXMLDictionary),
        lookups("dictionary-lookups-of-transformed", .xmltodict.transforming { _ in .keep }),
        lookups("dictionary-lookups-of-omitted", .xmltodict) { mapping in
            mapping.emptyElements = .omitted
            mapping.attributes = .merged
            mapping.mixedText = .list
        },
        Self("dictionary-paths", [.wellFormed], divisor: 4) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            for path: XMLPath in ["*", "//a", "r/a", "r/a/@id", "//a/b", "*/*/*", "//*", "r/a[6]", "//@k"] {
                _ = (dictionary[at: path], dictionary.strings(at: path), dictionary.array(at: path).count)
                _ = (dictionary.string(at: path), dictionary.int(at: path))
            }
        },
        Self("dictionary-predicates", [.wellFormed], divisor: 4) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            for path: XMLPath in ["*[last()]", "//a[@id='1']", "//*[a]", "//*[a='x']", "//a[last()]"] {
                _ = (dictionary.array(at: path).count, dictionary.string(at: path))
            }
        },
        Self("dictionary-deep-paths", [.wellFormed], divisor: 2) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            for path: XMLPath in ["//a//a", "//a//a//a", "//*//*", "//a//b", "//a//x"] {
                _ = dictionary.array(at: path).count
            }
        },
        Self("dictionary-equality", [.wellFormed], divisor: 4) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            let other = try XMLDictionary(parsing: input.bytes, options: input.options)
            _ = (dictionary == other, dictionary.hashValue, dictionary.detached() == dictionary)
            _ = (dictionary == dictionary.detached(), dictionary.detached() == other.detached())
        },
        Self("dictionary-changes", [.wellFormed], divisor: 4) { input in
            var dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            guard let root = dictionary.keys.first else { return }
            for key in dictionary[root]?.dictionary?.keys ?? [] {
                dictionary[root]?[key]?[0]?["@new"] = 1
                let count = dictionary[root]?[key]?.array.count ?? 0
                for index in 0..<count { dictionary[root]?[key]?[index]?["@k"] = "v" }
                for index in 0..<count { dictionary[root]?[key]?.array[index]["new", default: []].append(1) }
                dictionary[root]?[key]?.append("last")
            }
            if !input.isDeep { _ = try? dictionary.xmlString() }
            _ = dictionary == dictionary.detached()
        },
        Self("made-dictionary", [.wellFormed], divisor: 2) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options).detached()
            _ = dictionary.json(pretty: !input.isDeep)
            look(into: dictionary)
            var nested = XMLValue(dictionary)
            for (key, value) in dictionary { nested = [key: XMLValue([value, nested])] }
            _ = nested.json()
        },
    ]

    private static func json(
        _ name: String, _ mapping: XMLMapping, _ change: (inout XMLMapping) -> Void = { _ in }
    ) -> Self {
        var mapping = mapping
        change(&mapping)
        return Self(name, [.wellFormed]) { [mapping] input in
            _ = try XMLValue(XMLTree(parsing: input.bytes, options: input.options), mapping: mapping).json()
        }
    }

    private static func lookups(
        _ name: String, _ mapping: XMLMapping, _ change: (inout XMLMapping) -> Void = { _ in }
    ) -> Self {
        var mapping = mapping
        change(&mapping)
        return Self(name, [.wellFormed]) { [mapping] input in
            look(into: try XMLDictionary(parsing: input.bytes, mapping: mapping, options: input.options))
        }
    }

    /// Reads each key, and each member of each list, in a document's dictionary and in that of its root.
    private static func look(into document: XMLDictionary) {
        for dictionary in [document] + document.compactMap(\.value.dictionary).prefix(1) {
            _ = (dictionary.string, dictionary.attributes.count, dictionary.comments.count, dictionary.name)
            _ = (dictionary.elements.count, dictionary.count)
            for (number, key) in dictionary.keys.enumerated() {
                let value = dictionary[key]
                _ = (value?.location, value?.string, value?.isNull, dictionary["no-such-\(number)"] == nil)
                _ = dictionary["#text"]?.string
                for index in 0..<(value?.array.count ?? 0) {
                    _ = (dictionary[key]?[index]?.location, value?[index]?["b"], value?[index]?.string)
                }
            }
        }
    }
}
