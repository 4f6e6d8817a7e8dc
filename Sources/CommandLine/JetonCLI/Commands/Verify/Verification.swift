internal import ASN1
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Diagnostics
internal import PDF
internal import Validation
internal import X509

/// One `jeton verify`.
struct Verification {
    var signature = ""
    var file: String?
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
    /// The time at which the signature is judged; nil for the present.
    var time: UniversalTime?

    /// Checks the signature and prints what was found.
    func run() throws -> ExitCode {
        if out == "-", json {
            throw CommandError.usage("--json and the content can't both go to the standard output; use --out")
        }
        let inputs = InputFiles([signature, file, contentPath()].compactMap { $0 })
        if let out { try inputs.refuse(out) }
        let document = try signedPDF()
        let isContainer = try document == nil && file == nil && DocumentKind(of: InputFile(signature)) == .container
        let (path, content, kind) = document == nil && !isContainer ? try located() : (signature, nil, .other)
        let policy = VerificationPolicy(
            trust: try listedTrust ?? TrustListFiles.settings(beside: trust, network)
                ?? TrustFiles.store(option: trust),
            certificates: try certificates.flatMap { try CertificateFile.certificates(at: $0) },
            purpose: purpose,
            time: time ?? .now
        )
        if let document {
            return try PDFVerification(
                path: path,
                document: document,
                policy: policy,
                network: network,
                json: json
            ).run()
        }
        if isContainer {
            guard out == nil, digest == nil else {
                throw CommandError.usage("--out and --hash are for CMS messages and timestamps, not for containers")
            }
            return try ContainerVerification(
                path: path,
                policy: policy,
                network: network.map { try NetworkAccess($0) },
                json: json,
                extract: extract.map { ($0, force) }
            ).run()
        }
        if case .timestamp(let token) = kind, out == nil {
            guard extract == nil else { throw Self.notExtracted }
            return try TimestampVerification(
                path: path,
                token: token,
                file: content,
                digest: digest,
                verifier: TimestampVerifier(
                    trust: policy.trust,
                    certificates: policy.certificates,
                    time: policy.time
                ),
                json: json
            ).run()
        }
        guard digest == nil else { throw CommandError.usage("--hash is compared with a timestamp, not a signature") }
        var verification = self
        verification.signature = path
        verification.file = content
        return try verification.run(policy)
    }

    /// The PDF that is meant; nil if the file is not one, or nothing in it is signed and a signature is beside it.
    private func signedPDF() throws -> PDFDocument? {
        guard file == nil, try DocumentKind(of: InputFile(signature)) == .pdf else { return nil }
        let isBeside = [".p7s", ".tsr"].contains { FileSource.exists(signature + $0) }
        do {
            let document = try PDFInput.document(in: InputFile(signature))
            let isSigned = try document.signatureFields().contains { $0.signature != nil }
            guard isSigned || !isBeside else { return nil }
            guard out == nil else {
                throw CommandError.usage("--out takes the content out of a CMS message, and \(signature) is a PDF")
            }
            guard digest == nil else { throw CommandError.usage("--hash is compared with a timestamp, not a PDF") }
            guard extract == nil else { throw Self.notExtracted }
            return document
        } catch let error as PDFError {
            throw CommandError(error, signature)
        } catch let error as CommandError where isBeside && error.exitCode == .inputOutput {
            return nil
        }
    }

    /// The signature and the content that are meant: a signed file alone stands for the signature beside it.
    private func located() throws -> (signature: String, content: String?, kind: SignedFile) {
        let kind = try SignedFile(signature)
        guard case .other = kind, file == nil else { return (signature, file, kind) }
        for path in [signature + ".p7s", signature + ".tsr"] where FileSource.exists(path) {
            return (path, signature, try SignedFile(path))
        }
        return (signature, file, kind)
    }

    private func run(_ policy: VerificationPolicy) throws -> ExitCode {
        let access = try network.map { try NetworkAccess($0) }
        if try DocumentKind(of: InputFile(signature)) == .xml {
            guard out == nil else { throw CommandError.usage("--out is for attached CMS messages") }
            return try XMLVerification(
                path: signature,
                files: file.map { [$0] } ?? [],
                policy: policy,
                network: access,
                json: json,
                extract: extract.map { ($0, force) }
            ).run()
        }
        guard extract == nil else { throw Self.notExtracted }
        let validator = CAdESValidator(policy: policy, collector: access?.collector)
        let text: VerifyReport
        do {
            text = try check(validator, policy, access)
        } catch let error as SigningError {
            throw try unreadable(error)
        }
        if json {
            try Console.print(text.json)
        } else if out == "-" {
            // The output is the content alone.
            for line in text.lines(Console.noteStyle) { Console.message(line) }
        } else {
            try Console.print(text.lines(Console.style))
        }
        return text.isValid ? .success : .finding
    }

    private func check(
        _ validator: CAdESValidator,
        _ policy: VerificationPolicy,
        _ access: NetworkAccess?
    ) throws -> VerifyReport {
        func assessed(_ report: CMSReport) -> VerifyReport {
            VerifyReport(
                path: signature,
                policy: policy,
                report: report,
                assessments: validator.assess(report),
                network: access
            )
        }
        let verifier = validator.verifier
        if let content = contentPath() {
            var source = try FileSource(path: content)
            return assessed(try verifier.verifyDetached(FileSource(path: signature), content: &source))
        }
        do {
            guard let out else { return assessed(try verifier.verifyAttached(FileSource(path: signature))) }
            var sink = try FileOutput(path: out, force: force)
            let text = assessed(try verifier.verifyAttached(FileSource(path: signature), content: &sink))
            // Content that is not vouched for is not handed out.
            if text.isValid { try sink.publish() }
            return text
        } catch let error as SigningError where error.code == .contentPlacement {
            let command: ShellCommand = "jeton verify \(signature) FILE"
            throw CommandError.usage(
                "\(signature) is a detached signature",
                hints: ["name the signed file: `\(command.text)`"]
            )
        }
    }

    private static let notExtracted = CommandError.usage("--extract is for signed XML documents and containers")

    private func contentPath() -> String? {
        if let file { return file }
        guard signature.hasSuffix(".p7s") else { return nil }
        let path = String(signature.dropLast(4))
        return FileSource.exists(path) ? path : nil
    }

    /// The error for a file that is not a CMS message, or a damaged one.
    private func unreadable(_ error: SigningError) throws -> CommandError {
        guard let content = try NotASignature(at: signature) else {
            return CommandError("\(signature) can't be checked: \(error)", exitCode: .finding)
        }
        return content.error(signature)
    }
}

extension Verification {
    /// The check for the plainest arguments; nil for all others, which ArgumentParser reads.
    ///
    /// ArgumentParser takes about as long to look at its own types as checking a small signature does.
    ///
    /// - Parameter arguments: All arguments of the program.
    init?(plain arguments: [String]) {
        guard arguments.first == "verify" else { return nil }
        var rest = arguments.dropFirst()
        var files: [String] = []
        while let word = rest.popFirst() {
            switch word {
            case "--json": json = true
            case "--force": force = true
            case "--trust", "--certificate", "--out", "--purpose":
                guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
                switch word {
                case "--trust": trust.append(value)
                case "--certificate": certificates.append(value)
                case "--out": out = value
                default:
                    guard let named = CertificatePurpose(rawValue: value) else { return nil }
                    purpose = named
                }
            default:
                guard !word.hasPrefix("-") else { return nil }
                files.append(word)
            }
        }
        guard let first = files.first, files.count <= 2 else { return nil }
        signature = first
        file = files.dropFirst().first
    }
}
