internal import JetonKeystoreBase
package import TokenKit

/// The paired tokens of a user, from the keystore and from the index, which can be read where the keystore can't.
package struct UserPairings: PairingSource {
    private let stores: PairingStores?

    /// Names them; nothing is read yet.
    ///
    /// - Parameter stores: Where they are; nil for a user without a data directory, who has none.
    package init(_ stores: PairingStores?) { self.stores = stores }

    package func pairings() -> KnownPairings {
        guard let stores else { return KnownPairings([]) }
        do {
            let register = try ChannelRegister(stores)
            return KnownPairings(try register.pairings().map(\.pairedToken), damage: try register.damage())
        } catch {
            // A keystore that can't be opened at all tells nothing; one that is damaged may have lost a pairing.
            let damage = (error as? KeystoreError).flatMap { $0.code == .decoding ? "\($0)" : nil }
            let noted = (try? stores.index.pairings()) ?? []
            return KnownPairings(noted.map { KnownPairing($0, [], stores).pairedToken }, damage: damage)
        }
    }
}
