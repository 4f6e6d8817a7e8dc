import JetonLibcrypto

/// What the ends tell each other about themselves in a pairing: a static public key and a name for people.
///
/// `Q || label (32)`.
struct Introduction {
    let key: SuitePublicKey
    let label: PeerLabel

    init(key: SuitePublicKey, label: PeerLabel) {
        self.key = key
        self.label = label
    }

    /// Bytes of an introduction.
    static func length(_ suite: ChannelSuite) -> Int { suite.parameters.publicKeyLength + MessageField.label }

    var encoded: [UInt8] { key.octets + label.field }

    /// Reads and checks an introduction that a proof has vouched for.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` for a point that no key has, or a label that is not text.
    init(decoding octets: [UInt8], _ suite: ChannelSuite) throws(ChannelError) {
        let keyLength = suite.parameters.publicKeyLength
        guard octets.count == Self.length(suite), let label = PeerLabel(field: octets.dropFirst(keyLength))
        else { throw ChannelError(.handshakeFailed) }
        self.label = label
        key = try suite.publicKey(Array(octets.prefix(keyLength)))
    }
}
