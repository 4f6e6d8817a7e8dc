import TestRig
import Testing

@Suite("Keys from files with certificates and passphrases")
struct KeyFileImportTests {
    /// A place with a leaf, its authority and the root, in `file.p12` under the passphrase in the file `pass`.
    private func place() async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try place.secret("a word", "pass")
        try place.directory.write("basicConstraints=critical,CA:TRUE\n", to: "ca.ext")
        func openssl(_ line: String) async throws {
            try await place.openssl(line.split(separator: " ").map(String.init))
        }
        for name in ["root", "middle", "leaf"] {
            try await openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out \(name).key")
            try await openssl("req -new -key \(name).key -subj /CN=\(name) -out \(name).csr")
        }
        try await openssl("x509 -req -in root.csr -signkey root.key -extfile ca.ext -days 3 -out root.pem")
        let issue = "x509 -req -CAcreateserial -days 2"
        try await openssl("\(issue) -in middle.csr -CA root.pem -CAkey root.key -extfile ca.ext -out middle.pem")
        try await openssl("\(issue) -in leaf.csr -CA middle.pem -CAkey middle.key -out leaf.pem")
        let chain = (place.contents("root.pem") ?? []) + (place.contents("middle.pem") ?? [])
        try place.directory.write(chain, to: "chain.pem")
        try await openssl(
            "pkcs12 -export -inkey leaf.key -in leaf.pem -certfile chain.pem -passout file:pass -out file.p12"
        )
        try place.directory.write("I owe you one.\n", to: "letter")
        return place
    }

    @Test("PKCS #12 brings the key, its certificate and its issuer's, and the signature verifies by the root")
    func whole() async throws {
        let place = try await place()
        let words = ["key", "import", "file.p12", "--label", "k", "--passphrase-source", "file:pass"]
        let made = try await place.jeton(words + Workplace.pinOption + ["--json"]).exits(0).json()
        #expect(made["certificates"].list.map { $0["subject"].text } == ["CN=leaf", "CN=middle"])
        #expect(made["certificates"][0]["id"].text == made["id"].text && made["certificates"][0]["label"].text == "k")
        try await place.withPIN("sign", "letter", "--key", "k").exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "root.pem").exits(0)
    }

    @Test("Without its passphrase, or with another, nothing of a file is stored")
    func refused() async throws {
        let place = try await place()
        try place.secret("another", "wrong")
        try await place.withPIN("key", "import", "file.p12", "--label", "k").exits(7).says("--passphrase-source")
        for command in [["key", "import", "file.p12", "--label", "k"], ["cert", "import", "file.p12"]] {
            let wrong = ["--passphrase-source", "file:wrong"] + Workplace.pinOption
            let answer = try await place.jeton(command + wrong).exits(7)
            answer.says("file.p12", "passphrase is wrong", "--passphrase-source prompt")
        }
        let objects = try await place.withPIN("object", "list", "--json").exits(0).json()["objects"]
        #expect(objects.list.isEmpty)
    }

    @Test("A certificate that was there before its key gets the key's id")
    func certificateFirst() async throws {
        let place = try await place()
        try await place.withPIN("cert", "import", "leaf.pem").exits(0).prints("the token has no key for it")
        try await place.withPIN("key", "import", "leaf.key", "--label", "k").exits(0)
        try await place.withPIN("sign", "letter", "--key", "k").exits(0).says("signed by CN=leaf")
    }

    @Test("The certificates of PKCS #12 go beside a key that is there, and a PEM file's go with its key")
    func parts() async throws {
        let place = try await place()
        try await place.withPIN("key", "import", "leaf.key", "--label", "k").exits(0)
        let words = ["cert", "import", "file.p12", "--passphrase-source", "file:pass", "--json"]
        let stored = try await place.jeton(words + Workplace.pinOption).exits(0).json()["certificates"].list
        #expect(stored.map { $0["hasKey"].flag } == [true, false, false])
        let other = try await Workplace.withSoftHSM()
        let both = (place.contents("leaf.key") ?? []) + (place.contents("leaf.pem") ?? [])
        try other.directory.write(both, to: "both.pem")
        try await other.withPIN("key", "import", "both.pem", "--label", "k").exits(0).prints("CN=leaf")
        try await other.withPIN("cert", "import", "both.pem").exits(0).prints("already on the token")
    }
}
