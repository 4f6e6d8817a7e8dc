import Foundation
import TestRig
import Testing

@Suite("Chains, directories, raw signatures and names")
struct ChainTests {
    /// A token with a key, whose certificate an intermediate authority has issued, below a root: all three in files.
    private func place() async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        try await place.withPIN("csr", "create", "--key", "signer", "--subject", "CN=Anna", "--out", "signer.csr")
            .exits(0)
        try place.directory.write("basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n", to: "ca.ext")
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-batch"]
        let commands = [
            ["req", "-x509", "-keyout", "root.key", "-out", "root.pem", "-days", "2", "-subj", "/CN=Root"] + curve,
            ["req", "-new", "-keyout", "middle.key", "-out", "middle.csr", "-subj", "/CN=Middle"] + curve,
            ["x509", "-req", "-in", "middle.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"]
                + ["-days", "2", "-extfile", "ca.ext", "-out", "middle.pem"],
            ["x509", "-req", "-in", "signer.csr", "-CA", "middle.pem", "-CAkey", "middle.key", "-CAcreateserial"]
                + ["-days", "1", "-out", "signer.pem"],
        ]
        for command in commands {
            let output = try await place.run("openssl", and: command)
            try #require(output.exitStatus == 0, "\(output.errorText)")
        }
        try place.directory.write("I owe you one.\n", to: "letter")
        return place
    }

    private func subjects(_ place: Workplace) async throws -> Set<String> {
        let output = try await place.openssl("pkcs7", "-inform", "DER", "-in", "letter.p7s", "-print_certs", "-noout")
        return Set(output.text.matches(of: /subject=.*CN ?= ?(\w+)/).map { String($0.1) })
    }

    @Test("The issuers on the token go into a signature as --chain says, and a missing one is named")
    func chain() async throws {
        let place = try await place()
        let sign = ["sign", "letter", "--key", "signer", "--force"] + Workplace.pinOption
        try await place.withPIN("cert", "import", "signer.pem").exits(0)
        let short = try await place.jeton(sign).exits(0).says("the chain is incomplete", "CN=Middle")
        #expect(!short.errors.contains("warning"))
        #expect(try await subjects(place) == ["Anna"])
        try await place.jeton("verify", "letter.p7s", "--trust", "root.pem").exits(1)

        // What a verifier has as an anchor may be missing, unless all are asked for.
        let trusted = try await place.jeton(sign + ["--trust", "middle.pem"]).exits(0)
        #expect(!trusted.errors.contains("incomplete"))
        try await place.jeton(sign + ["--trust", "middle.pem", "--chain", "all"]).exits(0).says("CN=Middle")

        for name in ["root", "middle"] { try await place.withPIN("cert", "import", "\(name).pem").exits(0) }
        // Again: nothing changes.
        try await place.withPIN("cert", "import", "middle.pem").exits(0).prints("is already on the token")
        let whole = try await place.jeton(sign).exits(0)
        #expect(!whole.errors.contains("incomplete"))
        #expect(try await subjects(place) == ["Anna", "Middle"])
        try await place.jeton("verify", "letter.p7s", "--trust", "root.pem").exits(0)
        let how =
            "cms -verify -binary -inform DER -CAfile root.pem -purpose any -out verified -in letter.p7s -content letter"
        let checked = try await place.run("openssl", and: how.split(separator: " ").map(String.init))
        #expect(checked.exitStatus == 0, "\(checked.errorText)")

        try await place.jeton(sign + ["--chain", "none"]).exits(0)
        #expect(try await subjects(place) == ["Anna"])
        try await place.jeton(sign + ["--chain", "all"]).exits(0)
        #expect(try await subjects(place) == ["Anna", "Middle", "Root"])
        try await place.jeton(sign + ["--chain", "some"]).exits(2).says("'some'")
    }

    @Test("sign -r signs the files in a directory and below it, once, and not the signatures")
    func recursive() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        _ = try place.directory.makeDirectory("box")
        _ = try place.directory.makeDirectory("box/inner")
        for name in ["box/b", "box/a", "box/inner/c", "box/old.p7s"] { try place.directory.write(name, to: name) }
        try place.directory.write("x", to: "outside")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("box/link"),
            withDestinationPath: place.directory.path("outside")
        )
        let sign = ["sign", "box", "--format", "raw", "--key", "signer"] + Workplace.pinOption
        try await place.jeton(sign).exits(2).says("box is a directory", "-r")
        let json = try await place.jeton(sign + ["-r", "--json"]).exits(0).json()
        #expect(json["results"].list.compactMap(\.["input"].text) == ["box/a", "box/b", "box/inner/c"])
        #expect(json["results"].list.compactMap(\.["output"].text) == ["box/a.sig", "box/b.sig", "box/inner/c.sig"])
        let again = try await place.jeton(sign + ["-r", "--force", "--json"]).exits(0).json()
        #expect(again["results"].list.count == 3)
        try await place.jeton(sign + ["-r", "--out", "x"]).exits(2).says("--out")
    }

    @Test("A raw signature is verified with a public key or a certificate", arguments: ["ec:p256", "ec:p384", "rsa"])
    func raw(type: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer", type: type)
        try await place.withPIN("csr", "create", "--key", "signer", "--subject", "CN=A", "--out", "signer.csr").exits(0)
        try await place.openssl("req", "-in", "signer.csr", "-pubkey", "-noout", "-out", "signer.pub")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", "signer", "--format", "raw").exits(0)
        let verify = ["verify", "--format", "raw", "letter.sig"]
        try await place.jeton(verify + ["--public-key", "signer.pub"]).exits(0).prints("valid", "algorithm:")
        try await place.certify("signer")
        let json = try await place.jeton(verify + ["letter", "--certificate", "signer.pem", "--json"]).exits(0).json()
        #expect(json["valid"].flag == true)
        try place.directory.write("I owe you two.\n", to: "letter")
        try await place.jeton(verify + ["--public-key", "signer.pub"]).exits(1).prints("not valid")
        try await place.jeton(verify).exits(2).says("--public-key")
        try await place.openssl("genrsa", "-out", "weak.key", "1024")
        try await place.openssl("rsa", "-in", "weak.key", "-pubout", "-out", "weak.pub")
        try await place.openssl("dgst", "-sha256", "-sign", "weak.key", "-out", "letter.sig", "letter")
        try await place.jeton(verify + ["--public-key", "weak.pub"]).exits(1).prints("1024 bits")
    }

    @Test("A module is named as modules list names it, and a key type by its short name")
    func names() async throws {
        let place = try await Workplace.withSoftHSM()
        let path = try #require(place.options.last)
        let environment = place.variables(["JETON_MODULES": path])
        let list = try await ChildProcess.run(
            [try BuildProducts.path("jeton"), "modules", "list", "--json"],
            environment: environment
        )
        let modules = try JSONNode(list.standardOutput)["modules"].list
        let name = try #require(modules.first { $0["path"].text == path }?["name"].text)
        let shown = try await ChildProcess.run(
            [try BuildProducts.path("jeton"), "token", "show", "--module", name],
            environment: environment
        )
        #expect(shown.exitStatus == 0 && shown.text.contains("alpha"), "\(shown.errorText)")
        for (short, type) in [("rsa", "rsa:2048"), ("p384", "ec:p384"), ("P256", "ec:p256")] {
            let made = try await place.withPIN("key", "generate", "--label", short, "--type", short, "--json").exits(0)
            #expect(try made.json()["type"].text == type)
        }
        try await place.withPIN("key", "generate", "--label", "plain").exits(0).prints("ec:p256")
    }
}
