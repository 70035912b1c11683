import Foundation

// Reads one message again and again in one way, for a profiler that counts instructions: see messages.py.
// Usage: messages WAY ITEMS ROUNDS, or messages (prints the ways)

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print(Message.ways.map(\.name).joined(separator: "\n"))
    exit(0)
}
guard let way = Message.ways.first(where: { $0.name == arguments[1] }), let items = Int(arguments[2]),
    let rounds = Int(arguments[3])
else {
    fatalError("usage: messages WAY ITEMS ROUNDS")
}
let message = Message(items: items)
let read = try way.run(message, rounds)
guard read == rounds else { fatalError("\(way.name) read \(read) of \(rounds)") }
print(message.bytes.count)
