internal import ArgumentParser
internal import Cryptoki
internal import Diagnostics
internal import Octets
internal import Signing
internal import TokenKit

/// The files of one `jeton sign`, from names to results.
struct SigningJob {
    private let command: SignCommand
    private let digest: [UInt8]?
    private let hashAlgorithm: HashAlgorithm?
    private let items: [Item]

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
            guard let algorithm = HashAlgorithm(rawValue: name.lowercased()), !algorithm.isWeak else {
                throw CommandError.usage("'\(name)' is no hash to sign with", hints: ["sha256, sha384 or sha512"])
            }
            return algorithm
        }
        if command.attached, command.detached {
            throw CommandError.usage("--attached and --detached exclude each other")
        }
        if command.attached, command.format == .raw { throw CommandError.usage("a raw signature has no content in it") }
        if let hex = command.hash {
            guard command.files.isEmpty else { throw CommandError.usage("--hash is signed instead of files") }
            guard let hashAlgorithm else { throw CommandError.usage("--hash needs --hash-algorithm") }
            guard let digest = Hex.decode(hex), digest.count == hashAlgorithm.digestSize else {
                throw CommandError.usage(
                    "--hash is no \(hashAlgorithm) digest: \(hashAlgorithm.digestSize) octets in hexadecimal are wanted"
                )
            }
            guard !command.attached else { throw CommandError.usage("a digest can't be put in as content") }
            self.digest = digest
            items = [Item(input: "the digest", output: command.out ?? "-")]
            return
        }
        digest = nil
        guard !command.files.isEmpty else { throw CommandError.usage("say which files to sign") }
        items = try command.files.map { Item(input: $0, output: try SigningJob.output(for: $0, command)) }
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
        for item in items where item.output != "-" { _ = try FileOutput(path: item.output, force: command.force) }
    }

    /// Signs all items; one that fails leaves the others alone.
    func run(_ use: SigningUse) throws -> ExitCode {
        var progress = Progress()
        var failure: ExitCode?
        var results: [JSON] = []
        for (index, item) in items.enumerated() {
            progress.show("signing \(index + 1) of \(items.count): \(item.input)")
            do {
                let size = try sign(item, use)
                results.append(result(item, size: size, error: nil))
                if !command.output.json, item.output != "-" {
                    progress.finish()
                    Console.note("\(item.output): signed by \(signer(use))")
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
                    ("schema", .string("jeton.sign/1")), ("format", .string(command.format.rawValue)),
                    ("key", .string(uri(use))), ("signer", .string(signer(use))), ("results", .array(results)),
                ])
            )
        }
        return failure ?? .success
    }

    private func sign(_ item: Item, _ use: SigningUse) throws -> Int {
        if command.attached { return try signAttached(item, use) }
        return command.format == .raw ? try raw(item, use) : try detached(item, use)
    }

    /// Writes a signature, reads back what the file holds, and gives the file its name only if that is valid.
    ///
    /// - Parameter isValid: Checks the octets that were read back.
    private func publish(
        _ signature: [UInt8],
        _ item: Item,
        isValid: ([UInt8]) throws -> Bool
    ) throws -> Int {
        if item.output == "-" {
            guard try isValid(signature) else { throw SigningJob.wrongSignature }
            try Console.write(signature.span)
            return signature.count
        }
        var output = try FileOutput(path: item.output, force: command.force)
        try output.write(signature.span)
        var written = try output.reread()
        guard try isValid(written.contents(limit: signature.count)) else { throw SigningJob.wrongSignature }
        try output.publish()
        return signature.count
    }

    // MARK: - Formats

    private func algorithm(_ use: SigningUse) throws -> SignatureAlgorithm {
        let algorithms = use.key.algorithms.filter { hashAlgorithm == nil || $0.hash == hashAlgorithm }
        guard let algorithm = algorithms.first else {
            throw CommandError(
                "the key can't sign with \(hashAlgorithm?.description ?? "any hash")",
                hints: ["it can do: " + use.key.algorithms.map(\.description).joined(separator: ", ")],
                exitCode: .refused
            )
        }
        return algorithm
    }

    private func raw(_ item: Item, _ use: SigningUse) throws -> Int {
        let algorithm = try algorithm(use)
        let input: [UInt8]
        if let digest {
            input = digest
        } else if let hash = algorithm.hash {
            input = try self.hash(item.input, hash).digest
        } else {
            // Ed25519 signs the message itself, which has to be in memory for that.
            input = try FileSource.contents(of: item.input, limit: 64 << 20)
        }
        return try publish(use.key.sign(input, algorithm: algorithm), item) { signature in
            use.key.publicKey.check(signature, input: input, algorithm: algorithm) == .valid
        }
    }

    private func signer(for use: SigningUse) throws -> CMSSigner {
        var signer = CMSSigner(
            certificate: use.certificates[0],
            additionalCertificates: Array(use.certificates.dropFirst())
        )
        if hashAlgorithm != nil { signer.algorithm = try algorithm(use) }
        return signer
    }

    private func detached(_ item: Item, _ use: SigningUse) throws -> Int {
        let signer = try signer(for: use)
        let hash = try signer.contentHash(for: use.key)
        let content: (digest: [UInt8], size: UInt64)
        if let digest {
            guard hash == hashAlgorithm else {
                throw CommandError.usage("this key's signatures rest on \(hash), so a \(hash) digest is wanted")
            }
            content = (digest, 0)
        } else {
            content = try self.hash(item.input, hash)
        }
        let signature = try signer.signDetached(contentDigest: content.digest, key: use.key)
        return try publish(signature, item) { signature in
            try isIntact {
                try CMSVerifier(certificates: use.certificates).verifyDetached(
                    MemorySource(signature),
                    contentDigest: content.digest,
                    hash: hash,
                    size: content.size
                )
            }
        }
    }

    /// Whether a message is intact; one that cannot be read is not.
    private func isIntact(_ verify: () throws -> CMSReport) throws -> Bool {
        do {
            return try verify().isIntact
        } catch is SigningError {
            return false
        }
    }

    private func signAttached(_ item: Item, _ use: SigningUse) throws -> Int {
        let signer = try signer(for: use)
        var source = try FileSource(path: item.input)
        var output = try FileOutput(path: item.output, force: command.force)
        try signer.signAttached(&source, size: source.size, to: &output, key: use.key)
        let size = Int(clamping: try output.reread().size ?? 0)
        guard try isIntact({ try CMSVerifier().verifyAttached(output.reread()) }) else {
            throw SigningJob.wrongSignature
        }
        try output.publish()
        return size
    }

    private func hash(_ path: String, _ algorithm: HashAlgorithm) throws -> (digest: [UInt8], size: UInt64) {
        var source = try FileSource(path: path)
        var hash = RunningHash(algorithm)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var size: UInt64 = 0
        while true {
            var span = buffer.mutableSpan
            let count = try source.read(into: &span)
            if count == 0 { return (hash.finish(), size) }
            hash.update(buffer.span.extracting(first: count))
            size += UInt64(count)
        }
    }

    private static let wrongSignature = CommandError(
        "the signature does not fit its key; nothing was written",
        hints: ["the token, its module or the disk is faulty"] + ErrorReport.doctor(.module),
        exitCode: .refused
    )

    // MARK: - Words

    private func signer(_ use: SigningUse) -> String {
        use.certificates.first?.subject.description ?? use.key.publicKey.description
    }

    private func uri(_ use: SigningUse) -> String {
        let uri = use.record.fullURI(on: use.token)
        return ObjectSelection(token: use.token).shortest(uri, [uri])
    }

    private func result(_ item: Item, size: Int?, error: CommandError?) -> JSON {
        .object([
            ("input", .string(item.input)), ("output", error == nil ? .string(item.output) : .null),
            ("size", size.map { .number($0) } ?? .null), ("error", .text(error?.message)),
        ])
    }

    private static func output(for input: String, _ command: SignCommand) throws -> String {
        let suffix = command.format == .raw ? ".sig" : command.attached ? ".p7m" : ".p7s"
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
            throw CommandError.usage("--out is one file, but there are \(command.files.count) inputs; give a folder")
        }
        return out
    }
}
