import JetonOctets

/// The card's answer to SESSION 1: `R_T (16) || CTR (4)`, `E_T` with the flag EPH, `MAC_T (32)`.
struct SessionOffer {
    var challenge: [UInt8]
    /// Which session of this pairing this one is; 1 for the first.
    var counter: UInt32
    /// The card's ephemeral public key; nil without the flag EPH.
    var ephemeralKey: [UInt8]?
    var mac: [UInt8]

    init(challenge: [UInt8], counter: UInt32, ephemeralKey: [UInt8]?, mac: [UInt8] = []) {
        self.challenge = challenge
        self.counter = counter
        self.ephemeralKey = ephemeralKey
        self.mac = mac
    }

    /// All but the MAC, as both ends hash it.
    var unauthenticated: [UInt8] { challenge + counter.bigEndianOctets + (ephemeralKey ?? []) }

    var encoded: [UInt8] { unauthenticated + mac }

    init(decoding octets: [UInt8], _ suite: ChannelSuite, isEphemeral: Bool) throws(ChannelError) {
        self = try octets.parsed { (cursor) throws(EncodingError) in
            SessionOffer(
                challenge: Array(try cursor.read(MessageField.challenge)),
                counter: try cursor.readBigEndian(),
                ephemeralKey: isEphemeral ? Array(try cursor.read(suite.parameters.publicKeyLength)) : nil,
                mac: Array(try cursor.read(MessageField.digest))
            )
        }
    }
}
