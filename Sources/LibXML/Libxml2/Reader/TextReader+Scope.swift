import CLibXML2

extension TextReader {
    /// An element, to see when its end has come.
    @safe
    struct Scope {
        fileprivate let cNode: xmlNodePtr
        fileprivate let level: Int
        fileprivate let isEmpty: Bool
    }

    /// The element that the reader stands at the start of; nil elsewhere.
    var currentElement: Scope? {
        guard event == .startElement, let cNode = unsafe cNode else { return nil }
        return unsafe Scope(cNode: cNode, level: references.count, isEmpty: NodePlace.isEmpty(cNode))
    }

    /// Whether the reader stands at the end of an element, at the beginning of whose content, or in which, it has stood.
    @inline(__always)
    func isAtEnd(of scope: Scope) -> Bool {
        if scope.isEmpty || event == nil { return true }
        return unsafe event == .endElement && cNode == scope.cNode && references.count == scope.level
    }

    /// Reads what is left of an element in which the reader stands, so that it stands at its end.
    mutating func skip(to scope: Scope) throws(XMLError) {
        while !isAtEnd(of: scope) { _ = try next() }
    }
}
