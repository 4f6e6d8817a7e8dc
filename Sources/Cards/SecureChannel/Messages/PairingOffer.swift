import JetonOctets

/// The card's answer to PAIR 1.
///
/// Legacy: `01 || ID_T (16) || slot (1) || salt (16) || R_T (16) || tries left (1)`. Modern: `02 || ID_T (16) ||
/// slot (1) || ind (1) = 01 || salt (16) || tries left (1)`. P-256: `10 || ID_T (16) || slot (1) || salt (16) ||
/// tries left (1)`.
struct PairingOffer {
    var suite: ChannelSuite
    var card: ChannelIdentifier
    var slot: UInt8
    var salt: [UInt8]
    /// The card's challenge, in the legacy suite.
    var challenge: [UInt8]
    var triesLeft: UInt8

    /// The number of the point that masks the password: always the first of RFC 8133.
    static let pointIndex: UInt8 = 0x01

    init(
        suite: ChannelSuite,
        card: ChannelIdentifier,
        slot: UInt8,
        salt: [UInt8],
        challenge: [UInt8],
        triesLeft: UInt8
    ) {
        self.suite = suite
        self.card = card
        self.slot = slot
        self.salt = salt
        self.challenge = challenge
        self.triesLeft = triesLeft
    }

    var encoded: [UInt8] {
        let index = suite.parameters.pairing.hasPointIndex ? [Self.pointIndex] : []
        return [suite.rawValue] + card.octets + [slot] + index + salt + challenge + [triesLeft]
    }

    init(decoding octets: [UInt8]) throws(ChannelError) {
        self = try octets.parsed { (cursor) throws(EncodingError) in
            guard let suite = ChannelSuite(rawValue: try cursor.readByte()) else {
                throw EncodingError(.unexpectedValue, at: 0)
            }
            let card = try ChannelIdentifier(from: &cursor)
            let slot = try cursor.readByte()
            let pairing = suite.parameters.pairing
            if pairing.hasPointIndex {
                guard try cursor.readByte() == Self.pointIndex else {
                    throw EncodingError(.unexpectedValue, at: cursor.offset)
                }
            }
            return PairingOffer(
                suite: suite,
                card: card,
                slot: slot,
                salt: Array(try cursor.read(MessageField.salt)),
                challenge: pairing.hasChallenges ? Array(try cursor.read(MessageField.challenge)) : [],
                triesLeft: try cursor.readByte()
            )
        }
    }
}
