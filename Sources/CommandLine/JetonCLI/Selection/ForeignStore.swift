internal import Glibc
internal import JetonFiles
internal import JetonOctets
internal import JetonPrograms
internal import KeystoreSync

/// Reads the secrets that another program keeps.
struct ForeignStore {
    /// What was found.
    struct Found {
        var items: [ForeignItem] = []
        /// What could not be read, each with its reason.
        var problems: [String] = []
    }

    private let source: ImportSource

    init(_ source: ImportSource) { self.source = source }

    /// Reads all of it.
    ///
    /// - Parameter path: The file or directory; nil for the program's own.
    /// - Returns: The items, and why others could not be read.
    /// - Throws: ``CommandError`` if a path is missing, or is given where none is taken, if the file or directory can't
    ///   be read, is not a password store, or has 1 MiB or more, or if `busctl` or `secret-tool` is missing or fails;
    ///   `KeystoreError` for a malformed export of KeePass.
    func read(_ path: String?) throws -> Found {
        switch source {
        case .jeton, .keepassXML, .keepassCSV:
            guard let path else { throw CommandError.usage("no file is named") }
            let file = try Self.file(path)
            return Found(items: try source == .keepassXML ? KeePassXML.items(file) : KeePassCSV.items(file))
        case .pass, .gopass: return try passwordStore(path)
        case .secretService:
            guard path == nil else { throw CommandError.usage("--from secret-service takes no file") }
            return try SecretService.read()
        }
    }

    /// The largest file is that of a secret in memory.
    private static func file(_ path: String) throws -> Secret {
        var source = try FileSource(path: path)
        let limit = 1_048_576
        return try Secret(capacity: limit) { target in
            var count = 0
            while count < limit {
                var rest = target._mutatingExtracting(count..<limit)
                let added = try source.read(into: &rest)
                if added == 0 { return count }
                count += added
            }
            throw CommandError("\(path) is 1 MiB or larger", exitCode: .inputOutput)
        }
    }

    // MARK: - pass and gopass

    private func passwordStore(_ path: String?) throws -> Found {
        let root = try path ?? defaultDirectory()
        guard FileSource.exists("\(root)/.gpg-id") else {
            throw CommandError(
                "\(root) is not a directory of \(source.rawValue): it has no .gpg-id",
                hints: [
                    FileSource.exists("\(root)/.age-recipients")
                        ? "it is encrypted by age; `gopass convert --crypto gpgcli` creates one that gpg can open"
                        : "name the directory: jeton keystore import DIRECTORY --from \(source.rawValue)"
                ],
                exitCode: .notFound
            )
        }
        var found = Found()
        for entry in try Self.entries(root, below: "") {
            let file = "\(root)/\(entry).gpg"
            do {
                let content = try ProgramCall.output(of: ["gpg", "--quiet", "--decrypt", "--", file])
                found.items += ForeignItem.entries(path: entry, content: content, modified: Self.modified(file))
            } catch {
                found.problems.append("\(entry): \(error.message)")
            }
        }
        return found
    }

    private func defaultDirectory() throws -> String {
        let home = Process.variable("HOME") ?? ""
        if source == .pass, let directory = Process.variable("PASSWORD_STORE_DIR"), !directory.isEmpty {
            return directory
        }
        let data = Process.variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
        let gopass = "\(data)/gopass/stores/root"
        return source == .gopass && FileSource.isDirectory(gopass) ? gopass : "\(home)/.password-store"
    }

    /// The entries of a directory and those below it, in order; links to directories are not followed.
    private static func entries(_ root: String, below path: String) throws(CommandError) -> [String] {
        guard let stream = unsafe opendir("\(root)/\(path)") else {
            throw CommandError("\(root)/\(path) can't be read: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        var found: [String] = []
        for name in names.sorted() {
            var status = stat()
            guard unsafe lstat("\(root)/\(path)\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                found += try entries(root, below: "\(path)\(name)/")
            } else if name.hasSuffix(".gpg") {
                found.append(path + name.dropLast(4))
            }
        }
        return found
    }

    private static func modified(_ path: String) -> UInt64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mtim.tv_sec >= 0 else { return nil }
        return UInt64(status.st_mtim.tv_sec) * 1000 + UInt64(status.st_mtim.tv_nsec / 1_000_000)
    }
}
