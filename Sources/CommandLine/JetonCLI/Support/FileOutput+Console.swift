internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets

extension FileOutput {
    /// Opens an output that the user names; `-` is the standard output.
    ///
    /// - Parameters:
    ///   - path: Where the file goes.
    ///   - force: Whether an existing file of that name may be replaced.
    ///   - isPrivate: Whether only the user may read the file.
    ///   - existsHint: What to do about an existing file, where the command has no --force.
    /// - Throws: ``CommandError`` if the file exists or its directory can't be written.
    init(
        path: String,
        force: Bool,
        isPrivate: Bool = false,
        existsHint: String = CommandError.forceHint
    ) throws(CommandError) {
        do throws(FileError) {
            if path == "-" {
                self = try FileOutput.standard()
            } else {
                try self.init(at: path, force: force, isPrivate: isPrivate)
            }
        } catch { throw CommandError(error, existsHint: existsHint) }
    }

    /// Opens what replaces a file, or is written elsewhere.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - target: Where else; nil to replace the file.
    ///   - force: Whether a file elsewhere may be replaced.
    /// - Throws: As ``init(path:force:isPrivate:existsHint:)``.
    init(_ file: InputFile, or target: String?, force: Bool) throws(CommandError) {
        guard let target else {
            do throws(FileError) { self = try FileOutput(at: file.path, below: file.directory, force: true) } catch {
                throw CommandError(error)
            }
            return
        }
        try self.init(path: target, force: force)
    }

    /// The standard output, to which the bytes go at the end.
    static func standard() throws(FileError) -> FileOutput {
        try FileOutput(named: "-", setAsideIn: Process.temporaryDirectory) { try Console.write($0) }
    }

    /// Writes a whole small file, or to the standard output by the name `-`.
    static func write(_ octets: [UInt8], to path: String, force: Bool) throws {
        if path == "-" { return try Console.write(octets.span) }
        var output = try FileOutput(path: path, force: force)
        try output.write(octets.span)
        try output.publish()
    }

    /// Writes a secret to a file that no other user can read, or straight to the standard output by the name `-`.
    static func write(_ secret: borrowing Secret, to path: String, force: Bool) throws {
        if path == "-" { return try secret.withBytes { try Console.write($0) } }
        var output = try FileOutput(path: path, force: force, isPrivate: true)
        try secret.withBytes { try output.write($0) }
        try output.publish()
    }

    /// Refuses a directory for outputs that is not there.
    static func checkDirectory(_ path: String) throws(CommandError) {
        guard !FileSource.isDirectory(path) else { return }
        guard !FileSource.exists(path) else { throw .notFound("\(path) is not a directory") }
        let command: ShellCommand = "mkdir \(path)"
        throw .notFound("no directory '\(path)'", hints: ["`\(command.text)` makes it"])
    }
}

extension InputFiles {
    /// Refuses an output that is one of the inputs, by whatever name.
    ///
    /// - Parameters:
    ///   - output: The output; `-` for the standard output.
    ///   - words: What names it, as the beginning of a sentence that ends with the input.
    /// - Throws: ``CommandError`` with exit code 2, whatever --force says.
    func refuse(_ output: String, _ words: String = "--out names the input") throws(CommandError) {
        guard let input = replaced(by: output) else { return }
        throw .usage("\(words) '\(input)'", hints: ["name another file with --out"])
    }
}
