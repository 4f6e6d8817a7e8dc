import JetonASN1
import JetonOctets
import JetonX509
import Testing

@testable import CertificateRig
@testable import JetonEnrollment

@Suite("Messages of CMP")
struct CMPMessageTests {
    private func protection(_ password: String) -> CMPProtection {
        var octets = Array(password.utf8)
        return .password(reference: "1234", secret: SharedSecret(Secret(wiping: &octets)))
    }

    private func message(_ protection: CMPProtection) throws -> [UInt8] {
        var header = CMPHeader()
        header.transaction = [UInt8](repeating: 1, count: 16)
        header.senderNonce = [UInt8](repeating: 2, count: 16)
        return try protection.protect(header, body: CMPBody.confirmation.encode(DER.null))
    }

    @Test("A message is protected by its password and by no other, whichever byte of it changes")
    func mac() throws {
        let octets = try message(protection("secret"))
        let read = try CMPMessage(octets)
        #expect(read.kind == .confirmation && read.header.senderKeyIdentifier == Array("1234".utf8))
        #expect(try protection("secret").refusal(of: read, trust: TrustStore()) == nil)
        #expect(try protection("Secret").refusal(of: read, trust: TrustStore()) != nil)
        for index in stride(from: 4, to: octets.count, by: 11) {
            var changed = octets
            changed[index] ^= 1
            guard let other = try? CMPMessage(changed) else { continue }
            #expect(try protection("secret").refusal(of: other, trust: TrustStore()) != nil, "byte \(index)")
        }
    }

    @Test("A signature counts only if its certificate is trusted")
    func signature() throws {
        let key = try SoftwareKey.make(.p256)
        let certificate = try CertificateTemplate(subject: DistinguishedName("CN=Server"), days: 5).selfSigned(by: key)
        let octets = try message(.signature(key: key, certificates: [certificate]))
        let read = try CMPMessage(octets)
        #expect(try protection("secret").refusal(of: read, trust: TrustStore([certificate])) == nil)
        #expect(try protection("secret").refusal(of: read, trust: TrustStore())?.contains("not trusted") == true)
    }

    @Test("Below a trusted authority its own servers answer for it, and no user")
    func users() throws {
        let root = try MadeCertificate.root()
        func refusal(_ made: MadeCertificate) throws -> String? {
            let protection = CMPProtection.signature(key: made.key, certificates: [made.certificate])
            let read = try CMPMessage(message(protection))
            return try protection.refusal(of: read, trust: TrustStore([root.certificate]))
        }
        #expect(try refusal(root) == nil)
        #expect(try refusal(root.authority()) == nil)
        #expect(try refusal(root.signer([.extendedKeyUsage([.cmcRA])])) == nil)
        for user in try [root.signer(), root.signer([.extendedKeyUsage([.timeStamping])])] {
            #expect(try refusal(user)?.contains("may not act for an authority") == true)
        }
    }

    @Test(
        "From 100 to 100,000 iterations are computed for a peer",
        arguments: [(1, false), (99, false), (100, true), (100_000, true), (100_001, false)] as [(UInt64, Bool)]
    )
    func iterations(count: UInt64, isTaken: Bool) throws {
        let mac = try PasswordBasedMAC.random()
        let parameters = mac.algorithm.parameters
        #expect(try PasswordBasedMAC(parameters) == mac)
        let many = DER.sequence(
            DER.octetString([1]),
            AlgorithmIdentifier(.sha256).derRepresentation,
            DER.integer(count),
            DER.sequence(DER.oid(.hmacWithSHA256))
        )
        if isTaken {
            #expect(try PasswordBasedMAC(many).iterations == Int(count))
        } else {
            #expect(throws: EncodingError(.limitExceeded, at: 0)) { _ = try PasswordBasedMAC(many) }
        }
    }

    @Test("A message that is cut off is not read")
    func truncated() throws {
        let octets = try message(protection("secret"))
        for length in 0..<octets.count {
            #expect(throws: EnrollmentError(.malformedAnswer, "")) { _ = try CMPMessage(Array(octets.prefix(length))) }
        }
    }
}
