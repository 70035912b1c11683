import Comparators
import Foundation
import LibXML

// Every figure is a ratio within one run: all candidates take turns over the same document, and medians are compared.

struct Candidate {
    var name: String
    var run: ([UInt8]) -> Bool
}

func inC(_ function: @escaping (UnsafePointer<CChar>?, Int) -> Int32) -> ([UInt8]) -> Bool {
    { bytes in
        bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { function($0.baseAddress, $0.count) == 1 }
        }
    }
}

let candidates = [
    Candidate(name: "C, SAX2, memory", run: inC(comparator_sax_memory)),
    Candidate(name: "C, SAX2, push", run: inC(comparator_sax_push)),
    Candidate(name: "C, xmlReadMemory", run: inC(comparator_tree)),
    Candidate(name: "LibXML, XMLTree") { (try? XMLTree(parsing: $0)) != nil },
]

func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

/// The median time of each candidate in seconds, all taking turns.
func measure(_ candidates: [Candidate], _ bytes: [UInt8], rounds: Int) -> [Double] {
    let clock = ContinuousClock()
    var times = Array(repeating: [Double](), count: candidates.count)
    for round in 0...rounds {
        for (index, candidate) in candidates.enumerated() {
            var isParsed = false
            comparator_settle()
            let duration = clock.measure { isParsed = candidate.run(bytes) }
            guard isParsed else { fatalError("\(candidate.name) cannot parse the document") }
            if round > 0 { times[index].append(duration / .seconds(1)) }
        }
    }
    return times.map(median)
}

func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
    print("usage: benchmarks FILE…")
    exit(64)
}
print(
    "MB/s".padding(toLength: 20, withPad: " ", startingAt: 0) + candidates.map { pad($0.name, 18) }.joined()
        + pad("tree : SAX2", 14) + pad("tree : readMem", 16))
var logarithms = 0.0
for path in paths {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let times = measure(candidates, bytes, rounds: max(5, min(41, 60_000_000 / bytes.count)))
    let speeds = times.map { Double(bytes.count) / $0 / 1e6 }
    let ratio = speeds[3] / max(speeds[0], speeds[1])
    logarithms += log(ratio)
    let name = URL(fileURLWithPath: path).lastPathComponent
    print(
        name.padding(toLength: 20, withPad: " ", startingAt: 0)
            + speeds.map { pad(String(format: "%.0f", $0), 18) }.joined() + pad(String(format: "%.2f", ratio), 14)
            + pad(String(format: "%.2f", speeds[3] / speeds[2]), 16))
}
print("geometric mean of tree : SAX2, \(String(format: "%.2f", exp(logarithms / Double(paths.count))))")
