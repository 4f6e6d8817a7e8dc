internal import Glibc

extension FileSource {
    /// Reads a file that a user picked for others to have: opened once, and not by a link.
    ///
    /// - Parameters:
    ///   - path: The file; directories above it may be links of the user's.
    ///   - limit: Bytes that are accepted.
    /// - Returns: The content, and where the open file is, as an absolute path without links.
    /// - Throws: ``FileError/Code/notFound``; ``FileError/Code/readFailed``, also for a link; ``FileError/Code/notRegular``;
    ///   ``FileError/Code/tooLarge``.
    package static func unlinked(_ path: String, limit: Int) throws(FileError) -> (content: [UInt8], place: String) {
        try UndecodedPath.refuse(path)
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = unsafe Glibc.open(path, flags)
        guard descriptor >= 0 else {
            guard errno != ELOOP else { throw FileError(.notRegular, path, "'\(path)' is a symbolic link") }
            throw FileError(.readFailed, "open", path, errno)
        }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe readlink("/proc/self/fd/\(descriptor)", &buffer, Int(PATH_MAX))
        guard count > 0, buffer[0] == CChar(bitPattern: UInt8(ascii: "/")) else {
            close(descriptor)
            throw FileError(.readFailed, "readlink", path, errno)
        }
        let place = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (try RegularFile.read(descriptor, path, limit: limit), place)
    }
}
