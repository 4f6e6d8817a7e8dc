import CAdES
import JetonASN1
import JetonCMS
import JetonPDF
import JetonValidation
import PAdES
import SignatureLevels
import TestRig
import Testing

@testable import CertificateRig
@testable import EvidenceRig
@testable import JetonX509

@Suite("Levels of PAdES")
struct LevelTests {
    let rig: PAdESRig
    let signed: [UInt8]

    init() throws {
        rig = try PAdESRig()
        signed = try rig.sign(MadePDF().bytes())
    }

    /// The outcome for the signature that was made first.
    private func first(_ report: PAdESReport) throws -> SignerAssessment {
        try #require(report.signatures.first?.signer)
    }

    @Test("A signed document is raised to each level, and no byte of it changes", arguments: SignatureLevel.allCases)
    func levels(level: SignatureLevel) throws {
        let document = try rig.extend(signed, level)
        #expect(document.starts(with: signed))
        let report = try rig.assess(document)
        let signer = try first(report)
        // A timestamp proves nothing of evidence that was added behind it.
        #expect(signer.level == level, "\(signer.timestamps.map(\.failures)) \(signer.outcome)")
        #expect(report.isValid && signer.outcome.indication == .totalPassed)
        let stamps = report.signatures.filter { $0.report.isTimestamp }.count
        #expect(stamps == (level == .b ? 0 : level == .lta ? 2 : 1))
    }

    @Test("A timestamp counts for the signatures that it covers, not for one that was added behind it")
    func later() throws {
        let stamped = try rig.extend(signed, .lta)
        let other = try rig.evidence.root.signer(subject: "CN=Bob,O=Example")
        let report = try rig.assess(rig.sign(stamped, by: other, field: "Second"))
        let second = try #require(report.signatures.first { $0.report.field == "Second" }?.signer)
        #expect(second.timestamps.isEmpty && second.level == .b && second.signer.isIntact)
        #expect(try first(report).level == .lta)
    }

    @Test("After a change that a document timestamp does not permit it proves nothing, and nothing is valid")
    func changed() throws {
        let font = "<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>"
        let report = try rig.assess(MadePDF.append([(4, font)], to: rig.extend(signed, .lta)))
        #expect(!report.isValid && report.signatures.allSatisfy { !$0.isValid })
        let signer = try first(report)
        #expect(signer.level == .b && signer.timestamps.count == 2)
        let failures = signer.timestamps.map(\.failures)
        #expect(failures.allSatisfy { $0.contains { $0.contains("a font was changed") } }, "\(failures)")
        // The signature itself holds for what it covers; the change alone takes its worth away.
        let bare = try rig.assess(MadePDF.append([(4, font)], to: signed))
        #expect(bare.isIntact && !bare.isValid && bare.signatures.allSatisfy { !$0.isValid })
    }

    @Test("A byte of the evidence or of a timestamp that changes takes the level away")
    func damaged() throws {
        let document = try rig.extend(signed, .lta)
        let whole = try rig.assess(document)
        #expect(whole.isValid)
        for index in stride(from: signed.count + 40, to: document.count, by: (document.count - signed.count) / 24) {
            var changed = document
            changed[index] ^= 0x04
            guard let report = try? rig.assess(changed), report.isValid else { continue }
            // What fills the room behind a token, and numbers that nothing depends on.
            let level = try first(report).level
            #expect(level <= .lta && report.document.revisionCount == whole.document.revisionCount, "\(index)")
        }
    }

    @Test("A renewal asks whether the newest document timestamp still counts, and stops if nothing says so")
    func renewalAsks() throws {
        let document = try rig.extend(signed, .lta)
        let renewed = try rig.extend(document, .lta)
        #expect(try first(rig.assess(renewed)).level == .lta)
        let revoked = MadeList.entry(
            rig.evidence.authority.certificate,
            date: .now,
            [MadeList.reason(.keyCompromise)]
        )
        rig.evidence.revoke([revoked])
        #expect(throws: DocumentError(.notTrusted, "")) { try rig.extend(document, .lta) }
        rig.evidence.revoke([], days: -1)
        #expect(throws: DocumentError(.notTrusted, "")) { try rig.extend(document, .lta) }
        rig.evidence.revoke([], days: 9)
        #expect(throws: DocumentError(.notTrusted, "")) { try rig.extend(document, .lta, days: 6) }
        // Online, a PDF is judged as a message is, once the evidence in it has ended.
        rig.evidence.revoke([], days: 1)
        let older = try rig.extend(signed, .lta)
        rig.evidence.revoke([revoked])
        let policy = VerificationPolicy(trust: rig.evidence.trust, time: UniversalTime.now.adding(days: 2))
        let collector = EvidenceCollector(fetcher: rig.evidence, time: policy.time)
        let online = try PAdESValidator(policy: policy, collector: collector).assess(PDFDocument(PDFMemory(older)))
        let stamps = online.signatures.filter { $0.report.isTimestamp }
        let areRefused = !stamps.isEmpty && stamps.allSatisfy { !$0.isValid }
        #expect(areRefused)
    }

    @Test("A signature is not valid that says it was made tomorrow")
    func tomorrow() throws {
        func judged(_ days: Int) throws -> ValidationOutcome.Indication? {
            let document = try rig.sign(MadePDF().bytes(), time: UniversalTime.now.adding(days: days))
            return try first(rig.assess(document)).outcome.indication
        }
        #expect(try judged(0) == .totalPassed)
        #expect(try judged(1) == .indeterminate)
    }

    @Test("A document whose signature does not hold is not extended")
    func broken() throws {
        var changed = signed
        let place = try #require(changed.indices.first { changed[$0...].starts(with: "Contract".utf8) })
        changed[place] ^= 0x20
        #expect(throws: DocumentError(.signatureMismatch, "")) { try rig.extend(changed, .t) }
    }
}
