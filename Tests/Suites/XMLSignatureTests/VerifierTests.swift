import Foundation
import JetonASN1
import JetonCMS
import TestRig
import Testing
import XMLSignature

@testable import CertificateRig
@testable import JetonX509

@Suite("Verifying XML signatures")
struct VerifierTests {
    static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"

    /// A template for xmlsec1.
    static func template(_ references: String) -> String {
        """
        <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod \
        Algorithm="\(exclusive)"/><SignatureMethod \
        Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>\(references)</SignedInfo><SignatureValue/>\
        <KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo></Signature>
        """
    }

    static func reference(_ uri: String, _ transforms: [String]) -> String {
        let list = transforms.map { $0.hasPrefix("<") ? $0 : "<Transform Algorithm=\"\($0)\"/>" }.joined()
        return "<Reference URI=\"\(uri)\">" + (list.isEmpty ? "" : "<Transforms>\(list)</Transforms>")
            + "<DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><DigestValue/></Reference>"
    }

    static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    static let xpath =
        "<Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xpath-19991116\"><XPath "
        + "xmlns:d=\"http://www.w3.org/2000/09/xmldsig#\">not(ancestor-or-self::d:Signature)</XPath></Transform>"
    static func filter(_ steps: [(String, String)]) -> String {
        "<Transform Algorithm=\"http://www.w3.org/2002/06/xmldsig-filter2\">"
            + steps.map {
                "<XPath xmlns=\"http://www.w3.org/2002/06/xmldsig-filter2\" xmlns:d=\"http://www.w3.org/2000/09/xmldsig#\" "
                    + "xmlns:u=\"urn:u\" Filter=\"\($0.0)\">\($0.1)</XPath>"
            }.joined() + "</Transform>"
    }

    /// References, the number of elements that they leave out, and whether comments count.
    static let cases: [(references: String, uncovered: Int)] = [
        (reference("", [enveloped]), 0),
        (reference("", [enveloped, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"]), 0),
        (reference("", [enveloped, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"]), 0),
        (reference("", [enveloped, "http://www.w3.org/2006/12/xml-c14n11"]), 0),
        (reference("", [enveloped, exclusive]), 0),
        (reference("#x", []), 3),
        (reference("#x", [exclusive]), 3),
        (reference("#xpointer(id('x'))", [exclusive + "WithComments"]), 3),
        (reference("#xpointer(/)", [enveloped, exclusive + "WithComments"]), 0),
        (reference("#x", [exclusive]) + reference("#y", [exclusive]), 2),
        (reference("", [xpath, exclusive]), 0),
        (reference("", [xpath.replacingOccurrences(of: "(anc", with: "(\n  anc"), exclusive]), 0),
        (reference("", [filter([("subtract", "/descendant::d:Signature")]), exclusive]), 0),
        (reference("", [filter([("subtract", "\n//d:Signature\n")]), exclusive]), 0),
        (reference("", [filter([("subtract", "//d:Signature"), ("subtract", "//u:part")]), exclusive]), 2),
        (reference("", [filter([("intersect", "//u:part"), ("union", "/u:all/u:other")]), exclusive]), 1),
        (reference("#b", ["http://www.w3.org/2000/09/xmldsig#base64"]), 3),
    ]

    @Test("What xmlsec1 signs is valid, and what is left out is named", arguments: cases)
    func accepted(references: String, uncovered: Int) async throws {
        let rig = try SignatureRig()
        let document = """
            <u:all xmlns:u="urn:u" xmlns="urn:d" xml:lang="de"><u:part Id="x" a="1">one<!-- c --><i/></u:part>\
            <u:part ID="y">two &#xD;</u:part><u:other id="b">b25l</u:other>\(Self.template(references))</u:all>
            """
        let path = try rig.directory.write(document, to: "template.xml")
        let key =
            "\(rig.directory.url.appending(path: "alice.key").path),\(rig.directory.url.appending(path: "alice.pem").path)"
        let output = try await ChildProcess.run([
            "xmlsec1", "--sign", "--privkey-pem", key, "--id-attr:Id", "urn:u:part", "--id-attr:ID", "urn:u:part",
            "--id-attr:id", "urn:u:other", path,
        ])
        try #require(output.exitStatus == 0, "\(output.errorText)")
        let result = try rig.verifyOne(output.text)
        #expect(result.signer.isValid, "\(result.signer.failures)\n\(output.text)")
        #expect(result.uncoveredCount == uncovered, "\(result.uncovered)")
        for (from, to) in [(">one<", ">One<"), (">two ", ">tvo "), (">b25l<", ">b25s<")] {
            let changed = try rig.verifyOne(output.text.replacing(from, with: to))
            let isCovered = result.uncovered.allSatisfy(\.isOnlyAround) || Self.covers(from, result)
            #expect(changed.signer.isIntact == !isCovered, "\(references): \(from)")
        }
    }

    private static func covers(_ text: String, _ result: XMLSignatureResult) -> Bool {
        let part = text == ">b25l<" ? "u:other" : "u:part"
        if result.uncovered.allSatisfy({ $0.name != part }) { return true }
        // One of the two parts.
        return text == ">one<" && result.references.contains { $0.uri?.contains("x") == true }
            && result.uncovered.filter { $0.name == part }.count == 1
    }

    typealias Change = (
        name: String, change: @Sendable (String) -> String, check: VerificationFinding.Check, words: String
    )

    /// Changes to a signed document, and the check that fails for each.
    static let changes: [Change] = [
        (
            "another element with the identifier",
            { $0.replacing("</all>", with: "<w><part Id='x'>evil</part></w></all>") },
            .messageDigest, "2 elements"
        ),
        (
            "the identifier in other spelling", { $0.replacing("<rest>", with: "<rest xml:id='x'>") }, .messageDigest,
            "2 elements"
        ),
        (
            "a second SignedInfo",
            { $0.replacing("<ds:SignatureValue", with: "<ds:SignedInfo></ds:SignedInfo><ds:SignatureValue") },
            .structure, "2 SignedInfo"
        ),
        (
            "a second KeyInfo", { $0.replacing("<ds:KeyInfo>", with: "<ds:KeyInfo/><ds:KeyInfo>") }, .structure,
            "2 KeyInfo"
        ),
        (
            "a second value",
            { $0.replacing("<ds:KeyInfo>", with: "<ds:SignatureValue>AAAA</ds:SignatureValue><ds:KeyInfo>") },
            .structure, "SignatureValue"
        ),
        (
            "an unknown element", { $0.replacing("<ds:KeyInfo>", with: "<evil/><ds:KeyInfo>") }, .structure, "evil"
        ),
        (
            "a key from elsewhere",
            { $0.replacing("<ds:KeyInfo>", with: "<ds:KeyInfo><ds:RetrievalMethod URI='http://h/'/>") }, .structure,
            "RetrievalMethod"
        ),
        (
            "HMAC by the certificate",
            {
                $0.replacing(
                    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
                    with: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"
                )
            }, .signature, "not supported"
        ),
        (
            "a transform that is not allowed",
            {
                $0.replacing(
                    "Algorithm=\"\(exclusive)\"></ds:Transform>",
                    with: "Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\"></ds:Transform>"
                )
            },
            .references, "xslt"
        ),
        ("the element is gone", { $0.replacing(" Id=\"x\"", with: "") }, .signedData, "no element"),
        ("the text has changed", { $0.replacing("good", with: "evil") }, .messageDigest, "not match the signed digest"),
        (
            "the digest has changed", { $0.replacing("<ds:DigestValue>", with: "<ds:DigestValue>A") }, .references,
            "digest"
        ),
    ]

    @Test("Each attack is refused for its own reason", arguments: changes.indices)
    func attacks(index: Int) throws {
        let attack = Self.changes[index]
        let rig = try SignatureRig()
        let content = "<all><part Id=\"x\">good</part><rest></rest></all>"
        // With a reference to the part alone.
        let honest = try rig.signElement(content, id: "x")
        let before = try rig.verifyOne(honest)
        #expect(before.signer.isValid, "\(before.signer.failures)")
        let changed = attack.change(honest)
        #expect(changed != honest)
        let result = try rig.verifyOne(changed)
        #expect(!result.signer.isIntact)
        let finding = result.signer.findings.first { $0.check == attack.check && $0.outcome != .passed }
        #expect(finding?.detail.contains(attack.words) == true, "\(attack.name): \(result.signer.failures)")
    }

    @Test("An Object that is not signed, and a signature outside of what envelops it, are refused")
    func misplaced() throws {
        let rig = try SignatureRig()
        let around = try rig.sign("content", rig.format(.enveloping))
        let object = "<ds:Object Id=\"O\">ZXZpbA==</ds:Object></ds:Signature>"
        let fake = try rig.verifyOne(around.replacing("</ds:Signature>", with: object))
        let words = fake.signer.failures.first { $0.check == .structure }?.detail
        #expect(words?.contains("that it does not sign") == true && !fake.signer.isIntact)
        let whole = "URI=\"\"><ds:Transforms>"
        let signed = try rig.sign("<all><part Id=\"x\">good</part></all>", rig.format(.enveloped))
        let moved = try rig.verifyOne(signed.replacing(whole, with: "URI=\"#x\"><ds:Transforms>"))
        let reason = moved.signer.failures.first { $0.check == .structure }?.detail
        #expect(reason?.contains("not inside the signed element") == true)
    }

    @Test("A signature over nothing but its own properties, which fits any document, is refused")
    func aimless() async throws {
        let rig = try SignatureRig()
        let properties =
            "<Object><QualifyingProperties xmlns=\"http://uri.etsi.org/01903/v1.3.2#\" Target=\"#s\"><SignedProperties "
            + "Id=\"p\"><SignedSignatureProperties/></SignedProperties></QualifyingProperties></Object></Signature>"
        let signature = Self.template(Self.reference("#p", [Self.exclusive]))
            .replacing("<Signature ", with: "<Signature Id=\"s\" ")
            .replacing("<Reference ", with: "<Reference Type=\"http://uri.etsi.org/01903#SignedProperties\" ")
            .replacing("</Signature>", with: properties)
        let path = try rig.directory.write("<all>anything\(signature)</all>", to: "template.xml")
        let folder = rig.directory.url
        let output = try await ChildProcess.run([
            "xmlsec1", "--sign", "--privkey-pem",
            "\(folder.appending(path: "alice.key").path),\(folder.appending(path: "alice.pem").path)",
            "--id-attr:Id", "http://uri.etsi.org/01903/v1.3.2#:SignedProperties", path,
        ])
        try #require(output.exitStatus == 0, "\(output.errorText)")
        let result = try rig.verifyOne(output.text)
        let failures = result.signer.failures.map(\.detail)
        #expect(!result.signer.isIntact)
        #expect(failures == ["the signature covers only its own parts"], "\(failures)")
    }

    @Test("A comment does not divide what is read, and comments in a signed document do not count")
    func comments() throws {
        let rig = try SignatureRig()
        let signed = try rig.sign("<all><part>good</part></all>", rig.format(.enveloped))
        let commented = signed.replacing("good", with: "go<!-- -->od")
        let around = try rig.verifyOne(commented)
        #expect(around.signer.isValid)
        let value = signed.replacing("</ds:SignatureValue>", with: "<!-- -->\n</ds:SignatureValue>")
        let inside = try rig.verifyOne(value)
        #expect(inside.signer.isValid)
    }

    @Test("A document without a signature, with a document type, or with elements 10^6 deep is an error")
    func unreadable() throws {
        let rig = try SignatureRig()
        #expect(throws: DocumentError(.notSigned, "")) { try rig.verify("<a/>") }
        let bomb = "<!DOCTYPE a [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><a>&b;</a>"
        #expect(throws: DocumentError(.malformed, "")) { try rig.verify(bomb) }
        let deep = String(repeating: "<a>", count: 1_000_000)
        #expect(throws: DocumentError(.limitExceeded, "")) { try rig.verify(deep) }
    }

    @Test("Signatures beyond 64 are counted and not checked, and no document gets a 65th")
    func tooMany() throws {
        let rig = try SignatureRig()
        let empty = "<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'><Object><a/></Object></Signature>"
        let many = "<a>" + String(repeating: empty, count: 66) + "<b/></a>"
        let report = try rig.verify(many)
        #expect(report.signatures.count == 64 && report.furtherCount == 2 && report.innerCount == 0)
        let full = "<a>" + String(repeating: empty, count: 64) + "</a>"
        #expect(throws: DocumentError(.refused, "")) { try rig.sign(full, rig.format(.enveloped)) }
    }

    @Test("Every mutation of a signed document is an error or not valid, or changes nothing that is signed")
    func mutations() throws {
        let rig = try SignatureRig()
        let signed = Array(try rig.sign(SigningTests.document, rig.format(.enveloped)).utf8)
        var generator = SplitMix(seed: 19)
        var read = 0
        for _ in 0..<200 {
            var changed = signed
            let place = Int(generator.next() % UInt64(changed.count))
            switch generator.next() % 3 {
            case 0: changed[place] ^= UInt8(1 << (generator.next() % 8))
            case 1: changed.removeSubrange(place..<min(changed.count, place + Int(generator.next() % 40)))
            default: changed.insert(contentsOf: changed[place..<min(changed.count, place + 50)], at: place)
            }
            guard let report = try? XMLSignatureVerifier(rig.policy).verify(rereading: { MemorySource(changed) })
            else { continue }
            read += 1
            guard report.isValid, changed != signed else { continue }
            // White space outside of the root, comments, quotes and prefixes of attributes mean nothing.
            let isIntact = report.signatures[0].references.allSatisfy { $0.isIntact }
            #expect(isIntact)
        }
        #expect(read > 20)
    }
}

/// A small generator of numbers that are the same each time.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension SignatureRig {
    /// Signs one element of a document by its identifier: what an enveloped signature would, had it another reference.
    func signElement(_ content: String, id: String) throws -> String {
        let template = try sign(content, format(.enveloped))
        let whole =
            "URI=\"\"><ds:Transforms><ds:Transform Algorithm=\"\(VerifierTests.enveloped)\"></ds:Transform>"
        var document = template.replacing(whole, with: "URI=\"#\(id)\"><ds:Transforms>")
        // The digest that the report computed, then the signature over what changed.
        guard let digest = try verifyOne(document).references.first?.digest,
            let start = document.range(of: "<ds:DigestValue>"), let end = document.range(of: "</ds:DigestValue>")
        else { throw DocumentError(.malformed, "no digest") }
        document.replaceSubrange(start.upperBound..<end.lowerBound, with: Base64.encode(digest))
        guard let from = document.range(of: "<ds:SignedInfo>"), let to = document.range(of: "</ds:SignedInfo>"),
            let valueStart = document.range(of: "-value\">"), let valueEnd = document.range(of: "</ds:SignatureValue>")
        else { throw DocumentError(.malformed, "no signature") }
        let canonical =
            "<ds:SignedInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"
            + document[from.upperBound..<to.upperBound]
        let signature = try signer.key.signChecked(Array(canonical.utf8), algorithm: .ecdsa(.sha256)).signature
        let value = try XMLSignatureMethod(.ecdsa(.sha256)).value(signature, by: signer.certificate.publicKey)
        document.replaceSubrange(valueStart.upperBound..<valueEnd.lowerBound, with: Base64.encode(value))
        return document
    }
}
