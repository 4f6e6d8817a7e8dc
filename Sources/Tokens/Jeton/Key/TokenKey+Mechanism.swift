public import Cryptoki
internal import JetonOctets
internal import TokenKit

extension TokenKey {
    /// Signs by any mechanism of the module; what it means is the caller's to know.
    ///
    /// - Parameters:
    ///   - data: What the mechanism signs: a digest, a DigestInfo or a message.
    ///   - mechanism: The mechanism.
    /// - Returns: The signature as the mechanism defines it; r and s without DER for ECDSA.
    /// - Throws: As ``signature(for:algorithm:)``; ``TokenError/Code/wrongPurpose`` for a key of TLS.
    public func signature(for data: some Sequence<UInt8>, with mechanism: Mechanism) throws(TokenError) -> [UInt8] {
        guard purpose == .any else {
            throw TokenError(.wrongPurpose, "key '\(label)' was opened for TLS and cannot sign with mechanisms")
        }
        let data = Array(data)
        return try withSigner { try $0.sign(data, with: mechanism) }
    }
}
