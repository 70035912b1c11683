extension XMLMapping {
    /// The result of a transformation of a member.
    public enum Transformation: Sendable {
        /// Keeps the member unchanged.
        case keep
        /// Omits the member.
        case drop
        /// Replaces the value.
        case replace(XMLValue)
        /// Replaces the key. Members with the same key become a list.
        case rename(String)
        /// Replaces the value and the key.
        case put(XMLValue, under: String)
    }

    /// Returns the same rules with a transformation of each member of each dictionary.
    ///
    /// Members are attributes, children, text and all other values with a key. They are transformed from the innermost
    /// outwards, so that the closure receives transformed values. A dictionary under these rules is created when the
    /// document is parsed, instead of being a view of it.
    ///
    /// ```swift
    /// let typed = XMLMapping.xmltodict.transforming { member in
    ///     member.key == "price" ? .replace(XMLValue(member.value.double ?? 0)) : .keep
    /// }
    /// ```
    ///
    /// - Parameter transform: the transformation, which must always return the same result for the same member.
    public func transforming(_ transform: @escaping @Sendable (Member) -> Transformation) -> Self {
        var mapping = self
        mapping.transformations.append(transform)
        return mapping
    }

    /// Returns the member after all transformations; nil if it was dropped.
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
