extension XMLMapping {
    /// What becomes of a member of a dictionary.
    public enum Transformation: Sendable {
        /// The member stays as it is.
        case keep
        /// The member is left out.
        case drop
        /// Another value stands under the key.
        case replace(XMLValue)
        /// The value stands under another key. Members of one key become a list.
        case rename(String)
        /// Another value stands under another key.
        case put(XMLValue, under: String)
    }

    /// The same rules with a change to each member of each dictionary: attributes, children, text and whatever else has
    /// a key. Members are changed from the innermost outwards, so that the closure sees values that it has changed.
    ///
    /// A dictionary under such rules is made when the document is parsed, and no longer a mere view of it.
    ///
    /// ```swift
    /// let typed = XMLMapping.xmltodict.transforming { member in
    ///     member.key == "price" ? .replace(XMLValue(member.value.double ?? 0)) : .keep
    /// }
    /// ```
    ///
    /// - Parameter transform: returns the same for the same member, whatever else has been asked of it.
    public func transforming(_ transform: @escaping @Sendable (Member) -> Transformation) -> Self {
        var mapping = self
        mapping.transformations.append(transform)
        return mapping
    }

    /// What is left of a member after all transformations; nil for one that was dropped.
    func transformed(_ member: Member) -> Member? {
        var member = member
        for transform in transformations {
            switch transform(member) {
            case .keep: break
            case .drop: return nil
            case .replace(let value): member.value = value
            case .rename(let key): member.key = key
            case .put(let value, let key): (member.value, member.key) = (value, key)
            }
        }
        return member
    }
}
