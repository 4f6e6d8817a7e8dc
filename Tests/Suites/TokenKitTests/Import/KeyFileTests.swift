import Cryptoki
import Foundation
import JetonASN1
import JetonOctets
import JetonX509
import TestRig
import Testing
import TokenKit

/// Files with private keys under a passphrase, as OpenSSL writes them and as it would not.
@Suite("Files with private keys under a passphrase")
struct KeyFileTests {
    /// How a file is made from `key.pem` and `chain.pem`.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let commands: [String]
        var certificates = 0
        var needsPassphrase = true

        static let pkcs12 = "pkcs12 -export -inkey key.pem -in leaf.pem -certfile root.pem -out file -passout pass:"
    }

    static let forms = [
        Form(testDescription: "PKCS #12", commands: [Form.pkcs12 + "a word"], certificates: 2),
        Form(testDescription: "PKCS #12, RC2 and 3DES", commands: [Form.pkcs12 + "a word -legacy"], certificates: 2),
        Form(
            testDescription: "PKCS #12 without a passphrase",
            commands: [Form.pkcs12],
            certificates: 2,
            needsPassphrase: false
        ),
        Form(
            testDescription: "PKCS #12 in clear",
            commands: [Form.pkcs12 + " -keypbe NONE -certpbe NONE -nomac"],
            certificates: 2,
            needsPassphrase: false
        ),
        Form(testDescription: "PKCS #8, PEM", commands: ["pkcs8 -topk8 -in key.pem -out file -passout pass:a word"]),
        Form(
            testDescription: "PKCS #8, DER, scrypt",
            commands: ["pkcs8 -topk8 -scrypt -outform DER -in key.pem -out file -passout pass:a word"]
        ),
        Form(
            testDescription: "PKCS #8, PBES1",
            commands: ["pkcs8 -topk8 -v1 PBE-SHA1-3DES -in key.pem -out file -passout pass:a word"]
        ),
        Form(testDescription: "PEM with headers", commands: ["ec -aes256 -in key.pem -out file -passout pass:a word"]),
        Form(
            testDescription: "PEM with headers, 3DES",
            commands: ["ec -des3 -in key.pem -out file -passout pass:a word"]
        ),
    ]

    private func openssl(_ line: String, in directory: TemporaryDirectory) async throws {
        let password = line.components(separatedBy: "pass:")
        var words = password[0].split(separator: " ").map(String.init)
        if password.count > 1 {
            let rest = password[1].components(separatedBy: " -")
            words[words.count - 1] = "-passout"
            words += ["pass:" + rest[0].trimmingCharacters(in: .whitespaces)]
            words += rest.dropFirst().flatMap { ("-" + $0).split(separator: " ").map(String.init) }
        }
        let output = try await ChildProcess.run(["openssl"] + words, workingDirectory: directory.path)
        try #require(output.exitStatus == 0, "openssl \(words): \(output.errorText)")
    }

    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    private func made(_ form: Form) async throws -> Secret {
        let directory = try TemporaryDirectory()
        for name in ["leaf", "root"] {
            let key = name == "leaf" ? "key.pem" : "root.key"
            try await openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out \(key)", in: directory)
            try await openssl("req -x509 -key \(key) -subj /CN=\(name) -days 2 -out \(name).pem", in: directory)
        }
        for command in form.commands { try await openssl(command, in: directory) }
        let octets = try #require(FileManager.default.contents(atPath: directory.path("file"))).map { $0 }
        return Secret(copying: octets.span)
    }

    @Test("Each form opens with its passphrase, asked for once, and with no other", arguments: forms)
    func opens(_ form: Form) async throws {
        let contents = try await made(form)
        var questions = 0
        let file = try KeyFile(contents: contents) {
            questions += 1
            return Self.secret("a word")
        }
        #expect(file.key?.specification == .ec(.p256))
        #expect(file.certificates.map(\.subject.description) == (form.certificates == 2 ? ["CN=leaf", "CN=root"] : []))
        #expect(questions == (form.needsPassphrase ? 1 : 0))
        guard form.needsPassphrase else { return }
        #expect(throws: PrivateKeyFile.Failure.wrongPassphrase) {
            _ = try KeyFile(contents: contents) { Self.secret("a wort") }
        }
    }

    @Test("A file that is cut or changed at any place is refused or opens as it was", arguments: [0, 1, 4])
    func damaged(_ index: Int) async throws {
        let contents = try await made(Self.forms[index])
        let octets = contents.withBytes { span in span.indices.map { span[$0] } }
        for place in stride(from: 0, to: octets.count, by: max(octets.count / 40, 1)) {
            var changed = octets
            changed[place] ^= 0x41
            for octets in [changed, Array(octets.prefix(place))] {
                let file = try? KeyFile(contents: Secret(copying: octets.span)) { Self.secret("a word") }
                #expect(file?.key == nil || file?.key?.specification == .ec(.p256))
            }
        }
    }

    /// Derivations that would take minutes or all memory.
    static let costs: [[UInt8]] = [
        DER.sequence(
            DER.oid(OID(1, 2, 840, 113_549, 1, 5, 12)),
            DER.sequence(DER.octetString([1, 2, 3, 4, 5, 6, 7, 8]), DER.integer(4_000_000_000))
        ),
        DER.sequence(
            DER.oid(OID(1, 3, 6, 1, 4, 1, 11591, 4, 11)),
            DER.sequence(
                DER.octetString([1, 2, 3, 4, 5, 6, 7, 8]),
                DER.integer(1 << 20),
                DER.integer(8),
                DER.integer(1 << 16)
            )
        ),
    ]

    @Test("A passphrase that would take minutes to try is refused at once", .timeLimit(.minutes(1)), arguments: costs)
    func expensive(_ derivation: [UInt8]) throws {
        let cipher = DER.sequence(
            DER.oid(OID(2, 16, 840, 1, 101, 3, 4, 1, 42)),
            DER.octetString([UInt8](repeating: 7, count: 16))
        )
        let file = DER.sequence(
            DER.sequence(DER.oid(.pbes2), DER.sequence(derivation, cipher)),
            DER.octetString([UInt8](repeating: 9, count: 64))
        )
        #expect(throws: PrivateKeyFile.Failure.malformed) {
            _ = try KeyFile(contents: Secret(copying: file.span)) { Self.secret("a word") }
        }
    }
}
