internal import Glibc
internal import JetonFiles
internal import JetonOctets
internal import JetonPrograms

/// Lets a person change a secret in an editor, without a copy on a disk.
struct SecretEditor {
    /// Runs the editor.
    ///
    /// - Returns: The new text; nil if it is the old one.
    /// - Throws: ``CommandError`` with exit code 7 if there is no directory in memory, or the editor fails.
    func edit(_ secret: borrowing Secret) throws -> Secret? {
        let directory = try Self.makeDirectory()
        // What an editor leaves beside the file goes as well.
        defer { Self.remove(directory) }
        let file = "\(directory)/secret"
        try FileOutput.write(secret, to: file, force: false)
        let command = try Self.command(file)
        // Control-C in the editor is the editor's. A handler, unlike SIG_IGN, is not inherited.
        let interrupt = signal(SIGINT) { _ in }
        let quit = signal(SIGQUIT) { _ in }
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        let code = try ProgramCall.run(command)
        guard code == 0 else {
            throw CommandError(
                "the editor ended with exit code \(code); nothing was changed",
                hints: ["VISUAL or EDITOR chooses another editor"],
                exitCode: .inputOutput
            )
        }
        let edited = try FileSource.secret(at: file)
        let hadNewline = secret.withBytes { !$0.isEmpty && $0[$0.count - 1] == UInt8(ascii: "\n") }
        let new = edited.withBytes { octets in
            let hasNewline = !octets.isEmpty && octets[octets.count - 1] == UInt8(ascii: "\n")
            return Secret(copying: octets.extracting(first: octets.count - (hasNewline && !hadNewline ? 1 : 0)))
        }
        if new.equals(secret) { return nil }
        return new
    }

    // MARK: - The editor

    /// The editor with the options that keep it from leaving copies.
    private static func command(_ file: String) throws -> [String] {
        let chosen = ["VISUAL", "EDITOR"].lazy.compactMap { Process.variable($0) }.first { !$0.isEmpty }
        // As git and others do, the variable may hold arguments.
        var words = (chosen ?? defaultEditor).split(separator: " ").map(String.init)
        let path = try Process.path(ofProgram: words[0])
        switch kind(ofProgramAt: path) {
        case .vim:
            words += ["-n", "-i", "NONE"]
            for option in ["noswapfile", "nobackup", "nowritebackup", "noundofile"] {
                words += ["-c", "silent! set \(option)"]
            }
        case .nano: words += ["--ignorercfiles", "--restricted"]
        case .emacs:
            words += [
                "-Q", "--eval",
                "(setq make-backup-files nil auto-save-default nil auto-save-list-file-prefix nil create-lockfiles nil)",
            ]
        case .other:
            Console.note(
                "warning: jeton does not know whether \(words[0]) leaves copies of what it edits; vim, nano and emacs "
                    + "are started so that they do not"
            )
        }
        return words + [file]
    }

    private static var defaultEditor: String { (try? Process.path(ofProgram: "editor")) == nil ? "vi" : "editor" }

    private enum Kind {
        case vim, nano, emacs, other
    }

    /// Which editor a program is, by the name that its links lead to.
    private static func kind(ofProgramAt path: String) -> Kind {
        guard let resolved = unsafe realpath(path, nil) else { return .other }
        defer { unsafe free(resolved) }
        let target = unsafe String(cString: resolved)
        let name = target[(target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex)...]
        if name == "vi" || name == "nvim" || name == "vim" || name.hasPrefix("vim.") { return .vim }
        if name == "nano" { return .nano }
        return name == "emacs" || name.hasPrefix("emacs-") && !name.hasPrefix("emacsclient") ? .emacs : .other
    }

    // MARK: - The directory

    /// A new directory that only this user can enter, in a file system that lies in memory.
    private static func makeDirectory() throws(CommandError) -> String {
        for place in [Process.variable("XDG_RUNTIME_DIR"), "/dev/shm"].compactMap({ $0 }) where place.hasPrefix("/") {
            guard isInMemory(place) else { continue }
            if let directory = TemporaryDirectory.make(in: place, for: "edit") { return directory }
        }
        throw CommandError(
            "there is no directory in memory: neither XDG_RUNTIME_DIR nor /dev/shm is a tmpfs that can be written",
            hints: ["`jeton keystore set --secret-source prompt` changes a secret without an editor"],
            exitCode: .inputOutput
        )
    }

    /// Whether a directory is in a tmpfs, by the kernel's table of mounts.
    private static func isInMemory(_ directory: String) -> Bool {
        guard let resolved = unsafe realpath(directory, nil) else { return false }
        defer { unsafe free(resolved) }
        let path = unsafe String(cString: resolved) + "/"
        guard let table = try? FileSource.contents(of: "/proc/self/mounts", limit: 1 << 20) else { return false }
        var type = Substring()
        var length = 0
        for line in String(decoding: table, as: UTF8.self).lines() {
            let fields = line.split(separator: " ")
            guard fields.count >= 3 else { continue }
            let mount = fields[1] == "/" ? "/" : fields[1] + "/"
            // Of several mounts at one place the last one counts.
            if path.hasPrefix(mount), mount.utf8.count >= length { (type, length) = (fields[2], mount.utf8.count) }
        }
        return type == "tmpfs" || type == "ramfs"
    }

    /// Overwrites and removes all files of the directory.
    private static func remove(_ directory: String) {
        if let stream = unsafe opendir(directory) {
            while let entry = unsafe readdir(stream) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                overwrite("\(directory)/\(name)")
                unsafe unlink("\(directory)/\(name)")
            }
            unsafe closedir(stream)
        }
        unsafe rmdir(directory)
    }

    private static func overwrite(_ path: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let zeros = [UInt8](repeating: 0, count: Int(min(status.st_size, 1 << 20)))
        _ = unsafe zeros.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
