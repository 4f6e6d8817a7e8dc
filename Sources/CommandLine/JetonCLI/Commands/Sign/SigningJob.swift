internal import ASN1
internal import ASiC
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Cryptoki
internal import Diagnostics
internal import Octets
internal import PDF
internal import SigningDesk
internal import TokenKit
internal import X509
internal import XAdES
internal import XMLSignature

/// The files of one `jeton sign`, from names to results.
struct SigningJob {
    private let command: SignCommand
    private let digest: [UInt8]?
    private let hashAlgorithm: HashAlgorithm?
    private let items: [Item]
    private var additions = SignatureAdditions()
    private let appearance: SignatureAppearance?

    /// How many bytes are kept free for a timestamp; a larger one goes into a revision of its own.
    private var tokenRoom = TimestampSizes.initialRoom
    private let report: SigningReport?
    /// How many files an earlier run signed.
    private let skippedCount: Int
    /// How many files of the directories are signatures, or were signed.
    private var leftOutCount = 0
    /// Why directories could not be read; the files in the others are signed.
    private var unread: [CommandError] = []

    private struct Item: Sendable {
        let file: InputFile
        let output: String
        let format: SignCommand.Format
        /// The files that go into a new container.
        var contents: [InputFile] = []

        /// The path of the file, or what stands for it in words.
        var input: String { file.path }
    }

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - command: The options.
    ///   - report: Says what is signed already.
    ///   - arriving: A file that was found, to be signed instead of those that the options name.
    /// - Throws: ``CommandError`` where they contradict each other.
    init(_ command: SignCommand, _ report: SigningReport? = nil, arriving: InputFile? = nil) throws {
        self.command = command
        self.report = report
        hashAlgorithm = try Self.hash(command.hashAlgorithm)
        if command.attached, command.detached {
            throw CommandError.usage("--attached and --detached exclude each other")
        }
        if command.encode != nil, command.format != .raw {
            throw CommandError.usage("--encode is for raw signatures; add --format raw")
        }
        if command.attached, command.format == .raw { throw CommandError.usage("a raw signature has no content in it") }
        if command.format == .pades, command.attached || command.detached {
            throw CommandError.usage("a PDF holds its signature; leave out --attached and --detached")
        }
        let isFurther = command.add || command.counter
        let container = command.format?.container
        if container != nil, command.attached || command.detached || command.counter || command.hash != nil {
            throw CommandError.usage("--attached, --detached, --counter and --hash are not for a new container")
        }
        if command.add, command.counter { throw CommandError.usage("--add and --counter exclude each other") }
        let isMessage = command.format != .raw && command.format != .pades
        if isFurther, !isMessage || command.attached || command.hash != nil || command.recursive {
            throw CommandError.usage(
                "--add and --counter take CMS messages, which stay attached or detached as they are"
            )
        }
        // Its file, which may be a pipe, is read when the signature is made.
        if let text = command.levels.signaturePolicy, OID(text) == nil { _ = try command.levels.policy() }
        appearance = try command.pdf.appearance()
        let isXML = command.format?.isXML ?? false
        if isXML, command.add { throw CommandError.usage("--add is not for XML signatures; see --parallel") }
        if command.format == .raw || command.format == .xmldsig, command.statements.isGiven {
            throw CommandError.usage("--commitment, --role, --city and --country are for CAdES, PAdES and XAdES")
        }
        _ = try command.statements.statements()
        let wanted = try command.levels.wanted(command.servers)
        if command.format == .xmldsig, wanted > .b {
            throw CommandError.usage("a plain XML signature has no level; --format xades makes one that has")
        }
        if command.format == .raw || command.counter, wanted > .b || command.levels.contentTimestamp {
            throw CommandError.usage("a \(command.counter ? "countersignature" : "raw signature") has no level")
        }
        if let hex = command.hash {
            guard command.files.isEmpty, command.from == nil, report == nil else {
                throw CommandError.usage("--hash is signed instead of files")
            }
            guard let hashAlgorithm else { throw CommandError.usage("--hash needs --hash-algorithm") }
            guard let digest = Hex.decode(hex), digest.count == hashAlgorithm.digestSize else {
                throw CommandError.usage(
                    "--hash is not a \(hashAlgorithm) digest: expected \(hashAlgorithm.digestSize) bytes in hexadecimal"
                )
            }
            guard !command.attached else { throw CommandError.usage("a digest can't be put in as content") }
            if isXML, wanted > .b || command.parallel || command.detached || command.levels.contentTimestamp {
                throw CommandError.usage("--hash makes the value of an XML signature, which has no form or level")
            }
            guard command.format != .pades else {
                throw CommandError.usage("--hash signs a digest, and a PDF holds its signature")
            }
            self.digest = digest
            skippedCount = 0
            items = [Item(file: InputFile("the digest"), output: command.out ?? "-", format: command.format ?? .cms)]
            return
        }
        digest = nil
        var files = try (command.from.map(FileList.read) ?? []).map { InputFile($0) }
        guard !command.files.isEmpty || command.from != nil || arriving != nil else {
            throw CommandError.usage("no files given")
        }
        if !command.recursive, let directory = command.files.first(where: FileSource.isDirectory) {
            let next: ShellCommand = "jeton sign -r \(directory)"
            throw CommandError.usage(
                "\(directory) is a directory",
                hints: ["`\(next.text)` signs the files in it and below it"]
            )
        }
        files += try command.files.flatMap(FileList.matching).map { InputFile($0) }
        if let arriving { files.append(arriving) }
        guard !files.isEmpty else { throw CommandError.notFound("the list names no file") }
        if command.recursive { files = try SigningJob.expanded(files, command, &unread, &leftOutCount) }
        if let format = command.format, container != nil, !isFurther {
            guard report == nil else { throw CommandError.usage("--report is not for containers") }
            if container?.kind == .simple, files.count > 1 {
                throw CommandError.usage(
                    "\(format.rawValue) holds one file, and \(files.count) are given",
                    hints: ["--format asice puts several files into one container"]
                )
            }
            skippedCount = 0
            items = [
                Item(
                    file: InputFile(files.map(\.path).joined(separator: ", ")),
                    output: try SigningJob.containerOutput(for: files.map(\.path), format, command),
                    format: format,
                    contents: files
                )
            ]
            try checkContainers()
            return
        }
        let count = files.count
        let all = try files.map { file in
            // A message is replaced by the one with more in it.
            if isFurther {
                let format = try SigningJob.formatOfFurther(in: file, command)
                return Item(file: file, output: command.out ?? file.path, format: format)
            }
            let format = try SigningJob.format(of: file, command)
            let output = try SigningJob.output(for: file.path, format, command, isOne: count == 1)
            return Item(file: file, output: output, format: format)
        }
        try SigningJob.checkDistinct(all)
        items = all.filter { report?.isSigned($0.input, output: $0.output) != true }
        skippedCount = all.count - items.count
        if command.pdf.isGiven, let other = items.first(where: { $0.format != .pades }) {
            throw CommandError.usage(
                "\(other.input) gets no PDF signature, and options such as --field and --reason are for one"
            )
        }
        try checkContainers()
        let hasPlace = command.statements.city != nil || command.statements.country != nil
        if hasPlace, items.contains(where: { $0.format == .pades }) {
            throw CommandError.usage("--city and --country are not for a PDF; --location states the place there")
        }
        if command.levels.contentTimestamp, items.contains(where: { $0.format == .xmldsig }) {
            throw CommandError.usage("--content-timestamp is not for plain XML signatures")
        }
        if !command.statements.role.isEmpty, items.contains(where: { !$0.format.hasRoles }) {
            throw CommandError.usage("--role is for XAdES signatures")
        }
        if command.parallel, command.attached || command.detached || items.contains(where: { !$0.format.isXML }) {
            throw CommandError.usage("--parallel requires signatures in XML documents")
        }
        if isFurther, command.out != nil, count > 1 {
            throw CommandError.usage("--out is one file, but there are \(count) messages")
        }
        if report != nil, isFurther || all.contains(where: { $0.output == "-" || $0.input == "-" }) {
            throw CommandError.usage("--report is for files that are signed into files of their own")
        }
    }

    /// Refuses two inputs whose signatures would get one name.
    private static func checkDistinct(_ items: [Item]) throws(CommandError) {
        var inputs: [String: String] = [:]
        for item in items where item.output != "-" {
            guard let other = inputs.updateValue(item.input, forKey: item.output) else { continue }
            throw CommandError.usage(
                "\(other) and \(item.input) would both get their signature in \(item.output)",
                hints: ["--out takes names with {directory}, {name} and {extension} of each input"]
            )
        }
    }

    /// Whether an earlier run signed all files.
    var isDone: Bool { digest == nil && items.isEmpty }

    /// Whether all outputs are there.
    var hasOutputs: Bool { items.allSatisfy { FileSource.exists($0.output) } }

    /// Whether a file in a directory is one to sign: a regular file that is neither hidden nor a signature.
    static func isInput(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return !name.hasPrefix(".") && !isSignature(path) && FileSource.isFile(path)
    }

    private static func isSignature(_ path: String) -> Bool {
        let endings = [".p7s", ".p7m", ".sig", ".state", signedEnding, "-signed.xml", "-signature.xml"]
        return (endings + ContainerInput.endings).contains { path.hasSuffix($0) }
    }

    /// Reports that there was nothing left to do.
    func answer() throws -> ExitCode {
        for failure in unread { _ = ErrorReport.show(failure, json: false) }
        Console.note("all \(skippedCount) files are signed already")
        if command.output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.sign/1")), ("format", .null), ("level", .null), ("contacts", .array([])),
                    ("key", .null), ("signer", .null), ("results", .array([])),
                ])
            )
        }
        return unread.first?.exitCode ?? .success
    }

    /// The hash that an option names; nil for none.
    static func hash(_ name: String?) throws(CommandError) -> HashAlgorithm? {
        guard let name else { return nil }
        guard let algorithm = SignCommand.hashes.first(where: { $0.rawValue == name.lowercased() }) else {
            let names = SignCommand.hashes.map(\.rawValue).joined(separator: ", ")
            throw CommandError.usage("cannot sign with '\(name)'", hints: ["use one of \(names)"])
        }
        return algorithm
    }

    /// Refuses options that are not for containers.
    private func checkContainers() throws {
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
        for item in items where item.output != "-" { _ = try FileOutput(path: item.output, force: replaces(item)) }
        if items.count == 1, items[0].format == .pades { _ = try PDFInput.document(in: items[0].file) }
    }

    /// Refuses an output that is one of the files to be signed.
    private func checkInputs() throws(CommandError) {
        let inputs = InputFiles(items.flatMap { $0.contents.isEmpty ? [$0.input] : $0.contents.map(\.path) })
        let isFurther = command.add || command.counter
        // A message that gets another signature is replaced by design.
        for item in items where !isFurther || item.output != item.input {
            let words = command.out == nil ? "the signature of \(item.input) would replace the input" : nil
            try inputs.refuse(item.output, words ?? "--out names the input")
        }
    }

    /// Signs all items; one that fails leaves the others alone.
    mutating func run(
        _ session: SigningSession,
        _ additional: (additions: SignatureAdditions, network: NetworkAccess?)
    ) throws -> ExitCode {
        additions = additional.additions
        let level = additions.extender?.level ?? .b
        if additional.network != nil { tokenRoom = TimestampSizes().room(for: try command.servers.urls()) }
        let job = self
        // An authority, and a person at a reader, are asked by one thread.
        let isAlone = level > .b || additions.timestampsContent || session.asksOnReader
        let batch = try SigningBatch(items.count).run(threads: isAlone ? 1 : SigningBatch.threadCount) { index in
            let item = job.items[index]
            try job.report?.add(.begun, item.input, output: item.output)
            do {
                return try job.sign(item, session)
            } catch let error as SigningError {
                throw job.describe(error, item)
            }
        } ended: { index, outcome in
            let item = job.items[index]
            let status: SigningReport.Status = outcome.error == nil ? .signed : .failed
            try job.report?.add(
                status,
                item.input,
                output: item.output,
                size: outcome.size,
                error: outcome.error?.message
            )
            if let error = outcome.error {
                // The error that ends the batch is shown at its end.
                if !error.isLasting, job.items.count > 1 { _ = ErrorReport.show(error, json: false) }
            } else if !job.command.output.json, item.output != "-" {
                Console.note("\(item.output): signed by \(session.signer)\(job.words(item, level))")
            }
        }
        for failure in unread { _ = ErrorReport.show(failure, json: false) }
        if items.count + skippedCount > 1, !command.output.json { summarize(batch) }
        if let failure = batch.failure { throw failure }
        let failures = items.indices.compactMap { batch.outcomes[$0]?.error }
        let results = items.indices.compactMap { index in
            batch.outcomes[index].map { result(items[index], size: $0.size, error: $0.error) }
        }
        if command.output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.sign/1")),
                    ("format", .text(format)),
                    ("level", command.format == .raw ? .null : .string(level.rawValue)),
                    ("contacts", additional.network?.json ?? .array([])),
                    ("key", .string(session.uri)), ("signer", .string(session.signer)), ("results", .array(results)),
                ])
            )
        }
        return (failures + unread).first?.exitCode ?? .success
    }

    /// Shows what a batch came to, on the error stream: files that failed may have scrolled away.
    private func summarize(_ batch: SigningBatch.Result) {
        var summary = BatchSummary(batch.time)
        summary.formerCount = skippedCount
        summary.leftOutCount = leftOutCount
        summary.report = command.report
        for (index, item) in items.enumerated() {
            // The error that ended the batch is no file's own, and is shown at the end.
            if let outcome = batch.outcomes[index], outcome.error?.isLasting != true {
                summary.add(item.input, item.format.title, outcome.error)
            } else {
                summary.unreachedCount += 1
            }
        }
        let lines = summary.table(Console.noteStyle)
        if !lines.isEmpty { Console.note("") }
        for line in lines { Console.note(line) }
        if !lines.isEmpty { Console.note("") }
        // Where the first file ended the batch, the error says it all.
        if batch.failure == nil || summary.unreachedCount < items.count { Console.note(summary.line) }
    }

    /// The error with the file that it is about.
    private func describe(_ error: SigningError, _ item: Item) -> CommandError {
        guard item.format.isXML, error.isUnreadable else {
            let described = ErrorReport.describe(error)
            return CommandError(
                "\(item.input) was not signed: \(described.message)",
                hints: described.hints,
                exitCode: described.exitCode
            )
        }
        let reason = error.context.hasPrefix("XML: ") ? String(error.context.dropFirst(5)) : error.context
        return CommandError(
            "\(item.input) is not a valid XML document: \(reason)",
            hints: ["--attached or --detached signs any content"],
            exitCode: .inputOutput
        )
    }

    private func sign(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        if item.format == .pades { return try signPDF(item, session) }
        if let encoding = command.encode {
            let force = replaces(item)
            let output = MemoryOutput { octets in
                try FileOutput.write(Array((encoding.text(octets) + "\n").utf8), to: item.output, force: force)
            }
            return try sign(item, session, output)
        }
        if digest != nil, item.format.isXML { return try signXMLDigest(item, session) }
        if item.format.container != nil, command.counter { return try countersignContainer(item, session) }
        if let container = item.format.container { return try signContainer(item, container, session) }
        guard item.output == "-" else {
            return try sign(item, session, FileOutput(path: item.output, force: replaces(item)))
        }
        // What is read back of a large message must not be in memory.
        guard form(item) != .attachedCMS else { return try sign(item, session, FileOutput(path: "-", force: false)) }
        return try sign(item, session, MemoryOutput { try Console.write($0.span) })
    }

    private func sign<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        if let digest, let hashAlgorithm {
            return try session.sign(digest: digest, as: form(item), hash: hashAlgorithm, with: additions, to: output)
        }
        if command.counter, item.format.isXML { return try countersignXML(item, session, output) }
        if command.add || command.counter { return try signFurther(item, session, output) }
        if item.format.isXML { return try signXML(item, session, output) }
        var source = try FileSource(item.file)
        return try session.sign(
            &source,
            size: source.size,
            as: form(item),
            hash: hashAlgorithm,
            with: additions,
            to: output
        )
    }

    /// Signs the digest of a SignedInfo element, and writes what its SignatureValue holds.
    private func signXMLDigest(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        guard let digest, let hashAlgorithm else { return 0 }
        let publicKey = session.key.publicKey
        let force = replaces(item)
        let output = MemoryOutput { octets in
            var value = octets
            // r and s one behind the other, not in DER.
            if case .ellipticCurve = publicKey.kind {
                value = try XMLSignatureMethod(.ecdsa(hashAlgorithm)).value(octets, by: publicKey)
            }
            try FileOutput.write(Array((Base64.encode(value) + "\n").utf8), to: item.output, force: force)
        }
        return try session.sign(digest: digest, as: .raw, hash: hashAlgorithm, to: output)
    }

    private func signXML<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        var source = try FileSource(item.file)
        let packaging: XMLSignatureFormat.Packaging =
            command.attached ? .enveloping : command.detached ? .detached(uri: XMLFile.uri(item.input)) : .enveloped
        let options = try options(packaging == .enveloped ? "text/xml" : "application/octet-stream")
        let properties = item.format == .xades ? options : nil
        guard let extender = additions.extender, extender.level > .b else {
            try session.signXML(
                &source,
                packaging,
                xades: properties,
                isParallel: command.parallel,
                hash: hashAlgorithm,
                to: &output
            )
            return try output.published()
        }
        // A document of level B, which is not published, is raised into the output.
        var first = try FileOutput(path: item.output, force: replaces(item))
        try session.signXML(
            &source,
            packaging,
            xades: properties,
            isParallel: command.parallel,
            hash: hashAlgorithm,
            to: &first
        )
        let raising = XAdESExtender(extender)
        let files = XMLFile(path: item.input, files: [item.input], directory: item.file.directory)
        try raising.extend(files: files, rereading: { first.written() }, to: &output)
        try raising.readBack(files: files) { try output.written() }
        return try output.published()
    }

    /// What the signer of XAdES states.
    private func options(_ mediaType: String = "text/xml") throws -> XAdESOptions {
        var options = XAdESOptions(mediaType: mediaType, policy: try command.levels.policy())
        options.statements = try command.statements.statements()
        if additions.timestampsContent { options.contentTimestamps = additions.extender }
        return options
    }

    private func countersignXML<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        // A detached signature lies beside its files.
        let files = XMLFile(path: item.input, files: try XMLFile.siblings(item.input))
        do {
            let made = try session.countersignXML(
                xades: options(),
                files: files,
                hash: hashAlgorithm,
                rereading: { try FileSource(item.file) },
                to: &output
            )
            try made.readBack(files: files) { try output.written() }
        } catch let error as SigningError where error.code == .signatureMismatch {
            throw CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        return try output.published()
    }

    private func signContainer(
        _ item: Item,
        _ container: (kind: ContainerKind, signature: SignatureKind),
        _ session: SigningSession
    ) throws -> UInt64 {
        var output = try FileOutput(path: item.output, force: replaces(item))
        let former = item.contents.isEmpty ? try ContainerInput.container(in: item.file) : nil
        do {
            if let former { try ContainerExtender.check(former) }
            try session.signContainer(
                as: container.signature,
                xades: options(),
                hash: hashAlgorithm,
                with: additions,
                to: &output
            ) { hash in
                if let former { return try ContainerDraft(adding: former, hash: hash) }
                return try ContainerDraft(container.kind, item.contents.map { ContainedFile(file: $0) }, hash: hash)
            }
            let policy = additions.extender?.policy ?? VerificationPolicy(purpose: .any)
            let report = try ContainerExtender.check(output.container(), policy)
            let level = additions.extender?.level ?? .b
            guard report.signatures.contains(where: { $0.assessment.level >= level }) else {
                throw SigningError(.signatureMismatch, "the signature does not have level \(level.rawValue)")
            }
        } catch let error as SigningError where error.code == .signatureMismatch && former != nil {
            throw CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        return try output.published()
    }

    private func countersignContainer(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        var output = try FileOutput(path: item.output, force: replaces(item))
        do {
            let readBack = try session.countersignContainer(
                ContainerInput.container(in: item.file),
                xades: options(),
                hash: hashAlgorithm,
                with: additions,
                to: &output
            )
            try readBack(output.container())
        } catch let error as SigningError where error.code == .signatureMismatch {
            throw CommandError("\(item.input) was not signed: \(error.context)", exitCode: .refused)
        }
        return try output.published()
    }

    private func signFurther<Output: SignatureOutput & ~Copyable>(
        _ item: Item,
        _ session: SigningSession,
        _ output: consuming Output
    ) throws -> UInt64 {
        let message = MessageFile(item.file)
        let report = try message.report(
            CAdESValidator(policy: VerificationPolicy(purpose: .any)),
            hashing: session.contentHash(hashAlgorithm)
        )
        return try session.sign(
            report,
            as: command.counter ? .counter : .parallel,
            hash: hashAlgorithm,
            with: additions,
            rereading: { try FileSource(item.file) },
            to: output
        )
    }

    private func signPDF(_ item: Item, _ session: SigningSession) throws -> UInt64 {
        let document = try PDFInput.document(in: item.file)
        var source = try FileSource(item.file)
        var room = additions.timestampsContent ? tokenRoom : 0
        // Certificates and evidence go into the document; only the timestamp over the signature is in the message.
        var inside = additions
        if let extender = additions.extender, extender.level > .b {
            inside.extender = extender.to(.t)
            room += tokenRoom
        }
        do {
            return try session.sign(
                &source,
                size: source.size,
                hash: hashAlgorithm,
                with: inside,
                to: FileOutput(path: item.output, force: replaces(item)),
                as: { signer in
                    var options = try command.pdf.options(appearance, signer: signer.certificate)
                    options.room = room
                    return try PDFSigner(document, signer: signer, options: options)
                },
                finishing: { output in
                    if let extender = additions.extender { try output.extend(extender) }
                }
            )
        } catch let error as PDFError {
            throw CommandError(error, item.input)
        }
    }

    /// Whether a file with the output's name may be replaced.
    private func replaces(_ item: Item) -> Bool {
        command.force || ((command.add || command.counter) && item.output == item.input)
    }

    private func form(_ item: Item) -> SignatureForm {
        item.format == .raw ? .raw : command.attached ? .attachedCMS : .detachedCMS
    }

    /// What all files become; nil if they become different things.
    private var format: String? {
        let names = Set(items.map(\.format.name))
        return names.count == 1 ? names.first : nil
    }

    /// The format of a file's signature: the one that the options name, otherwise by the file's content.
    private static func format(of file: InputFile, _ command: SignCommand) throws -> SignCommand.Format {
        if let format = command.format { return format }
        if command.attached || command.detached || FileSource.isDirectory(file.path) || !FileSource.exists(file.path) {
            return .cms
        }
        return switch try DocumentKind(of: file) {
        case .pdf: .pades
        case .xml: .xades
        case .container, .other: .cms
        }
    }

    /// The format of a further signature in a signed file.
    private static func formatOfFurther(in file: InputFile, _ command: SignCommand) throws -> SignCommand.Format {
        switch try DocumentKind(of: file) {
        case .container: return try format(in: file)
        case .xml where command.counter: return .xades
        case .xml:
            throw CommandError.usage(
                "--add takes CMS messages and containers, and \(file.path) is XML",
                hints: ["an XML document that was signed with --parallel is signed again with --parallel"]
            )
        default: return .cms
        }
    }

    /// The format of the signatures that a container has.
    private static func format(in file: InputFile) throws -> SignCommand.Format {
        let container = try ContainerInput.container(in: file)
        let report = try ContainerValidator(policy: VerificationPolicy(purpose: .any)).assess(container)
        let isXAdES = report.signatures.contains { $0.kind == .xades }
        return switch container.kind {
        case .extended: isXAdES ? .asice : .asiceCAdES
        case .simple: isXAdES ? .asics : .asicsCAdES
        }
    }

    /// The name of a new container.
    private static func containerOutput(
        for files: [String],
        _ format: SignCommand.Format,
        _ command: SignCommand
    ) throws -> String {
        guard !files.contains(where: { $0 == "-" || FileSource.isPipe($0) }) else {
            throw CommandError.usage("a container takes files, which it reads twice")
        }
        let ending = format.container?.kind == .simple ? ".asics" : ".asice"
        if let out = command.out, !FileSource.isDirectory(out) { return out }
        guard let file = files.first, files.count == 1 else {
            throw CommandError.usage("--out names the container of \(files.count) files")
        }
        guard let directory = command.out else { return file + ending }
        return directory + "/" + ContainedFile.name(file) + ending
    }

    // MARK: - Words

    /// What was made.
    private func words(_ item: Item, _ level: CAdESLevel) -> String {
        if item.format == .raw { return "" }
        if command.counter { return ", a countersignature" }
        if item.format == .pades { return ", PAdES level \(level.rawValue)" }
        if digest != nil, item.format.isXML { return ", the value of an XML signature" }
        if item.format == .xmldsig { return ", XMLDSig" }
        if item.format == .xades { return ", XAdES level \(level.rawValue)" }
        if let container = item.format.container {
            let signature = container.signature == .xades ? "XAdES" : "CAdES"
            return ", \(container.kind.rawValue), \(signature) level \(level.rawValue)"
        }
        if command.add { return ", CAdES level \(level.rawValue)" }
        return ", CAdES level \(level.rawValue), \(command.attached ? "attached" : "detached")"
    }

    private func result(_ item: Item, size: UInt64?, error: CommandError?) -> JSON {
        .object([
            ("input", .string(item.input)), ("output", error == nil ? .string(item.output) : .null),
            ("format", .string(item.format.name)),
            ("size", .count(size.map { UInt($0) })), ("error", .text(error?.message)),
        ])
    }

    private static func name(for input: String, _ format: SignCommand.Format, _ command: SignCommand) -> String {
        name(for: input, format, isAttached: command.attached, isDetached: command.detached)
    }

    /// The name of the output for an input.
    static func name(
        for input: String,
        _ format: SignCommand.Format,
        isAttached: Bool,
        isDetached: Bool = false
    ) -> String {
        if format == .raw { return input + ".sig" }
        if format.isXML { return XMLFile.signedName(input, suffix: isDetached ? "-signature" : "-signed") }
        guard format == .pades else { return input + (isAttached ? ".p7m" : ".p7s") }
        return (input.lowercased().hasSuffix(".pdf") ? String(input.dropLast(4)) : input) + signedEnding
    }

    /// How the names of signed PDFs end.
    private static let signedEnding = "-signed.pdf"

    /// The files given, and those in the directories given, in the order of their names, without signatures, which
    /// are counted.
    private static func expanded(
        _ given: [InputFile],
        _ command: SignCommand,
        _ unread: inout [CommandError],
        _ leftOutCount: inout Int
    ) throws -> [InputFile] {
        let isContainer = command.format?.container != nil
        guard try isContainer || command.out.map({ try OutputTemplate($0) != nil }) ?? true else {
            throw CommandError.usage(
                "--recursive writes each signature beside its file; leave out --out",
                hints: ["--out takes names with {directory}, {name} and {extension} of each input"]
            )
        }
        let files = given.flatMap { file in
            guard FileSource.isDirectory(file.path) else { return [file] }
            let found = FileSource.files(below: file.path, &unread)
            let inputs = found.filter { !isSignature($0.path) }
            leftOutCount += found.count - inputs.count
            return inputs
        }
        // A container says that these are all files.
        if let failure = unread.first, isContainer || files.isEmpty { throw failure }
        guard !files.isEmpty else { throw CommandError.notFound("the directories have no file to sign") }
        return files
    }

    private static func output(
        for input: String,
        _ format: SignCommand.Format,
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
                    "\(input) is a pipe, beside which no signature can stand",
                    hints: ["--out names the signature's file; `--out -` is the standard output"]
                )
            }
            return name(for: input, format, command)
        }
        if FileSource.isDirectory(out) {
            guard input != "-" else {
                throw CommandError.usage("the standard input has no name; give a file with --out")
            }
            let directory = out.hasSuffix("/") ? out : out + "/"
            return directory + name(for: input.split(separator: "/").last.map(String.init) ?? input, format, command)
        }
        guard isOne else {
            throw CommandError.usage("--out is one file, but there are several inputs; give a directory")
        }
        return out
    }
}

extension SignCommand.Format {
    /// Whether the signer can claim roles.
    fileprivate var hasRoles: Bool { self == .xades || container?.signature == .xades }

    /// The name for people.
    fileprivate var title: String {
        switch self {
        case .raw: "raw"
        case .cms, .cades: "CAdES"
        case .pades: "PAdES"
        case .xmldsig: "XMLDSig"
        case .xades: "XAdES"
        case .asice, .asics, .asiceCAdES, .asicsCAdES: "ASiC"
        }
    }

    /// The name in JSON; CAdES is CMS.
    fileprivate var name: String { self == .cades ? Self.cms.rawValue : rawValue }
}
