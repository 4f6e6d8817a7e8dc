package import ASN1
import CMS
import Validation
package import X509

extension CAdESValidator {
    /// Judges a timestamp over a whole document.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - time: The time at which it is judged: now, or the time that a newer timestamp over it proves.
    ///   - imprint: Gives the digest of what it is over.
    /// - Returns: What checking it showed; why it does not count.
    package func assess(
        token: [UInt8],
        at time: UniversalTime,
        over imprint: (HashAlgorithm) throws -> [UInt8]
    ) -> AssessedTimestamp {
        var stated: TimestampReport?
        do {
            let found = try TimestampVerifier().verify(token: token)
            stated = found
            guard let hash = found.info.imprint?.hash else {
                return AssessedTimestamp(kind: .document, report: found, failures: found.refusals)
            }
            var embedded = EmbeddedEvidence()
            embedded.add(surroundings)
            embedded.add(found.parts)
            embedded.readLists(for: policy.certificates)
            let certificates = embedded.certificates + policy.certificates
            let report = try TimestampVerifier(trust: policy.trust, certificates: certificates, time: time)
                .verify(token: token, imprint: MessageImprint(hash: hash, digest: imprint(hash)))
            var failures = report.failures
            if failures.isEmpty, let authority = report.signer.certificate {
                failures += revocation(of: authority, certificates, embedded.evidence, at: time)
            }
            return AssessedTimestamp(kind: .document, report: report, failures: failures)
        } catch let error as SigningError {
            return AssessedTimestamp(kind: .document, report: stated, failures: [error.context])
        } catch {
            return AssessedTimestamp(kind: .document, report: stated, failures: ["\(error)"])
        }
    }

    /// Why an authority does not count, as far as evidence is at hand.
    private func revocation(
        of authority: Certificate,
        _ certificates: [Certificate],
        _ evidence: RevocationEvidence,
        at time: UniversalTime
    ) -> [String] {
        let path = CertificatePathBuilder(
            trust: policy.trust,
            intermediates: certificates,
            purpose: .timestamp,
            time: time
        ).path(for: authority)
        guard path.isTrusted else { return [] }
        let check = RevocationCheck(trust: policy.trust, certificates: certificates, evidence: evidence, time: time)
        for (certificate, status) in zip(path.certificates, check.statuses(of: path)) {
            switch status {
            case .good, .undetermined: continue
            default: return ["the authority's certificate '\(certificate)': \(status)"]
            }
        }
        return []
    }
}
