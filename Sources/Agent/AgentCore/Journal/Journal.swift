internal import Glibc
internal import JetonFiles
internal import JetonJSON
internal import Synchronization

/// What was asked and what became of it: a private file of JSON lines, and the last entries in memory.
///
/// It tells where its user was and when, so that it never leaves the directory: not to the standard error, not to a report.
package final class Journal: Sendable {
    /// The size from which the file is moved aside, in place of the one before: 2 MiB, so that both have at most 4 MiB.
    private static let largest = 2_097_152
    private static let remembered = 512

    private struct State {
        var entries: [JournalEntry] = []
        var isBroken = false
    }

    /// The directory of the files; nil to keep the entries in memory only.
    private let directory: String?
    private let state = Mutex(State())

    /// Makes a journal.
    ///
    /// - Parameter directory: An absolute path; made with mode 0700 by the first entry.
    package init(directory: String?) { self.directory = directory }

    /// The last entries, oldest first.
    package var entries: [JournalEntry] { state.withLock { $0.entries } }

    /// Whether an entry could not be written.
    package var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Adds an entry.
    func add(_ entry: JournalEntry) {
        state.withLock { state in
            state.entries.append(entry)
            if state.entries.count > Journal.remembered { state.entries.removeFirst() }
            if let directory, !Journal.append(entry.json.encoded + [0x0A], in: directory) { state.isBroken = true }
        }
    }

    /// Forgets all entries, in memory and in the files.
    package func forget() {
        state.withLock { state in
            state.entries = []
            guard let directory else { return }
            for name in ["journal", "journal.1"] { _ = unsafe unlink("\(directory)/\(name)") }
        }
    }

    private static func append(_ octets: [UInt8], in directory: String) -> Bool {
        try? ReplacedFile.makeDirectory(directory)
        let path = "\(directory)/journal"
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        if unsafe fstat(descriptor, &status) == 0, Int(status.st_size) > largest {
            _ = unsafe rename(path, "\(directory)/journal.1")
            return append(octets, in: directory)
        }
        return unsafe write(descriptor, octets, octets.count) == octets.count
    }
}
