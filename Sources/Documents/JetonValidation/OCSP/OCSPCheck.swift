import JetonASN1
import JetonX509

/// Looks a certificate up in OCSP responses.
///
/// - SeeAlso: RFC 6960, 3.2 and 4.2.2.2.
struct OCSPCheck {
    let check: RevocationCheck
    let depth: Int
    /// Why the last response about the certificate was not used.
    private var obstacle: String?

    /// How old a response may be that names no end, in days.
    private static let ageLimit = 1

    init(check: RevocationCheck, depth: Int) {
        self.check = check
        self.depth = depth
    }

    /// What the responses say that can be used.
    mutating func statement(
        about certificate: Certificate,
        issuer: Certificate,
        within budget: inout WorkBudget
    ) -> RevocationStatement {
        var found: RevocationStatement?
        for response in check.evidence.responses {
            for single in response.singles where isAbout(certificate, issuer, single) {
                // Responders may forget certificates that have ended.
                if single.thisUpdate > max(check.time.adding(days: 1), certificate.notAfter) {
                    obstacle = "the OCSP response was issued at \(single.thisUpdate), after the certificate had expired"
                } else if let refusal = refusal(of: response, single, issuer: issuer, within: &budget) {
                    obstacle = "the OCSP response cannot be used: \(refusal)"
                } else {
                    let said = RevocationStatement(
                        status: check.judged(single.status),
                        begin: single.thisUpdate,
                        end: OCSPCheck.end(of: single)
                    )
                    if found.map(said.outweighs) ?? true { found = said }
                }
            }
        }
        return found
            ?? RevocationStatement(status: .undetermined(obstacle ?? "no OCSP response for it is available"))
    }

    /// When what a response says ends.
    private static func end(of single: OCSPResponse.Single) -> UniversalTime {
        single.nextUpdate ?? single.thisUpdate.adding(days: ageLimit)
    }

    private func isAbout(_ certificate: Certificate, _ issuer: Certificate, _ single: OCSPResponse.Single) -> Bool {
        (try? OCSPIdentifier(certificate, issuer: issuer, hash: single.identifier.hash)) == single.identifier
    }

    private func refusal(
        of response: OCSPResponse,
        _ single: OCSPResponse.Single,
        issuer: Certificate,
        within budget: inout WorkBudget
    ) -> String? {
        if let oid = response.unknownExtension ?? single.unknownExtension {
            return "its critical extension \(oid) is not supported"
        }
        if let refusal = check.refusal(ofBeginning: max(single.thisUpdate, response.producedAt)) { return refusal }
        guard
            single.thisUpdate.secondsSince1970 <= check.time.secondsSince1970 + ClockTolerance.seconds
                || single.nextUpdate != nil
        else { return "it is not valid before \(single.thisUpdate)" }
        let end = OCSPCheck.end(of: single)
        guard end >= check.time else { return "it expired at \(end)" }
        guard let responder = responder(of: response, issuer: issuer) else {
            return "the certificate of its responder is missing"
        }
        guard budget.takeCheck(by: responder.publicKey) else { return "checking it would take too long" }
        guard SignatureScheme(response.signatureAlgorithm)?.hash?.isWeak != true else {
            return "it is signed with a weak hash algorithm"
        }
        let signed = responder.publicKey.check(
            response.signature,
            message: response.toBeSigned,
            identifier: response.signatureAlgorithm
        )
        guard signed == .valid else { return "its signature was not made by the key of '\(responder)'" }
        return authorization(of: responder, issuer: issuer, within: &budget)
    }

    private func responder(of response: OCSPResponse, issuer: Certificate) -> Certificate? {
        (response.certificates + [issuer] + check.certificates).first { candidate in
            switch response.responder {
            case .name(let name): candidate.subject.matches(name)
            case .key(let digest): (try? candidate.publicKey.keyIdentifier) == digest
            }
        }
    }

    /// Why a responder may not speak for an issuer; nil if it may: it is the issuer, or the issuer itself has certified
    /// it for OCSP.
    private func authorization(
        of responder: Certificate,
        issuer: Certificate,
        within budget: inout WorkBudget
    ) -> String? {
        if responder.publicKey == issuer.publicKey, responder.subject.matches(issuer.subject) { return nil }
        guard responder.extendedKeyUsage?.contains(.ocspSigning) == true else {
            return "its responder '\(responder)' is not certified for OCSP (extendedKeyUsage)"
        }
        guard responder.issuer.matches(issuer.subject), budget.takeCheck(by: issuer.publicKey),
            responder.checkSignature(by: issuer.publicKey) == .valid
        else { return "its responder '\(responder)' is not certified by the certificate's issuer" }
        guard responder.keyUsage?.contains(.digitalSignature) ?? (responder.firstExtension(.keyUsage) == nil) else {
            return "its responder '\(responder)' may not sign (keyUsage)"
        }
        guard responder.isValid(at: check.time) else { return "the certificate of its responder is not valid" }
        guard responder.firstExtension(.ocspNoCheck) == nil else { return nil }
        guard depth < RevocationCheck.depthLimit else { return "its responders form a loop" }
        let path = CertificatePath(certificates: [responder, issuer], failures: [], policies: [], reachesAnchor: true)
        let status = check.statuses(of: path, depth: depth + 1, within: &budget).first ?? .good
        if case .revoked = status { return "the certificate of its responder: \(status)" }
        return nil
    }
}
