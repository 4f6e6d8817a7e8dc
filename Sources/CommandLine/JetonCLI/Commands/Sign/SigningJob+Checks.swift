/// What is refused before a token is touched.
extension SigningJob {
    /// Refuses two inputs whose signatures would get one name.
    static func checkDistinct(_ items: [Item]) throws(CommandError) {
        var inputs: [String: String] = [:]
        for item in items where item.output != "-" {
            guard let other = inputs.updateValue(item.input, forKey: item.output) else { continue }
            throw CommandError.usage(
                "\(other) and \(item.input) would both get their signature in \(item.output)",
                hints: ["--out takes names with {directory}, {name} and {extension} of each input"]
            )
        }
    }

    /// Whether a file in a directory is one to sign: a regular file that is neither hidden nor a signature.
    static func isInput(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return !name.hasPrefix(".") && !isSignature(path) && FileSource.isFile(path)
    }

    static func isSignature(_ path: String) -> Bool {
        let endings = [".p7s", ".p7m", ".sig", ".state", signedEnding, "-signed.xml", "-signature.xml"]
        return (endings + ContainerInput.endings).contains { path.hasSuffix($0) }
    }

    /// Refuses options that are not for containers.
    func checkContainers() throws {
        guard items.contains(where: { $0.format.container != nil }) else { return }
        guard !command.pdf.isGiven, !command.parallel else {
            throw CommandError.usage("options such as --field, --reason and --parallel are not for containers")
        }
        if !command.statements.role.isEmpty, items.contains(where: { !$0.format.hasRoles }) {
            throw CommandError.usage("--role is for XAdES signatures")
        }
    }

    /// Looks at inputs and outputs before a token is touched.
    func check() throws {
        if command.output.json, items.contains(where: { $0.output == "-" }) {
            throw CommandError.usage("--json and a signature can't both go to the standard output; use --out")
        }
        if items.contains(where: { $0.output == "-" && !$0.format.isXML }), command.encode == nil {
            try Console.refuseTerminal("a binary signature")
        }
        // What is in a pipe is there once, for the one who opens it first.
        for file in items.flatMap(\.contents) { _ = try FileSource(file) }
        if digest == nil, items.count == 1, items[0].contents.isEmpty, !FileSource.isPipe(items[0].input) {
            _ = try FileSource(items[0].file)
        }
        if digest == nil { try checkInputs() }
        for item in items where item.output != "-" { _ = try open(item) }
        if items.count == 1, items[0].format == .pades { _ = try PDFInput.document(in: items[0].file) }
    }

    /// Refuses an output that is one of the files to be signed.
    func checkInputs() throws(CommandError) {
        let inputs = InputFiles(items.flatMap { $0.contents.isEmpty ? [$0.input] : $0.contents.map(\.path) })
        let isFurther = command.add || command.counter
        // A message that gets another signature is replaced by design.
        for item in items where !isFurther || item.output != item.input {
            let words = command.out == nil ? "the signature of \(item.input) would replace the input" : nil
            try inputs.refuse(item.output, words ?? "--out names the input")
        }
    }
}
