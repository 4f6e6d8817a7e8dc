package import JetonASN1
import JetonOctets
package import JetonX509

/// A job that passed the checks, and who asks.
package struct VerifiedJob {
    /// The job.
    package let job: Job
    /// Who asks, as it is trusted here.
    package let issuer: JobIssuer
    /// The certificate that signed the job.
    package let signer: Certificate
    /// The certificates in the job's message, of which some may lead from the signer to the issuer's.
    package let certificates: [Certificate]
    /// The documents in a job of the older form, in its order, nil for one of which only the digest came; nil for a job of
    /// the present form.
    package let olderContents: [[UInt8]?]?

    /// Looks for the path from the signer's certificate to the one that is trusted for the issuer.
    ///
    /// - Parameter time: The time at which all must be valid.
    /// - Returns: The path, trusted or not.
    package func path(at time: UniversalTime) -> CertificatePath {
        VerifiedJob.path(of: signer, certificates, to: issuer, at: time)
    }

    static func path(
        of signer: Certificate,
        _ certificates: [Certificate],
        to issuer: JobIssuer,
        at time: UniversalTime
    ) -> CertificatePath {
        let trust = TrustStore([issuer.certificate])
        return CertificatePathBuilder(trust: trust, intermediates: certificates, purpose: .any, time: time)
            .path(for: signer)
    }

    /// Refuses a key that the job is not for.
    ///
    /// - Parameters:
    ///   - key: The key that would sign.
    ///   - certificate: Its certificate; nil if none is needed.
    ///   - installation: The identifier of this installation.
    /// - Throws: ``JobRefusal/Code/key``, ``JobRefusal/Code/audience``.
    package func check(key: PublicKey, certificate: Certificate?, installation: String) throws(JobRefusal) {
        guard let identifier = try? key.keyIdentifier else { throw JobRefusal(.key, "the key has no identifier") }
        switch job.key {
        case .identifier(let wanted):
            guard wanted == identifier else {
                throw JobRefusal(
                    .key,
                    "the job is for the key \(Hex.encode(wanted)), not for \(Hex.encode(identifier))"
                )
            }
        case nil: throw JobRefusal(.key, "the job does not name a key")
        case .issuer(let name):
            guard let wanted = try? DistinguishedName(name), let certificate, certificate.issuer.matches(wanted) else {
                throw JobRefusal(.key, "the key's certificate is not issued by '\(name)'")
            }
        }
        try checkAudience(identifier, installation: installation)
    }

    /// Refuses a job that is neither for this installation nor for a key.
    ///
    /// - Parameters:
    ///   - identifier: The SHA-1 identifier of the key.
    ///   - installation: The identifier of this installation.
    /// - Throws: ``JobRefusal/Code/audience``.
    package func checkAudience(_ identifier: [UInt8], installation: String) throws(JobRefusal) {
        guard job.audience.contains(installation) || job.audience.contains(Hex.encode(identifier)) else {
            throw JobRefusal(.audience, "the job is for other keys")
        }
    }

    /// Refuses a document that is not the one that the job names.
    ///
    /// - Throws: ``JobRefusal/Code/document``.
    package func check(_ octets: [UInt8], is document: JobDocument) throws(JobRefusal) {
        guard Int64(octets.count) == document.size else {
            throw JobRefusal(
                .document,
                "'\(document.name)' has \(octets.count) bytes, but the job states \(document.size)"
            )
        }
        guard (try? document.hash.hash(octets)) == document.digest else {
            throw JobRefusal(.document, "'\(document.name)' does not have the digest that the job states")
        }
    }
}
