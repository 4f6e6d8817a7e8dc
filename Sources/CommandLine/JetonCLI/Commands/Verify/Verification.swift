internal import ASN1
internal import ArgumentParser
internal import CMS
internal import Diagnostics
internal import X509

/// One `jeton verify`.
struct Verification {
    var signature = ""
    var file: String?
    var json = false
    var purpose = CertificatePurpose.document
    var trust: [String] = []
    var certificates: [String] = []
    var out: String?
    var force = false

    /// Checks the signature and prints what was found.
    func run() throws -> ExitCode {
        if out == "-", json {
            throw CommandError.usage("--json and the content can't both go to the standard output; use --out")
        }
        let verifier = CMSVerifier(
            trust: try trustStore(),
            certificates: try certificates.flatMap { try CertificateFile.certificates(at: $0) },
            purpose: purpose
        )
        let report: CMSReport
        do {
            report = try check(verifier)
        } catch let error as SigningError {
            throw try unreadable(error)
        }
        let text = VerifyReport(path: signature, purpose: purpose, report: report)
        if json {
            try Console.print(text.json)
        } else if out == "-" {
            // The output is the content alone.
            for line in text.lines(Console.noteStyle) { Console.message(line) }
        } else {
            try Console.print(text.lines(Console.style))
        }
        return report.isValid ? .success : .finding
    }

    private func check(_ verifier: CMSVerifier) throws -> CMSReport {
        if let content = contentPath() {
            var source = try FileSource(path: content)
            return try verifier.verifyDetached(FileSource(path: signature), content: &source)
        }
        do {
            guard let out else { return try verifier.verifyAttached(FileSource(path: signature)) }
            var sink = try FileOutput(path: out, force: force)
            let report = try verifier.verifyAttached(FileSource(path: signature), content: &sink)
            // Content that is not vouched for is not handed out.
            if report.isValid { try sink.publish() }
            return report
        } catch let error as SigningError where error.code == .contentPlacement {
            let command: ShellCommand = "jeton verify \(signature) FILE"
            throw CommandError.usage(
                "\(signature) is a detached signature",
                hints: ["name the signed file: `\(command.text)`"]
            )
        }
    }

    private func contentPath() -> String? {
        if let file { return file }
        guard signature.hasSuffix(".p7s") else { return nil }
        let path = String(signature.dropLast(4))
        return FileSource.exists(path) ? path : nil
    }

    /// The anchors of `--trust`; the system's without the option.
    private func trustStore() throws -> TrustStore {
        let setting = trust.isEmpty ? try Settings.value(.trust) : nil
        if let setting {
            Console.detail("note: trusted are the certificates that the settings name (\(setting.origin.word))")
        }
        let files = setting?.values ?? trust
        guard files.isEmpty else {
            return TrustStore(try files.flatMap { try CertificateFile.trustAnchors(at: $0) })
        }
        let bundle = "/etc/ssl/certs/ca-certificates.crt"
        guard FileSource.exists(bundle) else { return TrustStore() }
        let octets = try FileSource.contents(of: bundle, limit: 16 << 20)
        do {
            return try TrustStore(bundle: octets)
        } catch {
            throw CommandError("\(bundle) is malformed: \(error)", exitCode: .inputOutput)
        }
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
