internal import ASiC
internal import JetonDiagnostics
internal import JetonFiles
internal import SignatureLevels
internal import SigningDesk
internal import VerificationDesk

/// Where signatures go, and the words about them.
extension SigningJob {
    /// What was made.
    func words(_ item: Item, _ level: SignatureLevel) -> String {
        if item.format == .raw { return "" }
        if command.form.counter { return ", a countersignature" }
        if item.format == .pades { return ", PAdES level \(level.rawValue)" }
        if request.digest != nil, item.format.isXML { return ", the value of an XML signature" }
        if item.format == .xmldsig { return ", XMLDSig" }
        if item.format == .xades { return ", XAdES level \(level.rawValue)" }
        if let container = item.format.container {
            let signature = container.signature == .xades ? "XAdES" : "CAdES"
            return ", \(container.kind.rawValue), \(signature) level \(level.rawValue)"
        }
        if command.form.add { return ", CAdES level \(level.rawValue)" }
        return ", CAdES level \(level.rawValue), \(command.form.attached ? "attached" : "detached")"
    }

    /// Several files in a message: thousands of names would hide what is said of them.
    static func title(_ paths: [String]) -> String {
        guard paths.count > 16 else { return paths.joined(separator: ", ") }
        return paths.prefix(3).joined(separator: ", ") + " and \(paths.count - 3) more files"
    }

    func result(_ item: Item, size: UInt64?, error: CommandError?) -> JSON {
        .object([
            "input": item.input, "output": error == nil ? JSON.string(item.output) : JSON.null,
            "format": item.format.name, "size": size.map { UInt($0) }, "error": error?.message,
        ])
    }

    /// The files given, and those in the directories given, in the order of their names, without signatures, which
    /// are counted.
    static func expanded(
        _ given: [InputFile],
        _ command: SignCommand,
        _ unread: inout [CommandError],
        _ leftOut: inout LeftOutFiles
    ) throws -> [InputFile] {
        let isContainer = command.form.format?.container != nil
        guard try isContainer || command.out.map({ try OutputTemplate($0) != nil }) ?? true else {
            throw CommandError.usage(
                "--recursive writes each signature next to its file; leave out --out",
                hints: ["--out can be a pattern with {directory}, {name} and {extension}"]
            )
        }
        let files = given.flatMap { file in
            guard FileSource.isDirectory(file.path) else { return [file] }
            let found = FileSource.files(below: file.path, &unread)
            return found.filter { leftOut.takes($0.path, below: file.path) }
        }
        // A container says that these are all files.
        if let failure = unread.first, isContainer || files.isEmpty { throw failure }
        guard !files.isEmpty else { throw CommandError.notFound("no files to sign in the directories") }
        return files
    }

    static func output(
        for input: String,
        _ format: DocumentFormat,
        _ command: SignCommand,
        isOne: Bool
    ) throws -> String {
        if let out = command.out, input != "-", let template = try OutputTemplate(out) {
            return template.name(for: input)
        }
        guard let out = command.out else {
            if input == "-" { return "-" }
            guard !FileSource.isPipe(input) else {
                throw CommandError.usage(
                    "\(input) is a pipe, so its signature has no place next to it",
                    hints: ["give the output with --out FILE, or `--out -` for standard output"]
                )
            }
            return DocumentName.output(for: input, format, command.form.placement)
        }
        if FileSource.isDirectory(out) {
            guard input != "-" else {
                throw CommandError.usage("standard input has no name; give the output with --out")
            }
            let directory = out.hasSuffix("/") ? out : out + "/"
            return directory + DocumentName.output(for: ContainedFile.name(input), format, command.form.placement)
        }
        guard isOne else {
            throw CommandError.usage("--out is a single file, but there are several inputs; give a directory")
        }
        return out
    }
}
