import Foundation
import TestRig
import Testing

@Suite("Verifying for a purpose")
struct VerifyPurposeTests {
    /// A place with the detached signature `letter.p7s` that openssl made with a certificate of these extensions.
    private func place(
        extensions: String = "keyUsage=digitalSignature\n",
        key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
        signing: [String] = []
    ) async throws -> Workplace {
        let place = try Workplace(modules: [])
        try place.directory.write("I owe you one.\n", to: "letter")
        try place.directory.write(extensions, to: "extensions")
        _ = try await place.run(
            "openssl",
            "req",
            "-newkey",
            and: key + [
                "-nodes", "-keyout", "other.key", "-out", "other.csr", "-subj", "/CN=Other", "-batch",
            ]
        )
        try await place.certify("other")
        try await place.openssl(
            "x509",
            "-req",
            "-in",
            "other.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "1",
            "-extfile",
            "extensions",
            "-out",
            "other.pem"
        )
        let signed = try await place.run(
            "openssl",
            "cms",
            "-sign",
            and: [
                "-binary", "-in", "letter", "-signer", "other.pem", "-inkey", "other.key", "-outform", "DER", "-out",
                "letter.p7s",
            ] + signing
        )
        try #require(signed.exitStatus == 0, "\(signed.errorText)")
        return place
    }

    @Test("A certificate for TLS signs no documents, unless the caller asks for TLS or nothing")
    func purpose() async throws {
        let place = try await place(extensions: "extendedKeyUsage=critical,serverAuth\n")
        let refused = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(1)
        refused.prints(
            "intact, but the signer is not trusted",
            "failed: 'CN=Other': its extendedKeyUsage allows serverAuth, but document signing requires documentSigning"
        )
        #expect(!refused.text.contains("purposeNotAllowed"))
        let json = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--json").exits(1).json()
        #expect(json["purpose"].text == "document" && json["intact"].flag == true)
        let failed = try #require(json["signers"][0]["checks"].list.first { $0["outcome"].text == "failed" })
        #expect(failed["reason"].text == "purposeNotAllowed" && failed["check"].text == "certificatePath")
        for (purpose, code) in [("tls", 0), ("any", 0), ("document", 1), ("email", 1), ("code", 1), ("timestamp", 1)] {
            let answer = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--purpose", purpose)
            answer.exits(Int32(code))
        }
        let unknown = try await place.jeton("verify", "letter.p7s", "--purpose", "lunch").exits(2)
        for name in ["document", "email", "code", "tls", "timestamp", "any"] { unknown.says(name) }
    }

    @Test("The answer names the anchor, the purpose and the algorithms, in text and in JSON")
    func trustedBy() async throws {
        let place = try await place()
        let answer = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(0)
        answer.prints(
            "letter.p7s: valid",
            "signer:     CN=Other",
            "trusted by: CN=Test Authority, for document signing",
            "algorithms: ECDSA with SHA-256 (EC P-256), content hash SHA-256"
        )
        let json = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--json").exits(0).json()
        let signer = json["signers"][0]
        #expect(signer["trustedBy"]["subject"].text == "CN=Test Authority")
        #expect(signer["path"].list.compactMap { $0["subject"].text } == ["CN=Other", "CN=Test Authority"])
        #expect(signer["signatureAlgorithm"].text == "ECDSA with SHA-256" && signer["publicKey"].text == "EC P-256")
        #expect(signer["contentHash"].text == "SHA-256")
        // The long way through the parser of options gives the same.
        let slow = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--format", "cms").exits(0)
        #expect(slow.text == answer.text)
        let equals = try await place.jeton("verify", "--trust=ca.pem", "letter.p7s", "letter").exits(0)
        #expect(equals.text == answer.text)
        try await place.jeton("verify", "--trust").exits(2).says("--trust")
        try await place.jeton("verify").exits(2).says("no files given")
    }

    @Test("Trust settings of OpenSSL are obeyed, and the answer says so")
    func trustSettings() async throws {
        let place = try await place()
        try await place.openssl("x509", "-in", "ca.pem", "-addreject", "emailProtection", "-out", "rejected.pem")
        try await place.jeton("verify", "letter.p7s", "--trust", "rejected.pem").exits(1).prints(
            "failed: 'CN=Test Authority': its trust settings reject emailProtection"
        )
        try await place.jeton("verify", "letter.p7s", "--trust", "rejected.pem", "--purpose", "tls").exits(0)
    }

    @Test("A weak key is refused with its own reason; there is no way around it")
    func weakKey() async throws {
        let place = try await place(key: ["rsa:1024"])
        for purpose in ["document", "any"] {
            let answer = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--purpose", purpose)
            answer.exits(1).prints("failed: 'CN=Other': its key, RSA of 1024 bits, is weaker than RSA of 2048 bits")
        }
        let json = try await place.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--json").exits(1).json()
        #expect(json["signers"][0]["checks"].list.contains { $0["reason"].text == "weakKey" })
    }

    @Test("SHA-1 and a missing certificate are called by their names")
    func words() async throws {
        let sha1 = try await place(signing: ["-md", "sha1"])
        try await sha1.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(1).prints(
            "SHA-1 is too weak for a signature; ask the signer to sign again"
        )
        let bare = try await place(signing: ["-nocerts"])
        try await bare.jeton("verify", "letter.p7s", "--trust", "ca.pem").exits(1).prints(
            "failed: the signer's certificate (serial ",
            " of 'CN=Test Authority') is missing"
        )
        try await bare.jeton("verify", "letter.p7s", "--trust", "ca.pem", "--certificate", "other.pem").exits(0)
        try await bare.jeton("verify", "letter.p7s", "--certificate", "other.pem").exits(1).prints(
            "failed: 'CN=Other': the certificate of its issuer 'CN=Test Authority' is missing"
        )
    }

    @Test("Without OpenSSL's GOST provider a GOST signature is not checked, and the reason names the package")
    func withoutGOST() async throws {
        let place = try Workplace(modules: [])
        try place.directory.write("I owe you one.\n", to: "letter")
        for command in [
            "genpkey -algorithm gost2012_256 -pkeyopt paramset:A -out g.key",
            "req -x509 -new -key g.key -subj /CN=Gost -days 2 -out g.pem",
            "cms -sign -binary -in letter -signer g.pem -inkey g.key -md md_gost12_256 -outform DER -out letter.p7s",
        ] {
            try await place.gostOpenSSL(command)
        }
        try await place.jeton("verify", "letter.p7s", "--trust", "g.pem").exits(0).prints(
            "GOST R 34.10 with GOST R 34.11-2012 256 (GOST R 34.10-2012 256)"
        )
        let script = """
            directory=$(openssl version -m | cut -d '"' -f 2) && mount -t tmpfs none "$directory" \
                && exec "$0" verify letter.p7s --trust g.pem
            """
        let output = try await place.run(
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            script,
            try BuildProducts.path("jeton")
        )
        #expect(output.exitStatus == 1, "\(output.errorText)")
        #expect(
            String(decoding: output.standardOutput, as: UTF8.self)
                .contains("OpenSSL's GOST provider gostprov can't be loaded (package libengine-gost-openssl)")
        )
    }

    @Test("What is not a signature is named as what it is, with the next command")
    func others() async throws {
        let place = try await place()
        try place.directory.write("Content-Type: text/plain\n\nhello\n", to: "plain.eml")
        try await place.jeton("verify", "plain.eml").exits(7).says(
            "plain.eml is not a signature",
            "hint: `jeton verify SIGNATURE plain.eml` verifies"
        )
        try place.directory.write("signature", to: "letter.p7s")
        try await place.jeton("verify", "letter").exits(7).says("letter.p7s is not a signature")
        try await place.jeton("verify", "letter.p7s").exits(7).says("letter.p7s is not a signature")
        try await place.jeton("verify", "other.pem").exits(7).says("other.pem is a certificate", "--trust other.pem")
        try place.directory.write("", to: "empty")
        try await place.jeton("verify", "empty").exits(7).says("empty is empty, not a signature")
        try await place.jeton("verify", "other.key").exits(7).says("other.key is not a signature")
        // A damaged message is a signature that is not valid.
        try place.directory.write("-----BEGIN CMS-----\nMIIB\n-----END CMS-----\n", to: "damaged.p7s")
        try await place.jeton("verify", "damaged.p7s", "letter").exits(1).says("damaged.p7s can't be checked")
    }
}
