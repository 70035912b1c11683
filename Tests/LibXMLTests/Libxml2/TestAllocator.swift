import CLibXML2
import CheckCases
import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The allocator of libxml2 in this process: it counts the blocks, and can be told to fail.
///
/// libxml2 has one allocator for the whole process, so each test that installs this one runs in a separate process.
final class TestAllocator: Sendable {
    static let shared = TestAllocator()

    private let liveCount = Atomic(0)
    private let madeCount = Atomic(0)
    /// How many allocations succeed before one fails; negative if none fails.
    private let countdown = Atomic(-1)
    private let failsOn = Atomic(false)
    private let failureCount = Atomic(0)

    /// How many blocks exist.
    var live: Int { liveCount.load(ordering: .sequentiallyConsistent) }
    /// How many blocks were allocated.
    var made: Int { madeCount.load(ordering: .sequentiallyConsistent) }
    /// How many allocations have failed since the last call of `fail(at:onwards:)`.
    var failures: Int { failureCount.load(ordering: .sequentiallyConsistent) }

    /// Makes the allocation with this number, from 1, fail, and those after it if `onwards` is true.
    func fail(at number: Int, onwards: Bool) {
        failsOn.store(onwards, ordering: .sequentiallyConsistent)
        failureCount.store(0, ordering: .sequentiallyConsistent)
        unsafe Self.failedIn[0] = 0
        countdown.store(number - 1, ordering: .sequentiallyConsistent)
    }

    /// Makes all allocations succeed again.
    func recover() { countdown.store(-1, ordering: .sequentiallyConsistent) }

    /// Installs this allocator. Must be called before any other function of libxml2. Returns whether it succeeds.
    static func install() -> Bool {
        unsafe xmlMemSetup(
            {
                if unsafe $0 != nil { TestAllocator.shared.liveCount.subtract(1, ordering: .sequentiallyConsistent) }
                unsafe free($0)
            },
            { size in TestAllocator.shared.allocates() ? unsafe malloc(max(1, size)) : nil },
            { pointer, size in
                if unsafe pointer == nil { return TestAllocator.shared.allocates() ? unsafe malloc(max(1, size)) : nil }
                return TestAllocator.shared.mayAllocate() ? unsafe realloc(pointer, max(1, size)) : nil
            },
            { string in
                guard let string = unsafe string, TestAllocator.shared.allocates() else { return nil }
                return unsafe strdup(string)
            }) == 0
    }

    private func allocates() -> Bool {
        guard mayAllocate() else { return false }
        liveCount.add(1, ordering: .sequentiallyConsistent)
        madeCount.add(1, ordering: .sequentiallyConsistent)
        return true
    }

    private func mayAllocate() -> Bool {
        let left = countdown.load(ordering: .sequentiallyConsistent)
        guard left >= 0 else { return true }
        if left > 0 || !failsOn.load(ordering: .sequentiallyConsistent) {
            countdown.store(left - 1, ordering: .sequentiallyConsistent)
        }
        guard left == 0 else { return true }
        if failureCount.add(1, ordering: .sequentiallyConsistent).oldValue == 0 {
            let addresses = Thread.callStackReturnAddresses.prefix(unsafe Self.failedIn.count - 1)
            for (index, address) in addresses.enumerated() {
                unsafe Self.failedIn[index + 1] = UInt(truncating: address)
            }
            unsafe Self.failedIn[0] = UInt(addresses.count)
        }
        return false
    }

    // MARK: Callers

    /// Memory that a copy of this process shares with it, because the copy may crash.
    private static func sharedMemory<Element>(of type: Element.Type) -> UnsafeMutableBufferPointer<Element> {
        let size = 1 << 13
        let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0)
        let count = size / MemoryLayout<Element>.stride
        let start = unsafe memory.unsafelyUnwrapped.bindMemory(to: Element.self, capacity: count)
        return unsafe UnsafeMutableBufferPointer(start: start, count: count)
    }

    /// The stack of the first allocation that failed: its size, and its addresses.
    private nonisolated(unsafe) static let failedIn = unsafe sharedMemory(of: UInt.self)

    private nonisolated(unsafe) static let sharedText = unsafe sharedMemory(of: UInt8.self)

    /// A text that this process or a copy of it has written last.
    var note: String { unsafe String(decoding: Self.sharedText.prefix { $0 != 0 }, as: UTF8.self) }

    func write(note: String) {
        for (index, byte) in (Array(note.utf8.prefix(1_000)) + [0]).enumerated() {
            unsafe Self.sharedText[index] = byte
        }
    }

    /// The functions in which the first allocation failed, from the inside out: the names of those that libxml2 exports, "static" for its
    /// others, and "" for those of this program and other libraries.
    var failedFunctions: [String] {
        // Its declaration is one of GNU's extensions, which Swift does not see. It fills in a file, an address in memory, a
        // name and the address of the name.
        typealias Lookup = @convention(c) (UInt, UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32
        let lookup = unsafe unsafeBitCast(dlsym(anyLibrary, "dladdr"), to: Lookup.self)
        let names = unsafe Self.failedIn[1...].prefix(Int(Self.failedIn[0])).map { address in
            unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: 4) { found in
                unsafe found.initialize(repeating: nil)
                guard unsafe lookup(address, found.baseAddress.unsafelyUnwrapped) != 0,
                    let file = unsafe found[0], unsafe String(cString: file).contains("libxml2")
                else { return "" }
                return unsafe found[2].map { unsafe String(cString: $0) } ?? "static"
            }
        }
        // This allocator.
        return Array(names.drop(while: \.isEmpty))
    }
}

/// Runs `body` in a copy of this process, and returns the status of its end. `body` returns the exit code.
///
/// Only the calling thread exists in the copy.
func fork(_ body: () -> Int32) -> ProcessEnd {
    // Swift has marked the function as unavailable, because only the calling thread continues.
    typealias Fork = @convention(c) () -> pid_t
    let fork = unsafe unsafeBitCast(dlsym(anyLibrary, "fork"), to: Fork.self)
    fflush(nil)
    let child = fork()
    if child == 0 {
        // A sanitizer would spend a second on its report of each crash, and end the copy with an exit code, 66 or 1.
        for crash in [SIGSEGV, SIGBUS] { signal(crash, SIG_DFL) }
        limitProcessorTime(toSeconds: 10)
        _exit(body())
    }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
}

/// Makes `dlsym` search all libraries.
private var anyLibrary: UnsafeMutableRawPointer? {
    #if canImport(Darwin)
        unsafe UnsafeMutableRawPointer(bitPattern: -2)
    #else
        nil
    #endif
}

enum ProcessEnd: Equatable {
    case exit(Int32)
    case signal(Int32)
}
