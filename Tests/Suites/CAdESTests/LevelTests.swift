import CAdES
import JetonASN1
import JetonOctets
import SignatureLevels
import Synchronization
import Testing

@testable import CertificateRig
@testable import EvidenceRig
@testable import JetonCMS
@testable import JetonValidation
@testable import JetonX509

@Suite("Levels of CAdES")
struct LevelTests {
    let rig: EvidenceRig
    let content = Array("I owe you one.".utf8)

    init() throws { rig = try EvidenceRig() }

    @Test(
        "A signature has the level it was made to, offline; OpenSSL accepts it; any octet changed takes that away",
        arguments: SignatureLevel.allCases,
        [false, true]
    )
    func levels(level: SignatureLevel, attached: Bool) throws {
        let message = try rig.sign(content, level, attached: attached)
        let kept = attached ? nil : content
        let found = try #require(try rig.assess(message, kept))
        #expect(found.level == level, "\(found.timestamps.map(\.failures)) \(found.outcome)")
        #expect(found.outcome.indication == .totalPassed, "\(found.outcome)")
        let count = level == .b ? 0 : level == .lta ? 2 : 1
        #expect(found.timestamps.count == count)
        try rig.openSSL.write(message, "message")
        try rig.openSSL.write(content, "content")
        let words = ["cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", "message", "-CAfile", "root.pem"]
        let judged = try rig.openSSL.attempt(
            words + ["-purpose", "any", "-out", "out"] + (attached ? [] : ["-content", "content"])
        )
        #expect(judged.status == 0, "\(judged)")

        // Every octet of the signer and of what proves it; some bits elsewhere mean nothing, as those of a label.
        for index in stride(from: 3, to: message.count, by: max(7, message.count / 60)) {
            var changed = message
            changed[index] ^= 0x04
            guard let after = try? rig.assess(changed, kept), after.outcome.indication == .totalPassed else { continue }
            #expect(after.level < level || after.signer.signedAttributes == found.signer.signedAttributes)
            #expect(after.outcome.bestSignatureTime >= found.outcome.bestSignatureTime || level == .b)
        }
    }

    @Test(
        "Content of any size streams into an attached message of every level and out again",
        arguments: [true, false]
    )
    func streaming(isSizeKnown: Bool) throws {
        let large = [UInt8](repeating: 7, count: 3 << 20)
        let message = try rig.sign(large, .lta, attached: true, size: isSizeKnown ? 3 << 20 : nil)
        let found = try #require(try rig.assess(message, nil))
        #expect(found.level == .lta && found.outcome.indication == .totalPassed)
        // What is rewritten is DER around the same content.
        let report = try rig.report(message, nil)
        let revision = try rig.extender(.lta).extended(report)
        var sink = MemorySink()
        try revision.write(rereading: MemorySource(message), to: &sink)
        try revision.readBack(MemorySource(sink.octets))
        _ = try ASN1Element.parse(sink.octets)
        let renewed = try #require(try rig.assess(sink.octets, nil))
        let valid = renewed.timestamps.filter { $0.kind == .archive && $0.isValid }
        #expect(valid.count == 2)
    }

    @Test("A message is raised step by step, and renewed: each archive timestamp proves the one before")
    func ladder() throws {
        var message = try rig.sign(content, .b, attached: false)
        for level in [SignatureLevel.t, .lt, .lta, .lta, .lta] {
            let revision = try rig.extender(level).extended(rig.report(message, content))
            var sink = MemorySink()
            try revision.write(rereading: NoContent(), to: &sink)
            try revision.readBack(MemorySource(sink.octets))
            message = sink.octets
            let reached = try rig.assess(message, content)?.level
            #expect(reached == level)
        }
        let found = try #require(try rig.assess(message, content))
        #expect(found.timestamps.map(\.kind) == [.signature, .archive, .archive, .archive])
        let failures = found.timestamps.flatMap(\.failures)
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test("What an archive timestamp covers cannot be taken out or exchanged")
    func removed() throws {
        let message = try rig.sign(content, .lta, attached: false)
        let parts = try rig.report(message, content).parts
        func archive(_ change: (inout SignedDataParts) -> Void) throws -> AssessedTimestamp? {
            var changed = parts
            change(&changed)
            return try rig.assess(changed.detachedMessage, content)?.timestamps.first { $0.kind == .archive }
        }
        let same = try archive { _ in }
        #expect(same?.isValid == true)
        let unproven = try archive { $0.revocations = [] }
        #expect(unproven?.failures.first?.contains("evidence") == true)
        let own = rig.signer.certificate.derRepresentation
        let without = try archive { $0.certificates.removeAll { $0 != own } }
        let reasons = without?.failures ?? []
        #expect(reasons.contains { $0.contains("a certificate that the timestamp covers") }, "\(reasons)")
        let bare = try archive { $0.signers[0].unsignedAttributes.removeAll { $0.type == .signatureTimestamp } }
        #expect(bare?.failures.first?.contains("an attribute that the timestamp covers") == true)
        // More may stand beside it.
        let other = try rig.root.signer().certificate.derRepresentation
        let more = try archive { $0.add(certificate: other) }
        #expect(more?.isValid == true)
    }

    @Test("A timestamp over another signature does not count", arguments: [SignatureLevel.t, .lta])
    func moved(level: SignatureLevel) throws {
        let stamped = try rig.report(rig.sign(content, level, attached: false), content).parts
        var moved = try rig.report(rig.sign(content, .b, attached: false), content).parts
        moved.signers[0].unsignedAttributes = stamped.signers[0].unsignedAttributes
        moved.certificates = stamped.certificates
        moved.revocations = stamped.revocations
        let found = try #require(try rig.assess(moved.detachedMessage, content))
        let areValid = found.timestamps.map(\.isValid)
        #expect(found.level == .b && !areValid.isEmpty && !areValid.contains(true))
    }

    @Test("A timestamp keeps a signature valid that was revoked later; without one it is not")
    func revokedLater() throws {
        let bare = try rig.sign(content, .b, attached: false)
        let stamped = try rig.sign(content, .t, attached: false)
        rig.revoke([
            MadeList.entry(
                rig.signer.certificate,
                date: UniversalTime(secondsSince1970: UniversalTime.now.secondsSince1970 + 600),
                [MadeList.reason(.keyCompromise)]
            )
        ])
        let found = try #require(try rig.assess(stamped, content, days: 1, online: true))
        #expect(found.outcome.indication == .totalPassed, "\(found.outcome) \(found.timestamps.map(\.failures))")
        let refused = try #require(try rig.assess(bare, content, days: 1, online: true))
        #expect(refused.outcome.subIndication == .revoked, "\(refused.outcome)")
        #expect(refused.contacted == ["http://lists.example/root.crl"])
        // Nothing is asked, and that is said.
        let silent = try #require(try rig.assess(bare, content, days: 1))
        #expect(silent.outcome.facts.contains("revocation: not asked") && silent.contacted == [])
        // No level LT for a certificate that was revoked before.
        rig.revoke([MadeList.entry(rig.signer.certificate, [MadeList.reason(.keyCompromise)])])
        #expect(throws: DocumentError(.notTrusted, "")) { try rig.sign(content, .lt, attached: false) }
    }

    @Test("Once its authority has ended, a timestamp counts only under a newer one")
    func expired() throws {
        let stamped = try rig.sign(content, .t, attached: false)
        let found = try #require(try rig.assess(stamped, content, days: 6))
        #expect(found.outcome.indication == .indeterminate && found.outcome.subIndication == .outOfBounds)
        #expect(found.timestamps.first?.isValid == false)
        let early = try #require(try rig.assess(stamped, content, days: -1))
        let reasons = early.timestamps.flatMap(\.failures)
        #expect(reasons.contains { $0.contains("a clock may be wrong") }, "\(reasons)")
    }

    /// Raises a message.
    private func raised(_ message: [UInt8], _ level: SignatureLevel, days: Int = 0) throws -> [UInt8] {
        let revision = try rig.extender(level, days: days).extended(rig.report(message, content))
        var sink = MemorySink()
        try revision.write(rereading: NoContent(), to: &sink)
        return sink.octets
    }

    @Test("A renewal asks whether the newest timestamp still counts, and stops if nothing says so")
    func renewalAsks() throws {
        let message = try rig.sign(content, .lta, attached: false)
        let count = rig.urls.count { $0.hasSuffix(".crl") }
        _ = try raised(message, .lta)
        #expect(rig.urls.count { $0.hasSuffix(".crl") } > count)
        // Revoked since, or the server is silent: what the message holds would do for neither.
        rig.revoke([MadeList.entry(rig.authority.certificate, date: .now, [MadeList.reason(.keyCompromise)])])
        #expect(throws: DocumentError(.notTrusted, "")) { try raised(message, .lta) }
        rig.revoke([], days: -1)
        #expect(throws: DocumentError(.notTrusted, "")) { try raised(message, .lta) }
        // Once the authority's certificate has ended, it is too late.
        rig.revoke([], days: 9)
        #expect(throws: DocumentError(.notTrusted, "")) { try raised(message, .lta, days: 6) }
        // Once the evidence in it has ended, verifying online learns the same.
        rig.revoke([], days: 1)
        let older = try rig.sign(content, .lta, attached: false)
        rig.revoke([MadeList.entry(rig.authority.certificate, date: .now, [MadeList.reason(.keyCompromise)])])
        let asked = try #require(try rig.assess(older, content, days: 2, online: true))
        #expect(asked.timestamps.contains { !$0.isValid })
    }

    @Test("Evidence older than the signature counts until it ends; newer evidence brings the level back")
    func agedEvidence() throws {
        rig.revoke([], begin: -1, days: 1)
        let aged = Mutex<[String]>([])
        var extender = rig.extender(.lt)
        extender.agingEvidence = { words in aged.withLock { $0.append(words) } }
        let bare = try rig.sign(content, .b, attached: false)
        let revision = try extender.extended(rig.report(bare, content))
        var sink = MemorySink()
        try revision.write(rereading: NoContent(), to: &sink)
        let words = aged.withLock { $0 }
        #expect(words.contains { $0.contains("older than the time that it should cover") }, "\(words)")
        let early = try #require(try rig.assess(sink.octets, content))
        let late = try #require(try rig.assess(sink.octets, content, days: 2))
        #expect(early.level == .lt && late.level == .t)
        rig.revoke([], begin: 1, days: 4)
        let newer = try raised(sink.octets, .lt, days: 2)
        let again = try #require(try rig.assess(newer, content, days: 3))
        #expect(again.level == .lt && again.outcome.indication == .totalPassed, "\(again.outcome)")
    }

    @Test("The signature policy and a timestamp over the content are signed")
    func attributes() throws {
        let text = try HashAlgorithm.sha256.hash(Array("policy".utf8))
        let policy = SignaturePolicy(
            identifier: OID(1, 2, 3, 4),
            digest: ContentDigest(hash: .sha256, digest: text),
            url: "http://policy.example/"
        )
        var signer = CMSSigner(certificate: rig.signer.certificate)
        signer.furtherAttributes = [policy.attribute]
        let extender = rig.extender(.b)
        signer.contentAttributes = { content throws(DocumentError) in [try extender.contentTimestamp(content)] }
        var source = MemorySource(content)
        let message = try signer.signDetached(&source, key: rig.signer.key)
        let found = try #require(try rig.assess(message, content))
        #expect(found.policy == policy)
        let areValid = found.timestamps.allSatisfy(\.isValid)
        #expect(found.timestamps.map(\.kind) == [.content] && areValid)
        #expect(found.level == .b && found.outcome.indication == .totalPassed)
    }

    @Test("A countersignature is over one signature alone, and does not count for it")
    func counterSignature() throws {
        let other = try rig.root.signer(subject: "CN=Bob,O=Example")
        let message = try rig.sign(content, .b, attached: false)
        var revision = MessageRevision(try rig.report(message, content))
        let algorithm = SignatureAlgorithm.ecdsa(.sha256)
        let counter = try CounterSignature(
            over: revision.parts.signers[0].signature,
            signer: CMSSigner(certificate: other.certificate),
            algorithm: algorithm
        )
        let signature = try other.key.signChecked(counter.octetsToSign, algorithm: algorithm).signature
        revision.parts.add(certificate: other.certificate.derRepresentation)
        revision.parts.signers[0].unsignedAttributes.append(counter.attribute(signature))
        let good = try rig.report(revision.parts.detachedMessage, content)
        #expect(good.signers[0].counterSignatures.map(\.isValid) == [true])
        #expect(good.signers[0].counterSignatures[0].certificate == other.certificate)
        var moved = revision.parts
        let second = try rig.report(rig.sign(content, .b, attached: false), content).parts
        moved.signers = second.signers
        moved.signers[0].unsignedAttributes = revision.parts.signers[0].unsignedAttributes
        let bad = try rig.report(moved.detachedMessage, content)
        #expect(bad.signers[0].isValid && bad.signers[0].counterSignatures.map(\.isIntact) == [false])
    }
}
