/// The system calls that the store makes, so that tests can make each of them fail.
///
/// Names are relative to a directory; every method is one system call.
package protocol FileSystem: Sendable {
    /// `openat`; a nil directory means that the name is a path of its own.
    func open(_ name: String, in directory: Int32?, flags: Int32, mode: UInt32) throws(SystemError) -> Int32
    /// `close`; what it reports is of no use after `fsync`.
    func close(_ descriptor: Int32)
    /// `read` into the first octets.
    func read(_ descriptor: Int32, into span: inout MutableSpan<UInt8>) throws(SystemError) -> Int
    /// `pread` into the first octets.
    func read(
        _ descriptor: Int32,
        at offset: Int64,
        into span: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Int
    /// `write` of some of the octets.
    func write(_ descriptor: Int32, _ span: Span<UInt8>) throws(SystemError) -> Int
    /// `fsync`.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    /// `fstat`.
    func status(_ descriptor: Int32) throws(SystemError) -> FileStatus
    /// `fstatat` that does not follow a symbolic link.
    func status(_ name: String, in directory: Int32) throws(SystemError) -> FileStatus
    /// `renameat` within one directory.
    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError)
    /// `linkat` within one directory.
    func link(_ name: String, to newName: String, in directory: Int32) throws(SystemError)
    /// `linkat` of an open file that has no name yet.
    func link(_ descriptor: Int32, as name: String, in directory: Int32) throws(SystemError)
    /// `unlinkat`.
    func unlink(_ name: String, in directory: Int32) throws(SystemError)
    /// `mkdirat`; a nil directory means that the name is a path of its own.
    func makeDirectory(_ name: String, in directory: Int32?, mode: UInt32) throws(SystemError)
    /// `fchmod`.
    func setMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemError)
    /// `fchown` of the group.
    func setGroup(_ descriptor: Int32, _ group: UInt32) throws(SystemError)
    /// The names in a directory, without `.` and `..`.
    func names(in descriptor: Int32) throws(SystemError) -> [String]
    /// `flock` for one writer; waits.
    func lock(_ descriptor: Int32) throws(SystemError)
    /// The type number of `fstatfs`.
    func fileSystemType(_ descriptor: Int32) throws(SystemError) -> UInt32
}
