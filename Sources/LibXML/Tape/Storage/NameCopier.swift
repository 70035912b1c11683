/// Copies some of the names of a table into a new table.
struct NameCopier: ~Copyable {
    private let names: NameTable.View
    private var table = NameTable.ofCopies()
    private var strings: [UInt32: UInt32] = [:]
    private var numbers: [UInt32: UInt32] = [:]

    init(_ names: NameTable.View) {
        self.names = names
    }

    mutating func string(_ number: UInt32) -> UInt32 {
        if number == TapeHead.none { return number }
        if let known = strings[number] { return known }
        let bytes = names.withString(Int(number)) { $0.array }
        let new = unsafe bytes.withUnsafeBufferPointer { unsafe table.addString($0) }
        strings[number] = new
        return new
    }

    mutating func name(_ number: UInt32) -> UInt32 {
        if let known = numbers[number] { return known }
        let name = names.name(Int(number))
        let (local, prefix, uri) = (
            string(UInt32(name.local)), string(UInt32(name.prefix)), string(UInt32(name.uri))
        )
        let new = table.addName(local: local, prefix: prefix, uri: uri)
        numbers[number] = new
        return new
    }

    consuming func finish() -> NameTable { table }
}
