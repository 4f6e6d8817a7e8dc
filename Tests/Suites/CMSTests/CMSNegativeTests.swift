import JetonASN1
import JetonOctets
import SwiftASN1
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("CMS messages that must not be taken")
struct CMSNegativeTests {
    let content = Array("content".utf8)
    let key: SoftwareKey
    let certificate: Certificate

    init() throws {
        key = try SoftwareKey.make(.p256)
        certificate = try CertificateTemplate(subject: DistinguishedName("CN=Alice,O=Example"), days: 1).selfSigned(
            by: key
        )
    }

    private var verifier: CMSVerifier { CMSVerifier(trust: TrustStore([certificate])) }

    /// A message with just these signed attributes, rightly signed.
    private func message(_ attributes: [CMSAttribute], unsigned: [CMSAttribute] = []) throws -> [UInt8] {
        var builder = SignerInfoBuilder(
            certificate: certificate,
            algorithm: .ecdsa(.sha256),
            signedAttributes: attributes
        )
        builder.unsignedAttributes = unsigned
        let signature = try key.signChecked(builder.octetsToSign).signature
        return SignedDataFrame(hash: .sha256, certificates: [certificate])
            .detached(signerInfo: builder.encode(signature: signature))
    }

    private func verify(_ message: [UInt8], _ content: [UInt8]? = nil) throws -> CMSReport {
        var source = MemorySource(content ?? self.content)
        return try verifier.verifyDetached(MemorySource(message), content: &source)
    }

    private func failures(_ message: [UInt8]) throws -> [VerificationFinding.Check] {
        let report = try verify(message)
        #expect(report.isValid == report.signers[0].failures.isEmpty)
        return report.signers[0].failures.map(\.check)
    }

    @Test("The attributes that must be there are there once, with one value")
    func attributes() throws {
        let digest = try HashAlgorithm.sha256.hash(content)
        let type = CMSAttribute.contentType(.data)
        let good = CMSAttribute.messageDigest(digest)
        let time = CMSAttribute.signingTime(.now)
        #expect(try failures(message([type, good])) == [])
        #expect(try failures(message([type, good, time])) == [])
        #expect(try failures(message([type])) == [.signedAttributes, .messageDigest])
        #expect(try failures(message([good])) == [.signedAttributes, .contentType])
        #expect(try failures(message([])) == [.signedAttributes, .contentType, .messageDigest])
        #expect(try failures(message([type, type, good])) == [.signedAttributes, .contentType])
        #expect(try failures(message([type, good, good])) == [.signedAttributes, .messageDigest])
        #expect(try failures(message([type, good, time, time])) == [.signedAttributes])
        let twice = CMSAttribute(type: .contentType, values: [DER.oid(.data), DER.oid(.signedData)])
        #expect(try failures(message([twice, good])) == [.signedAttributes, .contentType])
        let none = CMSAttribute(type: .messageDigest, values: [])
        #expect(try failures(message([type, none])) == [.signedAttributes, .messageDigest])
    }

    @Test("A type, digest or time that is not signed, and a countersignature that is, are refused")
    func misplaced() throws {
        let type = CMSAttribute.contentType(.data)
        let digest = CMSAttribute.messageDigest(try HashAlgorithm.sha256.hash(content))
        let other = CMSAttribute(type: OID(1, 2, 3), values: [DER.null])
        #expect(try failures(message([type, digest], unsigned: [other])) == [])
        for attribute in [type, digest, .signingTime(.now)] {
            #expect(try failures(message([type, digest], unsigned: [attribute])) == [.signedAttributes])
        }
        let countersignature = CMSAttribute(type: .counterSignature, values: [DER.sequence([])])
        #expect(try failures(message([type, digest, countersignature])) == [.signedAttributes])
    }

    @Test("An attribute with a value of another kind is refused")
    func values() throws {
        let type = CMSAttribute.contentType(.data)
        let good = CMSAttribute.messageDigest(try HashAlgorithm.sha256.hash(content))
        let other = CMSAttribute.messageDigest(try HashAlgorithm.sha256.hash([]))
        #expect(try failures(message([type, other])) == [.messageDigest])
        let short = CMSAttribute.messageDigest(Array(try HashAlgorithm.sha256.hash(content).dropLast()))
        #expect(try failures(message([type, short])) == [.messageDigest])
        #expect(try failures(message([.contentType(.signedData), good])) == [.contentType])
        let text = CMSAttribute(type: .contentType, values: [DER.string(.utf8String, "data")])
        #expect(try failures(message([text, good])) == [.contentType])
        for value in [
            DER.null, DER.string(.utcTime, "991332000000Z"), DER.string(.utcTime, "x"), DER.string(.utf8String, "2026"),
        ] {
            let time = CMSAttribute(type: .signingTime, values: [value])
            #expect(try failures(message([type, good, time])) == [.signedAttributes])
        }
        let elsewhere = try CertificateTemplate(subject: DistinguishedName("CN=B"), days: 1).selfSigned(by: key)
        #expect(try failures(message([type, good, .signingCertificateV2(certificate)])) == [])
        #expect(try failures(message([type, good, .signingCertificateV2(elsewhere)])) == [.signingCertificate])
        let odd = CMSAttribute(type: .signingCertificateV2, values: [DER.null])
        #expect(try failures(message([type, good, odd])) == [.signingCertificate])
    }

    @Test("A signature over another hash than digestAlgorithm is refused")
    func otherHash() throws {
        let attributes: [CMSAttribute] = [.contentType(.data), .messageDigest(try HashAlgorithm.sha384.hash(content))]
        for hash in [HashAlgorithm.sha384, .sha256] {
            let signature = try key.sign(
                message: DER.set(of: attributes.map(\.derRepresentation)),
                algorithm: .ecdsa(hash)
            )
            let info = DER.sequence(
                DER.integer(1),
                DER.sequence(certificate.issuer.derRepresentation, DER.element(.integer, certificate.serialNumber)),
                AlgorithmIdentifier(.sha384).derRepresentation,
                DER.set(of: attributes.map(\.derRepresentation), tag: .contextConstructed(0)),
                SignatureAlgorithm.ecdsa(hash).algorithmIdentifier.derRepresentation,
                DER.octetString(signature)
            )
            let message = SignedDataFrame(hash: .sha384, certificates: [certificate]).detached(signerInfo: info)
            #expect(try failures(message) == (hash == .sha384 ? [] : [.signature]))
        }
    }

    @Test("Signed attributes cannot be passed off as content")
    func attributesAsContent() throws {
        let builder = SignerInfoBuilder(
            certificate: certificate,
            algorithm: .ecdsa(.sha256),
            signedAttributes: [.contentType(.data), .messageDigest(try HashAlgorithm.sha256.hash(content))]
        )
        let signature = try key.signChecked(builder.octetsToSign).signature
        let info = DER.sequence(
            DER.integer(1),
            DER.sequence(certificate.issuer.derRepresentation, DER.element(.integer, certificate.serialNumber)),
            AlgorithmIdentifier(.sha256).derRepresentation,
            SignatureAlgorithm.ecdsa(.sha256).algorithmIdentifier.derRepresentation,
            DER.octetString(signature)
        )
        let message = SignedDataFrame(hash: .sha256, certificates: [certificate]).detached(signerInfo: info)
        let report = try verify(message, builder.octetsToSign)
        #expect(report.signers[0].failures.map(\.check) == [.signedAttributes])
        // The signature as such does hold, which is what makes the trick work elsewhere.
        #expect(report.signers[0].findings.contains { $0.check == .signature && $0.outcome == .passed })
    }

    @Test("A hash that the message does not announce is not computed for an attached content")
    func unannouncedHash() throws {
        let signer = CMSSigner(certificate: certificate)
        var source = MemorySource(content)
        var sink = MemorySink()
        try signer.signAttached(&source, to: &sink, key: key)
        let announced = DER.set(of: [AlgorithmIdentifier(.sha256).derRepresentation])
        let start = try #require(sink.octets.firstRange(of: announced))
        var octets = sink.octets
        octets[start.upperBound - 1] = 0x02
        let report = try verifier.verifyAttached(MemorySource(octets))
        #expect(report.signers[0].failures.map(\.check) == [.messageDigest])
    }

    @Test("An impostor's certificate under the same issuer and number does not hide the right one")
    func impostor() throws {
        var template = CertificateTemplate(subject: certificate.subject, days: 1)
        template.serialNumber = certificate.serialNumber
        let impostor = try template.selfSigned(by: SoftwareKey.make(.p256))
        let attributes: [CMSAttribute] = [.contentType(.data), .messageDigest(try HashAlgorithm.sha256.hash(content))]
        var builder = SignerInfoBuilder(
            certificate: certificate,
            algorithm: .ecdsa(.sha256),
            signedAttributes: attributes
        )
        let unsigned = CMSAttribute(type: OID(1, 2, 3), values: [DER.null])
        builder.unsignedAttributes = [unsigned]
        let info = builder.encode(signature: try key.signChecked(builder.octetsToSign).signature)
        for certificates in [[impostor, certificate], [certificate, impostor]] {
            let message = SignedDataFrame(hash: .sha256, certificates: certificates).detached(signerInfo: info)
            let report = try verify(message)
            #expect(report.isValid && report.signers[0].certificate == certificate)
            #expect(report.signers[0].unsignedAttributes == [unsigned])
        }
        let alone = SignedDataFrame(hash: .sha256, certificates: [impostor]).detached(signerInfo: info)
        var source = MemorySource(content)
        let report = try CMSVerifier().verifyDetached(MemorySource(alone), content: &source)
        #expect(report.signers[0].failures.map(\.check) == [.signature, .certificatePath])
    }

    @Test("A certificate named by an unknown hash is not called another one")
    func unknownCertificateHash() throws {
        let base: [CMSAttribute] = [.contentType(.data), .messageDigest(try HashAlgorithm.sha256.hash(content))]
        let md5 = DER.sequence(DER.oid(OID(1, 2, 840, 113_549, 2, 5)))
        let named: [(name: [UInt8], outcome: VerificationFinding.Outcome)] = try [
            (DER.octetString(certificate.fingerprint()), .passed),
            (
                AlgorithmIdentifier(.sha384).derRepresentation + DER.octetString(certificate.fingerprint(.sha384)),
                .passed
            ),
            (DER.octetString(certificate.fingerprint(.sha384)), .failed),
            (md5 + DER.octetString([UInt8](repeating: 0, count: 16)), .notChecked), (DER.null, .failed),
        ]
        for (name, outcome) in named {
            let value = DER.sequence(DER.sequence(DER.sequence(name)))
            let report = try verify(message(base + [CMSAttribute(type: .signingCertificateV2, values: [value])]))
            let finding = try #require(report.signers[0].findings.first { $0.check == .signingCertificate })
            #expect(finding.outcome == outcome, "\(finding)")
            #expect(report.isIntact == (outcome == .passed))
        }
    }

    @Test("A message without signers proves nothing")
    func noSigners() throws {
        let empty = DER.sequence(
            DER.oid(.signedData),
            DER.explicit(
                0,
                DER.sequence(DER.integer(1), DER.set(of: []), DER.sequence(DER.oid(.data)), DER.set(of: []))
            )
        )
        let report = try verify(empty)
        #expect(report.signers.isEmpty && !report.isIntact && !report.isValid)
    }

    @Test("No single octet of content, attributes, signature or certificate can change")
    func everyOctet() throws {
        var signer = CMSSigner(certificate: certificate)
        signer.signingTime = .now
        var source = MemorySource(content)
        let message = try signer.signDetached(&source, key: key)
        #expect(try verify(message).isValid)
        for index in content.indices {
            var changed = content
            changed[index] ^= 1
            #expect(try !verify(message, changed).isValid)
        }
        let parts = try SignerParts(message)
        // The tag of the attributes differs between what is signed and what stands in the message.
        let covered = [Array(parts.signedOctets.dropFirst()), parts.signature, certificate.derRepresentation]
        for part in covered {
            let range = try #require(message.firstRange(of: part))
            for index in range {
                for mask: UInt8 in [0x01, 0x80] {
                    var changed = message
                    changed[index] ^= mask
                    // Without the certificate from elsewhere, so that only the one in the message can be taken.
                    var source = MemorySource(content)
                    let report = try? CMSVerifier().verifyDetached(MemorySource(changed), content: &source)
                    #expect(report?.isIntact != true, "octet \(index - range.lowerBound) of \(part.count)")
                }
            }
        }
    }

    @Test("A message cut anywhere is an error", arguments: [false, true])
    func everyLength(isAttached: Bool) throws {
        let signer = CMSSigner(certificate: certificate)
        var sink = MemorySink()
        var source = MemorySource(content)
        if isAttached {
            try signer.signAttached(&source, to: &sink, key: key)
        } else {
            try sink.write(signer.signDetached(&source, key: key))
        }
        let whole = sink.octets
        for count in 0..<whole.count {
            #expect(throws: DocumentError(.malformed, "")) {
                if isAttached {
                    try verifier.verifyAttached(MemorySource(Array(whole.prefix(count))))
                } else {
                    try verify(Array(whole.prefix(count)))
                }
            }
        }
    }

    @Test(
        "Any octet replaced is read or refused, and never traps",
        arguments: [UInt8(0x00), 0x24, 0x30, 0x80, 0x84, 0x88, 0xFF]
    )
    func everyReplacement(value: UInt8) throws {
        let signer = CMSSigner(certificate: certificate)
        var sink = MemorySink()
        var source = MemorySource(content)
        try signer.signAttached(&source, to: &sink, key: key)
        var count = 0
        for index in sink.octets.indices where sink.octets[index] != value {
            var changed = sink.octets
            changed[index] = value
            if let report = try? verifier.verifyAttached(MemorySource(changed)) { count += report.signers.count }
        }
        #expect(count > 0)
    }

    @Test("Nesting, lengths and counts without end are refused")
    func bombs() throws {
        func isRefused(_ octets: [UInt8]) -> Bool { (try? verifier.verifyAttached(MemorySource(octets))) == nil }
        #expect(isRefused([UInt8](repeating: 0x30, count: 100_000)))
        #expect(isRefused((0..<100_000).flatMap { _ in [UInt8(0x30), 0x80] }))
        let head = SignedDataFrame(hash: .sha256, certificates: []).indefiniteHead
        #expect(isRefused(head + (0..<100_000).flatMap { _ in [UInt8(0x24), 0x80] }))
        #expect(isRefused(head + [0x04, 0x88] + [UInt8](repeating: 0xFF, count: 8)))
        let empty = head + SignedDataFrame.endOfSegments
        #expect(isRefused(empty + [0xA0, 0x84, 0x7F, 0xFF, 0xFF, 0xFF]))
        #expect(isRefused(empty + (0..<100_000).flatMap { _ in [UInt8(0xA0), 0x80] }))
        let signers = DER.element(.set, (0..<100).flatMap { _ in DER.sequence() })
        #expect(isRefused(empty + signers + SignedDataFrame.endOfMessage))
        let certificates = DER.element(.contextConstructed(0), (0..<1000).flatMap { _ in DER.null })
        #expect(isRefused(empty + certificates + DER.set(of: []) + SignedDataFrame.endOfMessage))
        // The same frame with nothing wrong is read.
        #expect(!isRefused(empty + DER.set(of: []) + SignedDataFrame.endOfMessage))
    }
}
