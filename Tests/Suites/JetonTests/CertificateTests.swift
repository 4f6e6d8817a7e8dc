import Foundation
import TestRig
import Testing

/// A key's certificates from the self-signed one to its renewal, and how each is named.
@Suite("Certificates of one key")
struct CertificateTests {
    enum Kind: String, CaseIterable, Sendable { case softHSM, card }

    /// A place with key `k` and a self-signed certificate, and one of an authority in `k.pem`.
    private func place(_ kind: Kind) async throws -> Workplace {
        let place: Workplace
        switch kind {
        case .softHSM: place = try await Workplace.withSoftHSM()
        case .card:
            place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
            try await place.jeton("virtual", "create", "alpha").exits(0)
            try await place.jeton(
                ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
                    + Workplace.officerOption + Workplace.pinOption
            ).exits(0)
        }
        try await place.makeKey("k")
        try await place.withPIN("cert", "create", "--key", "k", "--subject", "CN=Anna").exits(0)
        try await place.withPIN("csr", "create", "--key", "k", "--subject", "CN=Anna", "--out", "k.csr").exits(0)
        try await place.certify("k")
        try place.directory.write("a letter\n", to: "letter")
        return place
    }

    private func certificates(_ place: Workplace) async throws -> [JSONNode] {
        try await place.jeton("cert", "list", "--json").exits(0).json()["certificates"].list
    }

    @Test(
        "An authority's certificate after a self-signed one is refused with the way out, and replaces it",
        arguments: Kind.allCases
    )
    func replaced(_ kind: Kind) async throws {
        let place = try await place(kind)
        let former = try #require(try await certificates(place).first?["sha256"].text)
        let refused = try await place.withPIN("cert", "import", "k.pem", "--json").exits(6)
        refused.says("key 'k' already has a certificate", "--replace", "--keep")
        #expect(try refused.json()["error"]["candidates"].texts.count == 1)
        #expect(try await certificates(place).compactMap { $0["sha256"].text } == [former])
        try await place.withPIN("cert", "create", "--key", "k", "--subject", "CN=B").exits(6).says("--replace")
        try await place.withPIN("cert", "import", "k.pem", "--replace", "--keep").exits(2)

        let stored = try await place.withPIN("cert", "import", "k.pem", "--replace", "--json").exits(0).json()
        #expect(stored["certificates"].list.first?["replaced"].texts == [former])
        let left = try await certificates(place)
        #expect(left.count == 1 && left[0]["issuer"].text == "CN=Test Authority" && left[0]["label"].text == "k")
        let signed = try await place.withPIN("sign", "letter", "--key", "k").exits(0)
        #expect(!signed.errors.contains("certificates"), "\(signed.testDescription)")
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        // A year later.
        try await place.openssl(
            "x509 -req -in k.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3 -out later.pem".split(separator: " ")
                .map(String.init)
        )
        try await place.withPIN("cert", "import", "later.pem", "--replace").exits(0).prints("it replaces the one of")
        try await place.withPIN("cert", "import", "later.pem", "--replace").exits(0).prints("already on the token")
        #expect(try await certificates(place).count == 1)
        try await place.withPIN("sign", "letter", "--key", "k", "--force").exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
    }

    @Test("A deleted key leaves its certificate, and the command that deletes this works as it stands")
    func orphan() async throws {
        let place = try await place(.softHSM)
        let deleted = try await place.withPIN("key", "delete", "--key", "k", "--yes").exits(0)
        deleted.says("the key's certificate stays on the token")
        let hint = try #require(deleted.errors.firstMatch(of: /`jeton cert delete '?([^`']+)'?`/)).output.1
        try await place.withPIN("cert", "delete", String(hint), "--yes").exits(0)
        #expect(try await certificates(place).isEmpty)
    }

    @Test(
        "Of several certificates each has a URI, a SHA-256 and a serial number of its own, and the authority's signs",
        arguments: Kind.allCases
    )
    func named(_ kind: Kind) async throws {
        let place = try await place(kind)
        try await place.withPIN("cert", "import", "k.pem", "--keep").exits(0)
        let all = try await certificates(place)
        let digests = all.compactMap { $0["sha256"].text }
        #expect(Set(digests).count == 2 && Set(all.compactMap { $0["uri"].text }).count == 2)
        try await place.jeton("cert", "list").exits(0).prints(all[0]["serialNumber"].text ?? "?", "SERIAL")
        for certificate in all {
            for member in ["sha256", "serialNumber", "uri"] {
                let name = try #require(certificate[member].text)
                let found = try await place.jeton("cert", "export", name, "--json").exits(0).json()["certificate"]
                #expect(found["sha256"].text == certificate["sha256"].text, "\(name)")
            }
        }
        let both = try await place.jeton("cert", "export", "k", "--json").exits(6)
        let candidates = try both.json()["error"]["candidates"].texts
        #expect(Set(candidates) == Set(all.compactMap { $0["uri"].text }))
        try await place.jeton("cert", "export", "CN=Anna").exits(6)
        try await place.jeton("cert", "export", String(repeating: "ab", count: 32)).exits(3)
        let objects = try await place.withPIN("object", "list", "--json").exits(0).json()["objects"].list
        let uris = objects.compactMap { $0["uri"].text }
        #expect(Set(uris).count == uris.count, "\(uris)")

        try await place.withPIN("sign", "letter", "--key", "k").exits(0).says("has 2 certificates", "CN=Test Authority")
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        let own = try #require(all.first { $0["issuer"].text == "CN=Anna" })
        let named = try #require(own["uri"].text)
        try await place.withPIN("sign", "letter", "--key", "k", "--certificate", named, "--force").exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(1)
        let digest = try #require(own["sha256"].text)
        let deleted = try await place.withPIN("cert", "delete", digest, "--yes", "--json").exits(0).json()
        #expect(deleted["uri"].text?.contains(digest) == true)
        #expect(try await certificates(place).compactMap { $0["issuer"].text } == ["CN=Test Authority"])
        try await place.withPIN("cert", "delete", "CN=Anna", "--yes").exits(0)
        #expect(try await certificates(place).isEmpty)
    }
}
