import CheckCases

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs all cases of one loop, or one case. `Scripts/loops` runs all loops that it lists.
@main
struct Loops {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["list"] {
            for loop in Loop.all {
                for number in 0..<(loop.isLimited ? loop.count : 1) {
                    print(loop.isLimited ? "\(loop.name) \(number)" : loop.name)
                }
            }
            return
        }
        guard let loop = arguments.first.flatMap(Loop.named), arguments.count <= 2 else {
            print("usage: loops list | NAME [NUMBER]")
            exit(64)
        }
        let number = arguments.dropFirst().first.flatMap { Int($0) }
        var failures = 0
        for number in number.map({ $0..<$0 + 1 }) ?? 0..<loop.count {
            do {
                try loop.run(number)
            } catch {
                print("\(loop.name) \(number): \(error)")
                failures += 1
            }
        }
        if failures > 0 { exit(1) }
    }
}
