internal import ArgumentParser
internal import JetonEnrollment
internal import JetonFiles
internal import JetonX509
internal import VerificationDesk

/// `jeton cert verify`.
struct CertVerifyCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that a card generated the key of a certificate.",
        discussion: "The attestation must chain to the vendor's certificate given by --trust."
    )

    @Argument(help: ArgumentHelp("A certificate or a request.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("The card's attestation, as `jeton key attest` writes it.", valueName: "file"),
        completion: .file()
    )
    var attestation: String

    @OptionGroup var trust: TrustOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard !trust.files.isEmpty else {
            throw CommandError.usage(
                "no card vendor is trusted",
                hints: ["give the vendor's certificate with --trust FILE"]
            )
        }
        let key = try publicKey()
        guard let stated = PIVAttestation(try CertificateFile.certificates(at: attestation)) else {
            throw CommandError("\(attestation) is not a card's attestation of a key", exitCode: .inputOutput)
        }
        let refusal = stated.refusal(of: key, trust: try TrustFiles.store(trust.files))
        try answer(
            "jeton.cert.verify/1",
            ["file": file, "valid": refusal == nil, "reason": refusal]
                + AttestationReport.members(stated),
            [
                refusal.map { "\(file): not valid: \($0)" }
                    ?? "\(file): the key was made on a card (\(AttestationReport.words(stated)))"
            ]
        )
        return refusal == nil ? .success : .finding
    }

    private func publicKey() throws -> PublicKey {
        let octets = try FileSource.contents(of: file, limit: 1 << 20)
        if let certificate = try? Certificate.parse(octets).first { return certificate.publicKey }
        do {
            return try CertificationRequest.parse(octets).publicKey
        } catch {
            throw CommandError("\(file) is neither a certificate nor a request", exitCode: .inputOutput)
        }
    }
}
