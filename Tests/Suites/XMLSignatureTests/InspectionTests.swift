import Foundation
import JetonASN1
import JetonCMS
import JetonValidation
import TestRig
import Testing
import XMLSignature

@testable import CertificateRig
@testable import JetonX509

/// Documents of `Fixtures`, which other programs or patient hands made.
@Suite("XML documents that once were taken for more than they are")
struct InspectionTests {
    private static let directory = BuildProducts.packageDirectory.appending(
        path: "Tests/Suites/XMLSignatureTests/Fixtures"
    )
    /// When the certificates of the documents were valid.
    private static let time = UniversalTime(year: 2026, month: 11, day: 26, hour: 22, minute: 0, second: 0)

    private func verify(
        _ name: String,
        anchor: String = "ca.pem",
        files: some ReferencedFiles = NoReferencedFiles()
    ) throws -> XMLSignatureResult {
        let octets = try Data(contentsOf: Self.directory.appending(path: name))
        let pem = try Data(contentsOf: Self.directory.appending(path: anchor))
        let policy = VerificationPolicy(
            trust: try TrustStore(bundle: Array(pem)),
            time: try #require(Self.time)
        )
        let report = try XMLSignatureVerifier(policy).verify(files: files) { MemorySource(Array(octets)) }
        #expect(report.signatures.count == 1)
        return try #require(report.signatures.first)
    }

    private func outcome(_ result: XMLSignatureResult) throws -> ValidationOutcome {
        let policy = VerificationPolicy(time: try #require(Self.time))
        return SignatureValidator(policy: policy)
            .outcome(of: result.signer, certificates: result.certificates)
    }

    @Test(
        "An element that others can put into KeyInfo or the unsigned properties is named as not covered",
        arguments: ["01-keyinfo-foreign.xml", "01-xmldsig-keyinfo.xml", "01-unsignedproperties-foreign.xml"]
    )
    func foreign(name: String) throws {
        let result = try verify(name)
        let names = result.uncovered.map(\.name)
        let isRefused = result.signer.failures.contains { $0.check == .structure }
        #expect(names.contains { $0.hasSuffix("Assertion") } || isRefused, "\(names) \(result.signer.failures)")
        #expect(isRefused || result.uncoveredCount == 1)
    }

    @Test("An element beside the properties in an Object is refused")
    func foreignInObject() throws {
        let result = try verify("01-object-foreign.xml")
        #expect(result.signer.failures.map(\.check) == [.structure], "\(result.signer.failures)")
    }

    @Test(
        "A signature over nothing, whose digest fits any document, is refused",
        arguments: ["02-empty-filter.xml", "02-empty-intersect.xml"]
    )
    func nothing(name: String) throws {
        let result = try verify(name)
        #expect(result.signer.failures.map(\.check) == [.structure], "\(result.signer.failures)")
        #expect(result.signer.failures.first?.detail.contains("covers nothing") == true)
    }

    @Test("An element around what is covered is named: its text and attributes may say anything")
    func around() throws {
        let result = try verify("03-root-attribute.xml")
        #expect(result.uncovered.map(\.name) == ["root"] && result.uncovered.first?.isOnlyAround == true)
        let selection = try verify("03-intersect-inner.xml")
        #expect(selection.uncovered.filter(\.isOnlyAround).map(\.name).first == "root", "\(selection.uncovered)")
        #expect(selection.references.first?.subject == "the filtered content of the document")
    }

    @Test("A file that was not given leaves the signature undecided; with it the signature is valid")
    func detached() throws {
        let missing = try verify("05-detached.xml")
        let outcome = try outcome(missing)
        #expect(outcome.indication == .indeterminate && outcome.subIndication == .signedDataNotFound, "\(outcome)")
        #expect(missing.references.first?.failureKind == .notFound)
        let content = try Data(contentsOf: Self.directory.appending(path: "det.txt"))
        let given = try verify("05-detached.xml", files: OneFile(name: "det.txt", content: Array(content)))
        #expect(given.signer.isIntact, "\(given.signer.failures)")
    }

    @Test(
        "A manifest counts without a Type, by a reference to it or to the Object around it",
        arguments: ["07-manifest-in-object.xml", "07-manifest-no-type.xml"]
    )
    func manifest(name: String) throws {
        let result = try verify(name)
        let outcome = try outcome(result)
        #expect(outcome.indication == .totalFailed && outcome.subIndication == .hashFailure, "\(outcome)")
        #expect(result.listed.contains { $0.failureKind == .notIntact })
    }

    @Test("The certificate whose key verifies is the signer's, also as the last of eleven")
    func certificateOrder() throws {
        let last = try verify("08-leaf-last-of-11.xml", anchor: "08-root.pem")
        #expect(last.signer.isIntact, "\(last.signer.failures)")
        let altered = try verify("08-altered-root-first-8.xml", anchor: "08-root.pem")
        let failures = altered.signer.failures.filter { !$0.check.isAboutTrust }
        #expect(failures.map(\.check) == [.messageDigest], "\(failures)")
        #expect(altered.signer.certificate?.basicConstraints?.isAuthority != true)
    }

    @Test("What is extracted is what was verified, or an error")
    func extracted() throws {
        let rig = try SignatureRig()
        let document = try rig.signElement("<all><part Id=\"x\">good</part></all>", id: "x")
        let result = try rig.verifyOne(document)
        #expect(result.signer.isValid, "\(result.signer.failures)")
        let part = try #require(CoveredPart(result, 0))
        func extract(_ document: String) throws -> String {
            var source = MemorySource(Array(document.utf8))
            var sink = MemorySink()
            try part.write(&source, to: &sink)
            return String(decoding: sink.octets, as: UTF8.self)
        }
        #expect(try extract(document) == "<part Id=\"x\">good</part>")
        for changed in [document.replacing("good", with: "evil"), document.replacing("Id=\"x\"", with: ""), "<all"] {
            #expect(throws: DocumentError(.contentChanged, "")) { try extract(changed) }
        }
    }

    @Test("A document that changes between two readings is an error")
    func changing() throws {
        let rig = try SignatureRig()
        let honest = try rig.sign("<all><part>good</part></all>", rig.format(.enveloped))
        let digest = "<ds:DigestValue>"
        let place = try #require(honest.range(of: digest)?.upperBound)
        let other = honest[..<place] + "AAAA" + honest[honest.index(place, offsetBy: 4)...]
        var count = 0
        #expect(throws: DocumentError(.contentChanged, "")) {
            try XMLSignatureVerifier(rig.policy).verify {
                count += 1
                // The first reading looks at the end, the second finds the signatures, the third digests.
                return MemorySource(Array((count == 3 ? honest : String(other)).utf8))
            }
        }
        #expect(count == 3)
    }

    @Test("References that make too much of a document are an error, and soon")
    func amplification() throws {
        let reference = VerifierTests.reference("", [VerifierTests.enveloped, VerifierTests.exclusive])
            .replacing("<DigestValue/>", with: "<DigestValue>AAAA</DigestValue>")
        let signature = VerifierTests.template(String(repeating: reference, count: 30))
            .replacing("<SignatureValue/>", with: "<SignatureValue>AAAA</SignatureValue>")
        let content = "<pad>" + String(repeating: "x", count: 1_000_000) + "</pad>"
        let rig = try SignatureRig()
        let document = "<all>\(content)\(String(repeating: signature, count: 64))</all>"
        #expect(throws: DocumentError(.limitExceeded, "")) { try rig.verify(document) }
        // One signature of that kind is within the budget.
        let one = try rig.verifyOne("<all>\(content)\(signature)</all>")
        #expect(one.references.count == 30)
    }
}
