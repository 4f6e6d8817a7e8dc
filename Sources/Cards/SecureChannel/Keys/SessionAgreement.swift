import JetonLibcrypto
import JetonOctets

/// The key agreements of a session's handshake, as one end computes them.
struct SessionAgreement {
    /// Which end computes.
    let end: ChannelEnd
    let own: KeyPair
    /// This end's ephemeral key; nil without the flag EPH.
    let ownEphemeral: KeyPair?
    let peer: SuitePublicKey
    /// The other end's ephemeral key; nil without the flag EPH.
    let peerEphemeral: SuitePublicKey?
    /// The user keying material.
    let material: [UInt8]

    /// `[ee || es || se] || ss`: the host's letter first, e for ephemeral, s for static.
    func agreed() throws(ChannelError) -> Secret {
        let both = try agree(own, peer)
        guard let ownEphemeral, let peerEphemeral else { return both }
        let ephemeral = try agree(ownEphemeral, peerEphemeral)
        let ownEphemeralOnly = try agree(ownEphemeral, peer)
        let peerEphemeralOnly = try agree(own, peerEphemeral)
        return switch end {
        case .host: ephemeral.followed(by: ownEphemeralOnly).followed(by: peerEphemeralOnly).followed(by: both)
        case .card: ephemeral.followed(by: peerEphemeralOnly).followed(by: ownEphemeralOnly).followed(by: both)
        }
    }

    private func agree(_ own: KeyPair, _ peer: SuitePublicKey) throws(ChannelError) -> Secret {
        try own.agreed(with: peer, material)
    }
}
