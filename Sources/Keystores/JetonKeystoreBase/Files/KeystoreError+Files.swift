package import JetonFiles
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

extension KeystoreError {
    /// Does work on files, whose errors become the keystore's.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput``: of a user's own file the code says no more than that the system
    ///   failed.
    package static func ofFiles<Result>(_ body: () throws(FileError) -> Result) throws(KeystoreError) -> Result {
        do {
            return try body()
        } catch {
            throw error.function.isEmpty
                ? KeystoreError(.inputOutput, error.context) : failed(error.function, error.path, error.number)
        }
    }

    /// The error of a system call that has just failed, named with the file.
    package static func failed(_ function: String, _ path: String, _ number: Int32 = errno) -> KeystoreError {
        KeystoreError(.inputOutput, "\(function) failed on '\(path)': \(SystemMessage.text(number))")
    }

    /// The whole content of a file whose owner and mode are judged before it is read; nil if the file does not exist.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is followed.
    ///   - limit: Bytes that are accepted.
    ///   - accepts: Judges the open file.
    /// - Returns: The content.
    /// - Throws: ``KeystoreError/Code/inputOutput``, or what `accepts` throws.
    package static func read(
        _ path: String,
        limit: Int,
        accepts: (FileStatus) throws(KeystoreError) -> Void
    ) throws(KeystoreError) -> [UInt8]? {
        let file = try ofFiles { () throws(FileError) in try RegularFile.open(path) }
        guard let file else { return nil }
        do throws(KeystoreError) {
            try accepts(try ofFiles { () throws(FileError) in try RegularFile.status(file, path) })
        } catch {
            close(file)
            throw error
        }
        return try ofFiles { () throws(FileError) in try RegularFile.read(file, path, limit: limit) }
    }
}

extension SystemError {
    /// Translates for the caller.
    ///
    /// - Parameter name: What was worked on.
    /// - Returns: An error with the code for the reason, the call and the name.
    package func keystoreError(_ name: String) -> KeystoreError {
        let context = context(name)
        return switch number {
        case EROFS: KeystoreError(.readOnly, context, hint: "the file system is mounted read-only")
        case EACCES, EPERM, ENOENT, ENOTDIR: KeystoreError(.notAvailable, context)
        case ELOOP: KeystoreError.unsafeFile(name, "it is a symbolic link")
        case ENOMEM: KeystoreError(.allocation, context)
        default: KeystoreError(.inputOutput, context)
        }
    }
}
