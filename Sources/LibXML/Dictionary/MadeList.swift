import Synchronization

/// A list that is not a view of a document.
final class MadeList: Sendable {
    /// Changed only when the object is destroyed.
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
