extension XMLDictionary {
    /// The value at a path, or a list of all values if there are several; nil if there is no value.
    ///
    /// Each step continues through lists: `section.pic` finds the pictures of all sections. Names are keys. `@id` is
    /// the attribute, wherever the mapping puts it.
    ///
    /// ```swift
    /// let orders = try XMLDictionary(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let id = orders[path: "orders.order[1].@id"]?.string  // "8"
    /// ```
    ///
    /// In a dictionary of a document, a value that several `//` reach in several ways is found once. The result is nil
    /// for a malformed literal: see ``XMLPath/error``.
    ///
    /// - Complexity: that of a lookup for each step and value.
    public subscript(path path: XMLPath) -> XMLValue? { XMLValue(self)[path: path] }

    /// Returns the text of the first value at a path, as in ``XMLValue/string``; nil if there is no value or no text.
    public func string(at path: XMLPath) -> String? { XMLValue(self).string(at: path) }

    /// Returns the texts of all values at a path, without those of values that have no text.
    public func strings(at path: XMLPath) -> [String] { XMLValue(self).strings(at: path) }

    /// Returns all values at a path; empty if there is no value.
    public func array(at path: XMLPath) -> [XMLValue] { XMLValue(self).array(at: path) }

    /// Returns the first value at a path as a dictionary; nil if there is no value, or it is not a dictionary.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { XMLValue(self).dictionary(at: path) }

    /// Returns the first value at a path as an integer; nil if there is no value, or it is not an integer.
    public func int(at path: XMLPath) -> Int? { XMLValue(self).int(at: path) }

    /// Returns the first value at a path as a number; nil if there is no value, or it is not a number.
    public func double(at path: XMLPath) -> Double? { XMLValue(self).double(at: path) }

    /// Returns the first value at a path as a Boolean; nil if there is no value, or it is not a Boolean.
    public func bool(at path: XMLPath) -> Bool? { XMLValue(self).bool(at: path) }
}

extension XMLValue {
    /// The value at a path; nil if there is no value: see ``XMLDictionary/subscript(path:)``.
    public subscript(path path: XMLPath) -> XMLValue? {
        let values = Array(PathWalk(path, from: self))
        return values.count > 1 ? XMLValue(values.flatMap(\.array)) : values.first
    }

    /// Returns the text of the first value at a path, as in ``string``; nil if there is no value or no text.
    public func string(at path: XMLPath) -> String? { first(at: path)?.string }

    /// Returns the texts of all values at a path, without those of values that have no text.
    public func strings(at path: XMLPath) -> [String] { array(at: path).compactMap(\.string) }

    /// Returns all values at a path; empty if there is no value.
    public func array(at path: XMLPath) -> [XMLValue] { PathWalk(path, from: self).flatMap(\.array) }

    /// Returns the first value at a path as a dictionary; nil if there is no value, or it is not a dictionary.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { first(at: path)?.dictionary }

    /// Returns the first value at a path as an integer; nil if there is no value, or it is not an integer.
    public func int(at path: XMLPath) -> Int? { first(at: path)?.int }

    /// Returns the first value at a path as a number; nil if there is no value, or it is not a number.
    public func double(at path: XMLPath) -> Double? { first(at: path)?.double }

    /// Returns the first value at a path as a Boolean; nil if there is no value, or it is not a Boolean.
    public func bool(at path: XMLPath) -> Bool? { first(at: path)?.bool }

    private func first(at path: XMLPath) -> XMLValue? {
        // A list may be empty.
        for value in PathWalk(path, from: self) { if let first = value[0] { return first } }
        return nil
    }
}
