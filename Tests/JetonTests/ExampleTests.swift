import Foundation
import TestRig
import Testing

@Suite("Examples")
struct ExampleTests {
    @Test("list-tokens lists a token with its public key, and sign-file signs with the key what openssl accepts")
    func tokens() async throws {
        let place = try await Workplace.withSoftHSM()
        let module = try #require(place.options.last)
        try await place.makeSigner("signer")

        let list = try await place.run(try BuildProducts.path("list-tokens"), module)
        #expect(list.exitStatus == 0 && list.text.contains("alpha (SoftHSM v2, serial "), "\(list.text)")
        #expect(list.text.contains("  signer, CKK_EC"), "\(list.text)")

        try place.directory.write("I owe you one.\n", to: "letter")
        let signed = try await place.run(
            "env",
            "PIN_SOURCE=file:\(place.directory.path("pin"))",
            try BuildProducts.path("sign-file"),
            module,
            "alpha",
            "signer",
            "signer.pem",
            "letter"
        )
        #expect(signed.exitStatus == 0 && signed.text == "letter.p7s: signed by CN=Anna Muster\n", "\(signed.text)")
        try await place.checkCMS("letter.p7s", of: "letter")
    }

    @Test("keep-secret keeps a secret once; a second keystore in the same folder is refused")
    func secrets() async throws {
        let place = try Workplace(modules: [])
        let program = try BuildProducts.path("keep-secret")
        let first = try await place.run(program, place.directory.path("keys"))
        #expect(first.exitStatus == 0, "\(first.text)")
        #expect(first.text.contains("a secret of 6 octets") && first.text.contains("status 0, 6 octets"))
        #expect(!first.text.contains("s3cret"))
        let second = try await place.run(program, place.directory.path("keys"))
        #expect(second.exitStatus == 1 && second.text.contains("errSecDuplicateItem"), "\(second.text)")
    }
}
