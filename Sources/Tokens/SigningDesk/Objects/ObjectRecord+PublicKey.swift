public import Cryptoki
public import JetonX509
internal import TokenKit

extension ObjectRecord {
    /// The public keys that a token shows, as far as they can be read.
    ///
    /// - Parameter session: A session on the token.
    /// - Returns: The objects with their keys.
    /// - Throws: `CryptokiError`.
    public static func publicKeys(
        _ session: inout Session
    ) throws(CryptokiError) -> [(record: ObjectRecord, key: PublicKey)] {
        var found: [(record: ObjectRecord, key: PublicKey)] = []
        for record in try read(&session, [.objectClass(.publicKey)]) {
            let values = try session.attributes(TokenPublicKey.publicTypes, of: record.handle)
            if let key = TokenPublicKey.make(values) { found.append((record, key)) }
        }
        return found
    }

    /// The public key object of a key, found by the key itself.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - session: A session on the token.
    /// - Returns: The object; nil if the token shows none.
    /// - Throws: `CryptokiError`.
    public static func publicKey(
        _ key: PublicKey,
        _ session: inout Session
    ) throws(CryptokiError) -> ObjectRecord? {
        try publicKeys(&session).first { $0.key.kind == key.kind }?.record
    }
}
