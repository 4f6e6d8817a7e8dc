import JetonOctets

/// A program that a card is paired with, as the card tells it (LIST).
///
/// `KID (8) || suite (1) || rights (1) || CTR (4) || paired at (8, seconds since 1970) || label (32)`.
public struct PairedProgram: Hashable, Sendable {
    /// The program's public key.
    public var key: PublicKeyIdentifier
    /// The pairing's suite.
    public var suite: ChannelSuite
    /// What the program may do.
    public var rights: PeerRights
    /// How many sessions there were.
    public var sessions: UInt32
    /// When it was paired, in seconds since 1970 by the card's clock.
    public var pairedAt: UInt64
    /// The program's name for people.
    public var label: PeerLabel

    var encoded: [UInt8] {
        key.octets + [suite.rawValue, rights.rawValue] + sessions.bigEndianOctets + pairedAt.bigEndianOctets
            + label.field
    }

    init(
        key: PublicKeyIdentifier,
        suite: ChannelSuite,
        rights: PeerRights,
        sessions: UInt32,
        pairedAt: UInt64,
        label: PeerLabel
    ) {
        self.key = key
        self.suite = suite
        self.rights = rights
        self.sessions = sessions
        self.pairedAt = pairedAt
        self.label = label
    }

    /// Reads an answer to LIST.
    ///
    /// - Throws: ``ChannelError/Code/malformed``.
    static func list(decoding octets: [UInt8]) throws(ChannelError) -> [PairedProgram] {
        try octets.parsed { (cursor) throws(EncodingError) in
            var programs: [PairedProgram] = []
            while !cursor.isAtEnd {
                let key = try PublicKeyIdentifier(from: &cursor)
                guard let suite = ChannelSuite(rawValue: try cursor.readByte()) else {
                    throw EncodingError(.unexpectedValue, at: cursor.offset)
                }
                let rights = PeerRights(rawValue: try cursor.readByte())
                let sessions = try cursor.readBigEndian(UInt32.self)
                let pairedAt = try cursor.readBigEndian(UInt64.self)
                guard let label = PeerLabel(field: try cursor.read(PeerLabel.length)) else {
                    throw EncodingError(.unexpectedValue, at: cursor.offset)
                }
                programs.append(
                    PairedProgram(
                        key: key,
                        suite: suite,
                        rights: rights,
                        sessions: sessions,
                        pairedAt: pairedAt,
                        label: label
                    )
                )
            }
            return programs
        }
    }
}
