import Foundation
import JetonASN1
import JetonCMS
import TestRig
import Testing
import XMLSignature

@testable import CertificateRig
@testable import JetonX509

@Suite("Manifests of XML signatures")
struct ManifestTests {
    static let manifestType = "http://www.w3.org/2000/09/xmldsig#Manifest"
    let rig: SignatureRig

    init() throws { rig = try SignatureRig() }

    /// Has xmlsec1 sign a document whose signature refers to a manifest.
    ///
    /// - Parameters:
    ///   - listed: The references of the manifest.
    ///   - isInside: Whether the manifest is in the signature, or beside it in the document.
    /// - Returns: The signed document.
    /// - Throws: If xmlsec1 fails.
    private func signed(
        _ listed: String,
        isInside: Bool = true
    ) async throws -> String {
        let reference = VerifierTests.reference("#m", [VerifierTests.exclusive])
            .replacing("<Reference ", with: "<Reference Type=\"\(Self.manifestType)\" ")
        let manifest = "<Manifest xmlns=\"http://www.w3.org/2000/09/xmldsig#\" Id=\"m\">\(listed)</Manifest>"
        let template = VerifierTests.template(reference)
            .replacing("</Signature>", with: (isInside ? "<Object>\(manifest)</Object>" : "") + "</Signature>")
        let beside = isInside ? "" : manifest
        let path = try rig.directory.write(
            "<all><part Id=\"x\">one</part><part Id=\"y\">two</part>\(beside)\(template)</all>",
            to: "template.xml"
        )
        let folder = rig.directory.url
        let output = try await ChildProcess.run([
            "xmlsec1", "--sign", "--privkey-pem",
            "\(folder.appending(path: "alice.key").path),\(folder.appending(path: "alice.pem").path)",
            "--id-attr:Id", "part", "--id-attr:Id", "http://www.w3.org/2000/09/xmldsig#:Manifest", path,
        ])
        try #require(output.exitStatus == 0, "\(output.errorText)")
        return output.text
    }

    private static let both =
        VerifierTests.reference("#x", [VerifierTests.exclusive]) + VerifierTests.reference("#y", [])

    @Test("What a manifest of xmlsec1 lists is named and covered; each thing that changed breaks the signature")
    func listed() async throws {
        let document = try await signed(Self.both)
        let result = try rig.verifyOne(document)
        #expect(result.signer.isValid, "\(result.signer.failures)")
        #expect(result.references.map(\.role) == [.manifest])
        #expect(result.listed.map(\.uri) == ["#x", "#y"] && result.listed.allSatisfy { $0.isIntact })
        #expect(result.uncovered.map(\.name) == ["all"] && result.uncovered.allSatisfy(\.isOnlyAround))
        for (from, to, index) in [("one", "eve", 0), ("two", "eve", 1)] {
            let changed = try rig.verifyOne(document.replacing(">\(from)<", with: ">\(to)<"))
            #expect(changed.listed[index].failure?.contains("does not match the signed digest") == true)
            #expect(changed.listed[1 - index].isIntact && !changed.signer.isIntact)
            let words = changed.signer.failures.first { $0.check == .messageDigest }?.detail
            #expect(words?.hasPrefix("listed in the manifest: ") == true, "\(changed.signer.failures)")
        }
        let removed = try rig.verifyOne(document.replacing(" Id=\"y\"", with: ""))
        #expect(removed.listed[1].failure == "no element of the document has the identifier 'y'")
    }

    @Test("A file that a manifest lists must be given")
    func files() async throws {
        let path = try rig.directory.write("content", to: "letter")
        let document = try await signed(VerifierTests.reference(path, []))
        let missing = try rig.verifyOne(document)
        #expect(missing.listed.first?.failure?.contains("was not given") == true && !missing.signer.isIntact)
        let given = try rig.verifyOne(document, files: OneFile(name: path, content: Array("content".utf8)))
        #expect(given.signer.isValid, "\(given.signer.failures)")
        let other = try rig.verifyOne(document, files: OneFile(name: path, content: [1]))
        #expect(!other.signer.isIntact)
    }

    @Test("A manifest that is elsewhere, signed in part, doubled, or lists what is not supported is not passed over")
    func unread() async throws {
        func details(_ document: String) throws -> String {
            let result = try rig.verifyOne(document)
            #expect(!result.signer.isIntact)
            return result.signer.failures.map(\.detail).joined(separator: "\n")
        }
        let elsewhere = try await signed(Self.both, isInside: false)
        #expect(try details(elsewhere).contains("the manifest '#m' is not in the signature"))
        let document = try await signed(Self.both)
        let partly = document.replacing(
            "URI=\"#m\"><Transforms><Transform Algorithm=\"\(VerifierTests.exclusive)\"",
            with: "URI=\"#m\"><Transforms><Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#base64\""
        )
        #expect(try details(partly).contains("the manifest '#m' is not signed as a whole"))
        let fake = "<Object><Manifest Id=\"m\"><Reference URI=\"\"/></Manifest></Object><Object><Manifest"
        #expect(try details(document.replacing("<Object><Manifest", with: fake)).contains("2 elements"))
        let transform = document.replacing(
            "<Reference URI=\"#x\"><Transforms><Transform Algorithm=\"\(VerifierTests.exclusive)\"",
            with:
                "<Reference URI=\"#x\"><Transforms><Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\""
        )
        #expect(transform != document)
        #expect(try details(transform).contains("listed in the manifest: the transform"))
    }
}
