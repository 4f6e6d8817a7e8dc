#if canImport(Glibc)
    import Glibc
#endif

/// What the system says of the numbers of its errors.
package enum SystemMessage {
    /// The words for a number that a call left in `errno`; may be used from any thread.
    package static func text(_ number: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let base = buffer.baseAddress else { return "error \(number)" }
            return unsafe strerror_r(number, base, buffer.count) == 0 ? String(cString: base) : "error \(number)"
        }
    }
}
