import EvidenceFetching
import Foundation
import JetonASN1
import Testing

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Evidence that is fetched and kept")
struct EvidenceTests {
    let root: MadeCertificate
    let alice: MadeCertificate
    let openSSL: OpenSSL

    /// A directory that is there for the test only.
    private var directory: String { openSSL.directory.path + "/evidence" }
    private var store: EvidenceStore { EvidenceStore(directory: directory) }

    init() throws {
        openSSL = try OpenSSL()
        root = try MadeCertificate.root()
        let point = DER.explicit(0, DER.explicit(0, DER.string(.contextPrimitive(6), "http://lists.example/root.crl")))
        let access = DER.sequence(
            DER.oid(.ocspAccess),
            DER.string(.contextPrimitive(6), "http://ocsp.example/")
        )
        let issuers = DER.sequence(
            DER.oid(.issuersAccess),
            DER.string(.contextPrimitive(6), "http://issuers.example/root.crt")
        )
        alice = try root.signer([
            CertificateExtension(
                oid: .cRLDistributionPoints,
                isCritical: false,
                value: DER.sequence(DER.sequence(point))
            ),
            CertificateExtension(
                oid: .authorityInformationAccess,
                isCritical: false,
                value: DER.sequence(access, issuers)
            ),
        ])
    }

    private func path(to anchors: [Certificate]) -> CertificatePath {
        CertificatePathBuilder(trust: TrustStore(anchors), purpose: .any).path(for: alice.certificate)
    }

    private func listServer(_ list: MadeList) throws -> CannedFetcher {
        let octets = try list.derRepresentation
        return CannedFetcher { (request) throws(FetchError) in
            guard request.kind == .crl else { throw FetchError(.unreachable, "\(request.url) is down") }
            return octets
        }
    }

    @Test("A list is fetched where OCSP gives no answer, judged, and not fetched again while it is valid")
    func lists() throws {
        var list = MadeList(root)
        list.entries = [MadeList.entry(alice.certificate, [MadeList.reason(.superseded)])]
        let fetcher = try listServer(list)
        let path = path(to: [root.certificate])
        let first = EvidenceCollector(fetcher: fetcher, store: store).collect(path)
        #expect(first.contacted == ["http://ocsp.example/", "http://lists.example/root.crl"])
        #expect(first.failures == ["http://ocsp.example/: http://ocsp.example/ is down"])
        #expect(fetcher.requests.allSatisfy { $0.isFromCertificate })
        let check = RevocationCheck(
            trust: TrustStore([root.certificate]),
            certificates: [],
            evidence: first.evidence,
            time: .now
        )
        guard case .revoked(_, .superseded)? = check.statuses(of: path).first else {
            Issue.record("the fetched list does not count")
            return
        }
        let second = EvidenceCollector(fetcher: fetcher, store: store).collect(path)
        #expect(second.contacted == ["http://ocsp.example/"])
        #expect(second.evidence.lists == first.evidence.lists)
        // Two days later it has ended.
        let later = EvidenceCollector(fetcher: fetcher, store: store, time: .now.adding(days: 2)).collect(path)
        #expect(later.contacted.contains("http://lists.example/root.crl"))
        #expect(store.removeEnded(at: .now) == 0)
        #expect(store.removeEnded(at: .now.adding(days: 2)) == 1)
        #expect(store.removeEnded(at: .now.adding(days: 2)) == 0)
    }

    @Test("A list states its size in its first octets, so that one that is too long to be kept is not gathered")
    func size() throws {
        var reader = try RevocationListReader(serials: [])
        let octets = try MadeList(root).derRepresentation
        #expect(reader.size == nil)
        try reader.update(octets.span.extracting(0..<1))
        #expect(reader.size == nil)
        try reader.update(octets.span.extracting(1..<8))
        #expect(reader.size == octets.count)
    }

    @Test("No URL of a certificate is followed whose path does not end in an anchor")
    func noAnchor() throws {
        let fetcher = try listServer(MadeList(root))
        #expect(EvidenceCollector(fetcher: fetcher).collect(path(to: [])).contacted == [])
        // Not even if the issuers are there.
        let path = CertificatePathBuilder(
            trust: TrustStore([] as [Certificate]),
            intermediates: [root.certificate],
            purpose: .any
        ).path(for: alice.certificate)
        #expect(path.certificates.count == 2 && !path.reachesAnchor)
        #expect(EvidenceCollector(fetcher: fetcher).collect(path).contacted == [])
        #expect(fetcher.requests.isEmpty)
    }

    @Test("An issuer's certificate is not fetched, whether the path ends in an anchor or lacks that issuer")
    func issuers() throws {
        #expect(alice.certificate.accessURLs(.issuersAccess) == ["http://issuers.example/root.crt"])
        for anchors in [[root.certificate], []] {
            let fetcher = CannedFetcher { _ in [] }
            let collection = EvidenceCollector(fetcher: fetcher).collect(path(to: anchors))
            #expect(!collection.contacted.contains { $0.contains("issuers.example") })
            #expect(!fetcher.requests.contains { $0.url.contains("issuers.example") })
            #expect(fetcher.requests.isEmpty == anchors.isEmpty)
        }
    }

    @Test("A reply that is not a list is a failure that names the URL")
    func notAList() throws {
        let fetcher = CannedFetcher { _ in Array("<html>".utf8) }
        let collection = EvidenceCollector(fetcher: fetcher).collect(path(to: [root.certificate]))
        #expect(collection.evidence.lists.isEmpty && collection.evidence.responses.isEmpty)
        #expect(collection.failures.count == 2)
    }

    @Test("The store's files are the user's own, and a damaged one is as good as none")
    func files() throws {
        let key = Array("key".utf8)
        #expect(store.evidence(.ocsp, for: key, at: .now) == nil)
        try store.keep([1, 2, 3], .ocsp, for: key, until: UniversalTime.now.adding(days: 1), at: .now)
        #expect(store.evidence(.ocsp, for: key, at: .now) == [1, 2, 3])
        #expect(store.evidence(.crl, for: key, at: .now) == nil)
        #expect(store.evidence(.ocsp, for: [0], at: .now) == nil)
        let manager = FileManager.default
        let mode = try manager.attributesOfItem(atPath: directory)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        let name = try #require(try manager.contentsOfDirectory(atPath: directory).first)
        #expect(try manager.attributesOfItem(atPath: directory + "/" + name)[.posixPermissions] as? Int == 0o600)
        // A newer piece takes the older one's place.
        try store.keep([4], .ocsp, for: key, until: UniversalTime.now.adding(days: 2), at: .now)
        #expect(store.evidence(.ocsp, for: key, at: .now) == [4])
        try Data("x".utf8).write(to: URL(filePath: directory + "/crl-x-y"))
        #expect(store.removeEnded(at: .now.adding(days: 9)) == 1)
    }
}
