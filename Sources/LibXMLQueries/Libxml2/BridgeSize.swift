import CLibXML2
import LibXML

/// How much memory the bridge of a tape takes, by a pass over its entries.
struct BridgeSize {
    var nodes = 0
    var attributes = 0
    var namespaces = 0
    /// The bytes of all data and strings, with a NUL after each.
    var text = 0

    /// Up to 2.12, an attribute of libxml2 is smaller than in later versions with the same name of the library.
    static let attributeStride = unsafe max(MemoryLayout<xmlAttr>.stride, 104)
    static let nodeStride = unsafe MemoryLayout<xmlNode>.stride
    static let namespaceStride = unsafe MemoryLayout<xmlNs>.stride

    init(of tape: TapeMemory, _ ranges: [Range<Int>]) {
        for range in ranges {
            var index = range.lowerBound
            while index < range.upperBound {
                let entry = tape.entry(index)
                switch entry.kind {
                case .element: nodes += 1
                case .attribute:
                    attributes += 1
                    text += entry.data.count + 1
                case .namespace: namespaces += 1
                case .text, .cdata, .comment, .entityReference, .processingInstruction:
                    // Adjacent text becomes one node, so that this number may be larger than needed.
                    nodes += 1
                    text += entry.data.count + 1
                case .document, .documentType: break
                }
                index += entry.length
            }
        }
        unsafe text += tape.stringBytes.count + tape.strings.count / 2
    }

    var nodeBytes: Int { nodes * Self.nodeStride }
    var attributeBytes: Int { attributes * (Self.attributeStride + Self.nodeStride) }
    /// With the namespace of `xml`.
    var namespaceBytes: Int { (namespaces + 1) * Self.namespaceStride }
    var total: Int { unsafe MemoryLayout<xmlDoc>.stride + nodeBytes + attributeBytes + namespaceBytes + text }
}
