import Foundation
import TestRig
import Testing

/// Keys of GOST R 34.10 at the command line, with `openssl` and its engine gost as the judge.
@Suite("Keys of GOST R 34.10", .timeLimit(.minutes(15)))
struct GOSTTests {
    /// Everything that a key is for, with an authority of the engine's.
    private func use(_ type: String, in place: Workplace) async throws {
        try place.directory.write("I owe you one.\n", to: "letter")
        try place.directory.write("I owe you two.\n", to: "other")
        try await place.withPIN("key", "generate", "--type", type, "--label", "k").exits(0).prints("\(type) key 'k'")
        try await place.withPIN("key", "list").exits(0).prints(type)
        try await place.certifyGOSTKey("k")
        // CMS, with the content apart and within.
        try await place.withPIN("sign", "letter", "--key", "k", "--certificate", "k.pem").exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        try await place.jeton("verify", "letter.p7s", "other", "--trust", "ca.pem").exits(1)
        let verify = "cms -verify -binary -inform DER -CAfile ca.pem -purpose any -out out -in"
        try await place.gostOpenSSL("\(verify) letter.p7s -content letter")
        try await place.gostOpenSSL("\(verify) letter.p7s -content other", fails: true)
        try await place.withPIN("sign", "letter", "--key", "k", "--certificate", "k.pem", "--attached").exits(0)
        try await place.jeton("verify", "letter.p7m", "--trust", "ca.pem").exits(0)
        try await place.gostOpenSSL("\(verify) letter.p7m")
        #expect(place.contents("out") == place.contents("letter"))
        // PDF.
        try place.directory.write(MadePDF().bytes(), to: "contract.pdf")
        try await place.withPIN("sign", "contract.pdf", "--key", "k", "--certificate", "k.pem").exits(0)
        try await place.jeton("verify", "contract-signed.pdf", "--trust", "ca.pem").exits(0)
        try place.extractSignature("contract-signed.pdf")
        try await place.gostOpenSSL("\(verify) signature.p7s -content covered")
        try await place.gostOpenSSL("\(verify) signature.p7s -content contract.pdf", fails: true)
        // The signature alone.
        try await place.withPIN("sign", "letter", "--key", "k", "--format", "raw").exits(0)
        let raw = ["verify", "letter.sig", "--format", "raw", "--certificate", "k.pem"]
        try await place.jeton(raw).exits(0).prints("GOST R 34.10 with GOST R 34.11")
        try await place.jeton(raw + ["other"]).exits(1)
        let digest = type == "gost:2001" ? "md_gost94" : type.hasPrefix("gost:5") ? "md_gost12_512" : "md_gost12_256"
        try await place.gostOpenSSL("x509 -in k.pem -noout -pubkey -out k.pub")
        // A hash that another machine has made.
        let hash = type == "gost:2001" ? "gost341194" : type.hasPrefix("gost:5") ? "streebog512" : "streebog256"
        let hex = try await place.gostOpenSSL("dgst -\(digest) -r letter").prefix { $0 != " " }
        let prepared = ["--hash", String(hex), "--hash-algorithm", hash, "--key", "k"] + Workplace.pinOption
        try await place.jeton(["sign", "--format", "raw", "--out", "hash.sig"] + prepared).exits(0)
        try await place.gostOpenSSL("dgst -\(digest) -verify k.pub -signature hash.sig letter")
        try await place.jeton(["sign", "--certificate", "k.pem", "--out", "hash.p7s"] + prepared).exits(0)
        try await place.gostOpenSSL("\(verify) hash.p7s -content letter")
        #expect(
            try await place.gostOpenSSL("dgst -\(digest) -verify k.pub -signature letter.sig letter").contains(
                "Verified OK"
            )
        )
    }

    @Test(
        "A key of every kind on the virtual card: openssl verifies its request, its CMS and its raw signature",
        arguments: ["gost:256a", "gost:256b", "gost:256c", "gost:512a", "gost:512b", "gost:2001"]
    )
    func card(_ type: String) async throws {
        let place = try await Workplace.withGOSTCard()
        try await use(type, in: place)
        // A certificate that the key makes for itself goes to the token, where signing finds it.
        try await place.withPIN("cert", "create", "--key", "k", "--subject", "CN=Anna", "--out", "own.pem").exits(0)
        try await place.withPIN("sign", "other", "--key", "k").exits(0)
        try await place.jeton("verify", "other.p7s", "--trust", "own.pem").exits(0)
        try await place.gostOpenSSL("verify -CAfile own.pem own.pem")
    }

    /// What the token of the double does otherwise than the standard says.
    static let quirks: [(String, String)] = [
        ("gost:256b", ""), ("gost:512a", "gost_public = wrapped"), ("gost:256a", "gost_public = big"),
        ("gost:256b", "gost_public = point"), ("gost:2001", "gost_public = wrapped"),
        ("gost:256b", "gost_signature = rs"), ("gost:512b", "gost_signature = little"),
        ("gost:256b", "gost_both = true"), ("gost:256b", "gost_new = true"), ("gost:256c", "gost_old = true"),
    ]

    @Test("A key behind the double of Rutoken's library, whatever forms it has", arguments: quirks)
    func rutoken(_ type: String, _ quirk: String) async throws {
        try await use(type, in: Workplace.withGOSTDouble(quirk.isEmpty ? [] : [quirk]))
    }

    @Test("A set that the token does not have is refused with the token's word")
    func unknownSet() async throws {
        let place = try await Workplace.withGOSTDouble(["gost_old = true"])
        let answer = try await place.withPIN("key", "generate", "--type", "gost:256a", "--label", "k")
        answer.exits(5).says("CKR_ATTRIBUTE_VALUE_INVALID")
        try await place.withPIN("key", "generate", "--type", "gost:256d", "--label", "k").exits(2).says("gost:256c")
    }

    @Test(
        "What openssl signs with a key of every standard, jeton verifies, and refuses with one byte altered",
        arguments: [
            ("gost2001", "A", "md_gost94"), ("gost2012_256", "TCA", "md_gost12_256"),
            ("gost2012_256", "A", "md_gost12_256"), ("gost2012_512", "B", "md_gost12_512"),
        ]
    )
    func foreign(_ algorithm: String, _ set: String, _ digest: String) async throws {
        let place = try Workplace(modules: [])
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.gostOpenSSL("genpkey -algorithm \(algorithm) -pkeyopt paramset:\(set) -out g.key")
        try await place.gostOpenSSL("req -x509 -new -key g.key -subj /CN=Gost -days 2 -out g.pem")
        try await place.gostOpenSSL(
            "cms -sign -binary -in letter -signer g.pem -inkey g.key -md \(digest) -outform DER -out letter.p7s"
        )
        try await place.jeton("verify", "letter.p7s", "--trust", "g.pem").exits(0)
        try await place.gostOpenSSL("dgst -\(digest) -sign g.key -out letter.sig letter")
        try await place.gostOpenSSL("pkey -in g.key -pubout -out g.pub")
        let raw = ["verify", "letter.sig", "--format", "raw", "--public-key", "g.pub"]
        try await place.jeton(raw).exits(0)
        for (name, words) in [("letter.p7s", ["verify", "letter.p7s", "--trust", "g.pem"]), ("letter.sig", raw)] {
            var octets = try #require(place.contents(name))
            octets[octets.count - 5] ^= 1
            try place.directory.write(octets, to: name)
            try await place.jeton(words).exits(1)
        }
    }

    @Test("Without OpenSSL's GOST provider a signature by a GOST key is refused with the package's name")
    func withoutProvider() async throws {
        let place = try await Workplace.withGOSTCard()
        try await place.withPIN("key", "generate", "--type", "gost:256b", "--label", "k").exits(0)
        try place.directory.write("I owe you one.\n", to: "letter")
        let script = """
            directory=$(openssl version -m | cut -d '"' -f 2) && mount -t tmpfs none "$directory" && exec "$@"
            """
        let words = ["sign", "letter", "--key", "k", "--format", "raw"] + Workplace.pinOption
        let unshare = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh"]
        let output = try await place.run("env", and: unshare + place.words(words))
        #expect(output.exitStatus != 0 && output.errorText.contains("libengine-gost-openssl"), "\(output.errorText)")
        #expect(place.contents("letter.sig") == nil)
    }
}
