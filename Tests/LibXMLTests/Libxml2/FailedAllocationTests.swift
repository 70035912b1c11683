import CLibXML2
import CheckCases
import Foundation
import LibXML
import Testing

/// libxml2 gets NULL for an allocation: for one of them, or for all from some time on.
///
/// Each job runs in a process of its own, without failures and with each failure in turn. `FAILED_ALLOCATIONS=all` tries
/// every allocation; otherwise a sample is tried, which differs between the jobs.
@Suite struct FailedAllocationTests {
    @Test(
        "A failed allocation is an error, leaves no memory behind, and has no effect later",
        arguments: AllocationJob.allCases)
    func failures(_ job: AllocationJob) async {
        await #expect(processExitsWith: .success) { [name = job.rawValue as String] in
            let job = try #require(AllocationJob(rawValue: name))
            #expect(TestAllocator.install())
            // Without memory, libxml2 may try forever.
            limitProcessorTime(toSeconds: 60)
            // libxml2 and the tables of encodings keep their first allocations.
            let expected = job.run()
            #expect(job.run() == expected)
            for isPermanent in [false, true] {
                var failures = 0
                for number in 1... where job.tries(number) {
                    guard job.check(failing: number, onwards: isPermanent, expected) else { break }
                    failures += 1
                }
                #expect(failures > 4)
            }
        }
    }

    @Test("A failed allocation in the first document of a process has no effect later", arguments: AllocationJob.first)
    func firstFailures(_ job: AllocationJob) async {
        await #expect(processExitsWith: .success) { [name = job.rawValue as String] in
            let job = try #require(AllocationJob(rawValue: name))
            #expect(TestAllocator.install())
            for isPermanent in [false, true] {
                // libxml2 makes some 60 allocations when it is initialized.
                for number in 1...100 where job.tries(number) {
                    let end = fork {
                        TestAllocator.shared.fail(at: number, onwards: isPermanent)
                        let outcome = job.run()
                        TestAllocator.shared.recover()
                        let isKnown = SwallowedFailure.isKnown(TestAllocator.shared.failedFunctions)
                        let later = job.run()
                        return later.isResult && (outcome == later || outcome.isOutOfMemory || isKnown) ? 0 : 1
                    }
                    #expect(end == .exit(0), "allocation \(number)\(isPermanent ? " and all others" : "")")
                }
            }
        }
    }
}

extension AllocationJob {
    /// Jobs that use different parts of libxml2 first.
    fileprivate static let first: [Self] = [
        .tree, .treePulled, .entities, .cyrillic, .utf16, .page, .libxml2Recovery, .writer,
    ].filter { !SwallowedFailure.harmsProcess($0) }

    private static let triesAll = ProcessInfo.processInfo.environment["FAILED_ALLOCATIONS"] == "all"

    fileprivate func tries(_ number: Int) -> Bool {
        let place = Self.allCases.firstIndex(of: self) ?? 0
        return Self.triesAll || number <= 4 || (number + place) % 7 == 0
    }

    /// What is wrong after a failed allocation: the exit code of a copy of this process. A sanitizer ends one with 1, 23
    /// or 66.
    private struct Faults: OptionSet {
        var rawValue: Int32

        static let result = Self(rawValue: 2)
        static let leak = Self(rawValue: 4)
        static let laterResult = Self(rawValue: 8)
        /// Not a fault: the job makes fewer allocations.
        static let noFailure = Self(rawValue: 16)
        static let all: Self = [.result, .leak, .laterResult, .noFailure]
    }

    /// Runs the job while an allocation fails, in a copy of this process if libxml2 may harm it. Returns false if the job
    /// makes fewer allocations.
    fileprivate func check(failing number: Int, onwards isPermanent: Bool, _ expected: Outcome) -> Bool {
        let end =
            if SwallowedFailure.harmsProcess(self) {
                fork { faults(failing: number, onwards: isPermanent, expected).rawValue }
            } else {
                ProcessEnd.exit(faults(failing: number, onwards: isPermanent, expected).rawValue)
            }
        let functions = TestAllocator.shared.failedFunctions
        let place: Comment = "allocation \(number)\(isPermanent ? " and all others" : ""), in \(functions)"
        guard case .exit(let code) = end, Faults.all.isSuperset(of: Faults(rawValue: code)) else {
            #expect(SwallowedFailure.endsProcess(functions), "\(place): \(end)")
            return true
        }
        let found = Faults(rawValue: code)
        #expect(
            !found.contains(.result) || SwallowedFailure.isKnown(functions), "\(place): \(TestAllocator.shared.note)")
        #expect(!found.contains(.leak) || SwallowedFailure.leaks(functions), place)
        #expect(!found.contains(.laterResult), place)
        return !found.contains(.noFailure)
    }

    private func faults(failing number: Int, onwards isPermanent: Bool, _ expected: Outcome) -> Faults {
        let allocator = TestAllocator.shared
        let kept = allocator.live
        allocator.fail(at: number, onwards: isPermanent)
        let outcome = run()
        allocator.recover()
        guard allocator.failures > 0 else { return .noFailure }
        var faults: Faults = []
        // Excerpts are advice, and no call for them can report an error.
        let isAdvice = isPermanent && self == .snippet
        if outcome != expected, !outcome.isOutOfMemory, !isAdvice {
            allocator.write(note: outcome.description)
            faults.insert(.result)
        }
        let left = allocator.live
        if left != kept { faults.insert(.leak) }
        if run() != expected || allocator.live != left { faults.insert(.laterResult) }
        return faults
    }
}
