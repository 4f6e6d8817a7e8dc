internal import JetonKeystoreBase
internal import TokenKit

/// The paired tokens of this user, from the keystore and from the index, which can be read where the keystore can't.
struct UserPairings: PairingSource {
    func pairings() -> KnownPairings {
        do {
            let register = try ChannelRegister()
            return KnownPairings(try KnownPairing.all(register).map(\.pairedToken), damage: try register.damage())
        } catch {
            // A keystore that can't be opened at all tells nothing; one that is damaged may have lost a pairing.
            let damage = (error as? KeystoreError).flatMap { $0.code == .decoding ? "\($0)" : nil }
            return KnownPairings((try? KnownPairing.noted())?.map(\.pairedToken) ?? [], damage: damage)
        }
    }
}

extension PINPrompt.Channel {
    /// The suite, or "in clear".
    var words: String {
        switch self {
        case .secure(let suite): suite
        case .clear: "in clear"
        case .clearBeside(let name): "in clear; paired token '\(name)' was last seen in this reader"
        }
    }
}
