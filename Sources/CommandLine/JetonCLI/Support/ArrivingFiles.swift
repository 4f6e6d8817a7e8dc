internal import ArgumentParser
internal import Glibc
internal import JetonFiles
internal import UserFiles

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
                hints: reason == ENOENT ? CommandError.missingHints(directory) : [],
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
        for event in DirectoryEvent.read(octets[..<count]) {
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return nil }
            if event.mask & UInt32(IN_IGNORED) != 0 {
                throw CommandError("\(directory) is gone", exitCode: .notFound)
            }
            if !event.octets.isEmpty { names.append(UndecodedPath.text(event.octets)) }
        }
        return names
    }
}
