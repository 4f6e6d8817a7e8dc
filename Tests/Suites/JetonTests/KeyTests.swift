import TestRig
import Testing

@Suite("Keys, certificates and other objects")
struct KeyTests {
    static let types = ["rsa:2048", "ec:p256", "ec:p384", "ec:p521", "ed25519"]

    @Test("Each URI that is printed names just one object, also where keys and certificates have one label")
    func uniqueURIs() async throws {
        let place = try await Workplace.withSoftHSM()
        let made = try await place.withPIN("key", "generate", "--type", "ec:p256", "--label", "k", "--json").exits(0)
            .json()
        let uri = try #require(made["uri"].text)
        #expect(uri == "pkcs11:token=alpha;object=k;type=private")
        try place.directory.write("a letter\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", uri, "--format", "raw", "--out", "letter.sig").exits(0)
        let text = try await place.withPIN("key", "generate", "--type", "ec:p256", "--label", "l").exits(0)
        text.prints("pkcs11:token=alpha;object=l;type=private")
        var uris = [uri]
        for command in ["key", "object"] {
            let list = try await place.withPIN(command, "list", "--json").exits(0).json()
            uris += list["objects"].list.compactMap { $0["uri"].text }
        }
        #expect(uris.count == 9)
        for uri in uris {
            let shown = try await place.withPIN("object", "show", uri, "--json").exits(0).json()
            #expect(shown["uri"].text?.contains(uri.contains("type=private") ? "type=private" : "type=public") == true)
        }
    }

    @Test("A key is generated, listed, used for a request and a signature, and deleted", arguments: types)
    func aKeyLives(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        let made = try await place.withPIN(
            "key",
            "generate",
            "--type",
            type,
            "--label",
            "signing key",
            "--json"
        ).exits(0).json()
        #expect(made["schema"].text == "jeton.key.generate/1")
        #expect(made["type"].text == type && made["id"].text == "01")
        let uri = try #require(made["uri"].text)

        let list = try await place.withPIN("key", "list", "--json").exits(0).json()
        #expect(list["schema"].text == "jeton.key.list/1")
        let key = try #require(list["objects"].list.first { $0["class"].text == "private" })
        #expect(key["type"].text == type && key["sign"].flag == true)
        #expect(key["sensitive"].flag == true && key["extractable"].flag == false)
        #expect(list["objects"].list.count == 2)

        let request = try await place.withPIN(
            "csr",
            "create",
            "--key",
            uri,
            "--subject",
            "CN=Anna Muster,O=Пример,C=DE",
            "--alternative-name",
            "dns:example.org",
            "--alternative-name",
            "email:anna@example.org",
            "--alternative-name",
            "ip:2001:db8::1",
            "--out",
            "request.csr",
            "--json"
        )
        #expect(try request.exits(0).json()["schema"].text == "jeton.csr.create/1")
        let shown = try await place.openssl("req", "-verify", "-in", "request.csr", "-text", "-nameopt", "utf8")
        #expect(shown.errorText.contains("verify OK"))
        for words in ["CN=Anna Muster", "Пример", "DNS:example.org", "email:anna@example.org"] {
            #expect(shown.text.contains(words), "\(words) in \(shown.text)")
        }
        try await place.openssl("req", "-in", "request.csr", "-pubkey", "-noout", "-out", "key.pub")

        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", uri, "--format", "raw").exits(0).says("letter.sig")
        try await place.checkRaw("letter.sig", of: "letter", publicKey: "key.pub", type: type)

        try await place.withPIN("key", "delete", "--key", "signing key").exits(2).says("will be permanently deleted")
        let deleted = try await place.withPIN("key", "delete", "--key", "signing key", "--yes", "--json")
        #expect(try deleted.exits(0).json()["schema"].text == "jeton.key.delete/1")
        #expect(try await place.withPIN("key", "list", "--json").exits(0).json()["objects"].list.isEmpty)
    }

    @Test(
        "A key from a file signs what its own public half accepts",
        arguments: [
            ("rsa:2048", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
            ("ec:p256", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
            ("ec:p384", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]),
            ("ec:p521", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"]),
            ("ed25519", ["-algorithm", "ED25519"]),
        ]
    )
    func importing(type: String, options: [String]) async throws {
        let place = try await Workplace.withSoftHSM()
        let made = try await ChildProcess.run(
            ["openssl", "genpkey", "-out", "key.pem"] + options,
            workingDirectory: place.directory.path
        )
        try #require(made.exitStatus == 0, "\(made.errorText)")
        try await place.openssl("pkey", "-in", "key.pem", "-pubout", "-out", "key.pub")
        let answer = try await place.withPIN("key", "import", "key.pem", "--label", "old", "--id", "a1", "--json")
        let imported = try answer.exits(0).json()
        #expect(imported["schema"].text == "jeton.key.import/1")
        #expect(imported["type"].text == type && imported["id"].text == "a1")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", "a1", "--format", "raw").exits(0)
        try await place.checkRaw("letter.sig", of: "letter", publicKey: "key.pub", type: type)
        try await place.withPIN("key", "import", "key.pem", "--label", "old").exits(6).says("already")
    }

    @Test("What is no private key is not imported", arguments: ["text", "encrypted", "public", "missing"])
    func notImported(kind: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "plain")
        switch kind {
        case "text": try place.directory.write("Dear Sir or Madam", to: "file")
        case "encrypted":
            try await place.openssl("pkey", "-in", "plain", "-aes128", "-passout", "pass:x", "-out", "file")
        case "public": try await place.openssl("pkey", "-in", "plain", "-pubout", "-out", "file")
        default: break
        }
        let answer = try await place.withPIN("key", "import", "file", "--label", "old", "--json")
        answer.exits(kind == "missing" ? 3 : 7).says("file")
        #expect(try answer.json()["schema"].text == "jeton.error/1")
        if kind == "encrypted" { answer.says("--passphrase-source") }
        #expect(try await place.withPIN("key", "list", "--json").exits(0).json()["objects"].list.isEmpty)
    }

    @Test("A token that refuses every change names the management key, and what makes it known")
    func writeProtected() async throws {
        let place = try Workplace.withFault("fault.C_GenerateKeyPair = rv:0xE2\n")
        try await place.withPIN("key", "generate", "--label", "k").exits(5)
            .says("CKR_TOKEN_WRITE_PROTECTED", "management key", "--management-key-source", "--protect-management-key")
    }

    @Test("SHA-224 signs by RSA and ECDSA, as openssl and jeton verify", arguments: ["rsa:2048", "ec:p256"])
    func sha224(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("k", type: type)
        try place.directory.write("I owe you one.\n", to: "letter")
        let hash = ["--hash-algorithm", "sha224"]
        try await place.jeton(["sign", "letter", "--key", "k", "--format", "raw"] + hash + Workplace.pinOption).exits(0)
        try await place.openssl("x509", "-in", "k.pem", "-noout", "-pubkey", "-out", "k.pub")
        try await place.openssl("dgst", "-sha224", "-verify", "k.pub", "-signature", "letter.sig", "letter")
        let raw = ["verify", "letter.sig", "--format", "raw", "--certificate", "k.pem", "--trust", "ca.pem"]
        try await place.jeton(raw).exits(0)
        try await place.jeton(["sign", "letter", "--key", "k", "--format", "cms"] + hash + Workplace.pinOption).exits(0)
        try await place.checkCMS("letter.p7s", of: "letter")
        try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
    }

    @Test("A certificate is imported beside its key, listed, exported and deleted")
    func certificates() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let list = try await place.jeton("cert", "list", "--json").exits(0).json()
        #expect(list["schema"].text == "jeton.cert.list/1")
        #expect(list["certificates"].list.count == 1)
        try await place.jeton("cert", "list").exits(0).prints("signer", "01", "CN=Anna Muster", "CN=Test Authority")

        try await place.jeton("cert", "export", "signer", "--out", "out.pem").exits(0)
        try await place.jeton("cert", "export", "signer", "--out", "out.der", "--der").exits(0)
        let pem = try await place.openssl("x509", "-in", "out.pem", "-outform", "DER", "-out", "-")
        let original = try await place.openssl("x509", "-in", "signer.pem", "-outform", "DER", "-out", "-")
        #expect(pem.standardOutput == original.standardOutput)
        #expect(place.contents("out.der") == original.standardOutput)
        try await place.jeton("cert", "export", "signer", "--out", "out.pem").exits(7).says("out.pem exists", "--force")
        let exported = try await place.jeton("cert", "export", "signer", "--json").exits(0).json()
        #expect(exported["schema"].text == "jeton.cert.export/1")
        #expect(exported["pem"].text?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)

        try await place.withPIN("cert", "delete", "signer").exits(2).says("will be deleted", "--yes")
        let deleted = try await place.withPIN("cert", "delete", "signer", "--yes", "--json").exits(0).json()
        #expect(deleted["schema"].text == "jeton.cert.delete/1")
        try await place.jeton("cert", "list").exits(0).says("no certificates on token")
        try await place.jeton("cert", "export", "signer").exits(3)
        try place.directory.write("nothing of the kind", to: "bad.pem")
        try await place.withPIN("cert", "import", "bad.pem").exits(7).says("bad.pem")
    }

    @Test("Objects are listed, shown, renamed and deleted; the same label twice is exit code 6")
    func objects() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("one")
        let list = try await place.withPIN("object", "list", "--json").exits(0).json()
        #expect(list["schema"].text == "jeton.object.list/1")
        #expect(list["objects"].list.map { $0["class"].text ?? "" }.sorted() == ["private", "public"])
        let open = try await place.jeton("object", "list", "--public", "--json").exits(0).json()
        #expect(open["objects"].list.map { $0["class"].text } == ["public"])

        let both = try await place.withPIN("object", "show", "one", "--json").exits(6)
        let candidates = try both.json()["error"]["candidates"].texts
        #expect(candidates.count == 2)
        let uri = try #require(candidates.first { $0.contains("type=private") })
        let shown = try await place.withPIN("object", "show", uri, "--json").exits(0).json()
        #expect(shown["schema"].text == "jeton.object.show/1")
        #expect(shown["attributes"]["CKA_SENSITIVE"].flag == true)
        #expect(!shown["attributes"]["CKA_VALUE"].isPresent)
        try await place.withPIN("object", "show", uri).exits(0).prints("CKA_LABEL", "one", "CKO_PRIVATE_KEY")

        let set = try await place.withPIN("object", "set", uri, "--label", "two", "--id", "0b", "--json").exits(0)
        #expect(try set.json()["schema"].text == "jeton.object.set/1")
        try await place.withPIN("object", "show", "0b").exits(0).prints("two")
        try await place.withPIN("object", "delete", "two").exits(2)
        let deleted = try await place.withPIN("object", "delete", "two", "--yes", "--json").exits(0).json()
        #expect(deleted["schema"].text == "jeton.object.delete/1")
        let rest = try await place.withPIN("object", "list", "--json").exits(0).json()
        #expect(rest["objects"].list.map { $0["class"].text } == ["public"])
    }

    @Test("A label or an id that is taken is not used twice")
    func taken() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("one")
        try await place.withPIN("key", "generate", "--type", "ec:p256", "--label", "one").exits(6).says("already")
        let sameID = try await place.withPIN("key", "generate", "--type", "ec:p256", "--label", "x", "--id", "01")
        sameID.exits(6).says("already")
        try await place.makeKey("two")
        // 02 names the slot of PIV that asks for the PIN each time.
        try await place.withPIN("key", "list").exits(0).prints("03")
    }

    @Test("Two keys that nothing tells apart are said to share a URI, and no URI is offered as a choice between them")
    func twins() async throws {
        let twin = "object = slot:0,class:private,keytype:ec,label:twin,id:07,sign:true\n"
        let place = try Workplace.withFault(Workplace.faultKey + twin + twin)
        let listed = try await place.withPIN("key", "list", "--json").exits(0)
        let keys = try listed.json()["objects"].list
        #expect(keys.filter { $0["unique"].flag == false }.map { $0["label"].text } == ["twin", "twin"])
        try await place.withPIN("key", "list").exits(0).says("names 2 keys", "nothing that the token shows")
        try await place.withPIN("key", "delete", "--key", "twin", "--yes").exits(6)
            .says("2 private keys match", "nothing that the token shows tells them apart")
    }
}
