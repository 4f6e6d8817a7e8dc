import Libcrypto

/// What the ends tell each other about themselves in a pairing: a static public key and a name for people.
///
/// `Q (64) || label (32)`.
struct Introduction {
    static let length = MessageField.publicKey + MessageField.label

    let key: GOSTPublicKey
    let label: PeerLabel

    init(key: GOSTPublicKey, label: PeerLabel) {
        self.key = key
        self.label = label
    }

    var encoded: [UInt8] { key.octets + label.field }

    /// Reads and checks an introduction that a proof has vouched for.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` for a point that no key has, or a label that is not text.
    init(decoding octets: [UInt8], _ suite: ChannelSuite) throws(ChannelError) {
        guard octets.count == Self.length,
            let label = PeerLabel(field: octets.dropFirst(MessageField.publicKey))
        else { throw ChannelError(.handshakeFailed) }
        self.label = label
        key = try suite.publicKey(Array(octets.prefix(MessageField.publicKey)))
    }
}
