import Foundation
import TestRig
import Testing

@Suite("PINs and logins that the keystore keeps")
struct KeptLoginTests {
    /// A keystore that only a passphrase unlocks.
    private func makeKeystore(_ place: Workplace) async throws {
        try place.secret(Workplace.passphrase, "passphrase")
        try await place.jeton("keystore", "init", "--new-passphrase-source", "file:passphrase").exits(0)
    }

    private func keep(_ secret: String, as name: String, _ place: Workplace, _ more: [String] = []) async throws {
        try place.secret(secret, "kept")
        // A secret of several lines is read as it is.
        let source = secret.contains("\n") ? ["--in", "kept"] : ["--secret-source", "file:kept"]
        let words = ["keystore", "add", name, "--passphrase-source", "file:passphrase"]
        try await place.jeton(words + source + more).exits(0)
    }

    @Test(
        "A token's PIN comes from the keystore; one that is locked, missing or there twice is named, and costs no try"
    )
    func pin() async throws {
        let place = try await Workplace.withSoftHSM()
        try await makeKeystore(place)
        try await place.makeSigner("signer")
        try place.directory.write("content", to: "letter")
        try await keep(Workplace.pin, as: "token/alpha", place, ["--accessible", "always"])
        try await keep(Workplace.pin, as: "token/closed", place)
        try await keep("123\n456", as: "token/lines", place, ["--accessible", "always"])
        for group in ["local.one", "local.two"] {
            try await keep(Workplace.pin, as: "token/twice", place, ["--group", group])
        }
        let sign = ["sign", "letter", "--key", "signer", "--force", "--format", "cms"] + place.options
        try await place.jeton(sign + ["--pin-source", "keystore:token/alpha"]).exits(0)
        let locked = try await place.jeton(sign + ["--pin-source", "keystore:token/closed"]).exits(4)
        locked.says("the keystore with the PIN or password is locked", "`jeton keystore unlock`")
        try await place.jeton(sign + ["--pin-source", "keystore:token/none"]).exits(4).says("has no such PIN")
        try await place.jeton(sign + ["--pin-source", "keystore:token/twice"]).exits(4).says("several PINs")
        try await place.jeton(sign + ["--pin-source", "keystore:token/lines"]).exits(4).says("more than one line")
        try await place.jeton(sign + ["--pin-source", "keystore:"]).exits(2).says("not one of the known forms")
        try await place.jeton("config", "set", "pin-source", "keystore:token/alpha").exits(0)
        try await place.jeton("config", "set", "token", "alpha").exits(0)
        try await place.jeton("sign", "letter", "--key", "signer", "--force").exits(0)
        let unlock = ["keystore", "unlock", "--passphrase-source", "keystore:token/alpha"]
        try await place.jeton(unlock).exits(2).says("can't come from the keystore")
        let status = try await place.jeton(["pin", "status", "--json"] + place.options).exits(0).json()
        #expect(status["user"]["countLow"].flag == false)
    }

    @Test("A login of a timestamping authority goes to its own server alone, whatever else is named")
    func timestampLogin() async throws {
        let place = try Workplace(modules: [])
        try place.directory.write("content", to: "letter")
        try await makeKeystore(place)
        _ = try await EvidenceServer(place)
        let options = ["--password", "anna:right", "--tls", "web.pem", "web.key"]
        let own = try await EvidenceServer(place, options)
        let other = try await EvidenceServer(place, options)
        func origin(_ server: EvidenceServer) -> String {
            server.tsa.split(separator: "/").prefix(2).joined(separator: "//")
        }
        try await keep("right", as: "\(origin(own))/anna", place, ["--accessible", "always"])
        let ask = ["timestamp", "letter", "--server-trust", "ca.pem", "--force", "--tsa"]
        try await place.jeton(ask + [own.tsa, "--tsa-user", "anna"]).exits(0)
        try await place.jeton("config", "set", "tsa-login", "anna").exits(0)
        try await place.jeton(ask + [own.tsa]).exits(0)
        // The other server has the same user with the same password, so that a login that went there would be taken.
        let refused = try await place.jeton(ask + [other.tsa]).exits(5)
        refused.says("'anna' belongs to \(origin(own))", "none is sent to \(origin(other))")
        let named = ["--tsa-user", "anna", "--tsa-password-source", "keystore:\(origin(own))/anna"]
        try await place.jeton(ask + [other.tsa] + named).exits(2).says("belongs to \(origin(own))")
        // With both, only its own server gets it.
        let both = try await place.jeton(ask + [other.tsa, "--tsa", own.tsa, "--json"]).exits(0).json()
        #expect(both["server"].text == own.tsa)
        // A keystore that can't be read is named once, and the password is asked for.
        try place.directory.write("damaged", to: "data/keystore/device.key")
        let damaged = try await place.jeton(ask + [own.tsa, "--tsa", other.tsa, "--tsa-user", "anna"])
        damaged.says("The password of anna at \(origin(own)):")
        #expect(damaged.errors.split(separator: "the keystore's logins can't be read").count == 2, "\(damaged.errors)")
        try await place.jeton("config", "set", "tsa-login", "a/b").exits(2).says("without / and :")
    }
}
