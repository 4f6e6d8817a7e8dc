import JetonOctets

/// The first message of a session: SESSION 1, host to card.
///
/// `01 || suite (1) || flags (1) || ID_H (16) || ID_T (16) || R_H (16)`, and `E_H` with the flag EPH (`01`).
struct SessionRequest {
    var suite: ChannelSuite
    var host: ChannelIdentifier
    var card: ChannelIdentifier
    var challenge: [UInt8]
    /// The host's ephemeral public key; nil without the flag EPH.
    var ephemeralKey: [UInt8]?

    private static let ephemeralFlag: UInt8 = 0x01

    init(
        suite: ChannelSuite,
        host: ChannelIdentifier,
        card: ChannelIdentifier,
        challenge: [UInt8],
        ephemeralKey: [UInt8]?
    ) {
        self.suite = suite
        self.host = host
        self.card = card
        self.challenge = challenge
        self.ephemeralKey = ephemeralKey
    }

    var encoded: [UInt8] {
        let flags = ephemeralKey == nil ? 0 : Self.ephemeralFlag
        return [ChannelFunction.version, suite.rawValue, flags] + host.octets + card.octets + challenge
            + (ephemeralKey ?? [])
    }

    /// Reads the message; most suites are never without ephemeral keys.
    init(decoding octets: [UInt8]) throws(ChannelError) {
        self = try octets.parsed { (cursor) throws(EncodingError) in
            guard try cursor.readByte() == ChannelFunction.version,
                let suite = ChannelSuite(rawValue: try cursor.readByte())
            else { throw EncodingError(.unexpectedValue, at: 0) }
            let flags = try cursor.readByte()
            guard flags == Self.ephemeralFlag || flags == 0 && suite.parameters.allowsStaticSessions else {
                throw EncodingError(.unexpectedValue, at: 2)
            }
            return SessionRequest(
                suite: suite,
                host: try ChannelIdentifier(from: &cursor),
                card: try ChannelIdentifier(from: &cursor),
                challenge: Array(try cursor.read(MessageField.challenge)),
                ephemeralKey: flags == 0 ? nil : Array(try cursor.read(suite.parameters.publicKeyLength))
            )
        }
    }
}
