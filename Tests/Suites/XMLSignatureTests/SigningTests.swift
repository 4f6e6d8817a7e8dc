import JetonASN1
import JetonCMS
import TestRig
import Testing
import XMLSignature

@testable import CertificateRig
@testable import JetonX509

@Suite("XML signatures")
struct SigningTests {
    static let document = """
        <?xml version="1.0"?>
        <!-- in front -->
        <form xmlns="urn:f" xmlns:x="urn:x" a='1' x:b="&lt;2"><name>Ünal</name><!-- c --><x:empty/>&#xD;
        </form>
        <!-- behind -->

        """

    @Test("What is signed is valid with every kind of key, and xmlsec1 and signxml agree", arguments: KeyKind.allCases)
    func enveloped(kind: KeyKind) async throws {
        let rig = try SignatureRig(kind)
        for algorithm in rig.signer.key.algorithms {
            let signed = try rig.sign(Self.document, rig.format(.enveloped, algorithm))
            let result = try rig.verifyOne(signed)
            #expect(result.signer.isValid, "\(algorithm): \(result.signer.failures)")
            let subjects = result.references.map { $0.subject }
            #expect(result.uncoveredCount == 0 && subjects == ["the document"])
            #expect(
                signed.hasPrefix(String(Self.document.prefix(100))) && signed.hasSuffix("</form>\n<!-- behind -->\n")
            )
            switch algorithm {
            case .rsaPKCS1, .ecdsa:
                let words = try await rig.xmlsec(signed)
                #expect(words == nil, "\(algorithm)")
            default: break
            }
        }
        guard kind != .ed25519 else { return }
        try PythonClients.require(.lxml, .signxml)
        let signed = try rig.sign(Self.document, rig.format(.enveloped))
        let words = try await rig.signxml(signed)
        #expect(words == nil)
    }

    @Test("An enveloping and a detached signature are valid, and xmlsec1 agrees")
    func packagings() async throws {
        let rig = try SignatureRig()
        let enveloping = try rig.sign("any\0bytes", rig.format(.enveloping))
        let around = try rig.verifyOne(enveloping)
        #expect(around.signer.isValid && around.uncoveredCount == 0, "\(around.signer.failures) \(around.uncovered)")
        #expect(around.references[0].subject.hasPrefix("the decoded text of the element 'ds:Object' (O-"))
        let words = try await rig.xmlsec(enveloping, ["--id-attr:Id", "http://www.w3.org/2000/09/xmldsig#:Object"])
        #expect(words == nil)

        let path = try rig.directory.write("content", to: "content.txt")
        let detached = try rig.sign("content", rig.format(.detached(uri: path)))
        let beside = try rig.verifyOne(detached, files: OneFile(name: path, content: Array("content".utf8)))
        #expect(beside.signer.isValid, "\(beside.signer.failures)")
        let changed = try rig.verifyOne(detached, files: OneFile(name: path, content: Array("contenu".utf8)))
        #expect(
            !changed.signer.isIntact && changed.references[0].failure?.contains("not match the signed digest") == true
        )
        let missing = try rig.verifyOne(detached)
        #expect(missing.references[0].failure?.contains("was not given") == true)
        let external = try await rig.xmlsec(detached)
        #expect(external == nil)
    }

    @Test(
        "A root of any form takes a signature",
        arguments: [
            "<a/>", "<p:a xmlns:p='urn:p' />", "\u{FEFF}<a></a>", "<a>x</a  >", "<a><b xmlns='urn:b'/></a><?p i?>",
            "<a xmlns='urn:a' xml:lang='de' xml:base='http://h/'>t<![CDATA[<]]></a>",
        ]
    )
    func roots(document: String) async throws {
        let rig = try SignatureRig()
        let signed = try rig.sign(document, rig.format(.enveloped))
        let result = try rig.verifyOne(signed)
        #expect(result.signer.isValid, "\(result.signer.failures)")
        let words = try await rig.xmlsec(signed)
        #expect(words == nil)
    }

    @Test("A document passes in pieces of any size")
    func streaming() throws {
        let rig = try SignatureRig()
        let document = "<a>" + String(repeating: "<b c='1'>text &amp; more</b>", count: 20_000) + "</a>"
        let signed = try rig.sign(document, rig.format(.enveloped))
        let report = try XMLSignatureVerifier(rig.policy).verify { SmallPieces(Array(signed.utf8)) }
        #expect(report.isValid)
    }

    @Test("Parallel signatures leave each other out; one over the whole document takes no second one")
    func parallel() async throws {
        let rig = try SignatureRig()
        var format = rig.format(.enveloped)
        format.isParallel = true
        let first = try rig.sign(Self.document, format)
        let second = try rig.sign(first, format)
        let report = try rig.verify(second)
        #expect(report.signatures.count == 2 && report.isValid)
        let words = try await rig.xmlsec(second)
        #expect(words == nil)
        let whole = try rig.sign(Self.document, rig.format(.enveloped))
        #expect(throws: DocumentError(.refused, "")) { try rig.sign(whole, format) }
    }

    @Test("What is not XML, in UTF-16 or with a document type is not signed")
    func refused() throws {
        let rig = try SignatureRig()
        for content in ["", "text", "<a>", "<!DOCTYPE a><a/>", "<a/><b/>"] {
            #expect(throws: DocumentError(.malformed, "")) { try rig.sign(content, rig.format(.enveloped)) }
        }
    }
}

/// A source that gives a few bytes at a time.
struct SmallPieces: ByteSource {
    private let octets: [UInt8]
    private var position = 0

    init(_ octets: [UInt8]) { self.octets = octets }

    mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
        let count = min(buffer.count, 4_093, octets.count - position)
        for index in 0..<count { buffer[index] = octets[position + index] }
        position += count
        return count
    }
}
