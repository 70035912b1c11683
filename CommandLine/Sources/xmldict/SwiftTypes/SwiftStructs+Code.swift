@_spi(Command) import LibXML

// Structs as source code, formatted as swift-format does.

extension SwiftStructs {
    /// The source code.
    ///
    /// - Parameters:
    ///   - files: the names of the samples.
    ///   - source: the expression for the value from which the types are decoded.
    func code(from files: [String], source: String) -> String {
        let needsFoundation = hasProperty(of: .date) || hasProperty(of: .url)
        let imports = [needsFoundation ? "Foundation" : nil, structs.contains { $0.hasRoles } ? "LibXML" : nil]
        var lines = header(files, source) + [""]
        lines += imports.compactMap { $0.map { "import \($0)" } }
        if lines.last != "" { lines.append("") }
        let root = structs[0]
        if root.properties.isEmpty {
            lines.append("\(root.declaration) {}")
        } else {
            lines.append("\(root.declaration) {")
            lines += root.body.indented
            for other in structs.dropFirst() {
                lines.append("")
                lines += (["\(other.declaration) {"] + other.body.indented + ["}"]).indented
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
        let (strategy, dates): (String?, String?) =
            switch forms {
            case []: (nil, nil)
            case .xmlSchema: (nil, "Dates have the forms of XML Schema, the default of dateDecodingStrategy.")
            case .rfc822: (".rfc822", "Dates have the form of RFC 822.")
            default: (".any", "Dates have the forms of XML Schema and RFC 822.")
            }
        let decoding = strategy.map { "dateDecodingStrategy: \($0)" } ?? ""
        let encoding = forms == .rfc822 ? "dateEncodingStrategy: .rfc822" : nil
        return [
            "// Made by xmldict swift from \(Self.list(files)).",
            "// To decode: try XMLDecoder(\(decoding)).decode(\(structs[0].name).self, from: \(source))",
        ] + encodingComment(encoding) + (dates.map { ["// " + $0] } ?? [])
    }

    /// How to encode a value so that its names are in the namespaces of the samples.
    ///
    /// - Parameter option: another option of the encoder.
    private func encodingComment(_ option: String?) -> [String] {
        let name = keys.rootName
        let root =
            if let uri = name.namespaceURI {
                "XMLName(\(name.localName.literal), namespaceURI: \(uri.literal))"
            } else {
                name.localName.literal
            }
        let options = keys.prefixes.isEmpty ? nil : "writingOptions: XMLWritingOptions(prefixes: prefixes)"
        let encoder = "XMLEncoder(\([options, option].compactMap { $0 }.joined(separator: ", ")))"
        let call = "xmlBytes(value, rootName: \(root))"
        guard !keys.prefixes.isEmpty else { return ["// To encode: try \(encoder).\(call)"] }
        let prefixes = keys.prefixes.map { "\($0.uri.literal): \($0.prefix.literal)" }
        let code =
            prefixes.literal("let prefixes = ") + ["let encoder = \(encoder)", "let document = try encoder.\(call)"]
        return ["// To encode in the namespaces of the samples:"] + code.indented.map { "// " + $0 }
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
    /// Whether a key needs a role.
    fileprivate var hasRoles: Bool { properties.contains { $0.isElementOnly } }

    fileprivate var declaration: String { "struct \(name): Codable" + (hasRoles ? ", XMLCodingRoles" : "") }

    fileprivate var body: [String] {
        var lines: [String] = []
        for property in properties {
            if !property.comment.isEmpty { lines.append("/// " + property.comment) }
            lines.append("var \(SwiftName.escaped(property.name)): \(property.declaredType)")
        }
        if properties.contains(where: { $0.name != $0.key }) {
            let cases = properties.map { property in
                "case \(SwiftName.escaped(property.name))"
                    + (property.name == property.key ? "" : " = \(property.key.literal)")
            }
            lines += ["", "enum CodingKeys: String, CodingKey {"] + cases.indented + ["}"]
        }
        if hasRoles {
            let roles = properties.filter(\.isElementOnly).map { "\($0.key.literal): .element" }
            lines += [""] + roles.literal("static let xmlRoles: [String: XMLCodingRole] = ")
        }
        return lines
    }
}

extension [String] {
    fileprivate var indented: [String] { map { $0.isEmpty ? $0 : "    " + $0 } }

    /// The elements as a literal of a collection that begins after a text.
    fileprivate func literal(_ start: String) -> [String] {
        count == 1 ? ["\(start)[\(self[0])]"] : [start + "["] + map { $0 + "," }.indented + ["]"]
    }
}

extension String {
    /// The longest line that swift-format does not break, by default.
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
        var literal = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(scalar)
            case _ where scalar.properties.isLineBreaking: literal += scalar.escaped(asASCII: true)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return "\"" + literal + "\""
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character cannot be in a comment or a literal of one line.
    fileprivate var isLineBreaking: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
