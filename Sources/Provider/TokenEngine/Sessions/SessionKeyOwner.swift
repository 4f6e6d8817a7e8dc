import JetonLibcrypto
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// The program that made a key for one of its sessions, as the card's directory names it: a later program can tell
/// whether it still runs.
struct SessionKeyOwner: Hashable, Sendable {
    /// The length of ``encoded``, in bytes.
    static let length = 60

    /// 16 bytes that follow from the machine's identifier; zeros if it has none.
    let machine: [UInt8]
    /// The identifier of the machine's boot, 16 bytes.
    let boot: [UInt8]
    /// The namespace in which ``process`` counts.
    let namespace: UInt64
    /// The process.
    let process: UInt32
    /// When the process started, in clock ticks since the boot: tells it from later ones of the same number.
    let startTime: UInt64
    /// Tells the engines of one process apart.
    let engine: UInt64

    init(
        machine: [UInt8],
        boot: [UInt8],
        namespace: UInt64,
        process: UInt32,
        startTime: UInt64,
        engine: UInt64
    ) {
        self.machine = machine
        self.boot = boot
        self.namespace = namespace
        self.process = process
        self.startTime = startTime
        self.engine = engine
    }

    /// Decodes an owner; nil if the length is not ``length``.
    init?(_ octets: [UInt8]) {
        guard octets.count == Self.length else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { octets[range].reduce(0) { $0 << 8 | UInt64($1) } }
        machine = Array(octets[0..<16])
        boot = Array(octets[16..<32])
        namespace = number(32..<40)
        process = UInt32(truncatingIfNeeded: number(40..<44))
        startTime = number(44..<52)
        engine = number(52..<60)
    }

    /// The bytes, numbers most significant byte first.
    var encoded: [UInt8] {
        machine + boot + namespace.bigEndianOctets + process.bigEndianOctets + startTime.bigEndianOctets
            + engine.bigEndianOctets
    }

    /// This process; nil where `/proc` does not tell of it.
    static func current(engine: UInt64) -> SessionKeyOwner? {
        guard let boot = identifier("/proc/sys/kernel/random/boot_id"), let namespace = processNamespace(),
            let own = processStatus("self"), own.process == UInt32(bitPattern: getpid())
        else { return nil }
        // The identifier itself is not for others to see: machine-id(5) asks for a hash.
        let machine = identifier("/etc/machine-id").flatMap { octets in
            try? Digest.sha256.hash(Array("jeton session key".utf8) + octets)
        }
        return SessionKeyOwner(
            machine: machine.map { Array($0.prefix(16)) } ?? [UInt8](repeating: 0, count: 16),
            boot: boot,
            namespace: namespace,
            process: own.process,
            startTime: own.startTime,
            engine: engine
        )
    }

    /// Whether the owner has certainly ended.
    ///
    /// - Parameters:
    ///   - observer: This process.
    ///   - isInReader: Whether the card is in a reader, and so in use by one machine at a time.
    /// - Returns: False if the owner may still run.
    func hasEnded(seenBy observer: SessionKeyOwner, isInReader: Bool) -> Bool {
        guard boot == observer.boot else {
            // Files can be shared: another boot of another machine may be running now.
            return isInReader || machine == observer.machine && machine.contains { $0 != 0 }
        }
        // The numbers of another container's processes say nothing here.
        guard namespace == observer.namespace else { return false }
        guard process != observer.process else { return startTime != observer.startTime }
        guard kill(pid_t(bitPattern: process), 0) == 0 || errno != ESRCH else { return true }
        guard let found = Self.processStatus("\(process)") else { return false }
        return found.startTime != startTime || found.isZombie
    }

    // MARK: - The system

    private static func identifier(_ path: String) -> [UInt8]? {
        let digits = text(path)?.filter { $0.isHexDigit }
        return digits.flatMap { Hex.decode($0) }.flatMap { $0.count == 16 ? $0 : nil }
    }

    private static func processNamespace() -> UInt64? {
        var status = stat()
        return unsafe stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// - SeeAlso: proc_pid_stat(5): the number, the name in parentheses, the state, and as field 22 the start time.
    private static func processStatus(_ name: String) -> (process: UInt32, startTime: UInt64, isZombie: Bool)? {
        guard let text = text("/proc/\(name)/stat"), let nameEnd = text.lastIndex(of: ")"),
            let process = text.split(separator: " ").first.flatMap({ UInt32($0) })
        else { return nil }
        let fields = text[text.index(after: nameEnd)...].split(separator: " ")
        guard fields.count > 19, let startTime = UInt64(fields[19]) else { return nil }
        return (process, startTime, ["Z", "X"].contains(fields[0]))
    }

    /// The first 4,096 bytes of a file of the system.
    private static func text(_ path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var octets = [UInt8](repeating: 0, count: 4096)
        let count = unsafe octets.withUnsafeMutableBytes { buffer in
            unsafe read(file, buffer.baseAddress, buffer.count)
        }
        guard count > 0 else { return nil }
        return String(decoding: octets.prefix(count), as: UTF8.self)
    }
}
