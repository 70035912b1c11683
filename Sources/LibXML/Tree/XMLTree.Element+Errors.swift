// Errors that a program reports about a document.

extension XMLTree.Element {
    /// Returns an error about this element, for a program to throw.
    ///
    /// ```swift
    /// let server = try XMLTree(parsing: "<server><port>70000</port></server>").root.require("port")
    /// if try server.value(as: Int.self) > 65535 {
    ///     throw server.error("the port is too large", help: "use a port up to 65535")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - message: the error, in one line without a full stop.
    ///   - code: the kind of error.
    ///   - location: where the error is, such as ``location(ofTextOffset:)``. Default: the start tag.
    ///   - help: what the author of the document can do about it.
    @inline(never)
    public func error(
        _ message: String, code: XMLError.Code = .invalidValue, at location: XMLLocation? = nil, help: String? = nil
    ) -> XMLError {
        if let location { return tape.source.error(code, message, at: location, help: help) }
        let start = tape.sourceRange(entry).lowerBound
        return XMLError(tape.source.thrown(Fault(code, message, at: start, help: help)))
    }

    /// Returns the location of a part of ``text``, which may be in a CDATA section or come from a reference.
    ///
    /// - Parameter offset: an offset in ``text``, in bytes of UTF-8, from 0.
    /// - Returns: the location; at the end of the text if the offset is larger; that of the element if it has no text.
    /// - Complexity: O(*n*) in the length of the text.
    public func location(ofTextOffset offset: Int) -> XMLLocation {
        let builder = tape.embeddedText(of: entry, isDeep: true)
        guard !builder.pieces.isEmpty else { return location }
        let text = EmbeddedText(in: tape.source, pieces: builder.pieces, end: builder.end)
        return tape.source.location(at: text.sourceOffset(of: offset, within: builder.text.count))
    }
}

extension XMLTree.Element {
    /// The offset in the source of the first character of the text that is not white space; of the element if there is
    /// no such character.
    var textStart: Int {
        let builder = tape.embeddedText(of: entry, isDeep: false)
        guard let first = builder.text.firstIndex(where: { !$0.isXMLSpace }) else {
            return tape.sourceRange(entry).lowerBound
        }
        return EmbeddedText(in: tape.source, pieces: builder.pieces, end: builder.end).sourceOffset(of: first)
    }
}

extension XMLTree.Attribute {
    /// Returns an error about this attribute, for a program to throw.
    ///
    /// - Parameters:
    ///   - message: the error, in one line without a full stop.
    ///   - code: the kind of error.
    ///   - location: where the error is, such as ``location(ofValueOffset:)``. Default: the value.
    ///   - help: what the author of the document can do about it.
    @inline(never)
    public func error(
        _ message: String, code: XMLError.Code = .invalidValue, at location: XMLLocation? = nil, help: String? = nil
    ) -> XMLError {
        if let location { return tape.source.error(code, message, at: location, help: help) }
        let start = valueRange?.lowerBound ?? tape.sourceRange(elementIndex).lowerBound
        return XMLError(tape.source.thrown(Fault(code, message, at: start, help: help)))
    }

    /// Returns the location of a part of ``value``, which may come from a reference.
    ///
    /// - Parameter offset: an offset in ``value``, in bytes of UTF-8, from 0.
    /// - Returns: the location; at the end of the value if the offset is larger; that of the element if the attribute
    ///   is not written in the document.
    /// - Complexity: O(*n*) in the length of the value.
    public func location(ofValueOffset offset: Int) -> XMLLocation {
        guard let range = valueRange else { return location }
        let source = tape.source
        var builder = EmbeddedTextBuilder()
        source.withText { text in
            tape.withData(entry) { builder.add(decoded: $0, writtenAs: range, in: text, isAttributeValue: true) }
        }
        let text = EmbeddedText(in: source, pieces: builder.pieces, end: range.upperBound)
        return source.location(at: text.sourceOffset(of: offset, within: builder.text.count))
    }
}

extension EmbeddedText {
    /// Converts an offset in a text of `count` bytes to an offset in the document's text.
    fileprivate func sourceOffset(of offset: Int, within count: Int) -> Int {
        offset < count ? sourceOffset(of: max(0, offset)) : sourceEnd(of: count)
    }
}

// MARK: Missing names

extension XMLTree.Element {
    /// Returns the error of a lookup that found no child element, or no element at any depth.
    func missing(_ test: NameTest, isDeep: Bool = false) -> XMLError {
        if case .written(let name) = test, name.contains("/") {
            return error(
                "<\(qualifiedName)> has no element “\(name)”", code: .missingElement,
                help: "for a path write require(at: \"\(name)\")")
        }
        let other = attribute(test) == nil ? nil : "there is an attribute with this name"
        let (names, numbers) = (tape.names, isDeep ? tape.elementNames(inside: entry) : tape.elementNames(in: entry))
        return error("\(described) has no element “\(test)”", code: .missingElement).helped {
            NameSuggestions(names.suggested(numbers), isAttribute: false).help(for: test, other: other)
        }
    }

    /// Returns the error of a lookup that found no attribute.
    func missing(attribute test: NameTest) -> XMLError {
        let other = first(test) == nil ? nil : "there is an element with this name"
        let (names, numbers) = (tape.names, tape.attributeNames(of: entry))
        return error("\(described) has no attribute “\(test)”", code: .missingAttribute).helped {
            NameSuggestions(names.suggested(numbers), isAttribute: true).help(for: test, other: other)
        }
    }

    /// Returns the error of a path that leads to no element: that of its first step without a match.
    func missing(_ path: XMLPath) -> XMLError {
        if let error = path.error { return error }
        if path.leadsToAttributes, let step = path.steps.last, case .attribute(let test) = step.target {
            let owner = first(at: Array(path.steps.dropLast()))
            if let owner, owner.attributes(step).isEmpty { return owner.missing(attribute: test) }
            if let owner {
                let fault = Fault.leadsToAttribute("\(path)")
                return owner.error(fault.message, code: fault.code)
            }
        }
        let failure = PathFailure(path) { first(at: $0) != nil }
        guard let failure else {
            return error("\(described) has no element at the path “\(path)”", code: .missingElement)
        }
        if let step = failure.step {
            let parent = first(at: failure.found) ?? self
            if let test = step.nameTest { return parent.missing(test, isDeep: step.isDeep) }
        } else if let step = failure.found.last, let predicate = failure.predicate {
            if let name = predicate.nameTest, let owner = first(at: failure.found),
                PathWalk(failure.found, from: self).prefix(NameSuggestions.limit).allSatisfy({ !$0.has(name) })
            {
                return name.isAttribute ? owner.missing(attribute: name.test) : owner.missing(name.test)
            }
            let parent = first(at: failure.found.dropLast()) ?? self
            let found = "the number of these elements is \(parent.count(of: step))"
            let help =
                if case .index = predicate {
                    found + ", and indices begin at \(path.firstIndex)"
                } else {
                    found + " without “\(predicate.text(countingFrom: 0))”"
                }
            var missing = step
            missing.predicates.append(predicate)
            return parent.error(
                "\(parent.described) has no element “\(missing.text(countingFrom: path.firstIndex))”",
                code: .missingElement,
                help: help)
        }
        return error("\(described) has no element at the path “\(path)”", code: .missingElement)
    }

    private func has(_ name: (test: NameTest, isAttribute: Bool)) -> Bool {
        name.isAttribute ? attribute(name.test) != nil : first(name.test) != nil
    }

    /// Returns the number of elements that a step matches. Complexity: that of a lookup for a name, unless it matches
    /// at any depth.
    private func count(of step: PathStep) -> Int {
        guard let test = step.nameTest, !step.isDeep, step.predicates.isEmpty else { return elements(at: [step]).count }
        return tape.childCount(of: entry, named: test)
    }

    /// The name of this element in messages; the element may be the document.
    private var described: String { entry == Tape.document ? "the document" : "<\(qualifiedName)>" }
}

extension TapeNames {
    fileprivate func suggested(_ numbers: [UInt32]) -> some Sequence<(String, XMLName)> {
        numbers.lazy.map { (self.qualifiedName(Int($0)), self.expandedName(Int($0))) }
    }
}
