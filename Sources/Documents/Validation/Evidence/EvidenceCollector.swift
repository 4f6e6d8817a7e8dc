public import ASN1
import Libcrypto
public import X509

/// Fetches the evidence about revocation that the certificates of a path name, and keeps it.
///
/// URLs are followed for a path that ends in an anchor only; OCSP comes first, lists where it gives no answer.
public struct EvidenceCollector: Sendable {
    /// What was collected.
    public struct Collection: Sendable {
        /// The evidence, not checked yet.
        public var evidence = RevocationEvidence()
        /// The revocation lists as they were encoded; those of at most ``EvidenceCollector/embeddedLimit``.
        public var encodedLists: [[UInt8]] = []
        /// The URLs that were asked, in their order.
        public var contacted: [String] = []
        /// Why some gave nothing; one sentence each.
        public var failures: [String] = []
    }

    /// The largest revocation list that is kept in its encoding, in octets: 4 MiB.
    public static let embeddedLimit = 4 << 20

    /// How many URLs of one certificate are tried.
    private static let urlLimit = 4

    private let fetcher: any Fetcher
    private let store: EvidenceStore?
    private let time: UniversalTime

    /// Makes a collector.
    ///
    /// - Parameters:
    ///   - fetcher: Makes the requests, within its own policy.
    ///   - store: Keeps what was fetched; nil to keep nothing.
    ///   - time: The present.
    public init(fetcher: any Fetcher, store: EvidenceStore? = nil, time: UniversalTime = .now) {
        self.fetcher = fetcher
        self.store = store
        self.time = time
    }

    /// Collects evidence about each certificate of a path but the anchor.
    public func collect(_ path: CertificatePath) -> Collection {
        var collection = Collection()
        guard path.reachesAnchor else { return collection }
        let serials = path.certificates.map(\.serialNumber)
        for (certificate, issuer) in zip(path.certificates, path.certificates.dropFirst()) {
            if askResponders(certificate, issuer, &collection) { continue }
            let points = certificate.distributionPoints + certificate.freshestPoints
            for url in points.flatMap(\.urls).filter(isHTTP).prefix(EvidenceCollector.urlLimit) {
                guard !collection.contacted.contains(url) else { continue }
                fetchList(url, serials, &collection)
            }
        }
        return collection
    }

    private func isHTTP(_ url: String) -> Bool { url.hasPrefix("http://") || url.hasPrefix("https://") }

    /// Whether a responder answered about the certificate.
    private func askResponders(
        _ certificate: Certificate,
        _ issuer: Certificate,
        _ collection: inout Collection
    ) -> Bool {
        for url in certificate.accessURLs(.ocspAccess).filter(isHTTP).prefix(EvidenceCollector.urlLimit) {
            do {
                let known = try OCSPRequest(certificate, issuer: issuer)
                let key = Array(url.utf8) + known.derRepresentation
                if let octets = store?.evidence(.ocsp, for: key, at: time),
                    let response = try? OCSPResponse(derRepresentation: octets), response.answers(known)
                {
                    collection.evidence.responses.append(response)
                    return true
                }
                let nonce = try computedNonce()
                let request = try OCSPRequest(certificate, issuer: issuer, nonce: nonce)
                collection.contacted.append(url)
                let octets = try fetcher.fetch(
                    FetchRequest(url: url, kind: .ocsp, body: request.derRepresentation, isFromCertificate: true),
                    limit: OCSPResponse.sizeLimit
                )
                let response = try OCSPResponse(derRepresentation: octets)
                guard response.answers(request) else {
                    collection.failures.append("\(url): it answers another request")
                    continue
                }
                collection.evidence.responses.append(response)
                guard response.knows(request) else {
                    collection.failures.append("\(url): the responder does not know the certificate")
                    continue
                }
                if let end = response.singles.compactMap(\.nextUpdate).min() {
                    try store?.keep(octets, .ocsp, for: key, until: end)
                }
                return true
            } catch let error as SigningError {
                collection.failures.append("\(url): \(error.context)")
            } catch {
                collection.failures.append("\(url): \(error)")
            }
        }
        return false
    }

    private func fetchList(_ url: String, _ serials: [[UInt8]], _ collection: inout Collection) {
        let key = Array(url.utf8)
        do {
            if let octets = store?.evidence(.crl, for: key, at: time) {
                var reader = try RevocationListReader(serials: serials)
                try reader.update(octets.span)
                collection.evidence.lists.append(try reader.finish())
                if octets.count <= EvidenceCollector.embeddedLimit { collection.encodedLists.append(octets) }
                return
            }
            collection.contacted.append(url)
            var reader = try RevocationListReader(serials: serials)
            // Kept as long as it is short enough for the store, or for a message.
            var octets: [UInt8]? = []
            let limit = store == nil ? EvidenceCollector.embeddedLimit : EvidenceStore.sizeLimit
            let request = FetchRequest(url: url, kind: .crl, isFromCertificate: true)
            try fetcher.fetch(request) { (piece) throws(FetchError) in
                do throws(SigningError) {
                    try reader.update(piece)
                } catch {
                    throw FetchError(.refusedByReceiver, error.context)
                }
                guard let count = octets?.count, max(count + piece.count, reader.size ?? 0) <= limit else {
                    octets = nil
                    return
                }
                for index in piece.indices { octets?.append(piece[index]) }
            }
            let list = try reader.finish()
            collection.evidence.lists.append(list)
            if let octets, octets.count <= EvidenceCollector.embeddedLimit { collection.encodedLists.append(octets) }
            if let octets, let end = list.nextUpdate { try store?.keep(octets, .crl, for: key, until: end) }
        } catch let error as SigningError {
            collection.failures.append("\(url): \(error.context)")
        } catch {
            collection.failures.append("\(url): \(error)")
        }
    }

    private func computedNonce() throws(SigningError) -> [UInt8] {
        do {
            return try Random.octets(32)
        } catch {
            throw SigningError(.cryptographyFailed, "no random numbers: \(error)")
        }
    }
}
