import JetonASN1
import JetonX509

/// Judges pieces of evidence about the certificates of a path one by one, before they are kept or used.
///
/// The rules are those of ``RevocationCheck``, at the present time.
///
/// - SeeAlso: RFC 6960, 3.2; RFC 5280, 6.3.3.
struct EvidenceJudgement {
    private let path: CertificatePath
    private let check: RevocationCheck
    private var budget = WorkBudget()

    /// Prepares to judge.
    ///
    /// - Parameters:
    ///   - path: A path that reaches an anchor.
    ///   - certificates: Certificates that may have issued lists or responses, or stand above those that did.
    ///   - time: The present.
    init(_ path: CertificatePath, certificates: [Certificate], at time: UniversalTime) {
        self.path = path
        check = RevocationCheck(
            trust: TrustStore(Array(path.certificates.suffix(1))),
            certificates: certificates,
            evidence: RevocationEvidence(),
            time: time,
            now: time
        )
    }

    /// Why a response says nothing about a certificate: its signature, its responder or its times; nil if it does.
    mutating func refusal(
        of response: OCSPResponse,
        about certificate: Certificate,
        issuer: Certificate
    ) -> String? {
        let alone = RevocationCheck(
            trust: check.trust,
            certificates: check.certificates,
            evidence: RevocationEvidence(responses: [response]),
            time: check.time,
            now: check.now
        )
        var answers = OCSPCheck(check: alone, depth: 0)
        let said = answers.statement(about: certificate, issuer: issuer, within: &budget)
        guard case .undetermined(let why) = said.status else { return nil }
        return why
    }

    /// Why a list says nothing about a certificate: its issuer, its scope, its signature or its times; nil if it does.
    mutating func refusal(of list: RevocationList, about certificate: Certificate) -> String? {
        RevocationListCheck(check: check, certificate: certificate, path: path, depth: 0)
            .refusal(of: list, within: &budget)
    }
}
