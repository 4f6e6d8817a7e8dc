internal import JetonFiles

extension FileSource {
    /// Opens a file that the user names, to be read once, and shows how far that is.
    init(path: String) throws(CommandError) {
        do throws(FileError) { try self.init(.named(path)) } catch {
            throw CommandError(error)
        }
    }

    /// The regular files in a directory and below it; see `files(below:_:)` of `JetonFiles`.
    static func files(below directory: String, _ failures: inout [CommandError]) -> [InputFile] {
        var errors: [FileError] = []
        let files = files(below: directory, &errors)
        failures += errors.map { CommandError($0) }
        return files
    }

    /// Reads a whole file of at most `limit` bytes that the user names.
    static func contents(of path: String, limit: Int) throws(CommandError) -> [UInt8] {
        var source = try FileSource(path: path)
        do throws(FileError) { return try source.contents(limit: limit) } catch { throw CommandError(error) }
    }
}

extension InputFile {
    /// A file that the user names, or that was found below a directory, which shows how far it has been read.
    static func named(_ path: String, below directory: String? = nil) -> InputFile {
        var file = InputFile(path, below: directory)
        file.progress = { ReadingLine() }
        return file
    }
}

/// The line of a terminal that says how far a file has been read.
final class ReadingLine: ReadingProgress {
    private var progress = Progress()

    func read(_ count: UInt64, of size: UInt64?, path: String) {
        progress.show(
            {
                let name = path == "-" ? "standard input" : path
                guard let size else { return "\(name): \(count >> 20) MiB read" }
                return "\(name): \(count >> 20) of \(size >> 20) MiB read"
            }()
        )
    }

    func end() { progress.finish() }
}
