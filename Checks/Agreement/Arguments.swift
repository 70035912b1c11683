/// The arguments of the command.
struct Arguments {
    /// How many seconds to search.
    var seconds = 60
    var firstSeed: UInt64 = 1
    /// The only seed to read.
    var onlySeed: UInt64?
    /// The only file to read, with the options of the seed if there is one.
    var onlyFile: String?
    /// Whether this process is the worker, which reads documents, rather than the supervisor.
    var isWorker = false
    /// Where the worker writes its current seed.
    var stateFile = ""
    /// How many findings of each kind to print.
    var examples = 1
    /// Whether the summary lists the kinds that were matched to each known difference.
    var showsKinds = false
    /// Files, and folders with files, from which documents are created.
    var paths: [String] = []

    static let usage = """
        usage: agreement [--seconds N] [--first-seed N] [--examples N] [--kinds] [--seed N] [--document FILE] [FILE | FOLDER]…

        Reads generated documents, and changed forms of those in files, in every way that the library has, and prints
        what the ways do not agree on. Exits with 1 if something is not in the table of known differences.
          --seconds N     how long (60)
          --first-seed N  the first document (1)
          --seed N        only this document, with all of its differences
          --document FILE only this document, with the options of the seed if that is given too
          --kinds         list what was taken for each known difference
          --examples N    how many documents are printed of one kind of difference (1)
        """

    /// Returns nil if the arguments are invalid.
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
