internal import Cryptoki
internal import JetonOctets
internal import JetonX509
internal import TokenKit

extension ObjectRecord {
    /// The SHA-256 of what the object is: a certificate, data, the SubjectPublicKeyInfo of a key, the id of a profile.
    ///
    /// - Parameter session: A session on the token.
    /// - Returns: 32 bytes in lowercase hexadecimal; nil if the token does not tell.
    /// - Throws: `CryptokiError`.
    func digest(_ session: inout Session) throws(CryptokiError) -> String? {
        let octets: [UInt8]?
        switch objectClass {
        case .certificate, .data: octets = try session.attributes([.value], of: handle).octets(.value)
        case .publicKey:
            let values = try session.attributes(TokenPublicKey.publicTypes, of: handle)
            octets = TokenPublicKey.make(values)?.derRepresentation
        case .privateKey:
            let values = try session.attributes(TokenPublicKey.types, of: handle)
            octets = TokenPublicKey.make(values)?.derRepresentation
        case .profile: octets = try session.attributes([.profileID], of: handle).octets(.profileID)
        default: octets = nil
        }
        return octets.flatMap { try? HashAlgorithm.sha256.hash($0) }.map { Hex.encode($0) }
    }
}
