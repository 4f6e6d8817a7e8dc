import JetonKeystore
import JetonKeystoreBase
import SecureChannel

/// A pairing as it was found in the keystore.
struct StoredPairing {
    /// Where it is kept.
    var store: VaultPairing
    /// Who this program is towards the card.
    let identity: HostIdentity
    /// What is remembered of the card.
    let pairing: CardPairing

    /// Looks in a group; nil if it has no pairing with the card.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` for keys that a later version wrote.
    init?(_ keys: ChannelKeyStore, token: String) throws(KeystoreError) {
        guard try keys.pairing(token: token) != nil else { return nil }
        let key = try keys.load(token: token)
        do throws(ChannelError) {
            pairing = try CardPairing(decoding: key.pairing)
            identity = try HostIdentity(decoding: key.secret)
        } catch {
            throw KeystoreError(.decoding, "the channel keys of token \(token) can't be used: \(error)")
        }
        store = VaultPairing(keys: keys, token: token)
    }
}
