extension XMLDictionary {
    /// The value at a path, or a list of all values if there are several; nil if there is no value.
    ///
    /// Each step continues through lists: `section.pic` finds the pictures of all sections, while `["section"]?["pic"]`
    /// is nil for two sections, because it means one. ``string(at:)`` and the others return the first value. Names are
    /// keys. `@id` is the attribute, wherever the mapping puts it.
    ///
    /// ```swift
    /// let orders = try XMLDictionary(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let id = orders[at: "orders.order[1].@id"]?.string  // "8"
    /// ```
    ///
    /// In a dictionary of a document, several values are in document order, and one that several `//` reach in several
    /// ways is found once. In one that was created in code or changed, they are in the order of keys, and are found as
    /// often as `//` reaches them. A malformed literal stops a debug build; in a release build it leads to nothing: see
    /// ``XMLPath/error``.
    ///
    /// It cannot be set, because a path may find several values: `orders["orders"]?["order"]?[1]?["@id"] = "9"` changes
    /// one.
    ///
    /// - Complexity: that of a lookup for each step and value; with `*` and `//`, also that of sorting the values that
    ///   are found, even if only the first is requested.
    public subscript(at path: XMLPath) -> XMLValue? { XMLValue(self)[at: path] }

    /// Returns the text of the first value at a path, as in ``XMLValue/string``; nil if there is no value or no text.
    ///
    /// An empty element is null, and has no text: `dictionary[at: path] != nil` distinguishes it from a missing one.
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
    /// The value at a path; nil if there is no value: see ``XMLDictionary/subscript(at:)``, also for malformed
    /// literals.
    public subscript(at path: XMLPath) -> XMLValue? {
        if let found = only(at: path) { return found.value }
        let values = Array(PathWalk(path.steps, from: self))
        return values.count > 1 ? XMLValue(inDocumentOrder(values.flatMap(\.array), path)) : values.first
    }

    /// Returns the text of the first value at a path, as in ``string``; nil if there is no value or no text.
    public func string(at path: XMLPath) -> String? {
        guard let (element, attribute, context) = followed(path) else { return first(at: path)?.string }
        return attribute.map { context.tape.dataString($0) } ?? context.string(ofElement: element)
    }

    /// Returns the texts of all values at a path, without those of values that have no text.
    public func strings(at path: XMLPath) -> [String] { array(at: path).compactMap(\.string) }

    /// Returns all values at a path, those of a document in its order; empty if there is no value.
    public func array(at path: XMLPath) -> [XMLValue] {
        if let found = only(at: path) { return found.value?.array ?? [] }
        return inDocumentOrder(PathWalk(path.steps, from: self).flatMap(\.array), path)
    }

    /// Returns the first value at a path as a dictionary; nil if there is no value, or it is not a dictionary.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { first(at: path)?.dictionary }

    /// Returns the first value at a path as an integer; nil if there is no value, or it is not an integer.
    public func int(at path: XMLPath) -> Int? { first(at: path)?.int }

    /// Returns the first value at a path as a number; nil if there is no value, or it is not a number.
    public func double(at path: XMLPath) -> Double? { first(at: path)?.double }

    /// Returns the first value at a path as a Boolean; nil if there is no value, or it is not a Boolean.
    public func bool(at path: XMLPath) -> Bool? { first(at: path)?.bool }

    private func first(at path: XMLPath) -> XMLValue? {
        if let (element, attribute, context) = followed(path) {
            return XMLValue(attribute.map { .attribute($0, of: element) } ?? .element(element), context)
        }
        if let found = only(at: path) { return found.value?[0] }
        if path.leadsToSeveralKeys { return array(at: path).first }
        // A list may be empty.
        for value in PathWalk(path.steps, from: self) { if let first = value[0] { return first } }
        return nil
    }
}

extension XMLValue {
    /// Returns the value at a plain path, or that it does not exist, if each step before the last one finds at most one
    /// value; nil for another path. Allocates nothing, apart from long names.
    private func only(at path: XMLPath) -> Found? {
        guard let plain = path.plain else { return nil }
        var value = self
        for step in plain {
            if value.isList { return nil }
            var found = step.isAttribute ? value.dictionary?.attribute(.written(step.name)) : value[step.name]
            if let index = step.index { found = found?[index] }
            guard let found else { return Found(value: nil) }
            value = found
        }
        return Found(value: value)
    }

    /// Returns where the first value at a plain path is in a document whose keys are names; nil if another search must
    /// decide. Creates no strings.
    @inline(__always)
    private func followed(_ path: XMLPath) -> (element: Int, attribute: Int?, context: DictionaryContext)? {
        guard let plain = path.plain, let (start, context) = view, context.isDirect else { return nil }
        if start == Tape.document, !context.isOfDocument { return nil }
        guard let (element, attribute) = context.tape.follow(plain, from: start, isWritten: true),
            attribute == nil || context.keeps(.attribute)
        else { return nil }
        return (element, attribute, context)
    }

    /// The result of a lookup at a plain path.
    private struct Found {
        let value: XMLValue?
    }

    /// Returns values at a path in document order. A walk over keys finds all values of one key before those of the
    /// next.
    private func inDocumentOrder(_ values: [XMLValue], _ path: XMLPath) -> [XMLValue] {
        // Values that were created in code or changed are in the order of their keys.
        guard path.leadsToSeveralKeys, values.count > 1, isList || isWhole else { return values }
        let places = values.compactMap(\.place)
        guard places.count == values.count, zip(places, places.dropFirst()).contains(where: >) else { return values }
        return places.indices.inOrder { (places[$0], $0) < (places[$1], $1) }.map { values[$0] }
    }

    /// The entry in its document; nil for a value that was created in code.
    var place: Int? {
        switch storage {
        case .element(let index, _): index
        case .member(let member, _): member.place
        case .dictionary(let dictionary): isWhole ? dictionary.origin?.element : nil
        case .list(let list): list.values.first?.place
        case .null, .string, .number: nil
        }
    }
}

extension Member {
    fileprivate var place: Int? {
        switch self {
        case .element(let index), .attribute(let index, of: _), .namespace(let index), .attributes(of: let index),
            .namespaces(of: let index), .text(of: let index), .cdata(let index), .comment(let index),
            .name(of: let index):
            index
        case .run(let range): range.lowerBound
        case .nothing: nil
        }
    }
}

extension XMLPath {
    /// Whether one step may lead to values of several keys of a dictionary.
    fileprivate var leadsToSeveralKeys: Bool {
        steps.contains { step in
            switch step.target {
            case .element(.written), .attribute: step.isDeep
            case .element: true
            case .itself, .malformed: false
            }
        }
    }
}
