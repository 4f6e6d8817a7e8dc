import Foundation
import JetonXML
import TestRig
import Testing

@Suite("Canonical XML beside libxml2")
struct DifferentialTests {
    static let methods: [(option: String, method: Canonicalization)] = [
        ("--c14n", .inclusiveWithComments), ("--c14n11", .inclusive11WithComments),
        ("--exc-c14n", .exclusiveWithComments),
    ]

    @Test("A hundred random documents are canonical byte for byte as xmllint makes them", arguments: methods)
    func random(option: String, method: Canonicalization) async throws {
        let directory = try TemporaryDirectory()
        var size = 0
        for seed in 0..<100 {
            var generator = RandomDocument(seed: UInt64(seed))
            let document = generator.make()
            size += document.count
            let path = try directory.write(document, to: "document.xml")
            let output = try await ChildProcess.run(["xmllint", option, path])
            try #require(output.exitStatus == 0, "seed \(seed): \(output.errorText)")
            let ours = try canonical(document, method, piece: 1 + seed * 7)
            let difference = zip(ours, output.standardOutput).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
            func near(_ bytes: [UInt8]) -> String {
                String(decoding: bytes[max(0, difference - 60)..<min(bytes.count, difference + 60)], as: UTF8.self)
            }
            #expect(
                ours.elementsEqual(output.standardOutput),
                "seed \(seed): '\(near(ours))' is not '\(near(output.standardOutput))'"
            )
        }
        #expect(size > 20_000, "the documents have something in them: \(size)")
    }

    @Test("What is read of two hundred mutated documents xmllint reads too, and its canonical form is its own")
    func mutations() async throws {
        let directory = try TemporaryDirectory()
        var accepted: [String] = []
        for seed in 0..<200 {
            var generator = RandomDocument(seed: UInt64(seed))
            let document = generator.makeMutated()
            for method in [Canonicalization.inclusiveWithComments, .exclusiveWithComments] {
                guard let form = try? canonical(document, method) else { continue }
                #expect(try canonical(form, method) == form, "seed \(seed)")
                accepted.append(try directory.write(document, to: "\(seed).xml"))
            }
        }
        try #require(accepted.count > 30)
        let output = try await ChildProcess.run(["xmllint", "--noout"] + accepted)
        #expect(output.exitStatus == 0, "\(output.errorText.prefix(2_000))")
    }

    @Test(
        "An element of a random document is canonical as xmlsec1 digests it",
        arguments: [Canonicalization.inclusive, .inclusive11, .exclusive]
    )
    func element(method: Canonicalization) async throws {
        let directory = try TemporaryDirectory()
        let key = try directory.write("0123456789abcdef", to: "key")
        let template = """
            <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod \
            Algorithm="\(Canonicalization.exclusive.rawValue)"/><SignatureMethod \
            Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"/><Reference URI="#x"><Transforms><Transform \
            Algorithm="\(method.rawValue)"/></Transforms><DigestMethod \
            Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue/></Reference></SignedInfo><SignatureValue/>\
            </Signature>
            """
        var compared = 0
        for seed in 0..<60 {
            var generator = RandomDocument(seed: UInt64(seed))
            guard let (document, offset) = generator.makeMarked(template: template) else { continue }
            let path = try directory.write(document, to: "document.xml")
            let name = try Self.name(document, at: offset)
            let output = try await ChildProcess.run(
                ["xmlsec1", "--sign", "--hmackey", key, "--id-attr:Id", name, path]
            )
            try #require(output.exitStatus == 0, "seed \(seed): \(output.errorText)")
            let after = try #require(output.text.split(separator: "<DigestValue>", maxSplits: 1).last)
            let digest = try #require(after.split(separator: "<").first).trimmingCharacters(in: .whitespacesAndNewlines)
            let ours = try canonical(document, method, of: .elements(at: [offset]))
            let hashed = try await ChildProcess.run(["openssl", "dgst", "-sha256", "-binary"], input: ours)
            #expect(
                Data(hashed.standardOutput).base64EncodedString() == digest,
                "seed \(seed): \(String(decoding: document, as: UTF8.self)) -> \(String(decoding: ours, as: UTF8.self))"
            )
            compared += 1
        }
        #expect(compared > 20)
    }

    /// An element's name as xmlsec1 wants it: with its namespace.
    private static func name(_ document: [UInt8], at offset: UInt64) throws -> String {
        struct Finder: XMLHandler {
            let offset: UInt64
            var name = ""
            mutating func startElement(_ tag: borrowing XMLTag) {
                if tag.offset == offset { name = (tag.namespace.isEmpty ? "" : tag.namespace + ":") + tag.localName }
            }
            func endElement(_ tag: borrowing XMLTag) {}
            func text(_ bytes: Span<UInt8>) {}
            func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {}
            func markup(_ bytes: Span<UInt8>) {}
            func endMarkup() {}
        }
        var reader = XMLReader(Finder(offset: offset))
        try feed(document, piece: .max, to: &reader)
        return reader.handler.name
    }
}
