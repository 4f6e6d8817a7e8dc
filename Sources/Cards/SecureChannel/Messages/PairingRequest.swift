import JetonOctets

/// The first message of a pairing: PAIR 1, host to card.
///
/// `01 || offered suites (1) || slot (1) || ID_H (16)`, and `R_H (16)` if the legacy suite is among those offered.
struct PairingRequest {
    var suites: ChannelSuites
    /// 1 for the first slot.
    var slot: UInt8
    var host: ChannelIdentifier
    /// The host's challenge, for the legacy suite.
    var challenge: [UInt8]

    init(suites: ChannelSuites, slot: UInt8, host: ChannelIdentifier, challenge: [UInt8]) {
        self.suites = suites
        self.slot = slot
        self.host = host
        self.challenge = challenge
    }

    var encoded: [UInt8] { [ChannelFunction.version, suites.rawValue, slot] + host.octets + challenge }

    init(decoding octets: [UInt8]) throws(ChannelError) {
        self = try octets.parsed { (cursor) throws(EncodingError) in
            guard try cursor.readByte() == ChannelFunction.version else { throw EncodingError(.unexpectedValue, at: 0) }
            let suites = ChannelSuites(rawValue: try cursor.readByte())
            let hasChallenge = ChannelSuite.allCases.contains { suite in
                suite.parameters.pairing.hasChallenges && suites.includes(suite)
            }
            return PairingRequest(
                suites: suites,
                slot: try cursor.readByte(),
                host: try ChannelIdentifier(from: &cursor),
                challenge: hasChallenge ? Array(try cursor.read(MessageField.challenge)) : []
            )
        }
    }
}
