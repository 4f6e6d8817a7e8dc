internal import ArgumentParser
internal import Glibc
internal import JetonFiles

/// Names of files from patterns and lists.
enum FileList {
    private static let sizeLimit = 1 << 26

    /// The files that a list names: one a line, or with NUL between them as `find -print0` writes them.
    ///
    /// - Throws: ``CommandError``.
    static func read(_ path: String) throws -> [String] {
        let octets = try FileSource.contents(of: path, limit: sizeLimit)
        let separator: UInt8 = octets.contains(0) ? 0 : UInt8(ascii: "\n")
        return try octets.split(separator: separator).enumerated().map { index, line in
            guard line.count <= 4_096 else {
                throw CommandError(
                    "\(path), line \(index + 1) is not a path",
                    hints: ["a list has one path a line, or NUL between them as `find -print0` writes"],
                    exitCode: .inputOutput
                )
            }
            return UndecodedPath.text(line)
        }
    }

    /// The files that a pattern stands for: itself if it is a file's name, otherwise those that it matches by glob(7).
    ///
    /// - Throws: ``CommandError`` with exit code 3 if nothing matches.
    static func matching(_ pattern: String) throws(CommandError) -> [String] {
        guard pattern != "-", pattern.contains(where: { "*?[".contains($0) }), !FileSource.exists(pattern) else {
            return [pattern]
        }
        var found = unsafe glob_t()
        let failure = unsafe glob(pattern, 0, nil, &found)
        defer { unsafe globfree(&found) }
        guard failure == 0 else { throw .notFound("no file matches '\(pattern)'") }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe UndecodedPath.text($0) }
        }
    }
}
