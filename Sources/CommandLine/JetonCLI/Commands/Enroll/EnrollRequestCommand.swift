internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonEnrollment
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import VerificationDesk

/// `jeton enroll request`.
struct EnrollRequestCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Request a certificate for a key on a token.",
        discussion: """
            The request goes to an authority by CMP, EST or a web service; without one of these it is written to a \
            file for the authority. It is kept before it is sent. A certificate that comes at once is stored on the \
            token; otherwise `jeton enroll collect` asks for it.
            """
    )

    @OptionGroup var signer: KeyUseOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var subject: SubjectOptions
    @OptionGroup var alternative: AlternativeNameOptions
    @Option(help: ArgumentHelp("CMP's message: p10cr with a PKCS #10 request, or ir.", valueName: "p10cr|ir"))
    var cmpMessage: CMPMessageName?

    @Option(
        help: ArgumentHelp(
            "The card's statement that it made the key, as `jeton key attest` writes it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var attestation: String?

    @OptionGroup var service: EnrollmentServiceOptions
    @OptionGroup var access: EnrollmentAccessOptions
    @OptionGroup var encoded: EncodedOutputOptions

    func execute() throws -> ExitCode {
        let service = try self.service.service()
        guard cmpMessage == nil || service.kind == .cmp else {
            throw CommandError.usage("--cmp-message requires --cmp")
        }
        if service.kind == .cmp, service.user == nil, access.clientKey == nil {
            throw CommandError.usage(
                "CMP requires a user with a password, or a key with a certificate",
                hints: [
                    "--user names the user, and --password-source where the password comes from",
                    "--client-key names the key",
                ]
            )
        }
        let stated = try statement(service)
        let name = try subject.name()
        let extensions = try alternative.extensions()
        let desk = try CommandEnrollment(access, tokens: signer.tokens, pin: signer.pin).client()
        let use = try signer.sign()
        // A key that is not the card's is an error before the authority has made a certificate.
        try desk.prepareWriting(to: use.token)
        let request = try CertificationRequest.make(subject: name, extensions: extensions, key: use.key)
        var pending = try PendingRequest(request, of: use, service)
        if cmpMessage == .ir { pending.message = try CRMFRequest.body(request, key: use.key) }
        if let stated {
            guard stated.certificate.publicKey.kind == request.publicKey.kind else {
                throw CommandError("\(attestation ?? "") is about another key", exitCode: .finding)
            }
            pending.attestation = [stated.certificate] + stated.issuers
        }
        return try EnrollmentSubmission(desk: desk, encoded: encoded, output: output).run(
            pending,
            schema: "jeton.enroll.request/1"
        )
    }

    /// The attestation that goes with the request.
    private func statement(_ service: EnrollmentService) throws -> PIVAttestation? {
        guard let attestation else { return nil }
        switch service.kind {
        case .file: break
        case .mailbox:
            guard service.template?.submit.contains("{{attestation}}") == true else {
                throw CommandError.usage(
                    "the web service's form has no field for an attestation",
                    hints: ["use --mailbox-form with a form that has {{attestation}} in submit"]
                )
            }
        default: throw CommandError.usage("--attestation requires a file, or a web service that accepts attestations")
        }
        let certificates = try CertificateFile.certificates(at: attestation)
        guard certificates.count <= 8, let stated = PIVAttestation(certificates) else {
            throw CommandError(
                "\(attestation) is not a card's attestation of a key",
                hints: ["`jeton key attest SLOT --out FILE` writes one"],
                exitCode: .inputOutput
            )
        }
        return stated
    }
}

/// The messages by which CMP requests a first certificate.
enum CMPMessageName: String, ExpressibleByArgument, CaseIterable {
    case p10cr
    case ir
}
