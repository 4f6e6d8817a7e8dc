internal import CJetonSystem
internal import Glibc

/// The directory that a path names, open, and the name in it: what is done there is done in this directory, whatever
/// others put in its place meanwhile.
package struct ParentDirectory: ~Copyable {
    /// The directory; -1 if it can't be opened.
    package let descriptor: Int32
    /// The last part of the path.
    package let name: String

    /// Opens the directory of a path.
    ///
    /// Fails with a ``descriptor`` of -1 and errno.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - directory: Where the path was found: it begins with it, and below it no link is followed. Nil for a path that
    ///     the user named, in which links are followed.
    package init(of path: String, below directory: String? = nil) {
        let top: String
        var names: [String] = []
        if let directory {
            top = directory
            names = path.utf8.dropFirst(directory.utf8.count).split(separator: UInt8(ascii: "/")).map {
                String($0) ?? ""
            }
            name = names.popLast() ?? ""
        } else {
            let slash = path.lastIndex(of: "/")
            top = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        }
        let flags = system_path_only | O_DIRECTORY | O_CLOEXEC
        var parent = unsafe open(top, flags)
        for name in names where parent >= 0 {
            let next = unsafe openat(parent, name, flags | O_NOFOLLOW)
            let reason = errno
            close(parent)
            errno = reason
            parent = next
        }
        descriptor = parent
    }

    /// Makes the names in the directory outlast a loss of power, as far as its file system can.
    borrowing func synchronize() {
        // One that is open by its path alone can't be synchronized.
        let directory = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        _ = fsync(directory)
        close(directory)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
