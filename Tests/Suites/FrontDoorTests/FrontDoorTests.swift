import Foundation
import Jeton
import JetonOctets
import JetonX509
import Synchronization
import TestRig
import Testing

@Suite("Front door")
struct FrontDoorTests {
    private static let kinds: [(KeySpecification, [SignatureAlgorithm], [String])] = [
        (.ec(.p256), [.ecdsa(.sha256), .ecdsa(.sha384)], []),
        (.rsa(bits: 2048), [.rsaPKCS1(.sha256), .rsaPSS(.sha256)], []),
        (.ed25519, [.ed25519], []),
    ]

    /// Whether openssl takes a signature.
    private func isValid(
        _ signature: [UInt8],
        of message: [UInt8],
        _ algorithm: SignatureAlgorithm,
        _ key: TokenKey
    ) async throws -> Bool {
        var arguments = [
            "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin", "-in", "message",
        ]
        if let hash = algorithm.hash { arguments += ["-digest", "\(hash)".lowercased().replacing("-", with: "")] }
        if case .rsaPSS = algorithm {
            arguments += ["-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt", "rsa_pss_saltlen:digest"]
        }
        let output = try await TokenPlace.openssl(
            arguments + ["-sigfile", "signature"],
            ["key": key.publicKey.derRepresentation, "message": message, "signature": signature]
        )
        return output.status == 0
    }

    @Test("A key that was generated signs in both forms, and openssl takes the signatures", arguments: kinds.indices)
    func generatedKeys(index: Int) async throws {
        let (specification, algorithms, _) = Self.kinds[index]
        let label = "door-\(index)"
        let module = try TokenPlace.softHSM(label)
        let token = try await Token.find(label, in: .paths(module))
        try await token.login(pin: Secret(copying: TokenPlace.pin))
        try await token.generateKey(specification, label: "work")
        let key = try await token.key("work")
        #expect(algorithms.allSatisfy(key.algorithms.contains))
        let message = Array("a message".utf8)
        for algorithm in algorithms {
            let signature = try await key.signature(for: message, algorithm: algorithm)
            #expect(try await isValid(signature, of: message, algorithm, key))
            #expect(try await !isValid(signature, of: message + [0], algorithm, key))
            let blocking: () throws -> [UInt8] = { try key.signature(for: message, algorithm: algorithm) }
            #expect(try await isValid(blocking(), of: message, algorithm, key))
            if let hash = algorithm.hash {
                let digest = try await key.signature(forDigest: hash.hash(message), algorithm: algorithm)
                #expect(try await isValid(digest, of: message, algorithm, key))
            }
        }
    }

    @Test("A key of a file is stored with its certificate, says it, and is found by its URI")
    func importedKey() async throws {
        let module = try TokenPlace.softHSM("door-import")
        let files = try TemporaryDirectory()
        let (key, certificate) = (files.path("key.pem"), files.path("cert.pem"))
        let made = try await ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
            "-out", certificate, "-subj", "/CN=anna", "-days", "2",
        ])
        #expect(made.exitStatus == 0)
        let token = try await Token.find("door-import", in: .paths(module))
        try await token.login { _ in Secret(copying: TokenPlace.pin) }
        try await token.importKey(Secret(copying: String(contentsOfFile: key, encoding: .utf8)), label: "anna")
        try await token.importCertificate(String(contentsOfFile: certificate, encoding: .utf8).utf8)
        let stored = try await token.key()
        #expect(stored.label == "anna" && stored.certificate?.subject.description == "CN=anna")
        #expect(try await token.key(stored.uri).publicKey == stored.publicKey)
        #expect(try await token.certificates().count == 1)
        #expect(!stored.description.contains("\n") && stored.description.utf8.count < 200)
        #expect(!token.description.contains("\n") && token.description.utf8.count < 200)
        try await token.delete(stored)
        #expect(try await token.keys().isEmpty)
        #expect(try await token.certificates().isEmpty)
    }

    @Test("A wrong PIN is an error with the tries that remain, and is not sent a second time")
    func wrongPIN() async throws {
        let module = try TokenPlace.faulty("token.0.tries = 3\n", serial: "wrong-pin")
        let token = try await Token.find("fault", in: .paths(module.path))
        #expect(await code { try await token.login(pin: Secret(copying: "9999")) } == .wrongPIN)
        #expect(await code { try await token.login(pin: Secret(copying: "9999")) } == .pinRefusedBefore)
        #expect(await code { _ = try await token.key("work") } == .loginRequired)
        try await token.login(pin: Secret(copying: "1234"))
        #expect(try await token.key("work").label == "work")
    }

    @Test("No PIN is sent on the last try, and none that is locked")
    func lastTry() async throws {
        let last = try TokenPlace.faulty("token.0.tries_left = 1\n", serial: "last-try")
        let token = try await Token.find("fault", in: .paths(last.path))
        #expect(await code { try await token.login(pin: Secret(copying: "1234")) } == .lastTry)
        let locked = try TokenPlace.faulty("token.0.tries_left = 0\n", serial: "locked")
        let other = try await Token.find("fault", in: .paths(locked.path))
        #expect(await code { try await other.login(pin: Secret(copying: "1234")) } == .pinLocked)
    }

    private static let reserved = [
        "pkcs11:token=fault?module-path=/tmp/canary.so", "pkcs11:token=fault?module-name=canary",
        "pkcs11:token=fault?pin-source=%7Ctouch%20/tmp/canary", "pkcs11:token=fault?pin-value=1234",
    ]

    @Test("A URI that names a module, a PIN or its source is refused before anything is loaded", arguments: reserved)
    func reservedURI(uri: String) async throws {
        let module = try TokenPlace.faulty(serial: "uri")
        #expect(await code { _ = try await Token.find(uri, in: .paths(module.path)) } == .reservedURI)
        let token = try await Token.find("fault", in: .paths(module.path))
        #expect(await code { _ = try await token.key(uri) } == .reservedURI)
    }

    @Test("A name that no token or key has, or that several have, is an error with what there is")
    func names() async throws {
        let module = try TokenPlace.faulty(serial: "names")
        #expect(await code { _ = try await Token.find("none", in: .paths(module.path)) } == .notFound)
        let token = try await Token.find("names", in: .paths(module.path))
        try await token.login(pin: Secret(copying: "1234"))
        #expect(await code { _ = try await token.key("none") } == .notFound)
        do {
            _ = try await token.key()
            Issue.record("two keys match")
        } catch {
            #expect(error.code == .ambiguous && error.candidates.count == 2)
        }
        #expect(await code { _ = try await Token.find(in: .paths("/nonexistent/module.so")) } == .noModule)
    }

    @Test("A key of TLS signs no digest, no document, by no mechanism, and only by schemes of TLS")
    func keyOfTLS() async throws {
        let module = try TokenPlace.softHSM("door-tls")
        let token = try await Token.find("door-tls", in: .paths(module))
        try await token.login(pin: Secret(copying: TokenPlace.pin))
        try await token.generateKey(.rsa(bits: 2048), label: "server")
        let key = try await token.key("server", for: .tls)
        #expect(key.algorithms.count == 6 && !key.algorithms.contains(.rsaPKCS1(.sha224)))
        let digest = [UInt8](repeating: 7, count: 32)
        #expect(await code { _ = try await key.documentKey() } == .wrongPurpose)
        #expect(
            await code { _ = try await key.signature(forDigest: digest, algorithm: .rsaPSS(.sha256)) } == .wrongPurpose
        )
        #expect(await code { _ = try await key.signature(for: digest, with: Mechanism.rsaPKCS) } == .wrongPurpose)
        #expect(await code { _ = try await key.signature(for: digest, algorithm: .rsaPSS(.sha224)) } == .unsupported)
        #expect(try await key.signature(for: digest).count == 256)
    }

    @Test("A certificate for signatures that bind a person opens no key for TLS")
    func contentCommitment() async throws {
        let module = try TokenPlace.softHSM("door-binding")
        let files = try TemporaryDirectory()
        let (key, certificate) = (files.path("key.pem"), files.path("cert.pem"))
        let made = try await ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
            "-out", certificate, "-subj", "/CN=anna", "-addext", "keyUsage=critical,nonRepudiation",
        ])
        #expect(made.exitStatus == 0)
        let token = try await Token.find("door-binding", in: .paths(module))
        try await token.login(pin: Secret(copying: TokenPlace.pin))
        try await token.importKey(Secret(copying: String(contentsOfFile: key, encoding: .utf8)), label: "anna")
        try await token.importCertificate(String(contentsOfFile: certificate, encoding: .utf8).utf8)
        #expect(await code { _ = try await token.key("anna", for: .tls) } == .wrongPurpose)
        #expect(try await token.key("anna").certificate != nil)
    }

    @Test("A key signs by any mechanism of its module")
    func anyMechanism() async throws {
        let module = try TokenPlace.softHSM("door-mechanism")
        let token = try await Token.find("door-mechanism", in: .paths(module))
        try await token.login(pin: Secret(copying: TokenPlace.pin))
        let key = try await token.generateKey(.ec(.p256), label: "work")
        #expect(try await key.signature(for: [UInt8](repeating: 1, count: 32), with: .ecdsa).count == 64)
        #expect(await code { _ = try await key.signature(for: [1], with: Mechanism(.aesGCM)) } == .unsupported)
    }

    @Test("A login that asks the program tells it whose PIN, and an error of the program comes back")
    func asking() async throws {
        struct Declined: Error {}
        let module = try TokenPlace.faulty(serial: "asking")
        let token = try await Token.find("fault", in: .paths(module.path))
        let prompts = Mutex<[PINPrompt]>([])
        do {
            try await token.login { _ in throw Declined() }
            Issue.record("the program declined")
        } catch {
            #expect(error.cause is Declined)
        }
        try await token.login { prompt in
            prompts.withLock { $0.append(prompt) }
            return Secret(copying: "1234")
        }
        #expect(prompts.withLock { $0.map(\.role) } == [.user] && prompts.withLock { $0.first?.tokenLabel } == "fault")
    }
}
