import Cryptoki
import TestRig

/// The program openssl, which knows nothing of our code, and public keys in the form that it reads.
struct OpenSSL {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs openssl; a file is named by its name in the directory.
    @discardableResult
    func run(_ arguments: [String]) async throws -> ChildProcess.Output {
        try await ChildProcess.run(["openssl"] + arguments, workingDirectory: directory.path)
    }

    /// Whether openssl takes a signature for that of a message by a key.
    func verifies(
        _ signature: [UInt8],
        of message: [UInt8],
        publicKey: [UInt8],
        options: [String]
    ) async throws -> Bool {
        try directory.write(signature, to: "signature")
        try directory.write(message, to: "message")
        try directory.write(publicKey, to: "key.der")
        let output = try await run(
            ["pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key.der", "-sigfile", "signature"]
                + ["-in", "message"] + options
        )
        return output.exitStatus == 0
    }

    /// A public key of the token as SubjectPublicKeyInfo.
    static func publicKeyInfo(
        _ specification: KeySpecification,
        _ key: ObjectHandle,
        in session: inout Session
    ) throws -> [UInt8] {
        let values = try session.attributes([.modulus, .publicExponent, .ecParams, .ecPoint], of: key)
        switch specification {
        case .rsa:
            let modulus = der(0x02, [0x00] + (values.octets(.modulus) ?? []))
            let exponent = der(0x02, values.octets(.publicExponent) ?? [])
            let identifier: [UInt8] = [
                0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
            ]
            return der(0x30, identifier + der(0x03, [0x00] + der(0x30, modulus + exponent)))
        case .ec(let curve):
            guard let point = ECPoint.uncompressed(values.octets(.ecPoint) ?? [], coordinateSize: curve.coordinateSize)
            else { throw TestRigError("no point") }
            let identifier = der(0x30, [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01] + curve.parameters)
            return der(0x30, identifier + der(0x03, [0x00] + point))
        case .ed25519:
            guard let point = ECPoint.edwards(values.octets(.ecPoint) ?? [], count: 32)
            else { throw TestRigError("no point") }
            return der(0x30, der(0x30, KeySpecification.ed25519Identifier) + der(0x03, [0x00] + point))
        case .gost: throw TestRigError("no GOST keys are made here")
        }
    }

    /// An ECDSA signature as the SEQUENCE that openssl takes.
    static func sequence(_ signature: [UInt8]) -> [UInt8] {
        let half = signature.count / 2
        return der(0x30, integer(signature[..<half]) + integer(signature[half...]))
    }

    private static func integer(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array(octets.drop { $0 == 0 })
        return der(0x02, (digits.first ?? 0x80) >= 0x80 ? [0x00] + digits : digits)
    }

    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)] : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [tag] + length + content
    }
}
