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

@Suite("Levels of XAdES")
struct LevelTests {
    static let document =
        "<?xml version=\"1.0\"?>\n<f xmlns=\"urn:f\" xmlns:x=\"urn:x\" x:a=\"1\">t<!-- c --><g/>&#xD;</f>\n"

    let rig: XAdESRig

    init() throws { rig = try XAdESRig() }

    @Test("A signature of level B names its certificate and time; xmlsec1 and signxml accept it")
    func baseline() async throws {
        let signed = try rig.sign(Self.document)
        let found = try #require(try rig.assess(signed).first)
        #expect(found.level == .b && found.outcome.indication == .totalPassed, "\(found.outcome)")
        let named = found.signer.findings.first { $0.check == .signingCertificate }
        #expect(named?.outcome == .passed && found.signer.signingTime != nil)
        let path = rig.openSSL.directory.appending(path: "signed.xml").path
        try rig.openSSL.write(signed, "signed.xml")
        let root = rig.openSSL.directory.appending(path: "root.pem").path
        let output = try await ChildProcess.run([
            "xmlsec1", "--verify", "--trusted-pem", root, "--enabled-key-data", "x509", "--id-attr:Id",
            "http://uri.etsi.org/01903/v1.3.2#:SignedProperties", path,
        ])
        #expect(output.exitStatus == 0, "\(output.errorText)")
        try PythonClients.require(.lxml, .signxml)
        let script = """
            import sys
            from lxml import etree
            from signxml.xades import XAdESVerifier, XAdESSignatureConfiguration
            root = etree.fromstring(open(sys.argv[1], "rb").read())
            XAdESVerifier().verify(root, ca_pem_file=sys.argv[2], expect_references=2)
            """
        try rig.openSSL.write(script, "judge.py")
        let judged = try await ChildProcess.run([
            PythonClients.program("python3"), rig.openSSL.directory.appending(path: "judge.py").path, path, root,
        ])
        #expect(judged.exitStatus == 0, "\(judged.errorText)")
    }

    @Test("A document is raised step by step and renewed; lxml computes the same imprints, openssl accepts the tokens")
    func ladder() async throws {
        var document = try rig.sign(Self.document)
        for level in [SignatureLevel.t, .lt, .lta, .lta, .lta] {
            document = try rig.extend(document, level)
            let found = try #require(try rig.assess(document).first)
            #expect(found.level == level && found.outcome.indication == .totalPassed, "\(found.outcome)")
        }
        let found = try #require(try rig.assess(document).first)
        #expect(found.timestamps.map { $0.kind } == [.signature, .archive, .archive, .archive])
        let failures = found.timestamps.flatMap { $0.failures }
        #expect(failures.isEmpty, "\(failures)")
        // In another document the signature still holds: what was added depends on nothing around it.
        let moved = document.replacing("<?xml version=\"1.0\"?>\n", with: "")
        let again = try #require(try rig.assess(moved).first)
        #expect(again.level == .lta)
        try PythonClients.require(.lxml)
        let lines = try await rig.recompute(document)
        #expect(lines == ["SignatureTimeStamp OK"] + [String](repeating: "ArchiveTimeStamp OK", count: 3))
    }

    @Test("A renewal stops if the newest timestamp's authority was revoked, or its certificate has ended")
    func renewalAsks() throws {
        let document = try rig.extend(rig.sign(Self.document), .lta)
        let authority = rig.evidence.authority.certificate
        rig.evidence.revoke([MadeList.entry(authority, date: .now, [MadeList.reason(.keyCompromise)])])
        #expect(throws: DocumentError(.notTrusted, "")) { try rig.extend(document, .lta) }
        rig.evidence.revoke([], days: -1)
        #expect(throws: DocumentError(.notTrusted, "")) { try rig.extend(document, .lta) }
        rig.evidence.revoke([], days: 9)
        var sink = MemorySink()
        #expect(throws: DocumentError(.notTrusted, "")) {
            try XAdESExtender(rig.evidence.extender(.lta, days: 6))
                .extend(rereading: { MemorySource(Array(document.utf8)) }, to: &sink)
        }
    }

    @Test("Every packaging and two parallel signatures reach level LTA", arguments: [false, true])
    func packagings(isParallel: Bool) async throws {
        var document = try isParallel ? rig.sign(Self.document, isParallel: true) : rig.sign("octets\0", .enveloping)
        if isParallel { document = try rig.sign(document, isParallel: true) }
        document = try rig.extend(document, .lta)
        let found = try rig.assess(document)
        #expect(found.count == (isParallel ? 2 : 1))
        let areHigh = found.allSatisfy { $0.level == .lta && $0.outcome.indication == .totalPassed }
        #expect(areHigh)
        try PythonClients.require(.lxml)
        let lines = try await rig.recompute(document)
        let areOK = lines.allSatisfy { $0.hasSuffix("OK") }
        #expect(areOK && lines.count == 2 * found.count, "\(lines)")
    }

    @Test("What an archive timestamp covers cannot be changed, and what follows it may")
    func covered() throws {
        let document = try rig.extend(rig.sign(Self.document), .lta)
        func level(_ changed: String) throws -> SignatureLevel? {
            #expect(changed != document)
            return try rig.assess(changed).first?.level
        }
        let spaced = try level(document.replacing("<xades:CRLValues>", with: "<xades:CRLValues> "))
        #expect(spaced == .lt)
        let removed = try level(
            document.replacing("<xades:EncapsulatedTimeStamp>", with: "<xades:EncapsulatedTimeStamp>AAAA")
        )
        #expect(removed == .b)
        let twice = document.replacing(
            "</xades:UnsignedSignatureProperties>",
            with: "<x/></xades:UnsignedSignatureProperties>"
        )
        let after = try level(twice)
        #expect(after == .lta)
    }

    @Test("Properties of another signature, or that are not the signed ones, are refused")
    func spoofed() throws {
        let signed = try rig.sign(Self.document)
        let target = signed.replacing("Target=\"#S-", with: "Target=\"#T-")
        let signer = try #require(try rig.assess(target).first).signer
        let words = signer.failures.first { $0.check == .structure }?.detail
        #expect(words?.contains("Target") == true)
        // A look-alike in front: the same identifier twice.
        let start = try #require(signed.range(of: "<xades:QualifyingProperties"))
        let end = try #require(signed.range(of: "</xades:QualifyingProperties>"))
        let properties = String(signed[start.lowerBound..<end.upperBound])
        let object =
            "<ds:Object>\(properties.replacing("Id=\"S-", with: "Id=\"X-").replacing("20", with: "19"))</ds:Object>"
        let doubled = signed.replacing("<ds:Object><xades", with: object + "<ds:Object><xades")
        let other = try #require(try rig.assess(doubled).first).signer
        let reason = other.failures.first { $0.check == .structure }?.detail
        #expect(reason?.contains("2 QualifyingProperties") == true, "\(other.failures)")
        let certificate = try rig.assess(signed.replacing("<xades:SigningTime>20", with: "<xades:SigningTime>19")).first
        #expect(certificate?.outcome.indication == .totalFailed)
    }

    @Test("Plain XMLDSig has no levels, and a broken signature is not extended")
    func refused() throws {
        let plain = XMLSignatureFormat(signer: XMLSigner(certificate: rig.signer.certificate))
        var source = MemorySource(Array("<a/>".utf8))
        var sink = MemorySink()
        try plain.sign(&source, key: rig.signer.key, algorithm: .ecdsa(.sha256), to: &sink) { MemorySource($0.octets) }
        let text = String(decoding: sink.octets, as: UTF8.self)
        #expect(throws: DocumentError(.refused, "")) { try rig.extend(text, .t) }
        let broken = try rig.sign(Self.document).replacing(">t<", with: ">u<")
        #expect(throws: DocumentError(.signatureMismatch, "")) { try rig.extend(broken, .t) }
    }
}
