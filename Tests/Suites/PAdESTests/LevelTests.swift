import CAdES
import CMS
import PAdES
import PDF
import TestRig
import Testing
import Validation

@testable import CertificateRig
@testable import EvidenceRig
@testable import X509

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

    @Test("A signed document is raised to each level, and no byte of it changes", arguments: CAdESLevel.allCases)
    func levels(level: CAdESLevel) throws {
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
        for index in stride(from: signed.count + 40, to: document.count, by: (document.count - signed.count) / 24) {
            var changed = document
            changed[index] ^= 0x04
            guard let report = try? rig.assess(changed), report.isValid else { continue }
            // Zeros behind a token, and numbers that nothing depends on.
            let level = try first(report).level
            #expect(level <= .lta && report.document.revisionCount == 4, "\(index)")
        }
        #expect(try rig.assess(document).isValid)
    }

    @Test("A document whose signature does not hold is not extended")
    func broken() throws {
        var changed = signed
        let place = try #require(changed.indices.first { changed[$0...].starts(with: "Contract".utf8) })
        changed[place] ^= 0x20
        #expect(throws: SigningError(.signatureMismatch, "")) { try rig.extend(changed, .t) }
    }
}
