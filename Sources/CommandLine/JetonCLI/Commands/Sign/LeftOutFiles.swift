internal import VerificationDesk

/// Counts the files of directories that `jeton sign -r` does not sign.
struct LeftOutFiles {
    /// Files that are signatures, or were signed.
    private(set) var signatures = 0
    /// Files whose name, or a directory of theirs, begins with a dot: what programs keep for themselves.
    private(set) var hidden = 0

    /// Checks whether a file is signed, and counts one that is not.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - directory: The directory that was named, which may be hidden itself.
    /// - Returns: False for a file that is left out.
    mutating func takes(_ path: String, below directory: String) -> Bool {
        let own = path.hasPrefix(directory) ? path.dropFirst(directory.count) : path[...]
        if own.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            hidden += 1
            return false
        }
        guard SignatureName.isSignature(path) else { return true }
        signatures += 1
        return false
    }
}
