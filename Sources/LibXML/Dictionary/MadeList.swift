import Synchronization

/// A list that is not a view of a document.
final class MadeList: Sendable {
    /// Changed when the object is destroyed, and by the only value that refers to it.
    private let contents: Mutex<[XMLValue]>

    init(_ values: [XMLValue]) { contents = Mutex(values) }

    deinit {
        var remains = MadeRemains()
        takeNested(into: &remains)
        remains.release()
    }

    /// Moves the nested values out of this list, which becomes empty.
    func takeNested(into remains: inout MadeRemains) {
        contents.locked { values in
            for value in values { remains.add(value) }
            values = []
        }
    }

    var values: [XMLValue] { contents.locked { $0 } }

    var count: Int { contents.locked { $0.count } }

    /// Takes all values out of the list, which must be used by one value only.
    func take() -> [XMLValue] {
        contents.locked { values in
            defer { values = [] }
            return values
        }
    }

    /// Takes one value out of the list, which must be used by one value only; nil if the index is out of range.
    func take(_ index: Int) -> XMLValue? {
        contents.locked { $0.indices.contains(index) ? $0[index].take() : nil }
    }

    /// Puts a value back, or removes it from the list. Adds a value whose index is the number of values.
    func put(_ value: XMLValue?, _ index: Int) {
        contents.locked { values in
            if let value, values.indices.contains(index) {
                values[index] = value
            } else if let value, index == values.count {
                values.append(value)
            } else if value == nil, values.indices.contains(index) {
                values.remove(at: index)
            } else if value != nil {
                Self.lose(index)
            }
        }
    }

    /// Stops a debug build for a value that is assigned to an index that does not exist.
    static func lose(_ index: Int) { assertionFailure("the index \(index) is out of range") }

    subscript(index: Int) -> XMLValue? { contents.locked { $0.indices.contains(index) ? $0[index] : nil } }
}

/// The values of a destroyed dictionary or list. They are released without recursion, which would overflow the stack
/// for deeply nested values.
struct MadeRemains {
    private var dictionaries: [MadeDictionary] = []
    private var lists: [MadeList] = []

    mutating func add(_ value: XMLValue) {
        switch value.storage {
        case .dictionary(let dictionary):
            if case .made(let made) = dictionary.storage { dictionaries.append(made) }
        case .list(.made(let list)): lists.append(list)
        default: break
        }
    }

    mutating func release() {
        while true {
            if var dictionary = dictionaries.popLast() {
                if isKnownUniquelyReferenced(&dictionary) { dictionary.takeNested(into: &self) }
            } else if var list = lists.popLast() {
                if isKnownUniquelyReferenced(&list) { list.takeNested(into: &self) }
            } else {
                return
            }
        }
    }
}
