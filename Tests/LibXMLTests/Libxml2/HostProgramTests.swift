import CLibXML2
import Foundation
import LibXML
import Testing

/// A host program may replace libxml2's allocator, clean up libxml2, and fork, all between two parses or in the middle of
/// a stream. Each test runs in a separate process.
@Suite struct HostProgramTests {
    @Test("All memory comes from the allocator of the host program, and is returned when it cleans up libxml2")
    func allocator() async {
        await #expect(processExitsWith: .success) {
            #expect(TestAllocator.install())
            let expected = AllocationJob.allOutcomes
            #expect(TestAllocator.shared.made > 1_000)
            xmlCleanupParser()
            #expect(TestAllocator.shared.live == 0)
            #expect(AllocationJob.allOutcomes == expected)
            xmlCleanupParser()
            #expect(TestAllocator.shared.live == 0)
        }
    }

    @Test("A host program may clean up libxml2 after each document", arguments: AllocationJob.allCases)
    func cleanup(_ job: AllocationJob) async {
        await #expect(processExitsWith: .success) { [name = job.rawValue as String] in
            let job = try #require(AllocationJob(rawValue: name))
            #expect(TestAllocator.install())
            let expected = job.run()
            for _ in 0..<3 {
                xmlCleanupParser()
                #expect(TestAllocator.shared.live == 0)
                #expect(job.run() == expected)
            }
        }
    }

    @Test("A copy of the process parses on, and so does the process")
    func forks() async {
        await #expect(processExitsWith: .success) {
            // In a copy before the first document, after it, and in a copy of a copy.
            let first = fork { AllocationJob.tree.run().isResult ? 0 : 1 }
            #expect(first == .exit(0))
            let expected = AllocationJob.allOutcomes
            for _ in 0..<3 {
                let end = fork {
                    guard AllocationJob.allOutcomes == expected else { return 1 }
                    return fork { AllocationJob.allOutcomes == expected ? 0 : 1 } == .exit(0) ? 0 : 2
                }
                #expect(end == .exit(0))
                #expect(AllocationJob.allOutcomes == expected)
            }
        }
    }

    @Test("A stream that has begun goes on in a copy of the process, and in the process")
    func forksInStream() async {
        await #expect(processExitsWith: .success) {
            let text = Array("<r><a k='v'>\(String(repeating: "<b>text</b>", count: 2_000))</a><c/></r>".utf8)
            func rest(of reader: inout XMLReader) throws -> Int {
                var count = 0
                while try reader.next() != nil { count += 1 }
                return count
            }
            var whole = XMLReader(parsing: text)
            let count = try rest(of: &whole)
            #expect(count > 6_000)
            for position in stride(from: 0, through: 6_000, by: 1_500) {
                var reader = XMLReader(parsing: text)
                for _ in 0..<position { _ = try reader.next() }
                let end = fork { (try? rest(of: &reader)) == count - position ? 0 : 1 }
                #expect(end == .exit(0))
                #expect(try rest(of: &reader) == count - position)
            }
        }
    }
}

extension AllocationJob {
    fileprivate static var allOutcomes: [Outcome] { allCases.map { $0.run() } }
}
