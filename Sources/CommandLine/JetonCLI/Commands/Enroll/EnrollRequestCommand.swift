internal import ArgumentParser
internal import Enrollment
internal import Octets
internal import SigningDesk
internal import X509

/// `jeton enroll request`.
struct EnrollRequestCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Request a certificate for a key on a token.",
        discussion: """
            The request goes to an authority by CMP, EST or a web service; without one of these it is written to a file \
            for the authority. It is kept before it is sent. A certificate that comes at once is stored on the token; \
            otherwise `jeton enroll collect` asks for it.
            """
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var subject: SubjectOptions
    @OptionGroup var alternative: AlternativeNameOptions
    @OptionGroup var service: EnrollmentServiceOptions
    @OptionGroup var access: EnrollmentAccessOptions
    @OptionGroup var encoded: EncodedOutputOptions

    func execute() throws -> ExitCode {
        let service = try self.service.service()
        let name = try subject.name()
        let extensions = try alternative.extensions()
        let desk = try EnrollmentDesk(access, tokens: tokens, pin: pin)
        let use = try Desk.sign(tokens.query(), key: key.name(), pin: pin)
        let request = try CertificationRequest.make(subject: name, extensions: extensions, key: use.key)
        return try EnrollmentSubmission(desk: desk, encoded: encoded, output: output).run(
            PendingRequest(
                request,
                service: service,
                token: EnrollmentDesk.name(of: use.token),
                label: use.record.label,
                objectID: use.record.idHex,
                created: EnrollmentDesk.now
            ),
            schema: "jeton.enroll.request/1"
        )
    }
}
