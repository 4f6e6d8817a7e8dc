import JetonFiles
import JetonKeystoreBase
import Synchronization

@testable import JetonKeystore

#if canImport(Glibc)
    import Glibc
#endif

/// The real file system, with one chosen call going wrong.
final class FaultyFileSystem: FileSystem {
    enum Fault: Sendable {
        /// Nothing; the calls are counted.
        case none
        /// The process dies in the k-th call: it has half its effect if it is a write, none otherwise, and nothing
        /// after it has any.
        case dies(Int)
        /// The k-th call fails with a number.
        case fails(Int, Int32)
        /// Each call that a signal can interrupt is interrupted once.
        case interrupts
        /// Reads and writes move at most three octets.
        case short
        /// Every `fsync` fails.
        case loses
        /// From the k-th call on, every call that changes the disk fails with a number, until the disk is repaired. Files
        /// can still be removed from a full disk.
        case breaks(Int, Int32)
        /// The file system claims to be of a type.
        case isOfType(UInt32)
    }

    private struct State {
        var count = 0
        var isDead = false
        var isRepaired = false
        var isInterrupted = false
        var calls: [String] = []
    }

    private let real = LinuxFileSystem()
    private let fault: Fault
    private let state = Mutex(State())

    init(_ fault: Fault) { self.fault = fault }

    /// How many calls were made.
    var count: Int { state.withLock(\.count) }
    /// The calls with their names, in order.
    var calls: [String] { state.withLock(\.calls) }

    /// Ends a fault that lasts.
    func repair() { state.withLock { $0.isRepaired = true } }

    /// Calls that change the disk; `open` is one of them where it makes a file.
    private static let changing: Set<String> = [
        "create", "write", "fsync", "rename", "link", "unlink", "mkdir", "fchmod", "fchown",
    ]

    /// Whether a write that dies shall still write its first half.
    private func begin(_ call: String, _ detail: String = "", interruptible: Bool = false) throws(SystemError) -> Bool {
        let outcome: Result<Bool, SystemError> = state.withLock { state in
            if state.isDead { return .failure(SystemError(call, EIO)) }
            state.count += 1
            state.calls.append(detail.isEmpty ? call : "\(call) \(detail)")
            switch fault {
            case .dies(let index) where index == state.count:
                state.isDead = true
                return call == "write" ? .success(true) : .failure(SystemError(call, EIO))
            case .fails(let index, let number) where index == state.count: return .failure(SystemError(call, number))
            case .interrupts where interruptible:
                state.isInterrupted.toggle()
                return state.isInterrupted ? .failure(SystemError(call, EINTR)) : .success(false)
            case .breaks(let index, let number)
            where index <= state.count && !state.isRepaired && FaultyFileSystem.changing.contains(call)
                && !(number == ENOSPC && call == "unlink"):
                return .failure(SystemError(call, number))
            case .loses where call == "fsync": return .failure(SystemError(call, EIO))
            default: return .success(false)
            }
        }
        return try outcome.get()
    }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: UInt32) throws(SystemError) -> Int32 {
        _ = try begin(flags & O_CREAT == 0 ? "open" : "create", name, interruptible: true)
        return try real.open(name, in: directory, flags: flags, mode: mode)
    }

    // The kernel closes the descriptors of a process that dies, and so ends its locks.
    func close(_ descriptor: Int32) { real.close(descriptor) }

    func read(_ descriptor: Int32, into span: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        _ = try begin("read", interruptible: true)
        guard case .short = fault else { return try real.read(descriptor, into: &span) }
        var part = span._mutatingExtracting(0..<min(3, span.count))
        return try real.read(descriptor, into: &part)
    }

    func read(
        _ descriptor: Int32,
        at offset: Int64,
        into span: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Int {
        _ = try begin("pread", interruptible: true)
        guard case .short = fault else { return try real.read(descriptor, at: offset, into: &span) }
        var part = span._mutatingExtracting(0..<min(3, span.count))
        return try real.read(descriptor, at: offset, into: &part)
    }

    func write(_ descriptor: Int32, _ span: Span<UInt8>) throws(SystemError) -> Int {
        if try begin("write", interruptible: true) {
            _ = try real.write(descriptor, span.extracting(0..<span.count / 2))
            throw SystemError("write", EIO)
        }
        guard case .short = fault else { return try real.write(descriptor, span) }
        return try real.write(descriptor, span.extracting(0..<min(3, span.count)))
    }

    func synchronize(_ descriptor: Int32) throws(SystemError) {
        _ = try begin("fsync", interruptible: true)
        try real.synchronize(descriptor)
    }

    func status(_ descriptor: Int32) throws(SystemError) -> FileStatus {
        _ = try begin("fstat")
        return try real.status(descriptor)
    }

    func status(_ name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        _ = try begin("fstatat", name)
        return try real.status(name, in: directory)
    }

    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        _ = try begin("rename", newName)
        try real.rename(name, to: newName, in: directory)
    }

    func link(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        _ = try begin("link", newName)
        try real.link(name, to: newName, in: directory)
    }

    func link(_ descriptor: Int32, as name: String, in directory: Int32) throws(SystemError) {
        _ = try begin("link", name)
        try real.link(descriptor, as: name, in: directory)
    }

    func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        _ = try begin("unlink", name)
        try real.unlink(name, in: directory)
    }

    func makeDirectory(_ name: String, in directory: Int32?, mode: UInt32) throws(SystemError) {
        _ = try begin("mkdir", name)
        try real.makeDirectory(name, in: directory, mode: mode)
    }

    func setMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemError) {
        _ = try begin("fchmod")
        try real.setMode(descriptor, mode)
    }

    func setGroup(_ descriptor: Int32, _ group: UInt32) throws(SystemError) {
        _ = try begin("fchown")
        try real.setGroup(descriptor, group)
    }

    func names(in descriptor: Int32) throws(SystemError) -> [String] {
        _ = try begin("readdir")
        return try real.names(in: descriptor)
    }

    func lock(_ descriptor: Int32) throws(SystemError) {
        _ = try begin("flock", interruptible: true)
        try real.lock(descriptor)
    }

    func fileSystemType(_ descriptor: Int32) throws(SystemError) -> UInt32 {
        _ = try begin("fstatfs")
        if case .isOfType(let type) = fault { return type }
        return try real.fileSystemType(descriptor)
    }
}
