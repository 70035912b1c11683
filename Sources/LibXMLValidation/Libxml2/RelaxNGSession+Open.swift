import CLibXML2

extension RelaxNGSession {
    /// How an element is validated.
    enum State {
        /// libxml2 knows that it is open.
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
        /// Whether nothing more in it is validated.
        var isIgnoring: Bool
        /// Whether the reason is content that is not known, which was not reported.
        var isUnread = false
        /// The number of child elements so far, if it is collected.
        var childCount = 0
        /// Where the first text since the last tag begins that is not white space.
        var text: Int?
    }

    /// Limits on what takes too much memory or time.
    struct Limits {
        /// In bytes.
        var size: Int
        /// The number of child elements of one element.
        var children: Int
        /// The number of attributes of one element.
        var attributes: Int
    }
}
