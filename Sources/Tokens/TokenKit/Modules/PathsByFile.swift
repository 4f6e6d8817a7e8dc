/// Paths by the file that they lead to.
///
/// An array: there are a few dozen at most, for which a hash table costs more than it saves.
struct PathsByFile {
    private var entries: [(file: FileAccess.Identity, path: String)] = []

    subscript(file: FileAccess.Identity) -> String? {
        entries.first { $0.file == file }?.path
    }

    /// Adds a file with its path, in place of the one that was there.
    mutating func set(_ path: String, for file: FileAccess.Identity) {
        if let place = entries.firstIndex(where: { $0.file == file }) {
            entries[place].path = path
        } else {
            entries.append((file, path))
        }
    }

    /// Adds the entries of another list whose files are not here yet.
    mutating func add(_ others: PathsByFile) {
        for entry in others.entries where self[entry.file] == nil { entries.append(entry) }
    }
}
