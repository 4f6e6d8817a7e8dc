/// A note for the watching process that a login waits for no user, since its PIN is there: it gets the deadline of other
/// calls, and not the one for users who type at a reader.
@safe
package enum UnattendedCall {
    /// The size of the note in bytes.
    static let size = MemoryLayout<UInt32>.size

    // Written once, before the process has a second thread.
    nonisolated(unsafe) private static var note: UnsafeMutablePointer<UInt32>?

    /// Notes calls of this process in a place of zeros that outlives it.
    @unsafe static func use(_ place: UnsafeMutableRawPointer) {
        unsafe note = place.bindMemory(to: UInt32.self, capacity: 1)
    }

    /// Runs a login whose PIN is there.
    package static func run<Failure: Error>(_ login: () throws(Failure) -> Void) throws(Failure) {
        unsafe note?.pointee = 1
        defer { unsafe note?.pointee = 0 }
        try login()
    }
}
