internal import ArgumentParser
internal import JetonASN1
internal import JetonCMS
internal import JetonFiles
internal import JetonOctets
internal import JetonPDF
internal import JetonX509
internal import SignatureLevels
internal import VerificationDesk

/// What `jeton verify` does with each signature, by its options.
struct Verification {
    var json = false
    var purpose = CertificatePurpose.document
    var trust: [String] = []
    /// The anchors that trust lists give besides; nil without a list.
    var listedTrust: TrustStore?
    var certificates: [String] = []
    var out: String?
    /// The directory for what the signatures of an XML document or a container cover.
    var extract: String?
    var force = false
    /// The digest to compare a timestamp with instead of a file.
    var digest: String?
    /// How evidence about revocation is fetched; nil to ask no server.
    var network: NetworkOptions?
    /// Whether servers are asked also about evidence that is kept.
    var refreshesEvidence = false
    /// The time at which the signature is judged; nil for the present.
    var time: UniversalTime?

    /// What judges signatures: the options, read once for any number of files.
    struct Judge {
        let verifier: FileVerifier
        let network: NetworkAccess?
    }

    /// Reads the anchors and certificates, and opens the way to the servers.
    func judge() throws -> Judge {
        let policy = VerificationPolicy(
            trust: try listedTrust ?? TrustListFiles.settings(beside: trust, network, at: time)
                ?? TrustFiles.store(option: trust),
            certificates: try certificates.flatMap { try CertificateFile.certificates(at: $0) },
            purpose: purpose,
            time: time ?? .now
        )
        let access = try network.map { try NetworkAccess($0, refreshesEvidence: refreshesEvidence) }
        return Judge(verifier: FileVerifier(policy: policy, collector: access?.collector), network: access)
    }

    /// Checks one signature and prints what was found.
    ///
    /// - Parameters:
    ///   - signature: The file with signatures, or the signature.
    ///   - file: The signed file of a detached signature; nil for the one beside it.
    /// - Returns: The exit code.
    /// - Throws: ``CommandError`` for options that do not go together; as `verify(_:digest:writingContentTo:)` of
    ///   `FileVerifier`.
    func run(_ signature: String, _ file: String?) throws -> ExitCode {
        if out == "-", json {
            throw CommandError.usage("--json and the content can't both go to the standard output; use --out")
        }
        let signed = try SignedFile(.named(signature), content: file.map { .named($0) }, isMessage: out != nil)
        if let out { try InputFiles([signature, signed.file.path, signed.content?.path ?? signature]).refuse(out) }
        try checkOptions(signed)
        let judge = try judge()
        let result = try judge.verifier.verify(
            signed,
            digest: digest.map { Hex.decode($0) ?? [] },
            writingContentTo: out.map { out in { try FileOutput(path: out, force: force) } }
        )
        if result.isValid, let extract { try write(result, to: extract) }
        try show(result, judge)
        if result.lacksTrust { Verification.noteTrust() }
        return result.isValid ? .success : .finding
    }

    /// Says how signers become trusted, which each receiver needs to know first.
    static func noteTrust() {
        Console.note("hint: if you know that the certificates in a file are genuine, trust them with --trust FILE")
        Console.note("hint: `jeton config set trust FILE` trusts them in every command")
    }

    /// Refuses options that are for other files than this one.
    private func checkOptions(_ signed: SignedFile) throws(CommandError) {
        let path = signed.file.path
        switch signed.form {
        case .pdf:
            guard out == nil else {
                throw .usage("--out extracts the content of a CMS message, but \(path) is a PDF")
            }
            guard digest == nil else { throw .usage("--hash applies to timestamps, not to a PDF") }
        case .container:
            guard out == nil, digest == nil else {
                throw .usage("--out and --hash apply to CMS messages and timestamps, not to containers")
            }
        case .xml where out != nil: throw .usage("--out applies to attached CMS messages")
        case .xml, .message, .mail:
            guard digest == nil else { throw .usage("--hash applies to timestamps, not to signatures") }
        case .timestamp: break
        }
        switch signed.form {
        case .container, .xml: break
        default:
            guard extract == nil else { throw .usage("--extract applies to signed XML documents and containers") }
        }
    }

    /// Writes what the signatures cover into a directory.
    private func write(_ result: VerificationResult, to directory: String) throws {
        try FileOutput.checkDirectory(directory)
        try FileVerifier.writeParts(of: result, to: directory, force: force) { path, part in
            switch part {
            case .covered(let number): Console.note("\(path): what signature \(number) covers")
            case .file(let name): Console.note("\(path): the file '\(ItemReport.harmless(name))' of the container")
            }
        }
    }

    /// Prints what was found; with `--quiet`, no more than what is not valid, and why.
    ///
    /// - Parameters:
    ///   - result: What was found.
    ///   - judge: What judged it.
    ///   - isOne: Whether it is the only one; a document of several is one line.
    /// - Throws: ``CommandError`` if the output can't be written.
    func show(_ result: VerificationResult, _ judge: Judge, isOne: Bool = true) throws {
        let (lines, document) = report(result, judge)
        if json { return try Console.print(verbatim: isOne ? document().text : document().line) }
        guard Verbosity.current != .quiet else {
            if !result.isValid { Console.message(lines(Console.noteStyle).first ?? "") }
            return
        }
        // With the content on the standard output that is alone there.
        guard out == "-" else { return try Console.print(lines(Console.style)) }
        for line in lines(Console.noteStyle) { Console.message(line) }
    }

    /// What is printed about a result, in both forms.
    private func report(
        _ result: VerificationResult,
        _ judge: Judge
    ) -> (lines: (Style) -> [String], document: () throws -> JSON) {
        let path = result.signed.file.path
        let (policy, network) = (judge.verifier.policy(for: result.signed), judge.network)
        switch result.report {
        case .message(let report, let signers):
            var text = VerifyReport(path: path, policy: policy, report: report, assessments: signers, network: network)
            if case .mail(let mail) = result.signed.form { text.senders = mail.from ?? [] }
            let shown = text
            return ({ shown.lines($0) }, { try shown.json })
        case .timestamp(let report):
            let content = digest == nil ? result.signed.content?.path : nil
            let text = TimestampText(path: path, subject: digest == nil ? content : "the digest", report: report)
            return ({ text.lines($0) }, { text.verification(of: content) })
        case .pdf(let report):
            var size: UInt64 = 0
            if case .pdf(let document) = result.signed.form { size = document.source.size }
            let text = PDFVerifyReport(path: path, size: size, policy: policy, report: report, network: network)
            return ({ text.lines($0) }, { try text.json })
        case .xml(let report, let signers):
            let text = XMLVerifyReport(
                path: path,
                policy: policy,
                report: report,
                assessments: signers,
                isValid: result.isValid,
                network: network
            )
            return ({ text.lines($0) }, { try text.json })
        case .container(let report):
            let text = ContainerVerifyReport(path: path, policy: policy, report: report, network: network)
            return ({ text.lines($0) }, { try text.json })
        }
    }
}
