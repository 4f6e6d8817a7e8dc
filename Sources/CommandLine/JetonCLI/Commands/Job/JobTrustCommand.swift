internal import ArgumentParser
internal import JetonJobs
internal import JetonX509
internal import JobDesk
internal import VerificationDesk

/// `jeton job trust`.
struct JobTrustCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Show or change which issuers are trusted for jobs.",
        discussion: """
            The certificate is that of the issuer's signer, or of an authority whose certificates for job signers name \
            the issuer. The system's authorities do not count here. Without an origin, the issuers are shown and \
            the identifier of this installation, which jobs must name.

            A relay shows the user's certificate or password to another server: --relay-target names each origin to \
            which the issuer may have documents taken.

            --older-form also takes jobs of the older form, PKCS #7 around a SOAP envelope, from that signer alone.
            """
    )

    @Argument(help: ArgumentHelp("The issuer, such as https://portal.example.", valueName: "origin"))
    var origin: String?

    @Option(
        help: ArgumentHelp("The certificate that is trusted for the issuer's jobs.", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            """
            What it may ask for: one of sign-data, sign-digest, sign-pdf, sign-xml, timestamp, enroll, collect, \
            relay, attach (default: sign-data); may be repeated.
            """,
            valueName: "operation"
        )
    )
    var operation: [JobOperationName] = []

    @Flag(help: "Allow digests of documents that are not shown.")
    var blindDigests = false

    @Option(help: ArgumentHelp("An origin to which its jobs may relay; may be repeated.", valueName: "origin"))
    var relayTarget: [String] = []

    @Option(
        help: ArgumentHelp(
            "A field X-NAME that its relays may set, besides SOAPAction, Accept and Accept-Language; may be repeated.",
            valueName: "name"
        )
    )
    var relayField: [String] = []

    @Flag(help: "Also accept jobs of the older form; each one needs consent.")
    var olderForm = false

    @Flag(help: "Stop accepting its jobs.")
    var remove = false

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let list = try JobRecords.ofThisUser().trust
        if let text = origin {
            guard let origin = JobOrigin(text) else {
                throw CommandError.usage("'\(text)' is not an https origin, such as https://portal.example:8443")
            }
            try change(origin, list)
        } else if remove || certificate != nil || olderForm || changesOperations {
            throw CommandError.usage("the origin of the issuer is missing")
        }
        let (installation, issuers) = (try list.installation(), try list.issuers())
        return try answer(
            "jeton.job.trust/1",
            ["installation": installation, "issuers": try issuers.map { try JobReport.json($0) }],
            ["installation: \(installation)"]
                + issuers.map { issuer in
                    let blind = issuer.allowsBlindDigests ? ", also of unseen documents" : ""
                    let older = issuer.allowsOlderForm ? ", also in the older form" : ""
                    let targets = issuer.relayTargets.map { ", to \($0)" }.joined()
                    let fields = issuer.relayFields.map { ", with \($0)" }.joined()
                    let operations = issuer.operations.joined(separator: ", ") + targets + fields
                    return "\(issuer.origin): \(operations)\(blind)\(older), by '\(issuer.certificate.subject)'"
                }
        )
    }

    /// Whether an option is given about what the issuer may ask for.
    private var changesOperations: Bool {
        !operation.isEmpty || blindDigests || !relayTarget.isEmpty || !relayField.isEmpty
    }

    private func change(_ origin: JobOrigin, _ list: JobTrustList) throws {
        guard !remove else {
            guard certificate == nil, !changesOperations, !olderForm else {
                throw CommandError.usage("--remove can't be combined with other options")
            }
            guard try list.remove(origin) else { throw CommandError.notFound("\(origin) is not trusted for jobs") }
            Console.note("\(origin): jobs are no longer accepted")
            return
        }
        if olderForm, certificate == nil, !changesOperations {
            guard var issuer = try list.issuers().first(where: { $0.origin == origin }) else {
                throw CommandError.notFound(
                    "\(origin) is not trusted for jobs",
                    hints: ["give the signer's certificate with --certificate"]
                )
            }
            issuer.allowsOlderForm = true
            return try list.keep(issuer)
        }
        guard let certificate else { throw CommandError.usage("--certificate is missing") }
        let certificates = try CertificateFile.certificates(at: certificate)
        guard certificates.count == 1 else {
            throw CommandError.usage("\(certificate) has \(certificates.count) certificates, expected one")
        }
        let operations = operation.isEmpty ? ["sign-data"] : operation.map(\.name)
        guard blindDigests == operations.contains("sign-digest") else {
            throw CommandError.usage("--operation sign-digest and --blind-digests require each other")
        }
        let (targets, fields) = try relays(operations)
        let issuer = JobIssuer(
            origin: origin,
            certificate: certificates[0],
            operations: JobOperation.names.filter { operations.contains($0) },
            allowsBlindDigests: blindDigests,
            relayTargets: targets,
            relayFields: fields,
            allowsOlderForm: olderForm
        )
        if let weakness = issuer.weakness() { throw CommandError.usage("no job could be accepted: \(weakness)") }
        try list.keep(issuer)
    }

    /// What the options say about relays.
    private func relays(_ operations: [String]) throws(CommandError) -> (targets: [JobOrigin], fields: [String]) {
        guard relayTarget.count <= JobIssuer.relayTargetLimit else {
            throw .usage("an issuer can have at most \(JobIssuer.relayTargetLimit) relay targets")
        }
        guard relayTarget.isEmpty != operations.contains("relay") else {
            throw .usage("--operation relay and --relay-target require each other")
        }
        guard relayField.isEmpty || !relayTarget.isEmpty else {
            throw .usage("--relay-field goes with --operation relay")
        }
        guard relayField.count <= JobIssuer.relayFieldLimit else {
            throw .usage("an issuer's relays have at most \(JobIssuer.relayFieldLimit) further fields")
        }
        if let other = relayField.first(where: { !JobField.isExtension($0) }) {
            throw .usage("--relay-field: '\(other)' is not a name such as X-Request-ID")
        }
        let targets = try relayTarget.map { text throws(CommandError) in
            guard let target = JobOrigin(text) else {
                throw .usage("--relay-target: '\(text)' is not an https origin, such as https://www.example.com")
            }
            return target
        }
        return (targets, relayField.map { $0.lowercased() })
    }
}
