import Foundation
import TestRig
import Testing

/// GOST keys of a token that hashes by itself: it has `CKM_GOSTR3410_WITH_GOSTR3411` and the like, and no `CKM_GOSTR3410`.
@Suite("GOST keys of tokens that hash by themselves", .timeLimit(.minutes(15)))
struct GOSTHashingTokenTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let type: String
        let digest: String
        let hash: String
        let mechanism: String
        var quirk = ""
        var testDescription: String { "\(type) \(quirk)" }
    }

    static let kinds = [
        Kind(
            type: "gost:256b",
            digest: "md_gost12_256",
            hash: "streebog256",
            mechanism: "CKM_GOSTR3410_WITH_GOSTR3411_12_256"
        ),
        Kind(
            type: "gost:512a",
            digest: "md_gost12_512",
            hash: "streebog512",
            mechanism: "CKM_GOSTR3410_WITH_GOSTR3411_12_512",
            quirk: "gost_signature = rs"
        ),
        Kind(
            type: "gost:2001",
            digest: "md_gost94",
            hash: "gost341194",
            mechanism: "CKM_GOSTR3410_WITH_GOSTR3411",
            quirk: "gost_signature = little"
        ),
    ]

    private func place(_ kind: Kind = kinds[0]) async throws -> Workplace {
        let place = try await Workplace.withGOSTDouble(
            ["gost_hashing = true"] + (kind.quirk.isEmpty ? [] : [kind.quirk])
        )
        try await place.withPIN("key", "generate", "--type", kind.type, "--label", "k").exits(0)
        try place.directory.write("I owe you one.\n", to: "letter")
        try place.directory.write("I owe you two.\n", to: "other")
        return place
    }

    @Test("openssl accepts the request, the CMS message, the PDF and the raw signature", arguments: kinds)
    func signs(_ kind: Kind) async throws {
        let place = try await place(kind)
        try await place.jeton("token", "show", "--mechanisms").exits(0).prints(kind.mechanism)
        try await place.withPIN("key", "list").exits(0).prints(kind.type, "k")
        try await place.certifyGOSTKey("k")
        try await place.gostOpenSSL("req -in k.csr -noout -pubkey -out k.pub")
        try await place.withPIN("sign", "letter", "--key", "k", "--format", "raw").exits(0)
        try await place.gostOpenSSL("dgst -\(kind.digest) -verify k.pub -signature letter.sig letter")
        try await place.gostOpenSSL("dgst -\(kind.digest) -verify k.pub -signature letter.sig other", fails: true)
        let certificate = ["--key", "k", "--certificate", "k.pem"] + Workplace.pinOption
        try await place.jeton(["sign", "letter"] + certificate).exits(0)
        let verify = "cms -verify -binary -inform DER -CAfile ca.pem -purpose any -out out -in"
        try await place.gostOpenSSL("\(verify) letter.p7s -content letter")
        try await place.gostOpenSSL("\(verify) letter.p7s -content other", fails: true)
        try await place.jeton(["sign", "letter", "--attached"] + certificate).exits(0)
        try await place.gostOpenSSL("\(verify) letter.p7m")
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try await place.jeton(["sign", "contract.pdf"] + certificate).exits(0)
        try place.extractSignature("contract-signed.pdf")
        try await place.gostOpenSSL("\(verify) signature.p7s -content covered")
        try place.directory.write("<a>I owe you one.</a>\n", to: "letter.xml")
        try await place.jeton(["sign", "letter.xml", "--format", "xades"] + certificate).exits(0)
        for name in ["letter.p7s", "letter.p7m", "contract-signed.pdf", "letter-signed.xml"] {
            try await place.jeton("verify", name, "--trust", "ca.pem").exits(0)
        }
    }

    @Test("A hash alone is signed in a CMS message, and refused with a hint as a raw signature", arguments: kinds)
    func hashes(_ kind: Kind) async throws {
        let place = try await place(kind)
        try await place.certifyGOSTKey("k")
        let hex = try await place.gostOpenSSL("dgst -\(kind.digest) -r letter").prefix { $0 != " " }
        let prepared = ["--hash", String(hex), "--hash-algorithm", kind.hash, "--key", "k"] + Workplace.pinOption
        let answer = try await place.jeton(["sign", "--format", "raw", "--out", "hash.sig"] + prepared)
        answer.exits(5).says(
            "the token of key 'k' computes the hash itself and can't sign a given one",
            "hint: name the file"
        )
        #expect(place.contents("hash.sig") == nil)
        // The token gets the signed attributes, which hold the hash.
        try await place.jeton(["sign", "--certificate", "k.pem", "--out", "hash.p7s"] + prepared).exits(0)
        let verify = "cms -verify -binary -inform DER -CAfile ca.pem -purpose any -out out -in"
        try await place.gostOpenSSL("\(verify) hash.p7s -content letter")
        // What was prepared on another machine goes to the token as a file.
        let words = ["sign", "prepare", "letter", "--certificate", "k.pem", "--data-out", "signable"]
        try await place.jeton(words).exits(0)
        try await place.withPIN("sign", "signable", "--format", "raw", "--key", "k").exits(0)
        try await place.jeton("sign", "complete", "letter.state", "--signature", "signable.sig").exits(0)
        try await place.gostOpenSSL("\(verify) letter.p7s -content letter")
    }

    @Test("A file that is too large for the token is refused as a raw signature, and signed in a CMS message")
    func size() async throws {
        let place = try await place()
        let file = try #require(FileHandle(forWritingAtPath: place.directory.path("letter")))
        try file.truncate(atOffset: 64 << 20 + 1)
        try file.close()
        let answer = try await place.withPIN("sign", "letter", "--key", "k", "--format", "raw")
        answer.exits(7).says("the token computes the hash itself", "67108864 bytes", "hint:")
        #expect(place.contents("letter.sig") == nil)
    }

    @Test("bench measures the key, and doctor has nothing against the token")
    func others() async throws {
        let place = try await place()
        let bench = try await place.withPIN("bench", "--key", "k", "--seconds", "0.2", "--json").exits(0).json()
        #expect(bench["schema"].text == "jeton.bench/1")
        let doctor = try await place.jeton("doctor", "--json")
        #expect([0, 1].contains(doctor.code), "\(doctor.testDescription)")
        let findings = try doctor.json()["findings"].list
        #expect(!findings.contains { $0["id"].text?.hasPrefix("obj-mech") ?? false }, "\(doctor.testDescription)")
        try await place.withPIN("object", "list").exits(0).prints("gost:256b")
    }
}
