import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// The TCP sockets of this network namespace with the users they belong to: `/proc/self/net/tcp` and `tcp6`.
///
/// - SeeAlso: proc(5), `/proc/net/tcp`.
struct SocketTable {
    /// A row: a socket that listens, or this machine's end of a connection.
    struct Row: Hashable {
        let local: SocketEnd
        let remote: SocketEnd
        let isListening: Bool
        /// The user as this process's user namespace numbers it.
        let user: uid_t
        /// 0 while no program has accepted the connection: it belongs to no process yet, and `user` says nothing.
        let inode: UInt64
    }

    /// The most that is read of one of the files, in bytes: some 100,000 sockets.
    private static let maximumLength = 16 << 20
    /// `TCP_LISTEN` of the kernel.
    private static let listening: UInt8 = 0x0A

    let rows: [Row]

    /// Reads both tables; nil without procfs, or if a table is longer than 16 MiB.
    init?() {
        guard let version4 = Self.read("/proc/self/net/tcp") else { return nil }
        // A kernel without IPv6 has no second table.
        self.init(version4 + (Self.read("/proc/self/net/tcp6") ?? []))
    }

    /// Reads the text of a table; lines that are not rows of it are left out.
    init(_ text: [UInt8]) {
        rows = text.split(separator: UInt8(ascii: "\n")).compactMap { Self.row($0) }
    }

    private static func read(_ path: String) -> [UInt8]? {
        do throws(VirtualCardError) {
            let file = try Descriptor(path, O_RDONLY)
            var text: [UInt8] = []
            while text.count <= maximumLength {
                let part = try file.read(65_536)
                if part.isEmpty { return text }
                text += part
            }
            return nil
        } catch {
            return nil
        }
    }

    /// `sl: local remote state queues timer retransmits uid timeout inode …`, the numbers of the ends in hexadecimal.
    private static func row(_ line: ArraySlice<UInt8>) -> Row? {
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 10, let local = SocketEnd(words[1]), let remote = SocketEnd(words[2]),
            let state = UInt8(words[3], radix: 16), let user = uid_t(words[7]), let inode = UInt64(words[9])
        else { return nil }
        return Row(local: local, remote: remote, isListening: state == listening, user: user, inode: inode)
    }

    /// The users whose sockets listen where a connection to an end arrives; empty if none is in this table.
    func listeners(at end: SocketEnd) -> Set<uid_t> {
        Set(rows.filter { $0.isListening && $0.local.covers(end) }.map(\.user))
    }

    /// The user who has accepted a connection; nil if it is not in this table or it was not accepted yet.
    func owner(of local: SocketEnd, connectedTo remote: SocketEnd) -> uid_t? {
        rows.first { !$0.isListening && $0.local == local && $0.remote == remote && $0.inode != 0 }?.user
    }
}
