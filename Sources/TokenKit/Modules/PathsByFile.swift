/// Paths by the file that they lead to.
///
/// An array: there are a few dozen at most, for which a hash table costs more than it saves.
struct PathsByFile {
    private var entries: [(file: FileAccess.Identity, path: String)] = []

    subscript(file: FileAccess.Identity) -> String? {
        get { entries.first { $0.file == file }?.path }
        set {
            entries.removeAll { $0.file == file }
            if let newValue { entries.append((file, newValue)) }
        }
    }

    /// Adds the entries of another list whose files are not here yet.
    mutating func add(_ others: PathsByFile) {
        for entry in others.entries where self[entry.file] == nil { entries.append(entry) }
    }
}
