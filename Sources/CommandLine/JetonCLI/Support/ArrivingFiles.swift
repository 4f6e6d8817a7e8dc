internal import ArgumentParser
internal import Glibc

/// The files that come to be in a directory, each when it is written and closed, or moved there.
///
/// - SeeAlso: inotify(7).
struct ArrivingFiles: ~Copyable {
    private let directory: String
    private let notifier: Int32

    /// Begins to watch.
    ///
    /// - Throws: ``CommandError`` with exit code 3 or 7 if there is no such directory or it can't be watched.
    init(in directory: String) throws(CommandError) {
        self.directory = directory
        notifier = inotify_init1(Int32(IN_CLOEXEC))
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
        guard notifier >= 0, unsafe inotify_add_watch(notifier, directory, events) >= 0 else {
            let reason = errno
            throw CommandError(
                "\(directory) can't be watched: \(Process.reason(reason))",
                exitCode: reason == ENOENT ? .notFound : .inputOutput
            )
        }
    }

    deinit { if notifier >= 0 { close(notifier) } }

    /// Waits until something happens.
    ///
    /// - Returns: The names of the files; nil if the kernel lost count, and anything may have happened.
    /// - Throws: ``CommandError`` if the directory is gone.
    func wait() throws(CommandError) -> [String]? {
        var octets = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        repeat {
            count = unsafe octets.withUnsafeMutableBytes { unsafe Glibc.read(notifier, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        guard count > 0 else {
            throw CommandError("\(directory) can't be watched: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        var names: [String] = []
        var offset = 0
        // The fields wd, mask, cookie and len of four bytes each, and a name padded with zeros.
        while offset + 16 <= count {
            func word(_ place: Int) -> UInt32 {
                (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(octets[offset + place + $1]) }
            }
            let end = offset + 16 + Int(word(12))
            guard end <= count else { break }
            if word(4) & UInt32(IN_Q_OVERFLOW) != 0 { return nil }
            if word(4) & UInt32(IN_IGNORED) != 0 {
                throw CommandError("\(directory) is gone", exitCode: .notFound)
            }
            let name = octets[(offset + 16)..<end].prefix { $0 != 0 }
            if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
            offset = end
        }
        return names
    }
}
