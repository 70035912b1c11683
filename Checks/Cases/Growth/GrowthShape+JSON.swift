// JSON that the command writes as XML.

extension GrowthShape {
    /// The largest depth of JSON that the command reads.
    private static let depth = 250

    static let json: [Self] = [
        GrowthShape("json-long-string", .json) { "{\"a\":\"\(repeated("text ", $0))\"}" },
        GrowthShape("json-long-string-in-depth", .json, base: 500_000) { under(depth, "\"\(repeated("text ", $0))\"") },
        GrowthShape("json-long-attribute-in-depth", .json, base: 500_000) { size in
            under(depth, "{\"@k\":\"\(repeated("text ", size))\"}")
        },
        GrowthShape("json-long-strings-in-depth", .json, base: 1_000_000) { size in
            var json = "1"
            for _ in 0..<50 { json = "{\"s\":\"\(repeated("text ", size / 50))\",\"a\":\(json)}" }
            return "{\"r\":\(json)}"
        },
        // These are larger than values that are read as a whole, and not so deep that indentation takes most of the
        // time.
        GrowthShape("json-list-in-depth", .json, base: 1_000_000) { under(50, "[\(repeated("1,", $0))1]") },
        GrowthShape("json-lists-in-depth", .json, base: 1_000_000) { size in
            under(50, "{\"a\":[\(repeated("{\"b\":{\"c\":\"text\"}},", size))1]}")
        },
        GrowthShape("json-keys", .json) { size in "{\"r\":{\(list(size, separator: ",") { "\"k\($0)\":1" })}}" },
        GrowthShape("json-attributes", .json) { size in "{\"r\":{\(list(size, separator: ",") { "\"@k\($0)\":1" })}}" },
        GrowthShape("json-equal-keys", .json) { "{\"r\":{\(repeated("\"k\":1,", $0))\"k\":1}}" },
        GrowthShape("json-escapes", .json) { "{\"r\":\"\(repeated("\\n\\u00e9", $0))\"}" },
        GrowthShape("json-quotes", .json) { "{\"r\":\"\(repeated("\\\"", $0))\"}" },
        GrowthShape("json-wide-characters", .json) { "{\"r\":\"\(repeated("語😀", $0))\"}" },
        GrowthShape("json-spaces", .json) { "{\"r\":\(repeated(" \n", $0))1}" },
        GrowthShape("json-long-key", .json) { "{\"r\":{\"\(repeated("k", $0))\":1}}" },
        GrowthShape("json-long-number", .json) { "{\"r\":\(repeated("1", $0))}" },
        GrowthShape("json-brackets", .json) { repeated("[", $0) },
        GrowthShape("json-unclosed-string", .json) { "{\"r\":\"\(repeated("text ", $0))" },
        GrowthShape("json-fault-at-end", .json) { "{\"r\":[\(repeated("{\"a\":1},", $0))}" },
    ]

    /// Returns a value inside nested objects.
    private static func under(_ depth: Int, _ value: String) -> String {
        String(repeating: "{\"a\":", count: depth) + value + String(repeating: "}", count: depth)
    }
}
