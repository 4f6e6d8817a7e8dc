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

    @Test("verify-directory says of each file whether it is valid, and names one that is not signed")
    func directory() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let directory = try place.directory.makeDirectory("in")
        for name in ["letter", "note", "plain"] { try place.directory.write("I owe you one.\n", to: "in/\(name)") }
        for name in ["letter", "note"] {
            try await place.withPIN("sign", "in/\(name)", "--key", "signer", "--certificate", "signer.pem").exits(0)
        }
        let program = try BuildProducts.path("verify-directory")
        let valid = try await place.run(program, directory, "ca.pem")
        #expect(valid.exitStatus == 0, "\(valid.text)")
        for name in ["letter", "letter.p7s", "note", "note.p7s"] {
            #expect(valid.text.contains("/in/\(name): valid\n"), "\(valid.text)")
        }
        #expect(valid.text.contains("/in/plain is not a signature"), "\(valid.text)")
        try place.directory.write("I owe you two.\n", to: "in/note")
        let changed = try await place.run(program, directory, "ca.pem")
        #expect(changed.exitStatus == 1 && changed.text.contains("/in/note.p7s: not valid\n"), "\(changed.text)")
        #expect(changed.text.contains("/in/letter.p7s: valid\n"), "\(changed.text)")
    }

    @Test("sign-file signs with a key on a card that the provider drives")
    func card() async throws {
        let module = try BuildProducts.path("libjeton-pkcs11.so")
        let place = try Workplace(modules: [module])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let initialize = ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
        let pins = ["--so-pin-source", "file:so-pin", "--pin-source", "file:pin"]
        try await place.jeton(initialize + pins).exits(0)
        try await place.makeSigner("signer")
        try place.directory.write("I owe you one.\n", to: "letter")
        let program = try BuildProducts.path("sign-file")
        let words = ["PIN_SOURCE=file:\(place.directory.path("pin"))", program, module, "alpha", "signer"]
        let signed = try await place.run("env", and: words + ["signer.pem", "letter"])
        #expect(signed.exitStatus == 0, "\(signed.text)")
        try await place.checkCMS("letter.p7s", of: "letter")
    }

    @Test("sign-file does not send a PIN twice that the token has refused")
    func refusedPIN() async throws {
        let module = try Workplace.fault("object = slot:0,class:private,keytype:ec,label:k,id:01,sign:true\n")
        let place = try Workplace.with(module)
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.openssl(
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            "x.key",
            "-subj",
            "/CN=X",
            "-out",
            "x.pem"
        )
        let wrong = try place.secret("9999", "wrong")
        for (reason, logins) in [("CKR_PIN_INCORRECT", 1), ("refused this PIN before", 0)] {
            let answer = try await place.run(
                "env",
                "PIN_SOURCE=file:\(wrong)",
                try BuildProducts.path("sign-file"),
                module.path,
                "token 0",
                "k",
                "x.pem",
                "letter"
            )
            #expect(answer.exitStatus == 1 && answer.text.contains(reason), "\(answer.text)")
            #expect(try await module.counts()["C_Login", default: 0] == logins)
        }
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

    @Test("add-check finds data that other users can write to, and nothing else", arguments: [0o700, 0o770, 0o702])
    func ownCheck(mode: Int) async throws {
        let place = try Workplace(modules: [])
        let data = try place.directory.makeDirectory("own")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: data)
        let answer = try await place.run("env", "JETON_DATA=\(data)", try BuildProducts.path("add-check"))
        let isOpen = mode != 0o700
        #expect(answer.exitStatus == (isOpen ? 1 : 0), "\(answer.text)")
        #expect(answer.text.hasPrefix("env-data-writable: \(isOpen ? "found" : "ok")\n"), "\(answer.text)")
        #expect(answer.text.contains("mode of \(data): 0") == isOpen)
    }

    @Test("record-card prints the commands to a card and its answers")
    func transport() async throws {
        let answer = try await Workplace(modules: []).run(try BuildProducts.path("record-card"))
        #expect(answer.exitStatus == 0, "\(answer.text)")
        #expect(answer.text.hasPrefix("> 00a40400"), "\(answer.text)")
        #expect(answer.text.contains("PIN tries left: 3"), "\(answer.text)")
        // VERIFY without data asks for the tries; its answer is a status word.
        #expect(answer.text.contains("> 00200080\n< 63c3\n"), "\(answer.text)")
    }
}
