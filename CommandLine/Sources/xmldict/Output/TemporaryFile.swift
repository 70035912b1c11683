import Dispatch
import Synchronization
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A new file that gets its final name when it is complete. Otherwise, it is removed, also if a signal ends the
/// process.
final class TemporaryFile {
    let descriptor: FileDescriptor
    private let path: FilePath
    /// Whether the file is stored on the disk before it gets its name, because it replaces another one.
    private let isStored: Bool
    private var isOpen = true

    /// The files that exist.
    private static let all = Mutex<Set<FilePath>>([])

    /// Creates a file in a folder.
    ///
    /// ``prepare()`` must have been called.
    init(in folder: FilePath, permissions: FilePermissions, isStored: Bool) throws {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let path = folder.appending(".xmldict-\(number)")
        // A signal waits until it is known that the file exists.
        descriptor = try Self.all.withLock { all in
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
            all.insert(path)
            return file
        }
        self.path = path
        self.isStored = isStored
    }

    deinit {
        if isOpen { try? descriptor.close() }
        let isLeft = Self.all.withLock { $0.remove(path) } != nil
        if isLeft { _ = unsafe path.withPlatformString { unsafe unlink($0) } }
    }

    /// Ends the contents, and waits until they are stored, if necessary.
    func finish() throws {
        if isStored { try Self.check(fsync(descriptor.rawValue)) }
        isOpen = false
        try descriptor.close()
    }

    /// Replaces a file by this one.
    func replace(_ target: FilePath) throws {
        try unsafe Self.check(call(rename, target))
        unregister(in: target)
    }

    /// Gives the file a name that no file has.
    ///
    /// - Throws: `Errno.fileExists` if a file has the name.
    func name(_ target: FilePath) throws {
        if unsafe call(link, target) == 0 {
            _ = unsafe path.withPlatformString { unsafe unlink($0) }
        } else {
            let error = Errno(rawValue: errno)
            // File systems without hard links.
            guard [.notPermitted, .notSupported, .noFunction, .tooManyLinks].contains(error) else { throw error }
            try reserve(target)
            do {
                try unsafe Self.check(call(rename, target))
            } catch {
                _ = unsafe target.withPlatformString { unsafe unlink($0) }
                Self.all.withLock { _ = $0.remove(target) }
                throw error
            }
            Self.all.withLock { _ = $0.remove(target) }
        }
        unregister(in: target)
    }

    /// Creates an empty file under a name, which is removed like this file if a signal ends the process.
    private func reserve(_ name: FilePath) throws {
        try Self.all.withLock { all in
            try FileDescriptor.open(
                name, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite
            ).close()
            all.insert(name)
        }
    }

    private func call(
        _ function: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32, _ target: FilePath
    ) -> Int32 {
        unsafe path.withPlatformString { source in unsafe target.withPlatformString { unsafe function(source, $0) } }
    }

    /// Keeps the file, which has its final name, and stores the folder, which some file systems require.
    private func unregister(in target: FilePath) {
        Self.all.withLock { _ = $0.remove(path) }
        guard isStored else { return }
        let name = target.removingLastComponent()
        let folder = try? FileDescriptor.open(
            name.isEmpty ? "." : name, .readOnly, options: [.directory, .closeOnExec])
        guard let folder else { return }
        fsync(folder.rawValue)
        try? folder.close()
    }

    /// Throws the error of a system function, unless the function has succeeded.
    static func check(_ status: Int32) throws(Errno) {
        if status != 0 { throw Errno(rawValue: errno) }
    }
}

// MARK: Signals

extension TemporaryFile {
    /// Whether a broken pipe ends the process. The first use starts to wait for the signals that end the process, if
    /// they are not ignored.
    ///
    /// A thread waits for signals, so that no handler interrupts other code.
    private static let endsAtBrokenPipe: Bool = {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU] where !isIgnored(signal) {
            unsafe sigaddset(&signals, signal)
        }
        // A failed write also reports an error, after which the files are removed.
        var blocked = signals
        unsafe sigaddset(&blocked, SIGXFSZ)
        unsafe sigaddset(&blocked, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        let all = signals
        DispatchQueue(label: "signals").async {
            var (signals, signal): (sigset_t, Int32) = (all, 0)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
            while unsafe sigwait(&signals, &signal) != 0 {}
            end(by: signal)
        }
        return !isIgnored(SIGPIPE)
    }()

    /// Ensures that the files are removed if a signal ends the process.
    ///
    /// Must be called before other threads are created, which inherit the blocked signals.
    static func prepare() { _ = endsAtBrokenPipe }

    /// Removes all files, and ends the process, after an error of a write to a broken pipe. Does nothing if
    /// ``prepare()`` was not called, or if the process ignores such errors.
    static func endAtBrokenPipe() {
        let hasFiles = all.withLock { !$0.isEmpty }
        if hasFiles, endsAtBrokenPipe { end(by: SIGPIPE) }
    }

    private static func end(by number: Int32) -> Never {
        // The lock is kept, so that no further file is created.
        all.withLock { files in
            for file in files { _ = unsafe file.withPlatformString { unsafe unlink($0) } }
            var set = sigset_t()
            unsafe sigemptyset(&set)
            unsafe sigaddset(&set, number)
            // Swift handles some signals.
            _ = signal(number, SIG_DFL)
            raise(number)
            unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
            exit(128 + number)
        }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        return unsafe sigaction(signal, nil, &action) == 0 && isIgnore(action)
    }

    private static func isIgnore(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #elseif canImport(Musl)
            let handler = unsafe action.__sa_handler.sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
