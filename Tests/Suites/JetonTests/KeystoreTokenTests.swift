import TestRig
import Testing

@Suite("The keystore and tokens")
struct KeystoreTokenTests {
    @Test("A key on a token unlocks the keystore for later commands", arguments: ["ec:p256", "rsa:2048"])
    func unlock(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: type)
        try await place.jeton("keystore", "init", "--new-key-file", "key").exits(0)
        try await place.keep("hush", "a/b")
        let module = place.options
        let add = ["keystore", "slot", "add", "--new-token-key", "signer"] + Workplace.keyFileOption + module
        try await place.jeton(add).exits(0).prints(": token")
        try await place.jeton("keystore", "slot", "list").exits(0).prints("token", "pkcs11:")
        try await place.jeton("keystore", "lock").exits(0)
        try await place.jeton("keystore", "get", "a/b").exits(8)
        let unlock = ["keystore", "unlock", "--token-key", "signer"] + Workplace.pinOption + module
        try await place.jeton(unlock).exits(0).prints("unlocked for 15 minutes")
        #expect(try await place.jeton("keystore", "get", "a/b").exits(0).text == "hush")
        try await place.jeton("keystore", "lock").exits(0)
    }

    @Test("A removed token opens nothing more, and everything stays readable")
    func removal() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: "ec:p256")
        try await place.jeton("keystore", "init", "--new-key-file", "key").exits(0)
        try await place.keep("hush", "a/b")
        let added = try await place.jeton(
            ["keystore", "slot", "add", "--new-token-key", "signer", "--json"] + Workplace.keyFileOption + place.options
        )
        let slot = try #require(try added.exits(0).json()["slot"].text)
        let unlock = ["keystore", "unlock", "--token-key", "signer"] + Workplace.pinOption + place.options
        try await place.jeton(unlock).exits(0)
        try await place.jeton("keystore", "slot", "remove", slot, "--yes").exits(8).says("the keystore is locked")
        let removed = try await place.jeton(
            ["keystore", "slot", "remove", slot, "--yes", "--json"] + Workplace.keyFileOption
        )
        let report = try removed.exits(0).json()["resealed"]
        #expect(report["items"].number == 1)
        #expect(report["files"].number == 0)
        try await place.jeton(unlock).exits(8).says("it does not open any slot of the keybag")
        try await place.jeton("keystore", "get", "a/b").exits(8)
        #expect(try await place.keystore("get", "a/b").exits(0).text == "hush")
        try await place.keystore("verify").exits(0)
        try await place.keystore("repair").exits(0).prints("nothing to repair")
        try await place.jeton("keystore", "lock", "--all").exits(0)
    }

    @Test("A PIN that the token refuses, or that is not given, is an error of the login, with the tries")
    func wrongPIN() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: "ec:p256")
        try await place.jeton("keystore", "init", "--new-key-file", "key").exits(0)
        let add = ["keystore", "slot", "add", "--new-token-key", "signer"] + Workplace.keyFileOption + place.options
        try await place.jeton(add).exits(0)
        try place.secret("99999999", "wrong")
        let unlock = ["keystore", "unlock", "--token-key", "signer"] + place.options
        try await place.jeton(unlock + ["--pin-source", "file:wrong"]).exits(4)
            .says("CKR_PIN_INCORRECT", "jeton does not send this PIN to this token again")
        try await place.jeton(unlock + ["--pin-source", "file:wrong"]).exits(4).says("refused")
        try await place.jeton(unlock + ["--pin-source", "file:nothing"]).exits(4)
        try await place.jeton("keystore", "status").exits(0).prints("locked")
    }
}
