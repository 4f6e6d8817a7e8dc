public import EvidenceFetching
public import JetonASN1
import JetonLibcrypto
public import JetonX509

/// Fetches the evidence about revocation that the certificates of a path name, judges it, and keeps what holds.
///
/// URLs are followed for a path that ends in an anchor only; OCSP comes first, lists where it gives no answer that
/// can be used. What is kept was judged before, and is judged again when it is read: what fails then is removed and
/// fetched again.
public struct EvidenceCollector: Sendable {
    /// What was collected.
    public struct Collection: Sendable {
        /// The evidence: OCSP responses that hold now, and lists, which may be of use for an earlier time.
        public var evidence = RevocationEvidence()
        /// The revocation lists as they were encoded; those of at most ``EvidenceCollector/embeddedLimit``.
        public var encodedLists: [[UInt8]] = []
        /// The URLs that were asked, in their order.
        public var contacted: [String] = []
        /// Why some gave nothing that can be used, or that can be kept; one sentence each.
        public var failures: [String] = []
    }

    /// What one collection works with.
    private struct Work {
        var collection = Collection()
        var judgement: EvidenceJudgement
        let serials: [[UInt8]]

        mutating func add(_ list: RevocationList, _ octets: [UInt8]?) {
            collection.evidence.lists.append(list)
            if let octets, octets.count <= EvidenceCollector.embeddedLimit { collection.encodedLists.append(octets) }
        }
    }

    /// The largest revocation list that is kept in its encoding, in octets: 4 MiB.
    public static let embeddedLimit = 4 << 20

    /// How many URLs of one certificate are tried.
    private static let urlLimit = 4

    private let fetcher: any Fetcher
    private let store: EvidenceStore?
    /// What was asked for again, in spite of what the store has; nil to use that.
    private let refreshed: RefreshedEvidence?
    private let time: UniversalTime

    /// Makes a collector.
    ///
    /// - Parameters:
    ///   - fetcher: Makes the requests, within its own policy.
    ///   - store: Keeps what was fetched; nil to keep nothing.
    ///   - refreshes: Whether servers are asked also about what the store has, once by this collector; the new piece
    ///     takes its place.
    ///   - time: The present.
    public init(
        fetcher: any Fetcher,
        store: EvidenceStore? = nil,
        refreshes: Bool = false,
        time: UniversalTime = .now
    ) {
        self.fetcher = fetcher
        self.store = store
        refreshed = refreshes ? RefreshedEvidence() : nil
        self.time = time
    }

    /// Collects evidence about each certificate of a path but the anchor.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - certificates: Certificates that may have issued lists or responses, or stand above those that did.
    /// - Returns: The evidence, and what was asked for it.
    public func collect(_ path: CertificatePath, certificates: [Certificate] = []) -> Collection {
        guard path.reachesAnchor else { return Collection() }
        var work = Work(
            judgement: EvidenceJudgement(path, certificates: certificates, at: time),
            serials: path.certificates.map(\.serialNumber)
        )
        for (certificate, issuer) in zip(path.certificates, path.certificates.dropFirst()) {
            if askResponders(about: certificate, issuer, &work) { continue }
            let points = certificate.distributionPoints + certificate.freshestPoints
            for url in points.flatMap(\.urls).filter(isHTTP).prefix(EvidenceCollector.urlLimit)
            where !work.collection.contacted.contains(url) {
                attempt(url, &work) { work in try findList(at: url, about: certificate, &work) }
            }
        }
        return work.collection
    }

    private func isHTTP(_ url: String) -> Bool { url.hasPrefix("http://") || url.hasPrefix("https://") }

    /// Notes why a URL gave nothing.
    private func attempt(_ url: String, _ work: inout Work, _ body: (inout Work) throws -> Void) {
        do {
            try body(&work)
        } catch let error as DocumentError {
            work.collection.failures.append("\(url): \(error.context)")
        } catch {
            work.collection.failures.append("\(url): \(error)")
        }
    }

    // MARK: - OCSP

    /// Whether a responder gave an answer about the certificate that can be used.
    private func askResponders(about certificate: Certificate, _ issuer: Certificate, _ work: inout Work) -> Bool {
        let count = work.collection.evidence.responses.count
        for url in certificate.accessURLs(.ocspAccess).filter(isHTTP).prefix(EvidenceCollector.urlLimit) {
            attempt(url, &work) { work in try findResponse(at: url, about: certificate, issuer, &work) }
            if work.collection.evidence.responses.count > count { return true }
        }
        return false
    }

    private func findResponse(
        at url: String,
        about certificate: Certificate,
        _ issuer: Certificate,
        _ work: inout Work
    ) throws {
        // Without the nonce, which is another one each time.
        let known = try OCSPRequest(certificate, issuer: issuer)
        let key = Array(url.utf8) + known.derRepresentation
        if let octets = kept(.ocsp, key) {
            if let response = try? OCSPResponse(derRepresentation: octets), response.isAbout(known.identifier),
                work.judgement.refusal(of: response, about: certificate, issuer: issuer) == nil
            {
                work.collection.evidence.responses.append(response)
                return
            }
            store?.remove(.ocsp, for: key)
        }
        let request = try OCSPRequest(certificate, issuer: issuer, nonce: computedNonce())
        work.collection.contacted.append(url)
        let octets = try fetcher.fetch(
            FetchRequest(url: url, kind: .ocsp, body: request.derRepresentation, isFromCertificate: true),
            limit: OCSPResponse.sizeLimit
        )
        let response = try OCSPResponse(derRepresentation: octets)
        guard response.answers(request) else { throw DocumentError(.refused, "the response answers another request") }
        guard response.knows(request) else {
            throw DocumentError(.refused, "the responder does not know the certificate")
        }
        if let refusal = work.judgement.refusal(of: response, about: certificate, issuer: issuer) {
            throw DocumentError(.refused, refusal)
        }
        work.collection.evidence.responses.append(response)
        if let end = response.end(of: known.identifier) {
            try store?.keep(octets, .ocsp, for: key, until: end, at: time)
        }
    }

    private func computedNonce() throws(DocumentError) -> [UInt8] {
        do {
            return try Random.octets(32)
        } catch {
            throw DocumentError(.cryptographyFailed, "random numbers are unavailable: \(error)")
        }
    }

    // MARK: - Lists

    private func findList(at url: String, about certificate: Certificate, _ work: inout Work) throws {
        let key = Array(url.utf8)
        if let octets = kept(.crl, key) {
            if let list = try? read(octets, work.serials), work.judgement.refusal(of: list, about: certificate) == nil {
                work.add(list, octets)
                return
            }
            store?.remove(.crl, for: key)
        }
        work.collection.contacted.append(url)
        let (list, octets) = try fetchList(url, work.serials)
        // A list that has ended, say, may still tell about the time of a signature.
        work.add(list, octets)
        if let refusal = work.judgement.refusal(of: list, about: certificate) {
            throw DocumentError(.refused, "the revocation list cannot be used: \(refusal)")
        }
        if let octets, let end = list.nextUpdate { try store?.keep(octets, .crl, for: key, until: end, at: time) }
    }

    private func read(_ octets: [UInt8], _ serials: [[UInt8]]) throws(DocumentError) -> RevocationList {
        var reader = try RevocationListReader(serials: serials)
        try reader.update(octets.span)
        return try reader.finish()
    }

    /// Fetches a list in constant memory; its encoding is nil if it is too long for the store, or for a message.
    private func fetchList(_ url: String, _ serials: [[UInt8]]) throws -> (RevocationList, [UInt8]?) {
        var reader = try RevocationListReader(serials: serials)
        var octets: [UInt8]? = []
        let limit = store == nil ? EvidenceCollector.embeddedLimit : EvidenceStore.sizeLimit
        let request = FetchRequest(url: url, kind: .crl, isFromCertificate: true)
        try fetcher.fetch(request) { (piece) throws(FetchError) in
            do throws(DocumentError) {
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
        return (try reader.finish(), octets)
    }

    private func kept(_ kind: FetchRequest.Kind, _ key: [UInt8]) -> [UInt8]? {
        guard refreshed?.isFirst(key) != true else { return nil }
        return store?.evidence(kind, for: key, at: time)
    }
}
