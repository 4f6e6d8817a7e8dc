internal import Cryptoki
internal import JetonOctets
internal import JetonX509
internal import TokenKit

extension ObjectRecord {
    /// The SHA-256 of what the object is: a certificate, data, the SubjectPublicKeyInfo of a key or, where it does not tell
    /// that, its `CKA_UNIQUE_ID`, the id of a profile.
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
            // A private key on a curve does not tell its point; modules of PKCS #11 3.0 tell keys apart by a name.
            let info = TokenPublicKey.make(values)?.derRepresentation
            octets = if let info { info } else { try uniqueID(&session) }
        case .profile: octets = try session.attributes([.profileID], of: handle).octets(.profileID)
        default: octets = nil
        }
        return octets.flatMap { try? HashAlgorithm.sha256.hash($0) }.map { Hex.encode($0) }
    }

    private func uniqueID(_ session: inout Session) throws(CryptokiError) -> [UInt8]? {
        let id = try session.attributes([.uniqueID], of: handle).octets(.uniqueID)
        return id?.isEmpty == false ? id : nil
    }
}
