/// What the command is asked to do.
struct Arguments {
    /// How long to search.
    var seconds = 60
    var firstSeed: UInt64 = 1
    /// The seed to look at alone.
    var onlySeed: UInt64?
    /// The file to look at alone, with the options of the seed if there is one.
    var onlyFile: String?
    /// Whether this process is the one that reads documents, which the other one watches.
    var isWorker = false
    /// Where the worker writes the seed that it is at.
    var stateFile = ""
    /// How many findings of one kind are printed.
    var examples = 1
    /// Whether the summary lists what was taken for each known difference.
    var showsKinds = false
    /// Files, and folders with files, of which documents are made.
    var paths: [String] = []

    static let usage = """
        usage: differences [--seconds N] [--first-seed N] [--examples N] [--kinds] [--seed N] [--document FILE] [FILE | FOLDER]…

        Reads generated documents, and changed forms of those in files, in every way that the library has, and prints
        what the ways do not agree on. Exits with 1 if something is not in the table of known differences.
          --seconds N     how long (60)
          --first-seed N  the first document (1)
          --seed N        only this document, with all of its differences
          --document FILE only this document, with the options of the seed if that is given too
          --kinds         list what was taken for each known difference
          --examples N    how many documents are printed of one kind of difference (1)
        """

    /// Returns nil if the arguments are not understood.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--kinds": showsKinds = true
            case "--worker": isWorker = true
            case "--state":
                guard let value = rest.popFirst() else { return nil }
                stateFile = value
            case "--document":
                guard let value = rest.popFirst() else { return nil }
                onlyFile = value
            case "--seconds", "--first-seed", "--seed", "--examples":
                guard let value = rest.popFirst().flatMap(UInt64.init) else { return nil }
                switch argument {
                case "--document":
                    guard let value = rest.popFirst() else { return nil }
                    onlyFile = value
                case "--seconds": seconds = Int(value)
                case "--first-seed": firstSeed = value
                case "--examples": examples = Int(value)
                default: onlySeed = value
                }
            case _ where argument.hasPrefix("-"): return nil
            default: paths.append(argument)
            }
        }
    }
}
