import CLibXML2

extension RelaxNGSession {
    /// How an element is validated.
    enum State {
        /// It was passed to libxml2 as open.
        case pushed
        /// It, or an element around it, is validated at its end.
        case collected
        /// It is not validated, because of an earlier fault.
        case ignored
    }

    @safe
    struct Open {
        var state: State
        var node: xmlNodePtr?
        /// The nodes before it.
        var mark: NodePool.Mark
        var place: Int
        /// Whether its remaining content is not validated.
        var isIgnoring: Bool
        /// Whether the reason is content that is not known, which was not reported.
        var isUnread = false
        /// The number of child elements so far, if it is collected.
        var childCount = 0
        /// Where the first text since the last tag begins that is not white space.
        var text: Int?
    }

    /// Limits on content that takes too much memory or time.
    struct Limits {
        /// In bytes.
        var size: Int
        /// The number of child elements of an element whose content takes longer than with a single repetition: the
        /// smallest, those of local names, and that of all others.
        var children: Int
        var childrenOfNames: [String: Int]
        var otherChildren: Int
        /// The number of attributes of one element.
        var attributes = Int.max

        /// - Parameter depths: those of ``RepeatedContent``.
        init(_ options: XMLSchemaOptions, _ depths: (named: [String: Int], others: Int)) {
            size = options.collectedSize
            let limit = { RepeatedContent.limit(options.collectedChildren, depth: $0) }
            otherChildren = limit(depths.others)
            childrenOfNames = depths.named.mapValues { limit(max($0, depths.others)) }
            children = childrenOfNames.values.min() ?? otherChildren
        }

        func children(of name: String) -> Int { childrenOfNames[name] ?? otherChildren }
    }
}
