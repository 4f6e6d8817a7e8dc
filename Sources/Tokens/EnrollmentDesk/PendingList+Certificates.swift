internal import JetonASN1
package import JetonEnrollment
package import JetonX509

extension PendingList {
    /// The requests that certificates were made of, each with its own certificate and those of issuers; nothing is kept
    /// yet.
    ///
    /// - Parameters:
    ///   - certificates: In any order; those of issuers may be among them.
    ///   - isMeant: Which requests count.
    /// - Returns: The requests, in the order of the certificates.
    /// - Throws: `EnrollmentError` for a request that can't be read.
    package func requests(
        for certificates: [Certificate],
        where isMeant: (PendingRequest) -> Bool = { _ in true }
    ) throws -> [PendingRequest] {
        var requests: [PendingRequest] = []
        // Not every request with every certificate: there may be thousands of both.
        var seen: Set<[UInt8]> = []
        for certificate in certificates {
            guard let identifier = try? certificate.publicKey.keyIdentifier, seen.insert(identifier).inserted,
                var pending = try request(identifier), isMeant(pending),
                let ordered = CertificateBag.ordered(certificates, for: pending.request.publicKey)
            else { continue }
            pending.take(.issued(Array(ordered.prefix(24))), at: UniversalTime.now.secondsSince1970)
            requests.append(pending)
        }
        return requests
    }
}
