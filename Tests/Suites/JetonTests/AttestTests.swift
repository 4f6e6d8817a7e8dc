import Foundation
import TestRig
import Testing

@Suite("Attestations of keys on virtual cards")
struct AttestTests {
    @Test("A card attests its own key; another key, another card's vendor, and the attestation alone prove nothing")
    func attest() async throws {
        let place = try await made("alpha")
        let other = try await made("beta")
        for name in ["beta.pem", "beta-vendor.pem"] { try place.directory.write(other.contents(name) ?? [], to: name) }
        let check = ["cert", "verify", "alpha.csr", "--attestation"]
        let good = try await place.jeton(check + ["alpha.pem", "--trust", "alpha-vendor.pem", "--json"]).exits(0).json()
        #expect(good["valid"].flag == true)
        try await place.jeton(check + ["beta.pem", "--trust", "beta-vendor.pem"]).exits(1).prints("another key")
        try await place.jeton(check + ["alpha.pem", "--trust", "beta-vendor.pem"]).exits(1).prints("not valid")
        let alone = try await place.jeton(check + ["alpha-alone.pem", "--trust", "alpha-alone.pem"]).exits(1)
        alone.prints("trusted directly")
        try await place.jeton(check + ["alpha.pem"]).exits(2)
        try await place.jeton("key", "attest", "9c", "--card", "alpha").exits(3)
            .says("slot 9c of card 'alpha' has no key")
        try await place.jeton("key", "attest", "99", "--card", "alpha").exits(2)
        // The only card need not be named; of two, neither is chosen.
        try await place.jeton("key", "attest", "9a").exits(0).prints("BEGIN CERTIFICATE")
        try await place.jeton("virtual", "create", "second").exits(0)
        let several = try await place.jeton("key", "attest", "9a", "--json").exits(6).says("2 cards match", "--card")
        #expect(try several.json()["error"]["candidates"].list.map { $0.text } == ["alpha", "second"])
        try await Workplace(modules: []).jeton("key", "attest", "9a").exits(3)
            .says("no card was found", "--reader")
    }

    /// A place with one card that has a key, the key's request and attestation, and the attestation's two halves.
    private func made(_ card: String) async throws -> Workplace {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", card).exits(0)
        try await place.jeton(
            ["token", "init", "--reader", "Jeton virtual card \(card)", "--label", card, "--yes"]
                + Workplace.officerOption + Workplace.pinOption
        ).exits(0)
        try await place.makeKey("work", "--id", "01")
        try await place.withPIN("csr", "create", "--key", "work", "--subject", "CN=A", "--out", "\(card).csr").exits(0)
        let answer = try await place.jeton("key", "attest", "9a", "--card", card, "--out", "\(card).pem", "--json")
        #expect(try answer.exits(0).json()["serialNumber"].text != nil)
        // The card's own attestation key stands for its vendor.
        let text = String(decoding: place.contents("\(card).pem") ?? [], as: UTF8.self)
        let parts = text.components(separatedBy: "-----BEGIN CERTIFICATE-----\n")
        try #require(parts.count == 3)
        try place.directory.write("-----BEGIN CERTIFICATE-----\n" + parts[2], to: "\(card)-vendor.pem")
        try place.directory.write("-----BEGIN CERTIFICATE-----\n" + parts[1], to: "\(card)-alone.pem")
        try await place.openssl("verify", "-partial_chain", "-trusted", "\(card)-vendor.pem", "\(card)-alone.pem")
        return place
    }
}
