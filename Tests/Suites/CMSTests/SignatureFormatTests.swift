import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("Signature formats")
struct SignatureFormatTests {
    private static let timestamp = OID(1, 2, 840, 113_549, 1, 9, 16, 2, 14)

    private let openSSL: OpenSSL
    private let pki: TestPKI

    init() throws {
        openSSL = try OpenSSL()
        pki = try TestPKI(openSSL)
    }

    /// A signer with a key and a certificate of an authority.
    private func signer(_ kind: KeyKind) throws -> (CMSSigner, SoftwareKey) {
        let key = try SoftwareKey.make(kind)
        try openSSL.write(key.pem, "alice.key")
        return (CMSSigner(certificate: try pki.certify("alice"), additionalCertificates: [pki.intermediate]), key)
    }

    private func content(_ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

    /// What any caller of any format does.
    private func sign<Format: SignatureFormat>(
        _ content: [UInt8],
        as format: Format,
        by key: SoftwareKey,
        to sink: inout MemorySink
    ) throws -> Format.Report {
        var source = MemorySource(content)
        return try format.sign(&source, key: key, algorithm: key.algorithms[0], to: &sink) { MemorySource($0.octets) }
    }

    @Test("OpenSSL verifies what is signed through the socket, and it was read back", arguments: KeyKind.allCases)
    func socket(kind: KeyKind) throws {
        let (signer, key) = try signer(kind)
        let content = content(1000)
        try openSSL.write(content, "data")
        var detached = MemorySink()
        let first = try sign(content, as: DetachedCMS(signer: signer), by: key, to: &detached)
        var attached = MemorySink()
        let second = try sign(content, as: AttachedCMS(signer: signer), by: key, to: &attached)
        for report in [first, second] {
            #expect(report.isIntact && !report.isValid && report.contentSize == 1000)
        }
        let policy = VerificationPolicy(trust: TrustStore([pki.root]))
        var source = MemorySource(content)
        let format = DetachedCMS(signer: signer)
        #expect(try format.verify(MemorySource(detached.octets), content: &source, policy: policy).isValid)
        var none = NoContent()
        let other = AttachedCMS(signer: signer)
        #expect(try other.verify(MemorySource(attached.octets), content: &none, policy: policy).isValid)
        // OpenSSL 3.0 has no Ed25519 in CMS.
        guard kind != .ed25519 else { return }
        try openSSL.write(detached.octets, "p7s")
        try openSSL.write(attached.octets, "p7m")
        for words in [["-in", "p7s", "-content", "data"], ["-in", "p7m"]] {
            let arguments =
                ["cms", "-verify", "-binary", "-inform", "DER", "-CAfile", "root.pem", "-out", "out"] + words
            let outcome = try openSSL.attempt(arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try openSSL.read("out") == content)
        }
    }

    @Test("The two steps are apart: what is to be signed is signed by openssl", arguments: [KeyKind.rsa, .p256])
    func twoSteps(kind: KeyKind) throws {
        let (signer, key) = try signer(kind)
        let content = content(300_000)
        var source = MemorySource(content)
        var sink = MemorySink()
        let format = AttachedCMS(signer: signer)
        let prepared = try format.prepare(&source, algorithm: key.algorithms[0], to: &sink)
        #expect(prepared.contentSize == 300_000)
        try openSSL.write(prepared.octetsToSign, "attributes")
        let hash = kind == .rsa || kind == .p256 ? "-sha256" : "-sha384"
        try openSSL.run("dgst", hash, "-sign", "alice.key", "-out", "signature", "attributes")
        try format.complete(prepared, signature: openSSL.read("signature"), to: &sink)
        #expect(try format.readBack(MemorySource(sink.octets), of: prepared).isIntact)
        var content2 = MemorySink()
        #expect(try pki.verifier.verifyAttached(MemorySource(sink.octets), content: &content2).isValid)
        #expect(content2.octets == content)
    }

    @Test("Unsigned attributes stand behind the signature, which holds without them", arguments: [1000, 2_000_000])
    func unsignedAttributes(size: Int) throws {
        let (signer, key) = try signer(.rsa)
        let content = content(size)
        try openSSL.write(content, "data")
        let attribute = CMSAttribute(
            type: Self.timestamp,
            values: [DER.octetString([UInt8](repeating: 7, count: 5000))]
        )
        for leavesRoom in [true, false] {
            let format = AttachedCMS(signer: signer, leavesRoom: leavesRoom)
            var source = MemorySource(content)
            var sink = MemorySink()
            let algorithm = key.algorithms[0]
            var prepared = try format.prepare(&source, size: UInt64(size), algorithm: algorithm, to: &sink)
            prepared.unsignedAttributes = [attribute]
            let signature = try key.sign(algorithm.input(for: prepared.octetsToSign), algorithm: algorithm)
            guard leavesRoom || size <= AttachedCMS.bufferedContentLimit else {
                #expect(throws: DocumentError(.invalidArgument, "")) {
                    try format.complete(prepared, signature: signature, to: &sink)
                }
                continue
            }
            try format.complete(prepared, signature: signature, to: &sink)
            let report = try format.readBack(MemorySource(sink.octets), of: prepared)
            #expect(report.signers.first?.unsignedAttributes == [attribute])
            try openSSL.write(sink.octets, "p7m")
            try openSSL.run(
                "cms",
                "-verify",
                "-binary",
                "-inform",
                "DER",
                "-in",
                "p7m",
                "-CAfile",
                "root.pem",
                "-out",
                "out"
            )
            #expect(try openSSL.read("out") == content)
        }
        let format = DetachedCMS(signer: signer)
        var source = MemorySource(content)
        var sink = MemorySink()
        var prepared = try format.prepare(&source, algorithm: key.algorithms[0], to: &sink)
        #expect(sink.octets.isEmpty)
        prepared.unsignedAttributes = [attribute]
        let signature = try key.signChecked(prepared.octetsToSign, algorithm: key.algorithms[0]).signature
        try format.complete(prepared, signature: signature, to: &sink)
        #expect(
            try format.readBack(MemorySource(sink.octets), of: prepared).signers[0].unsignedAttributes == [attribute]
        )
    }

    /// Changes one byte on the way.
    private struct FaultyDisk {
        var sink = MemorySink()
        let place: Int

        var octets: [UInt8] {
            var octets = sink.octets
            let index = place < 0 ? octets.count + place : place
            octets[index] ^= 1
            return octets
        }
    }

    @Test(
        "Reading back notices a changed signature, content, certificate or frame",
        arguments: [-40, 0, 30, 1 << 19, 1 << 21]
    )
    func faultyOutput(place: Int) throws {
        let (signer, key) = try signer(.rsa)
        let content = content(3_000_000)
        var source = MemorySource(content)
        var sink = MemorySink()
        #expect(throws: DocumentError(.signatureMismatch, "")) {
            try AttachedCMS(signer: signer).sign(&source, key: key, algorithm: key.algorithms[0], to: &sink) { sink in
                MemorySource(FaultyDisk(sink: sink, place: place).octets)
            }
        }
        guard place < 0 else { return }
        source = MemorySource(content)
        sink = MemorySink()
        #expect(throws: DocumentError(.signatureMismatch, "")) {
            try DetachedCMS(signer: signer).sign(&source, key: key, algorithm: key.algorithms[0], to: &sink) { sink in
                MemorySource(FaultyDisk(sink: sink, place: place).octets)
            }
        }
    }

    @Test("A signature by another key, and a document of other content, are not what was prepared")
    func otherDocument() throws {
        let (signer, key) = try signer(.p256)
        let stranger = try SoftwareKey.make(.p256)
        var sink = MemorySink()
        #expect(throws: DocumentError(.signatureMismatch, "")) {
            try sign([1, 2, 3], as: DetachedCMS(signer: signer), by: stranger, to: &sink)
        }
        let format = AttachedCMS(signer: signer)
        var first = MemorySink()
        _ = try sign([1, 2, 3], as: format, by: key, to: &first)
        var source = MemorySource([1, 2, 3, 4])
        var second = MemorySink()
        let prepared = try format.prepare(&source, algorithm: key.algorithms[0], to: &second)
        #expect(throws: DocumentError(.contentSizeMismatch, "")) {
            try format.readBack(MemorySource(first.octets), of: prepared)
        }
    }
}
