/// How a caller names elements or attributes.
enum NameQuery: Sendable {
    /// A string. It means names that are written so, whatever their namespace; when there is none among the
    /// candidates, names whose local part it is, if all of those have one namespace: one namespace's element is never
    /// taken for another's by accident.
    case written(String)
    /// An expanded name.
    case expanded(XMLName)

    /// What an error calls it.
    var description: String {
        switch self {
        case .written(let text): text
        case .expanded(let name): name.description
        }
    }
}

/// Finds out which names among some candidates a query means.
struct NameResolution {
    private let query: NameQuery
    private let tape: Tape
    /// What has been found out about each name so far.
    private var known: [Int: Bool] = [:]
    /// The last name that was looked at, and whether it is meant: siblings tend to share their name.
    private var last = (number: -1, isExact: false)
    private var exact: [Int] = []
    private var local: [Int] = []
    private var isAmbiguous = false

    init(_ query: NameQuery, _ tape: Tape) {
        self.query = query
        self.tape = tape
    }

    /// Looks at a candidate; true when it is meant for certain, whatever the other candidates are.
    mutating func add(_ number: Int) -> Bool {
        if last.number == number { return last.isExact }
        let isExact = known[number] ?? examine(number)
        last = (number, isExact)
        return isExact
    }

    private mutating func examine(_ number: Int) -> Bool {
        let isExact: Bool
        switch query {
        case .expanded(let name): isExact = tape.isExpanded(number, name)
        case .written(let text):
            isExact = tape.isWritten(number, as: text)
            if !isExact, tape.isLocal(number, text) {
                if let other = local.first, tape.name(other).uri != tape.name(number).uri { isAmbiguous = true }
                local.append(number)
            }
        }
        if isExact { exact.append(number) }
        known[number] = isExact
        return isExact
    }

    /// The names that are meant, once all candidates have been looked at.
    var numbers: [Int] {
        if !exact.isEmpty { return exact }
        return isAmbiguous ? [] : local
    }
}

/// Numbers of names, in which others are looked up.
struct NameNumbers: Sendable {
    private let few: [Int]
    private let many: Set<Int>

    init(_ numbers: [Int]) {
        // Going through a few takes less time than hashing.
        (few, many) = numbers.count > 8 ? ([], Set(numbers)) : (numbers, [])
    }

    func contains(_ number: Int) -> Bool { few.contains(number) || !many.isEmpty && many.contains(number) }
}
