import CLibXML2

extension DeclarationCounts {
    /// Counts the declarations in the replacement text of a parameter entity. Returns a fault if they exceed a limit.
    mutating func add(replacementTextOf cEntity: xmlEntityPtr) -> Fault? {
        guard let content = unsafe cEntity.pointee.content else { return nil }
        let length = unsafe Int(cEntity.pointee.length)
        return unsafe add(replacementText: UnsafeBufferPointer(start: content, count: length).span)
    }
}
