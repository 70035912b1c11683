import CLibXML2

/// Expands references to entities in attribute values, which libxml2 leaves as they are unless it may substitute entities
/// everywhere (XML 1.0, section 3.3.3).
@safe
struct EntityExpander {
    /// The document that holds the declarations.
    let cDocument: xmlDocPtr?

    /// Appends what a reference to the entity of this name stands for: the reference itself for one that is not known.
    ///
    /// libxml2 has found already that no entity refers to itself, and the size of the result has been counted.
    func append(_ cName: UnsafePointer<UInt8>?, to bytes: inout [UInt8]) {
        guard let cName = unsafe cName, let whole = unsafe content(cName) else {
            bytes += unsafe Array("&\(String(cXML: cName));".utf8)
            return
        }
        unsafe append(text: whole, to: &bytes)
    }

    /// Appends text with the references in it expanded.
    func append(text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        // What is still to be appended of each entity, the innermost last: no recursion.
        var rests = unsafe [text]
        while let rest = unsafe rests.popLast() {
            let (reference, end) = unsafe appendPart(rest, to: &bytes)
            guard let reference else { continue }
            unsafe rests.append(UnsafeBufferPointer(rebasing: rest[end...]))
            if reference.first == UInt8(ascii: "#") {
                Self.appendCharacter(reference, to: &bytes)
            } else if let inner = unsafe content(named: reference) {
                unsafe rests.append(inner)
            } else if let character = Self.predefined(reference) {
                bytes.append(character)
            } else {
                bytes += Array("&".utf8) + reference + Array(";".utf8)
            }
        }
    }

    /// Appends text up to the next reference, white space as spaces; returns what the reference names, and where it ends.
    private func appendPart(
        _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
    ) -> (reference: [UInt8]?, end: Int) {
        for index in 0..<text.count {
            let byte = unsafe text[index]
            guard byte == UInt8(ascii: "&") else {
                bytes.append(byte.isXMLSpace ? 0x20 : byte)
                continue
            }
            let end = unsafe text.firstIndex(of: UInt8(ascii: ";"), from: index)
            return unsafe (Array(text[index + 1..<end]), min(end + 1, text.count))
        }
        return (nil, text.count)
    }

    private static func appendCharacter(_ reference: [UInt8], to bytes: inout [UInt8]) {
        let text = String(decoding: reference.dropFirst(), as: UTF8.self)
        let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
        guard let scalar = value.flatMap(Unicode.Scalar.init) else { return }
        // libxml2 makes a space of white space that comes out of an entity, even of a character reference.
        let isSpace = scalar.value < 0x80 && UInt8(scalar.value).isXMLSpace
        bytes += Array(String(isSpace ? " " : Character(scalar)).utf8)
    }

    private static func predefined(_ name: [UInt8]) -> UInt8? {
        switch String(decoding: name, as: UTF8.self) {
        case "lt": UInt8(ascii: "<")
        case "gt": UInt8(ascii: ">")
        case "amp": UInt8(ascii: "&")
        case "quot": UInt8(ascii: "\"")
        case "apos": UInt8(ascii: "'")
        default: nil
        }
    }

    /// How many bytes a reference to the entity of this name comes to, counted as `TextReaderState` counts those that
    /// libxml2 expands.
    ///
    /// libxml2 has found already that no entity refers to itself, and lets them nest no deeper than 40 or so.
    func size(_ cName: UnsafePointer<UInt8>, known: inout [UInt: Int]) -> Int {
        guard let content = unsafe self.content(cName) else { return 0 }
        let key = UInt(bitPattern: content.baseAddress)
        if let size = known[key] { return size }
        known[key] = 0
        let size = unsafe self.size(of: content, known: &known)
        known[key] = size
        return size
    }

    /// The same for text with references.
    func size(of content: UnsafeBufferPointer<UInt8>, known: inout [UInt: Int]) -> Int {
        var size = content.count + 32
        var position = 0
        while case let start = unsafe content.firstIndex(of: UInt8(ascii: "&"), from: position), start < content.count {
            let end = unsafe content.firstIndex(of: UInt8(ascii: ";"), from: start)
            let name = unsafe Array(content[start + 1..<end]) + [0]
            unsafe name.withUnsafeBufferPointer { name in
                guard let cInner = name.baseAddress else { return }
                size = unsafe min(size + self.size(cInner, known: &known), 1 << 50)
            }
            position = end
        }
        return size
    }

    private func content(named name: [UInt8]) -> UnsafeBufferPointer<UInt8>? {
        unsafe (name + [0]).withUnsafeBufferPointer { name in
            unsafe name.baseAddress.flatMap { unsafe content($0) }
        }
    }

    /// The replacement text of an internal entity.
    private func content(_ cName: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let cEntity = unsafe xmlGetDocEntity(cDocument, cName) else { return nil }
        switch unsafe cEntity.pointee.etype {
        case XML_INTERNAL_GENERAL_ENTITY: break
        default: return nil
        }
        guard let content = unsafe cEntity.pointee.content else { return nil }
        return unsafe UnsafeBufferPointer(start: content, count: UnsafePointer<UInt8>.length(content))
    }
}
