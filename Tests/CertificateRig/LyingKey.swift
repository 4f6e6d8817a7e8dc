import JetonX509

/// Signs something else than it was asked to.
struct LyingKey: SigningKey {
    let honest: SoftwareKey
    var publicKey: PublicKey { honest.publicKey }
    var algorithms: [SignatureAlgorithm] { honest.algorithms }

    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        try honest.sign(input.map { $0 ^ 1 }, algorithm: algorithm)
    }
}
