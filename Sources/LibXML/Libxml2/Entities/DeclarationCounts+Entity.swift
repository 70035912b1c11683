import CLibXML2

extension DeclarationCounts {
    /// Counts the declarations that a reference to a parameter entity brings in.
    mutating func add(replacementTextOf cEntity: xmlEntityPtr) -> Fault? {
        guard let content = unsafe cEntity.pointee.content else { return nil }
        let length = unsafe Int(cEntity.pointee.length)
        return unsafe add(replacementText: UnsafeBufferPointer(start: content, count: length).span)
    }
}
