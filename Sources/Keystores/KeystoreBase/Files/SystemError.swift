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

    /// Translates for the caller.
    ///
    /// - Parameter name: What was worked on.
    /// - Returns: An error with the code for the reason, the call and the name.
    package func keystoreError(_ name: String) -> KeystoreError {
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        let context = "\(call) of \(name) failed: \(reason)"
        return switch number {
        case EROFS: KeystoreError(.readOnly, context, hint: "the file system is mounted read-only")
        case EACCES, EPERM, ENOENT, ENOTDIR: KeystoreError(.notAvailable, context)
        case ELOOP: KeystoreError.unsafeFile(name, "it is a symbolic link")
        case ENOMEM: KeystoreError(.allocation, context)
        default: KeystoreError(.inputOutput, context)
        }
    }
}
