/// A value that one task hands over to another through a mutex. The owner ensures that only one of them uses it.
struct SendableBox<Value>: @unchecked Sendable {
    let value: Value
}
