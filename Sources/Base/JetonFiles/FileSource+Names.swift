internal import Glibc

/// What is known of files by their names.
extension FileSource {
    /// Whether there is something by that name.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether a path leads to a pipe, which can be read once only.
    package static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Whether a path leads to a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path is a regular file itself, and no link to one.
    package static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names in a directory, in order; one that is not UTF-8 as ``UndecodedPath``.
    ///
    /// - Throws: ``FileError/Code/readFailed``.
    package static func names(in directory: String) throws(FileError) -> [String] {
        guard let stream = unsafe opendir(directory) else {
            throw FileError(.readFailed, "opendir", directory, errno)
        }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe UndecodedPath.text($0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        _ = unsafe closedir(stream)
        return names.sorted()
    }

    /// The regular files in a directory and below it, in the order of their names; links are not followed.
    ///
    /// What has a name that is not UTF-8 is among them, whatever it is; opening it is an error.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - failures: Gets the error of each directory that can't be read; the others are read.
    /// - Returns: The files, each with the path of the directory before its own.
    public static func files(below directory: String, _ failures: inout [FileError]) -> [InputFile] {
        paths(below: directory, &failures).map { InputFile($0, below: directory) }
    }

    private static func paths(below directory: String, _ failures: inout [FileError]) -> [String] {
        var files: [String] = []
        let base = directory.hasSuffix("/") ? directory : directory + "/"
        let found: [String]
        do throws(FileError) {
            found = try names(in: directory)
        } catch {
            failures.append(error)
            return []
        }
        for name in found {
            guard !UndecodedPath.isOne(name) else {
                files.append(base + name)
                continue
            }
            var status = stat()
            guard unsafe lstat(base + name, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFREG { files.append(base + name) }
            if status.st_mode & S_IFMT == S_IFDIR { files += paths(below: base + name, &failures) }
        }
        return files
    }
}
