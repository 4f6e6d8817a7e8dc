import JetonFiles
import JetonKeystoreBase
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Remembers that forcing something to the disk failed: what the system says afterwards cannot be trusted.
///
/// After a failed `fsync` the kernel may drop the octets and report success the next time, so that a store on which
/// it failed stays read-only until it is opened again.
final class SynchronizationWatch: FileSystem {
    private let system: any FileSystem
    private let failed = Atomic(false)

    init(_ system: any FileSystem) { self.system = system }

    var hasFailed: Bool { failed.load(ordering: .relaxed) }

    func synchronize(_ descriptor: Int32) throws(SystemError) {
        do throws(SystemError) {
            try OpenFile.uninterrupted { () throws(SystemError) in try system.synchronize(descriptor) }
        } catch {
            failed.store(true, ordering: .relaxed)
            throw error
        }
    }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: UInt32) throws(SystemError) -> Int32 {
        try system.open(name, in: directory, flags: flags, mode: mode)
    }
    func close(_ descriptor: Int32) { system.close(descriptor) }
    func read(_ descriptor: Int32, into span: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        try system.read(descriptor, into: &span)
    }
    func read(
        _ descriptor: Int32,
        at offset: Int64,
        into span: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Int {
        try system.read(descriptor, at: offset, into: &span)
    }
    func write(_ descriptor: Int32, _ span: Span<UInt8>) throws(SystemError) -> Int {
        try system.write(descriptor, span)
    }
    func status(_ descriptor: Int32) throws(SystemError) -> FileStatus { try system.status(descriptor) }
    func status(_ name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        try system.status(name, in: directory)
    }
    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try system.rename(name, to: newName, in: directory)
    }
    func link(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try system.link(name, to: newName, in: directory)
    }
    func link(_ descriptor: Int32, as name: String, in directory: Int32) throws(SystemError) {
        try system.link(descriptor, as: name, in: directory)
    }
    func unlink(_ name: String, in directory: Int32) throws(SystemError) { try system.unlink(name, in: directory) }
    func makeDirectory(_ name: String, in directory: Int32?, mode: UInt32) throws(SystemError) {
        try system.makeDirectory(name, in: directory, mode: mode)
    }
    func setMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemError) { try system.setMode(descriptor, mode) }
    func setGroup(_ descriptor: Int32, _ group: UInt32) throws(SystemError) { try system.setGroup(descriptor, group) }
    func names(in descriptor: Int32) throws(SystemError) -> [String] { try system.names(in: descriptor) }
    func lock(_ descriptor: Int32) throws(SystemError) { try system.lock(descriptor) }
    func fileSystemType(_ descriptor: Int32) throws(SystemError) -> UInt32 { try system.fileSystemType(descriptor) }
}
