import Synchronization

/// An object that is created on first use, by the first task.
///
/// The reads of the standard library's `AtomicLazyReference` are calls of unspecialized code; these are inlined.
@safe
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, which this retains; 0 if there is no object yet.
    private let address = Atomic<UInt>(0)

    deinit {
        if let pointer = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            unsafe Unmanaged<Object>.fromOpaque(pointer).release()
        }
    }

    /// Returns the object, and creates it with `make` if there is no object yet. If several tasks create one at the
    /// same time, all receive the object that is stored first.
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
