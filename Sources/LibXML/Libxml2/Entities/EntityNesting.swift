import CLibXML2

/// How deep the entities of a document nest, determined before libxml2 expands one.
///
/// libxml2's own check rejects small documents with moderately nested entities. Without that check, libxml2 recurses
/// too deep for a small stack.
@safe
struct EntityNesting {
    private enum Depth {
        case unfinished
        /// The number of levels of entities, including this one: 1 if the replacement text has no references.
        case levels(Int)
        case endless
    }

    /// The depths that are known, by the address of the entity.
    private var known: [UInt: Depth] = [:]

    /// An entity whose replacement text is being scanned.
    @safe
    private struct Frame {
        let key: UInt
        let text: UnsafeBufferPointer<UInt8>
        var position = 0
        /// The depth of the deepest entity found so far.
        var deepest = 0
        var isEndless = false
    }

    /// How many levels of entities an entity has, including itself; nil if one refers to itself.
    ///
    /// Complexity: O(*n*) in the length of all replacement texts that it refers to, in total for all calls.
    mutating func levels(of cEntity: xmlEntityPtr, in cDocument: xmlDocPtr?) -> Int? {
        if case .levels(let levels) = known[UInt(bitPattern: cEntity)] { return levels }
        var frames: [Frame] = []
        if let frame = unsafe begin(cEntity) { frames.append(frame) }
        while var frame = frames.popLast() {
            guard let cInner = unsafe Self.nextEntity(&frame, cDocument) else {
                let isEndless = frame.isEndless
                known.set(frame.key, to: isEndless ? .endless : .levels(frame.deepest + 1))
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
        known.set(key, to: .unfinished)
        guard let content = unsafe cEntity.pointee.content else {
            known.set(key, to: .levels(1))
            return nil
        }
        let length = unsafe UnsafePointer<UInt8>.length(content)
        return unsafe Frame(key: key, text: UnsafeBufferPointer(start: content, count: length))
    }

    /// The next internal entity that a replacement text refers to. Skips comments, CDATA sections and processing
    /// instructions.
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
