import JetonKeystoreBase
import Testing

@Suite("Access groups")
struct AccessGroupTests {
    @Test(
        "The three forms of a name are taken",
        arguments: [
            "ABCDE12345.a", "0123456789.rutoken.shared", "ABCDE12345.A_b-c..d", "local.5f0c", "jeton.token",
            "ABCDE12345." + String(repeating: "x", count: 200),
        ]
    )
    func valid(name: String) { #expect(AccessGroup(rawValue: name)?.rawValue == name) }

    @Test(
        "Wildcards, short teams, path separators and other text are refused",
        arguments: [
            "", "*", ".", "..", "ABCDE12345", "ABCDE12345.", "ABCDE12345.*", "ABCDE1234.a", "abcde12345.a",
            "ABCDE12345.a/b", "ABCDE12345.ä", "local.", "local.A", "local../x", "jeton.tokens", "apple",
            "ABCDE12345." + String(repeating: "x", count: 201), "ABCDE12345.a\0",
        ]
    )
    func invalid(name: String) { #expect(AccessGroup(rawValue: name) == nil) }

    @Test("Team and name are what stands before and behind the first dot")
    func parts() throws {
        let shared = try #require(AccessGroup(rawValue: "ABCDE12345.rutoken.shared"))
        #expect(shared.teamIdentifier == "ABCDE12345")
        #expect(shared.name == "rutoken.shared")
        let local = try #require(AccessGroup(rawValue: "local.5f0c"))
        #expect(local.teamIdentifier == nil)
        #expect(AccessGroup.token.teamIdentifier == nil)
        #expect([AccessGroup.token, shared, local].sorted() == [shared, local, .token])
    }
}

@Suite("Keystore errors")
struct KeystoreErrorTests {
    @Test("A sentence names the constant, the number and the context")
    func description() {
        let error = KeystoreError(.missingEntitlement, "group X")
        #expect(error.description == "missing entitlement (errSecMissingEntitlement, -34018): group X")
        #expect(KeystoreError(.init(rawValue: -7)).description == "status (-7)")
        #expect(error == KeystoreError(.missingEntitlement))
    }
}
