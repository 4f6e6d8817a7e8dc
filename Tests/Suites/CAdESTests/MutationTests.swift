import CAdES
import JetonASN1
import SignatureLevels
import TestRig
import Testing

@testable import CertificateRig
@testable import EvidenceRig
@testable import JetonCMS
@testable import JetonValidation
@testable import JetonX509

@Suite("Messages and evidence that were changed at random")
struct MutationTests {
    /// How many variants of each kind are tried.
    private static let count = 200

    /// Changes octets, the same in each run.
    private struct Generator {
        var numbers: SeededNumbers

        /// Some octets with one to four changes: an octet replaced, a piece taken out, doubled or moved.
        mutating func change(_ octets: [UInt8]) -> [UInt8] {
            var changed = octets
            for _ in 0...numbers.next(below: 4) {
                guard changed.count > 8 else { break }
                let place = numbers.next(below: changed.count - 8)
                switch numbers.next(below: 5) {
                case 0: changed[place] = UInt8(numbers.next(below: 256))
                case 1: changed[place] ^= 1 << UInt8(numbers.next(below: 8))
                case 2: changed.removeSubrange(place..<place + 1 + numbers.next(below: 8))
                case 3: changed.insert(contentsOf: changed[place..<place + 1 + numbers.next(below: 8)], at: place)
                default: changed = Array(changed[..<place])
                }
            }
            return changed
        }
    }

    @Test("A changed message is refused or judged, and never valid with other content")
    func messages() throws {
        let rig = try EvidenceRig()
        let content = Array("I owe you one.".utf8)
        let message = try rig.sign(content, .lta, attached: true)
        let good = try rig.report(message, nil)
        var generator = Generator(numbers: SeededNumbers(seed: 1))
        for _ in 0..<Self.count {
            let changed = generator.change(message)
            guard let report = try? rig.report(changed, nil) else { continue }
            for (found, signer) in zip(rig.validator().assess(report), report.signers)
            where found.outcome.indication == .totalPassed {
                #expect(report.contentDigests == good.contentDigests)
                #expect(signer.signedAttributes == good.signers[0].signedAttributes)
            }
        }
    }

    @Test("A changed timestamp, list or response is refused or judged, and never says something else")
    func evidence() throws {
        let rig = try EvidenceRig()
        let content = Array("content".utf8)
        let imprint = try MessageImprint(hash: .sha256, digest: HashAlgorithm.sha256.hash(content))
        let client = TimestampClient(
            urls: ["http://tsa.example/"],
            fetcher: rig,
            verifier: TimestampVerifier(trust: rig.trust)
        )
        let outcome = try client.timestamp(imprint)
        var list = MadeList(rig.root)
        list.entries = [MadeList.entry(rig.signer.certificate, [MadeList.reason(.superseded)])]
        let encoded = try list.derRepresentation
        let serial = rig.signer.certificate.serialNumber
        let path = CertificatePathBuilder(trust: rig.trust, purpose: .any).path(for: rig.signer.certificate)
        var generator = Generator(numbers: SeededNumbers(seed: 2))
        for _ in 0..<Self.count {
            let changed = generator.change(outcome.response.derRepresentation)
            if let response = try? TimestampResponse(derRepresentation: changed),
                let report = try? TimestampVerifier(trust: rig.trust).verify(token: response.token, imprint: imprint),
                report.isValid
            {
                #expect(report.info == outcome.report.info)
            }
            var reader = try RevocationListReader(serials: [serial])
            let piece = generator.change(encoded)
            guard (try? reader.update(piece.span)) != nil, let found = try? reader.finish() else { continue }
            let check = RevocationCheck(
                trust: rig.trust,
                certificates: [],
                evidence: RevocationEvidence(lists: [found]),
                time: .now
            )
            #expect(check.statuses(of: path).first != .good)
        }
    }
}
