import JetonLibcrypto

/// A digest under way.
struct DigestOperation: Sendable {
    /// Octets of the digest.
    let length: Int
    var input: InputCollector

    init(_ mechanism: EngineMechanism) throws(TokenFault) {
        if let algorithm = GOSTMechanisms.digests[mechanism.type] {
            try GOSTMechanisms.checkParameter(mechanism, algorithm)
            length = algorithm.length
            input = try InputCollector(algorithm.digest)
            return
        }
        guard let hash = HashFunction.all.first(where: { $0.mechanism == mechanism.type }) else {
            throw TokenFault(.mechanismInvalid, "the mechanism is not a hash function")
        }
        try mechanism.requireNoParameter()
        length = hash.length
        input = try InputCollector(hash.digest)
    }
}
