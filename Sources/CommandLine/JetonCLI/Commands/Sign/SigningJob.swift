internal import ASN1
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Cryptoki
internal import Diagnostics
internal import Octets
internal import SigningDesk
internal import TokenKit
internal import X509

/// The files of one `jeton sign`, from names to results.
struct SigningJob {
    private let command: SignCommand
    private let digest: [UInt8]?
    private let hashAlgorithm: HashAlgorithm?
    private let items: [Item]
    private var additions = SignatureAdditions()

    private struct Item {
        let input: String
        let output: String
    }

    /// Reads the options.
    ///
    /// - Throws: ``CommandError`` where they contradict each other.
    init(_ command: SignCommand) throws {
        self.command = command
        hashAlgorithm = try command.hashAlgorithm.map { name in
            let known: [HashAlgorithm] = [.sha256, .sha384, .sha512]
            guard let algorithm = known.first(where: { $0.rawValue == name.lowercased() }) else {
                throw CommandError.usage("cannot sign with '\(name)'", hints: ["use sha256, sha384 or sha512"])
            }
            return algorithm
        }
        if command.attached, command.detached {
            throw CommandError.usage("--attached and --detached exclude each other")
        }
        if command.attached, command.format == .raw { throw CommandError.usage("a raw signature has no content in it") }
        let isFurther = command.add || command.counter
        if command.add, command.counter { throw CommandError.usage("--add and --counter exclude each other") }
        if isFurther, command.format == .raw || command.attached || command.hash != nil || command.recursive {
            throw CommandError.usage(
                "--add and --counter take CMS messages, which stay attached or detached as they are"
            )
        }
        let wanted = try command.levels.wanted(command.servers)
        if command.format == .raw || command.counter, wanted > .b || command.levels.contentTimestamp {
            throw CommandError.usage("a \(command.counter ? "countersignature" : "raw signature") has no level")
        }
        if let hex = command.hash {
            guard command.files.isEmpty else { throw CommandError.usage("--hash is signed instead of files") }
            guard let hashAlgorithm else { throw CommandError.usage("--hash needs --hash-algorithm") }
            guard let digest = Hex.decode(hex), digest.count == hashAlgorithm.digestSize else {
                throw CommandError.usage(
                    "--hash is not a \(hashAlgorithm) digest: expected \(hashAlgorithm.digestSize) bytes in hexadecimal"
                )
            }
            guard !command.attached else { throw CommandError.usage("a digest can't be put in as content") }
            self.digest = digest
            items = [Item(input: "the digest", output: command.out ?? "-")]
            return
        }
        digest = nil
        guard !command.files.isEmpty else { throw CommandError.usage("no files given") }
        let files = command.recursive ? try SigningJob.expanded(command) : command.files
        items = try files.map { file in
            // A message is replaced by the one with more in it.
            let output = isFurther ? command.out ?? file : try SigningJob.output(for: file, command)
            return Item(input: file, output: output)
        }
        if isFurther, command.out != nil, items.count > 1 {
            throw CommandError.usage("--out is one file, but there are \(items.count) messages")
        }
    }

    /// Looks at inputs and outputs before a token is touched.
    func check() throws {
        if command.output.json, items.contains(where: { $0.output == "-" }) {
            throw CommandError.usage("--json and a signature can't both go to the standard output; use --out")
        }
        // What is in a pipe is there once, for the one who opens it first.
        if digest == nil, items.count == 1, !FileSource.isPipe(items[0].input) {
            _ = try FileSource(path: items[0].input)
        }
        for item in items where item.output != "-" { _ = try FileOutput(path: item.output, force: replaces(item)) }
    }

    /// Signs all items; one that fails leaves the others alone.
    mutating func run(
        _ session: SigningSession,
        _ additional: (additions: SignatureAdditions, network: NetworkAccess?)
    ) throws -> ExitCode {
        additions = additional.additions
        let level = additions.extender?.level ?? .b
        var progress = Progress()
        var failure: ExitCode?
        var results: [JSON] = []
        for (index, item) in items.enumerated() {
            progress.show("signing \(index + 1) of \(items.count): \(item.input)")
            do {
                let size = try sign(item, session)
                results.append(result(item, size: size, error: nil))
                if !command.output.json, item.output != "-" {
                    progress.finish()
                    Console.note("\(item.output): signed by \(session.signer)\(words(level))")
                }
            } catch {
                progress.finish()
                let description = ErrorReport.describe(error)
                // Whatever else is wrong, a PIN is not tried on the next file.
                if items.count == 1 || description.exitCode == .login { throw error }
                results.append(result(item, size: nil, error: description))
                failure = failure ?? ErrorReport.show(error, json: false)
            }
        }
        progress.finish()
        if command.output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.sign/1")),
                    ("format", .string(command.format == .raw ? "raw" : "cms")),
                    ("level", command.format == .raw ? .null : .string(level.rawValue)),
                    ("contacts", additional.network?.json ?? .array([])),
                    ("key", .string(session.uri)), ("signer", .string(session.signer)), ("results", .array(results)),
                ])
            )
        }
        return failure ?? .success
    }

    private func sign(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        guard item.output == "-" else {
            return try sign(item, session, FileOutput(path: item.output, force: replaces(item)))
        }
        // What is read back of a large message must not be in memory.
        guard form != .attachedCMS else { return try sign(item, session, FileOutput(path: "-", force: false)) }
        return try sign(item, session, MemoryOutput { try Console.write($0.span) })
    }

    private func sign<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        if let digest, let hashAlgorithm {
            return try session.sign(digest: digest, as: form, hash: hashAlgorithm, with: additions, to: output)
        }
        if command.add || command.counter { return try signFurther(item, session, output) }
        var source = try FileSource(path: item.input)
        return try session.sign(
            &source,
            size: source.size,
            as: form,
            hash: hashAlgorithm,
            with: additions,
            to: output
        )
    }

    private func signFurther<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        let message = MessageFile(item.input)
        let report = try message.report(
            CAdESValidator(policy: VerificationPolicy(purpose: .any)),
            hashing: session.contentHash(hashAlgorithm)
        )
        return try session.sign(
            report,
            as: command.counter ? .counter : .parallel,
            hash: hashAlgorithm,
            with: additions,
            rereading: { try FileSource(path: item.input) },
            to: output
        )
    }

    /// Whether a file with the output's name may be replaced.
    private func replaces(_ item: Item) -> Bool {
        command.force || ((command.add || command.counter) && item.output == item.input)
    }

    private var form: SignatureForm {
        command.format == .raw ? .raw : command.attached ? .attachedCMS : .detachedCMS
    }

    // MARK: - Words

    /// What was made.
    private func words(_ level: CAdESLevel) -> String {
        guard command.format != .raw else { return "" }
        if command.counter { return ", a countersignature" }
        if command.add { return ", CAdES level \(level.rawValue)" }
        return ", CAdES level \(level.rawValue), \(command.attached ? "attached" : "detached")"
    }

    private func result(_ item: Item, size: UInt64?, error: CommandError?) -> JSON {
        .object([
            ("input", .string(item.input)), ("output", error == nil ? .string(item.output) : .null),
            ("size", .count(size.map { UInt($0) })), ("error", .text(error?.message)),
        ])
    }

    private static func suffix(_ command: SignCommand) -> String {
        command.format == .raw ? ".sig" : command.attached ? ".p7m" : ".p7s"
    }

    /// The files given, and those in the directories given, in the order of their names, without signatures.
    private static func expanded(_ command: SignCommand) throws -> [String] {
        guard command.out == nil else {
            throw CommandError.usage("--recursive writes each signature beside its file; leave out --out")
        }
        let files = try command.files.flatMap { path in
            guard FileSource.isDirectory(path) else { return [path] }
            return try FileSource.files(below: path).filter { file in
                ![".p7s", ".p7m", ".sig"].contains { file.hasSuffix($0) }
            }
        }
        guard !files.isEmpty else { throw CommandError.notFound("there is no file to sign in the directories given") }
        return files
    }

    private static func output(for input: String, _ command: SignCommand) throws -> String {
        let suffix = SigningJob.suffix(command)
        guard let out = command.out else {
            if input == "-" { return "-" }
            guard !FileSource.isPipe(input) else {
                throw CommandError.usage(
                    "\(input) is a pipe, beside which no signature can stand",
                    hints: ["--out names the signature's file; `--out -` is the standard output"]
                )
            }
            return input + suffix
        }
        if FileSource.isDirectory(out) {
            guard input != "-" else {
                throw CommandError.usage("the standard input has no name; give a file with --out")
            }
            return out + "/" + (input.split(separator: "/").last.map(String.init) ?? input) + suffix
        }
        guard command.files.count == 1 else {
            throw CommandError.usage("--out is one file, but there are \(command.files.count) inputs; give a directory")
        }
        return out
    }
}
