package import JetonASN1
import JetonCMS
import JetonValidation
package import JetonX509
package import SignatureLevels

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
            var lookup = EvidenceLookup(policy: policy, collector: collector)
            lookup.embedded.add(surroundings)
            lookup.embedded.add(found.parts)
            lookup.embedded.readLists(for: policy.certificates)
            let certificates = lookup.embedded.certificates + policy.certificates
            let report = try TimestampVerifier(trust: policy.trust, certificates: certificates, time: time)
                .verify(token: token, imprint: MessageImprint(hash: hash, digest: imprint(hash)))
            var failures = report.failures
            if failures.isEmpty { failures += lookup.refusals(of: report, certificates: certificates, at: time) }
            return AssessedTimestamp(kind: .document, report: report, failures: failures)
        } catch let error as DocumentError {
            return AssessedTimestamp(kind: .document, report: stated, failures: [error.context])
        } catch {
            return AssessedTimestamp(kind: .document, report: stated, failures: ["\(error)"])
        }
    }
}
