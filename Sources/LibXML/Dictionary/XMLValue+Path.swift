extension XMLDictionary {
    /// The value at a path; nil when there is none. What several elements have is a list.
    ///
    /// A step of a path goes through lists: `section.pic` is the pictures of all sections. Names are keys; `@id` is
    /// the attribute, wherever the mapping puts it.
    ///
    /// ```swift
    /// let orders = try XMLDictionary(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let id = orders[path: "orders.order[1].@id"]?.string  // "8"
    /// ```
    ///
    /// Of a document, what several `//` lead to in several ways is found once. A malformed literal leads to nothing: see
    /// ``XMLPath/error``.
    ///
    /// - Complexity: that of a lookup for each step and value.
    public subscript(path path: XMLPath) -> XMLValue? { XMLValue(self)[path: path] }

    /// The text at a path, of the first value if there are several: see ``XMLValue/string``. Nil when there is none.
    public func string(at path: XMLPath) -> String? { XMLValue(self).string(at: path) }

    /// The texts of all values at a path.
    public func strings(at path: XMLPath) -> [String] { XMLValue(self).strings(at: path) }

    /// The values at a path; one becomes a list of one, none an empty one.
    public func array(at path: XMLPath) -> [XMLValue] { XMLValue(self).array(at: path) }

    /// The dictionary at a path, the first if there are several; nil when there is none.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { XMLValue(self).dictionary(at: path) }

    /// The integer at a path, the first value's if there are several; nil when there is none, or something else.
    public func int(at path: XMLPath) -> Int? { XMLValue(self).int(at: path) }

    /// The number at a path, the first value's if there are several; nil when there is none, or something else.
    public func double(at path: XMLPath) -> Double? { XMLValue(self).double(at: path) }

    /// The Boolean at a path, the first value's if there are several; nil when there is none, or something else.
    public func bool(at path: XMLPath) -> Bool? { XMLValue(self).bool(at: path) }
}

extension XMLValue {
    /// The value at a path; nil when there is none: see ``XMLDictionary/subscript(path:)``.
    public subscript(path path: XMLPath) -> XMLValue? {
        let values = Array(PathWalk(path, from: self))
        return values.count > 1 ? XMLValue(values.flatMap(\.array)) : values.first
    }

    /// The text at a path, of the first value if there are several: see ``string``. Nil when there is none.
    public func string(at path: XMLPath) -> String? { first(at: path)?.string }

    /// The texts of all values at a path.
    public func strings(at path: XMLPath) -> [String] { array(at: path).compactMap(\.string) }

    /// The values at a path; one becomes a list of one, none an empty one.
    public func array(at path: XMLPath) -> [XMLValue] { PathWalk(path, from: self).flatMap(\.array) }

    /// The dictionary at a path, the first if there are several; nil when there is none.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { first(at: path)?.dictionary }

    /// The integer at a path, the first value's if there are several; nil when there is none, or something else.
    public func int(at path: XMLPath) -> Int? { first(at: path)?.int }

    /// The number at a path, the first value's if there are several; nil when there is none, or something else.
    public func double(at path: XMLPath) -> Double? { first(at: path)?.double }

    /// The Boolean at a path, the first value's if there are several; nil when there is none, or something else.
    public func bool(at path: XMLPath) -> Bool? { first(at: path)?.bool }

    private func first(at path: XMLPath) -> XMLValue? {
        // A list may be empty.
        for value in PathWalk(path, from: self) { if let first = value[0] { return first } }
        return nil
    }
}
