import JetonASN1
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("The work that a message may cost")
struct WorkLimitTests {
    @Test("A message with many signers, and many certificates of one name, is answered after 512 signature checks")
    func manyChecks() throws {
        let root = try MadeCertificate.root()
        let alice = try root.signer()
        let plain = try MadePath(alice, root).message()
        // Authorities of one name and key, which have signed each other in every way.
        let loop = try (0..<24).map { _ in
            try Certificate(
                derRepresentation: root.encode("CN=Root,O=Example", root.key.publicKey, MadeCertificate.authority)
            )
        }
        var outer = try ASN1Element.parse(plain).members()
        _ = try outer.next()
        let signedData = try outer.next().onlyMember()
        var fields: [ASN1Element] = []
        var reader = try signedData.members()
        while !reader.isAtEnd { fields.append(try reader.next()) }
        let signer = try #require(fields.last).onlyMember()
        let certificates = ([alice.certificate] + loop).map(\.derRepresentation)
        let message = DER.sequence(
            DER.oid(.signedData),
            DER.explicit(
                0,
                DER.sequence(
                    fields.prefix(3).map { Array($0.encoded) } + [
                        DER.set(of: certificates, tag: .contextConstructed(0)),
                        DER.set(of: Array(repeating: Array(signer.encoded), count: 32)),
                    ]
                )
            )
        )
        var content = MemorySource(MadePath.content)
        let report = try CMSVerifier().verifyDetached(MemorySource(message), content: &content)
        #expect(report.signers.count == 32)
        let outcomes = report.signers.map { signer in signer.findings.first { $0.check == .signature }?.outcome }
        #expect(outcomes.first == .passed)
        #expect(outcomes.last == .notChecked)
        let told = report.signers.last?.failures.map(\.detail) ?? []
        #expect(told.contains { $0.contains("jeton stops after 512 signature checks") }, "\(told)")
        #expect(!report.isIntact)
    }
}
