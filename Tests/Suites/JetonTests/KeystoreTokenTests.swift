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
}
