import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// A system call that failed.
package struct SystemError: Error, Hashable {
    /// The call's name.
    package let call: String
    /// The value of `errno`.
    package let number: Int32

    package init(_ call: String, _ number: Int32 = errno) {
        self.call = call
        self.number = number
    }

    /// What failed, on what and why: one clause.
    package func context(_ name: String) -> String { "\(call) of \(name) failed: \(SystemMessage.text(number))" }
}
