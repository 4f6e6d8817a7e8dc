/// The system gives no more threads.
package struct ThreadError: Error, Hashable, Sendable {
    /// The number of the system's error.
    package let number: Int32
}
