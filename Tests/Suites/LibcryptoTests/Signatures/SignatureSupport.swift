import JetonASN1
import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

/// Keys and signatures by the openssl command.
struct OpenSSLKeys {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A new key in a file: its path.
    func generate(_ arguments: [String]) async throws -> String {
        let file = directory.path("key.pem")
        _ = try await Engine.run(["genpkey", "-quiet"] + arguments + ["-out", file])
        return file
    }

    /// The public half in DER.
    func subjectPublicKeyInfo(_ file: String, _ options: [String] = []) async throws -> [UInt8] {
        try await Engine.run(["pkey"] + options + ["-in", file, "-pubout", "-outform", "DER"])
    }

    /// Signs a digest.
    func sign(_ digest: [UInt8], _ file: String, _ options: [String] = []) async throws -> [UInt8] {
        let input = try directory.write(digest, to: "digest")
        return try await Engine.run(["pkeyutl", "-sign", "-inkey", file, "-in", input] + options)
    }

    /// Whether openssl takes a signature of a digest.
    func isValid(
        _ signature: [UInt8],
        of digest: [UInt8],
        _ publicKey: [UInt8],
        _ options: [String] = []
    ) async throws -> Bool {
        let key = try directory.write(publicKey, to: "public.der")
        let input = try directory.write(digest, to: "digest")
        let file = try directory.write(signature, to: "signature")
        let output = try await ChildProcess.run(
            [
                "openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", key, "-in", input, "-sigfile",
                file,
            ] + options
        )
        return output.ending == .exited(0)
    }
}

/// PKCS #8 of an EC key.
func ellipticCurvePKCS8(_ scalar: [UInt8], on curve: OID) -> [UInt8] {
    DER.sequence(
        DER.integer(0),
        DER.sequence(DER.oid(.ecPublicKey), DER.oid(curve)),
        DER.octetString(DER.sequence(DER.integer(1), DER.octetString(scalar)))
    )
}

/// PEM of PKCS #8, which every openssl reads.
func privateKeyText(_ pkcs8: [UInt8]) -> String { PEM.encode(pkcs8, label: "PRIVATE KEY") }

func secret(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }

/// Every change of one byte of a signature that a test needs: each byte once, with another bit.
func changes(of octets: [UInt8]) -> [[UInt8]] {
    octets.indices.map { index in
        var changed = octets
        changed[index] ^= 1 << UInt8(index % 8)
        return changed
    }
}
