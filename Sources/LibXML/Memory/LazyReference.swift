import Synchronization

/// An object that is made once, when it is first asked for, by whichever task comes first.
///
/// As the standard library's `AtomicLazyReference`, whose reads are calls of unspecialised code.
@safe
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, which this retains; 0 when there is none.
    private let address = Atomic<UInt>(0)

    deinit {
        if let pointer = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            unsafe Unmanaged<Object>.fromOpaque(pointer).release()
        }
    }

    /// The object; made with `make` if there is none. Another one that is made meanwhile may win.
    @inline(__always)
    func load(or make: () -> Object) -> Object {
        if let pointer = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            return unsafe Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
        }
        return store(make())
    }

    @inline(never)
    private func store(_ object: Object) -> Object {
        let new = unsafe Unmanaged.passRetained(object)
        let result = unsafe address.compareExchange(
            expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
        guard let existing = unsafe UnsafeRawPointer(bitPattern: result.original) else { return object }
        unsafe new.release()
        return unsafe Unmanaged<Object>.fromOpaque(existing).takeUnretainedValue()
    }
}
