@_spi(Command) import LibXML

/// Converts JSON that is not kept in memory.
struct JSONToXML {
    /// The size of values that are read as a whole, in bytes.
    static let limit = 1 << 20

    var json: JSONInput
    let writer: XMLWriter
    let mapping: XMLMapping
    /// Whether the first element is the root of a document.
    private(set) var isDocument = false
    /// The names of the open elements.
    private(set) var open: [String] = []

    mutating func document(root: String?) throws {
        isDocument = true
        if let root {
            if json.itemName != nil, try json.isNext("[") { try list(in: root) } else { try large(root) }
        } else {
            try json.begin(UInt8(ascii: "{"))
            if mapping.wrapsRoot {
                try values()
            } else {
                guard let name = mapping.nameKey.ofRoot, try json.nextKey(isFirst: true) == name,
                    let root = try json.scalar().string
                else {
                    throw XMLError(
                        XMLDiagnostic(
                            .missingRootElement, "large JSON does not begin with the name of the root element",
                            help: "use “--root NAME”"))
                }
                try members(of: root, isFirst: false)
            }
        }
        try json.finish()
    }

    /// Converts the values of an object to elements, or to elements with the same name.
    mutating func fragment(root: String?) throws {
        if let root {
            try large(root)
        } else {
            try json.begin(UInt8(ascii: "{"))
            try values()
        }
        try json.finish()
    }

    /// Converts the values of an object that has begun.
    private mutating func values() throws {
        var isFirst = true
        while let key = try json.nextKey(isFirst: isFirst) {
            try value(forKey: key)
            isFirst = false
        }
    }

    private mutating func value(forKey key: String) throws {
        // The dictionary of the root has keys of its own.
        if isDocument, open.isEmpty, try json.isNext("{") { return try large(key) }
        if let value = try json.value(within: Self.limit) {
            try writer.write(value, forKey: key, mapping: mapping)
        } else {
            try large(key)
        }
    }

    /// Converts a large object, array or string.
    private mutating func large(_ key: String) throws {
        if try json.isNext("\"") {
            json.beginString()
            return try writer.write(forKey: key, mapping: mapping) { try json.piece() }
        }
        if try json.isNext("{") {
            try json.begin(UInt8(ascii: "{"))
            return try members(of: key, isFirst: true)
        }
        try json.begin(UInt8(ascii: "["))
        let path = (open + [key]).joined(separator: ".")
        var index = -1
        while try json.hasNextElement(isFirst: index < 0) {
            index += 1
            let isList = try json.isNext("[")
            if isList, json.itemName == nil {
                throw XMLError(XMLDiagnostic(.invalidValue, "a list in a list has no name for its elements"))
            }
            do {
                if isList { try list(in: key) } else { try value(forKey: key) }
            } catch let error as XMLError {
                throw located(error, inValue: index, of: path)
            }
        }
    }

    /// Converts a list to an element that contains an element for each value.
    private mutating func list(in element: String) throws {
        guard let itemName = json.itemName else { return }
        try writer.startElement(forKey: element, mapping: mapping, members: [])
        open.append(element)
        try value(forKey: itemName)
        try writer.endElement()
        open.removeLast()
    }

    /// Adds the index of a value of a list to the path of an error in it.
    ///
    /// - Parameter list: the path of the list.
    private func located(_ error: XMLError, inValue index: Int, of list: String) -> XMLError {
        guard let path = error.diagnostic.path, path.hasPrefix(list) else { return error }
        var diagnostic = error.diagnostic
        diagnostic.path = "\(list)[\(index)]\(path.dropFirst(list.count))"
        return XMLError(diagnostic)
    }

    private mutating func members(of element: String, isFirst: Bool) throws {
        var isFirst = isFirst
        let next = try startTag(of: element, isFirst: &isFirst)
        open.append(element)
        if let next { try content(forKey: next) }
        while let key = try json.nextKey(isFirst: isFirst) {
            isFirst = false
            try content(forKey: key)
        }
        try writer.endElement()
        open.removeLast()
    }

    /// Writes a start tag. An expanded name gets its prefix from the members that come first and declare namespaces.
    ///
    /// - Returns: the key that was read after these members; nil if none was.
    private mutating func startTag(of element: String, isFirst: inout Bool) throws -> String? {
        var members: [(key: String, value: XMLValue)] = []
        var next: String?
        if case .expanded = mapping.names {
            while next == nil, let key = try json.nextKey(isFirst: isFirst) {
                isFirst = false
                // If attributes and elements have the same keys, their values distinguish them.
                let isNoText = try json.isNext("{") || json.isNext("n")
                let isElement = try json.isNext("[") || isNoText && mapping.attributes.areMerged
                if isDocument, open.isEmpty, key == mapping.nameKey.ofRoot {
                    _ = try json.value(within: Self.limit)
                } else if !isElement, writer.isInTag(key, mapping: mapping),
                    let value = try json.value(within: Self.limit)
                {
                    members.append((key, value))
                } else {
                    next = key
                }
            }
        }
        try writer.startElement(forKey: element, mapping: mapping, members: members)
        return next
    }

    /// Converts a member of an element after its start tag.
    private mutating func content(forKey key: String) throws {
        if isDocument, open.count == 1, key == mapping.nameKey.ofRoot {
            _ = try json.value(within: Self.limit)
            return
        }
        if mapping.mixedText == .list, key == mapping.textKey, try json.isNext("[") {
            throw XMLError(
                XMLDiagnostic(
                    .invalidValue, "the texts between the elements of a large object cannot be put in their places",
                    help: "divide the JSON into objects of at most 1 MiB"))
        }
        try value(forKey: key)
    }
}

extension XMLMapping.NameKey {
    /// The key of the name of the root element; nil if its dictionary has none.
    fileprivate var ofRoot: String? {
        switch self {
        case .never: nil
        case .root(let key), .always(let key): key
        }
    }
}

extension XMLMapping.Attributes {
    /// Whether attributes have the keys of elements.
    fileprivate var areMerged: Bool { self == .merged || self == .prefixed("") }
}
