import EvidenceFetching
import JetonValidation
import JetonX509
import Testing

@Suite("Fetching and trust sources")
struct FetcherTests {
    @Test("A reply is put together from its pieces, up to the limit", arguments: [0, 1, 999, 1000, 1001, 4096])
    func pieces(count: Int) throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let fetcher = CannedFetcher { _ in body }
        let request = FetchRequest(url: "http://example.org/crl", kind: .crl, isFromCertificate: true)
        #expect(try fetcher.fetch(request, limit: count) == body)
        #expect(fetcher.requests == [request])
        guard count > 0 else { return }
        #expect(throws: FetchError(.tooLarge, "")) { try fetcher.fetch(request, limit: count - 1) }
    }

    @Test("A bundle that is no PEM is an error, not an empty store")
    func malformedBundle() {
        let source = BundleTrustSource(name: "a file", octets: Array("-----BEGIN CERTIFICATE-----\nx".utf8))
        #expect(throws: DocumentError(.malformedPEM, "")) { try source.anchors() }
    }
}
