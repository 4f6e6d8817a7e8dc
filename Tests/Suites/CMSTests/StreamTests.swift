import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("Streams")
struct StreamTests {
    /// Content that is computed piece by piece and never in memory whole.
    struct SyntheticSource: ByteSource {
        var remaining: Int
        var largestRequest = 0

        mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
            largestRequest = max(largestRequest, buffer.count)
            let count = min(buffer.count, remaining)
            for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: remaining &- index) }
            remaining -= count
            return count
        }
    }

    /// Feeds a message to a verifier that reads while the signer writes would need threads; a file does as well.
    final class RecordingSink: ByteSink {
        var count = 0
        var largest = 0

        func write(_ octets: Span<UInt8>) {
            count += octets.count
            largest = max(largest, octets.count)
        }
    }

    /// A message with content that is computed while it is read: head, content, closing.
    struct MessageSource: ByteSource {
        var head: MemorySource
        var content: SyntheticSource
        var closing: MemorySource

        mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
            for part in 0..<3 {
                let count =
                    part == 0
                    ? head.read(into: &buffer) : part == 1 ? content.read(into: &buffer) : closing.read(into: &buffer)
                if count > 0 { return count }
            }
            return 0
        }
    }

    @Test("64 MiB are signed and verified in pieces of at most 256 KiB", .timeLimit(.minutes(5)))
    func largeContent() throws {
        let size = 64 << 20
        let key = try SoftwareKey.make(.rsa)
        let certificate = try CertificateTemplate(subject: DistinguishedName("CN=Alice"), days: 1).selfSigned(by: key)
        let signer = CMSSigner(certificate: certificate)
        let verifier = CMSVerifier(trust: TrustStore([certificate]))

        var source = SyntheticSource(remaining: size)
        let detached = try signer.signDetached(&source, key: key)
        #expect(source.largestRequest == 1 << 18)
        source = SyntheticSource(remaining: size)
        let report = try verifier.verifyDetached(MemorySource(detached), content: &source)
        #expect(report.isValid && report.contentSize == UInt64(size))
        #expect(source.largestRequest == 1 << 18)

        source = SyntheticSource(remaining: size)
        var sink = RecordingSink()
        try signer.signAttached(&source, size: UInt64(size), to: &sink, key: key)
        // What is held to tell small content from large is at most 1 MiB and one piece.
        #expect(sink.largest <= (1 << 20) + (1 << 18))

        let parts = try SignerInfoParts(detached)
        let frame = SignedDataFrame(hash: .sha256, certificates: [certificate])
        let closing = frame.closing(signerInfo: parts.signerInfo)
        let head = frame.head(contentSize: UInt64(size), closingSize: closing.count)
        #expect(sink.count == head.count + size + closing.count)
        let message = MessageSource(
            head: MemorySource(head),
            content: SyntheticSource(remaining: size),
            closing: MemorySource(closing)
        )
        sink = RecordingSink()
        let attached = try verifier.verifyAttached(message, content: &sink)
        #expect(attached.isValid && sink.count == size && sink.largest <= 1 << 18)
    }

    /// The SignerInfo of a message, found by our own reader.
    private struct SignerInfoParts {
        let signerInfo: [UInt8]

        init(_ message: [UInt8]) throws {
            var contentInfo = try ASN1Element.parse(message, rules: .basic).members()
            _ = try contentInfo.next()
            var signedData = try contentInfo.next().onlyMember().members()
            let signers = try #require(try signedData.rest(limit: 10).last)
            signerInfo = Array(try signers.onlyMember().encoded)
        }
    }

    /// Hands out one octet at a time, which meets every boundary.
    struct DripSource: ByteSource {
        var base: MemorySource

        mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
            var octets: [UInt8] = [0]
            var span = octets.mutableSpan
            let count = base.read(into: &span)
            if count > 0 { buffer[0] = octets[0] }
            return count
        }
    }

    @Test("Messages are read the same in pieces of one octet, in DER, BER and PEM")
    func drip() throws {
        let key = try SoftwareKey.make(.ed25519)
        let certificate = try CertificateTemplate(subject: DistinguishedName("CN=Alice"), days: 1).selfSigned(by: key)
        let verifier = CMSVerifier(trust: TrustStore([certificate]))
        let content = Array("some content".utf8)
        var source = MemorySource(content)
        var sink = MemorySink()
        try CMSSigner(certificate: certificate).signAttached(&source, to: &sink, key: key)
        let pem = "Some words\n" + PEM.encode(sink.octets, label: "CMS")
        for message in [sink.octets, Array(pem.utf8), Array(pem.replacing("\n", with: "\r\n").utf8)] {
            var out = MemorySink()
            let report = try verifier.verifyAttached(DripSource(base: MemorySource(message)), content: &out)
            #expect(report.isValid && out.octets == content)
        }
        let cut = Array(pem.utf8.dropLast(25))
        #expect(throws: DocumentError.self) { try verifier.verifyAttached(MemorySource(cut)) }
        let odd = Array(pem.replacing("MI", with: "M!").utf8)
        #expect(throws: DocumentError(.malformedPEM, "")) { try verifier.verifyAttached(MemorySource(odd)) }
    }

    @Test("A source that claims more octets than there is room for is an error")
    func lyingSource() throws {
        struct LyingSource: ByteSource {
            let claim: Int
            mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int { claim }
        }
        for claim in [-1, 1 << 30] {
            var source = LyingSource(claim: claim)
            #expect(throws: EncodingError(.limitExceeded, at: 0)) { try HashAlgorithm.sha256.hash(&source) }
            #expect(throws: DocumentError(.limitExceeded, "")) {
                try CMSVerifier().verifyAttached(LyingSource(claim: claim))
            }
        }
    }
}
