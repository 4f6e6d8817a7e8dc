import Foundation
import TestRig
import Testing

/// Private keys of GOST R 34.10 from files, which `openssl` with its engine gost has made and judges.
@Suite("Imported keys of GOST R 34.10", .timeLimit(.minutes(15)))
struct GOSTImportTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let type: String
        let algorithm: String
        let set: String
        let digest: String
        var testDescription: String { "\(type), \(algorithm) \(set)" }

        init(_ type: String, _ algorithm: String, _ set: String, _ digest: String) {
            (self.type, self.algorithm, self.set, self.digest) = (type, algorithm, set, digest)
        }
    }

    /// Every set that `--type` knows, by each name that the engine has for it.
    static let kinds = [
        Kind("gost:2001", "gost2001", "A", "md_gost94"), Kind("gost:2001", "gost2001", "XA", "md_gost94"),
        Kind("gost:256a", "gost2012_256", "TCA", "md_gost12_256"),
        Kind("gost:256b", "gost2012_256", "A", "md_gost12_256"),
        Kind("gost:256b", "gost2012_256", "TCB", "md_gost12_256"),
        Kind("gost:256c", "gost2012_256", "B", "md_gost12_256"),
        Kind("gost:256c", "gost2012_256", "TCC", "md_gost12_256"),
        Kind("gost:512a", "gost2012_512", "A", "md_gost12_512"),
        Kind("gost:512b", "gost2012_512", "B", "md_gost12_512"),
    ]

    /// Makes a key with a certificate, imports it, and has openssl verify what the token signs with it.
    private func use(_ kind: Kind, in place: Workplace) async throws {
        try place.directory.write("I owe you one.\n", to: "letter")
        try place.directory.write("I owe you two.\n", to: "other")
        try await place.gostOpenSSL("genpkey -algorithm \(kind.algorithm) -pkeyopt paramset:\(kind.set) -out g.key")
        try await place.gostOpenSSL("req -x509 -new -key g.key -subj /CN=Gost -days 2 -out g.pem")
        try await place.gostOpenSSL("pkey -in g.key -pubout -out g.pub")
        let answer = try await place.withPIN("key", "import", "g.key", "--label", "old", "--id", "a1", "--json")
        let imported = try answer.exits(0).json()
        #expect(imported["type"].text == kind.type && imported["id"].text == "a1")
        try await place.withPIN("key", "list").exits(0).prints(kind.type, "old")
        try await place.withPIN("sign", "letter", "--key", "old", "--format", "raw").exits(0)
        try await place.gostOpenSSL("dgst -\(kind.digest) -verify g.pub -signature letter.sig letter")
        try await place.gostOpenSSL("dgst -\(kind.digest) -verify g.pub -signature letter.sig other", fails: true)
        try await place.withPIN("sign", "letter", "--key", "old", "--certificate", "g.pem").exits(0)
        let verify = "cms -verify -binary -inform DER -CAfile g.pem -purpose any -out out -in letter.p7s -content"
        try await place.gostOpenSSL("\(verify) letter")
        try await place.gostOpenSSL("\(verify) other", fails: true)
        try await place.jeton("verify", "letter.p7s", "--trust", "g.pem").exits(0)
    }

    @Test("Onto the virtual card", arguments: kinds)
    func card(_ kind: Kind) async throws {
        let place = try await Workplace.withGOSTCard()
        try await use(kind, in: place)
        // The certificate finds its key, whatever name it has for the curve.
        try await place.withPIN("cert", "import", "g.pem", "--label", "own").exits(0)
        try await place.withPIN("sign", "other", "--key", "old").exits(0)
        try await place.jeton("verify", "other.p7s", "--trust", "g.pem").exits(0)
        let certificates = try await place.jeton("cert", "list", "--json").exits(0).json()["certificates"].list
        #expect(certificates.map { $0["id"].text } == ["a1"])
        try await place.jeton("doctor", "--only", "obj-cert-key-mismatch").exits(0)
    }

    @Test(
        "Onto the double of Rutoken's library, whatever names it has for the curves",
        arguments: [
            (kinds[0], ""), (kinds[2], ""), (kinds[3], "gost_new = true"), (kinds[4], "gost_old = true"),
            (kinds[5], "gost_public = wrapped"), (kinds[7], "gost_signature = little"), (kinds[8], ""),
        ]
    )
    func rutoken(_ kind: Kind, _ quirk: String) async throws {
        try await use(kind, in: Workplace.withGOSTDouble(quirk.isEmpty ? [] : [quirk]))
    }

    @Test("A file in DER is imported, and one with a set that is not asked of tokens is refused by its name")
    func files() async throws {
        let place = try await Workplace.withGOSTCard()
        try await place.gostOpenSSL("genpkey -algorithm gost2012_256 -pkeyopt paramset:A -outform DER -out a.der")
        try await place.withPIN("key", "import", "a.der", "--label", "a").exits(0).prints("gost:256b")
        try await place.gostOpenSSL("genpkey -algorithm gost2012_512 -pkeyopt paramset:C -out c.key")
        try await place.withPIN("key", "import", "c.key", "--label", "c").exits(7).says("GOST 512 set C")
        let list = try await place.withPIN("key", "list", "--json").exits(0).json()
        #expect(list["objects"].list.allSatisfy { $0["label"].text == "a" })
    }
}
