internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonASN1
internal import JetonEnrollment
internal import JetonX509
internal import SigningDesk

/// `jeton enroll renew`.
struct EnrollRenewCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Request the successor of a certificate on a token.",
        discussion: """
            Subject and alternative names are those of the certificate. The successor is for the same key, or for \
            another one that is on the token. By CMP it is a key update, which the present key signs; by EST a \
            re-enrollment, for which the present key opens the TLS connection. When the successor for the same key is \
            on the token, the certificate that it replaces is deleted.
            """
    )

    @OptionGroup var signer: KeyUseOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The key of the successor (default: the same key).", valueName: "label|id|slot|uri"))
    var newKey: String?

    @Option(help: ArgumentHelp("Request only if the certificate expires within this many days.", valueName: "days"))
    var within: Int?

    @OptionGroup var service: EnrollmentServiceOptions
    @OptionGroup var access: EnrollmentAccessOptions
    @OptionGroup var encoded: EncodedOutputOptions

    func execute() throws -> ExitCode {
        if let within, !(0...3650).contains(within) {
            throw CommandError.usage("--within must be between 0 and 3650 days, not \(within)")
        }
        let service = try self.service.service()
        let former = try signer.sign(certificate: .ofKey)
        guard let certificate = former.certificates.first else {
            throw CommandError.notFound("key '\(former.record.label)' has no certificate to renew")
        }
        if let within, UniversalTime.now.adding(days: within) < certificate.notAfter {
            return try answer(
                "jeton.enroll.renew/1",
                ["request": JSON.null, "pem": JSON.null, "out": JSON.null],
                ["the certificate of '\(certificate.subject)' is valid until \(certificate.notAfter): not due"]
            )
        }
        let desk = try CommandEnrollment(access, tokens: signer.tokens, pin: signer.pin).client()
        // A key that is not the card's is an error before the authority has made a certificate.
        try desk.prepareWriting(to: former.token)
        let names = certificate.extensions.filter { $0.oid == .subjectAlternativeName }
        let use =
            try newKey.map { try Desk.sign(signer.tokens.query(), key: ObjectName($0), pin: signer.pin) } ?? former
        let request = try CertificationRequest.make(subject: certificate.subject, extensions: names, key: use.key)
        var pending = try PendingRequest(request, of: use, service)
        if newKey == nil { pending.former = try certificate.fingerprint() }
        pending.isRenewal = true
        if service.kind == .cmp, service.user == nil {
            pending.message = try CRMFRequest.body(request, key: use.key, updating: certificate)
        }
        if service.kind == .est || service.kind == .cmp, service.user == nil, access.clientKey == nil {
            pending.clientKey = former.record.idHex
        }
        return try EnrollmentSubmission(desk: desk, encoded: encoded, output: output)
            .run(pending, schema: "jeton.enroll.renew/1")
    }
}
