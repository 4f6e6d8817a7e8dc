internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonEnrollment
internal import JetonFiles
internal import JetonX509

/// `jeton enroll import`.
struct EnrollImportCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Store certificates that an authority issued.",
        discussion: """
            A certificate belongs to the request with the same public key; other certificates in the file count as \
            issuers. Before anything is written, the key proves its presence by a signature.
            """
    )

    @Argument(
        help: ArgumentHelp("A certificate or several, in PEM, DER or PKCS #7.", valueName: "file"),
        completion: .file()
    )
    var file: String
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var access: EnrollmentAccessOptions

    func execute() throws -> ExitCode {
        let octets = try FileSource.contents(of: file, limit: 16 << 20)
        let certificates: [Certificate]
        do {
            certificates = try CertificateBag.read(octets)
        } catch {
            throw CommandError("\(file) is not a certificate: \(error)", exitCode: .inputOutput)
        }
        let desk = try CommandEnrollment(access, tokens: tokens, pin: pin).client()
        let lock = try desk.list.lock()
        defer { withExtendedLifetime(lock) {} }
        let matched = try desk.list.requests(for: certificates)
        for request in matched { try desk.list.keep(request) }
        guard !matched.isEmpty else {
            throw CommandError.notFound(
                "\(file) has no certificate for the key of a pending request",
                hints: [
                    "`jeton enroll list` shows the requests",
                    "`jeton cert import \(file)` stores a certificate that has no request",
                ]
            )
        }
        let entries = try matched.map { EnrollmentReport.Entry(pending: $0, outcome: try desk.finish($0)) }
        return try answer(
            "jeton.enroll.import/1",
            ["requests": entries.map { EnrollmentReport.json($0) }],
            entries.flatMap { EnrollmentReport.lines($0) }
        )
    }
}
