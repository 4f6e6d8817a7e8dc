import Foundation
import JetonASN1
import JetonCMS
import JetonX509
import TestRig
import Testing
import XMLSignature

@Suite("Guessing the signatures of a long document")
struct ForesightTests {
    /// More than the end that is searched.
    static let filler = String(
        repeating: "<row xmlns:x=\"urn:x\" id=\"7\"><x:n>Anna &amp; Otto</x:n></row>\n",
        count: 5_000
    )

    let rig: SignatureRig
    let document: String
    /// The signature of the document.
    let signature: String

    init() throws {
        rig = try SignatureRig()
        document = try rig.sign("<all>\(Self.filler)</all>", rig.format(.enveloped))
        let start = try #require(document.range(of: "<ds:Signature "))
        let end = try #require(document.range(of: "</ds:Signature>"))
        signature = String(document[start.lowerBound..<end.upperBound])
    }

    /// What checking shows, and how often the document was read.
    private func verify(_ document: String) throws -> (report: XMLSignatureReport, readings: Int) {
        var readings = 0
        let report = try XMLSignatureVerifier(rig.policy).verify {
            readings += 1
            return MemorySource(Array(document.utf8))
        }
        return (report, readings)
    }

    @Test("A document whose end shows its signature is read as XML once, and each change of it is seen")
    func foreseen() throws {
        let (report, readings) = try verify(document)
        #expect(report.signatures.map(\.signer.isValid) == [true] && readings == 2)
        #expect(report.signatures[0].uncoveredCount == 0)
        for (from, to) in [("Anna", "Anno"), ("</all>", "<row/></all>"), ("<all>", "<all a=\"\">")] {
            let place = try #require(document.range(of: from))
            let changed = try verify(document.replacingCharacters(in: place, with: to))
            #expect(changed.report.signatures.map(\.signer.isIntact) == [false] && changed.readings == 2, "\(from)")
        }
    }

    @Test("Two signatures side by side are foreseen")
    func parallel() throws {
        var format = rig.format(.enveloped)
        format.isParallel = true
        let twice = try rig.sign(rig.sign("<all>\(Self.filler)</all>", format), format)
        let (report, readings) = try verify(twice)
        #expect(report.signatures.map(\.signer.isValid) == [true, true] && readings == 2)
    }

    @Test("A document whose end misleads is read again, with the same outcome")
    func misled() throws {
        let inFront = "<all>" + signature + Self.filler + "</all>"
        let misleading = [
            "in front": inFront,
            "in front, and a copy in a comment": inFront + "<!--\(signature)-->",
            "a copy in a comment behind": document + "<!--\(signature)-->",
            "a copy in a comment in front": document.replacingOccurrences(
                of: signature,
                with: "<!--\(signature)-->\(signature)"
            ),
            "behind a byte order mark": "\u{FEFF}" + document,
            "names that begin alike": document + "<!-- <ds:SignatureValue><Signature:x> <Signature -->",
        ]
        for (name, text) in misleading {
            let (report, readings) = try verify(text)
            #expect(
                report.signatures.map(\.signer.isValid) == [true] && report.signatures[0].uncoveredCount == 0,
                "\(name)"
            )
            #expect(readings == (name == "names that begin alike" ? 2 : 3), "\(name)")
        }
    }

    @Test("A guess that asks for what has no canonical form does not spoil a signature over something else")
    func relative() async throws {
        let part = "<part Id=\"x\">\(Self.filler)</part>"
        let template = VerifierTests.template(VerifierTests.reference("#x", [VerifierTests.exclusive]))
        let path = try rig.directory.write("<all>\(part)\(template)</all>", to: "template.xml")
        let key = ["alice.key", "alice.pem"].map { rig.directory.url.appending(path: $0).path }.joined(separator: ",")
        let output = try await ChildProcess.run(
            ["xmlsec1", "--sign", "--privkey-pem", key, "--id-attr:Id", "part", path]
        )
        try #require(output.exitStatus == 0, "\(output.errorText)")
        let signed = output.text.replacingOccurrences(of: "<all>", with: "<all><r xmlns=\"relative\"/>")
        for (text, expected) in [(signed, 2), (signed + "<!--\(signature)-->", 4)] {
            let (report, readings) = try verify(text)
            #expect(report.signatures.map(\.signer.isValid) == [true] && readings == expected)
        }
    }

    @Test("A copy of a signature where none counts does not make a document signed")
    func pretended() throws {
        #expect(throws: DocumentError.self) { try verify("<all>\(Self.filler)<!--\(signature)--></all>") }
        #expect(throws: DocumentError.self) { try verify("<all>\(Self.filler)<![CDATA[\(signature)]]></all>") }
    }
}
