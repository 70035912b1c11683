import CLibXML2

/// How deep the entities of a document nest, found out before libxml2 goes into one.
///
/// libxml2's own alarm refuses small documents whose entities nest a little, and without it goes on to a depth that a small stack
/// does not hold.
@safe
struct EntityNesting {
    private enum Depth {
        case unfinished
        /// How many entities lie within each other, with this one: 1 where the replacement text has no references.
        case levels(Int)
        case endless
    }

    /// What is known, by the address of the entity.
    private var known: [UInt: Depth] = [:]

    /// An entity whose replacement text is being looked through.
    @safe
    private struct Frame {
        let key: UInt
        let text: UnsafeBufferPointer<UInt8>
        var position = 0
        /// The deepest of the entities that were met so far.
        var deepest = 0
        var isEndless = false
    }

    /// How many entities lie within each other in an entity, with itself; nil where one refers to itself.
    ///
    /// Complexity: O(*n*) in the length of the replacement texts of what it refers to, all calls taken together.
    mutating func levels(of cEntity: xmlEntityPtr, in cDocument: xmlDocPtr?) -> Int? {
        if case .levels(let levels) = known[UInt(bitPattern: cEntity)] { return levels }
        var frames: [Frame] = []
        if let frame = unsafe begin(cEntity) { frames.append(frame) }
        while var frame = frames.popLast() {
            guard let cInner = unsafe Self.nextEntity(&frame, cDocument) else {
                let isEndless = frame.isEndless
                known[frame.key] = isEndless ? .endless : .levels(frame.deepest + 1)
                if let outer = frames.indices.last {
                    frames[outer].deepest = max(frames[outer].deepest, frame.deepest + 1)
                    frames[outer].isEndless = frames[outer].isEndless || isEndless
                }
                continue
            }
            switch known[UInt(bitPattern: cInner)] {
            case .levels(let levels):
                frame.deepest = max(frame.deepest, levels)
                frames.append(frame)
            case .unfinished, .endless:
                frame.isEndless = true
                frames.append(frame)
            case nil:
                frames.append(frame)
                if let inner = unsafe begin(cInner) { frames.append(inner) }
            }
        }
        guard case .levels(let levels) = known[UInt(bitPattern: cEntity)] else { return nil }
        return levels
    }

    private mutating func begin(_ cEntity: xmlEntityPtr) -> Frame? {
        let key = UInt(bitPattern: cEntity)
        known[key] = .unfinished
        guard let content = unsafe cEntity.pointee.content else {
            known[key] = .levels(1)
            return nil
        }
        let length = unsafe UnsafePointer<UInt8>.length(content)
        return unsafe Frame(key: key, text: UnsafeBufferPointer(start: content, count: length))
    }

    /// The next internal entity to which a replacement text refers, outside of what is no markup in it.
    private static func nextEntity(_ frame: inout Frame, _ cDocument: xmlDocPtr?) -> xmlEntityPtr? {
        let text = unsafe frame.text.span
        while frame.position < text.count {
            let start = text.index(from: frame.position) { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
            guard start < text.count else { break }
            if text.has("<![CDATA[", at: start) {
                frame.position = text.endIfAny(of: "]]>", from: start) ?? text.count
            } else if text.has("<!--", at: start) {
                frame.position = text.endIfAny(of: "-->", from: start + 4) ?? text.count
            } else if text.has("<?", at: start) {
                frame.position = text.endIfAny(of: "?>", from: start) ?? text.count
            } else if text.has("<", at: start) {
                frame.position = start + 1
            } else {
                let end = text.index(from: start) { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "<") }
                frame.position = end
                let name = text.extracting(start + 1..<max(start + 1, end)).array + [0]
                let cEntity = unsafe name.withUnsafeBufferPointer {
                    unsafe xmlGetDocEntity(cDocument, $0.baseAddress)
                }
                if let cEntity = unsafe cEntity, unsafe cEntity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY {
                    return unsafe cEntity
                }
            }
        }
        frame.position = text.count
        return nil
    }
}
