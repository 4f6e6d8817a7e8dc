import Foundation
import JetonASN1
import JetonCMS
import SignatureLevels
import TestRig
import Testing
import XAdES
import XMLSignature

@testable import CAdES
@testable import CertificateRig
@testable import EvidenceRig
@testable import JetonValidation
@testable import JetonX509

@Suite("Countersignatures and statements of XAdES")
struct CountersignatureTests {
    let rig: XAdESRig
    let boss: MadeCertificate

    init() throws {
        rig = try XAdESRig()
        boss = try rig.evidence.root.signer()
    }

    private func countersign(_ document: String) throws -> String {
        let octets = Array(document.utf8)
        let made = XAdESCountersigner(XMLSigner(certificate: boss.certificate, xades: XAdESOptions()))
        var sink = MemorySink()
        try made.sign(
            key: boss.key,
            algorithm: .ecdsa(.sha256),
            rereading: { MemorySource(octets) },
            to: &sink
        )
        let written = sink.octets
        try made.readBack { MemorySource(written) }
        return String(decoding: written, as: UTF8.self)
    }

    @Test("Each signature of a document gets a countersignature, which xmlsec1 accepts; levels stay and rise")
    func made() async throws {
        var document = try rig.extend(rig.sign(LevelTests.document, isParallel: true), .lta)
        document = try rig.sign(document, isParallel: true)
        let signed = try countersign(countersign(document))
        let found = try rig.assess(signed)
        #expect(found.map(\.level) == [.lta, .b] && found.allSatisfy { $0.outcome.indication == .totalPassed })
        #expect(found.map(\.signer.counterSignatures.count) == [2, 2])
        let others = found.flatMap(\.signer.counterSignatures)
        #expect(others.allSatisfy { $0.isValid && $0.certificate == boss.certificate })
        let higher = try rig.assess(rig.extend(signed, .lta))
        #expect(higher.map(\.level) == [.lta, .lta] && higher.allSatisfy { $0.signer.counterSignatures.count == 2 })
        try rig.openSSL.write(signed, "signed.xml")
        let output = try await ChildProcess.run([
            "xmlsec1", "--verify", "--trusted-pem", rig.openSSL.directory.appending(path: "root.pem").path,
            "--enabled-key-data", "x509", "--id-attr:Id", "http://uri.etsi.org/01903/v1.3.2#:SignedProperties",
            "--id-attr:Id", "http://www.w3.org/2000/09/xmldsig#:SignatureValue", "--node-xpath",
            "(//*[local-name()='CounterSignature']/*[local-name()='Signature'])[1]",
            rig.openSSL.directory.appending(path: "signed.xml").path,
        ])
        #expect(output.exitStatus == 0, "\(output.errorText)")
    }

    @Test("A countersignature that is changed, or is over another signature, is not valid, and the signature still is")
    func refused() throws {
        let document = try countersign(rig.sign(LevelTests.document))
        let start = try #require(document.range(of: "<xades:CounterSignature"))
        let end = try #require(document.range(of: "</xades:CounterSignature>"))
        let counter = String(document[start.lowerBound..<end.upperBound])
        func others(_ changed: String) throws -> [SignerReport] {
            let found = try #require(try rig.assess(changed).first)
            #expect(found.outcome.indication == .totalPassed && changed != document)
            return found.signer.counterSignatures
        }
        let broken = try others(
            document.replacing(counter, with: counter.replacing("<xades:SigningTime>2", with: "<xades:SigningTime>1"))
        )
        #expect(broken.map(\.isIntact) == [false])
        // The same words in another document: they are not over its signature.
        let other = try rig.sign(LevelTests.document)
        let unsigned =
            "</xades:SignedProperties><xades:UnsignedProperties><xades:UnsignedSignatureProperties>\(counter)"
            + "</xades:UnsignedSignatureProperties></xades:UnsignedProperties>"
        let moved = try others(other.replacing("</xades:SignedProperties>", with: unsigned))
        #expect(moved.map(\.isIntact) == [false])
        // A whole signature over something else, put in as a countersignature.
        let whole = try rig.sign("<a/>", .enveloping)
        let foreign = whole.replacing("\n", with: "")
        let posed = try others(
            document.replacing(counter, with: "<xades:CounterSignature>\(foreign)</xades:CounterSignature>")
        )
        let words = posed.first?.failures.map(\.detail).joined() ?? ""
        #expect(words.contains("does not sign the signature that contains it"), "\(words)")
    }

    @Test("A signature that does not hold, or without properties, is not countersigned")
    func unfit() throws {
        let broken = try rig.sign(LevelTests.document).replacing(">t<", with: ">u<")
        #expect(throws: DocumentError(.signatureMismatch, "")) { try countersign(broken) }
        let nameless = try rig.sign(LevelTests.document).replacing(
            #/<ds:SignatureValue Id="[^"]*">/#,
            with: "<ds:SignatureValue>"
        )
        #expect(throws: DocumentError(.refused, "")) { try countersign(nameless) }
    }

    @Test("Statements and a timestamp of the content are signed and read; lxml computes the same imprint")
    func statements() async throws {
        var options = XAdESOptions()
        options.statements.commitments = [try #require(CommitmentType(name: "approval"))]
        options.statements.roles = ["Head of <Sales>", "R&D"]
        options.statements.city = "Köln"
        options.statements.country = "DE"
        options.contentTimestamps = SignatureExtender(
            level: .b,
            timestamps: TimestampClient(
                urls: ["http://tsa.example/"],
                fetcher: rig.evidence,
                verifier: TimestampVerifier(trust: rig.trust)
            ),
            collector: EvidenceCollector(fetcher: rig.evidence),
            policy: VerificationPolicy(trust: rig.trust)
        )
        let signed = try rig.sign(LevelTests.document, options: options)
        let found = try #require(try rig.assess(signed).first)
        #expect(found.outcome.indication == .totalPassed && found.statements == options.statements)
        #expect(found.timestamps.map(\.kind) == [.content] && found.timestamps.allSatisfy(\.isValid))
        let changed = try rig.assess(signed.replacing(">Köln<", with: ">Bonn<")).first
        #expect(changed?.outcome.indication == .totalFailed)
        try PythonClients.require(.lxml)
        let lines = try await rig.recompute(signed)
        #expect(lines == ["AllDataObjectsTimeStamp OK"])
    }

    @Test("A timestamp over some references counts for those that it names", arguments: [true, false])
    func individual(isNamed: Bool) throws {
        // As the other kind is made, and renamed before signing: both are over the one reference that there is.
        var options = XAdESOptions()
        options.contentTimestamps = SignatureExtender(
            level: .b,
            timestamps: TimestampClient(
                urls: ["http://tsa.example/"],
                fetcher: rig.evidence,
                verifier: TimestampVerifier(trust: rig.trust)
            ),
            collector: EvidenceCollector(fetcher: rig.evidence),
            policy: VerificationPolicy(trust: rig.trust)
        )
        let signed = try rig.sign(LevelTests.document, options: options)
        let reference = try #require(signed.firstMatch(of: #/<ds:Reference Id="([^"]*)"/#)).1
        let include =
            "<xades:Include URI=\"#\(isNamed ? reference : "R-none")\" referencedData=\"true\"></xades:Include>"
        let changed = signed.replacing(
            #/AllDataObjectsTimeStamp( Id="[^"]*")?>/#
        ) { "IndividualDataObjectsTimeStamp\($0.1 ?? "")>\($0.1 == nil ? "" : include)" }
        // The signature over it is broken; the timestamp is judged by itself.
        let found = try #require(try rig.assess(changed).first)
        #expect(found.timestamps.map(\.isValid) == [isNamed], "\(found.timestamps)")
    }
}
