@_spi(Checks) import LibXML

// Structs as source code, formatted as swift-format does.

extension SwiftStructs {
    /// The source code.
    ///
    /// - Parameters:
    ///   - files: the names of the samples.
    ///   - source: the expression for what the types are decoded from.
    func code(from files: [String], source: String) -> String {
        let needsFoundation = hasProperty(of: .date) || hasProperty(of: .url)
        var lines = header(files, source) + [""]
        if needsFoundation { lines += ["import Foundation", ""] }
        let root = structs[0]
        if root.properties.isEmpty {
            lines.append("struct \(root.name): Codable {}")
        } else {
            lines.append("struct \(root.name): Codable {")
            lines += root.body.indented
            for other in structs.dropFirst() {
                lines.append("")
                lines += (["struct \(other.name): Codable {"] + other.body.indented + ["}"]).indented
            }
            lines.append("}")
        }
        return lines.map { $0.broken + "\n" }.joined()
    }

    private func hasProperty(of type: ObservedValues.ValueType) -> Bool {
        structs.contains { $0.properties.contains { $0.isOf(type) } }
    }

    /// Comments that say where the code comes from, and how to use it.
    private func header(_ files: [String], _ source: String) -> [String] {
        var forms: ObservedValues.DateForms = []
        for property in structs.flatMap(\.properties) where property.isOf(.date) { forms.formUnion(property.forms) }
        let (strategy, dates): (String, String?) =
            switch forms {
            case []: ("", nil)
            case .xmlSchema: ("", "Dates have the forms of XML Schema, the default of dateDecodingStrategy.")
            case .rfc822: ("dateDecodingStrategy: .rfc822", "Dates have the form of RFC 822.")
            default: ("dateDecodingStrategy: .any", "Dates have the forms of XML Schema and RFC 822.")
            }
        return [
            "// Made by xmldict swift from \(Self.list(files)).",
            "// To decode: try XMLDecoder(\(strategy)).decode(\(structs[0].name).self, from: \(source))",
        ] + (dates.map { ["// " + $0] } ?? [])
    }

    /// “a, b and c”, with at most ten names, in one line.
    private static func list(_ names: [String]) -> String {
        var names = names.map(\.escapedForDisplay)
        if names.count > 10 { names[9...] = ["\(names.count - 9) more"] }
        let last = names.removeLast()
        return names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
    }
}

extension SwiftStructs.Struct {
    fileprivate var body: [String] {
        var lines: [String] = []
        for property in properties {
            if !property.comment.isEmpty { lines.append("/// " + property.comment) }
            lines.append("var \(SwiftName.escaped(property.name)): \(property.declaredType)")
        }
        guard properties.contains(where: { $0.name != $0.key }) else { return lines }
        let cases = properties.map { property in
            "case \(SwiftName.escaped(property.name))"
                + (property.name == property.key ? "" : " = \(property.key.literal)")
        }
        return lines + ["", "enum CodingKeys: String, CodingKey {"] + cases.indented + ["}"]
    }
}

extension [String] {
    fileprivate var indented: [String] { map { $0.isEmpty ? $0 : "    " + $0 } }
}

extension String {
    /// The longest line that swift-format leaves as it is, by default.
    private static var lineLength: Int { 100 }

    /// The line, broken where swift-format breaks a declaration or a case that is too long.
    fileprivate var broken: String {
        let indentation = prefix { $0 == " " }
        let declaration = dropFirst(indentation.count)
        guard count > Self.lineLength, declaration.hasPrefix("var ") || declaration.hasPrefix("case "),
            let start = declaration.firstRange(of: declaration.hasPrefix("var ") ? ": " : " = ")
        else { return self }
        let first = declaration[..<start.upperBound].dropLast()
        return indentation + first + "\n" + indentation + "    " + declaration[start.upperBound...]
    }

    /// The text as a string literal.
    fileprivate var literal: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
