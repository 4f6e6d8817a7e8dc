import JetonOctets

/// What both ends of a session derive from its handshake.
struct SessionKeys: ~Copyable, Sendable {
    /// Key of the host's proof.
    let hostConfirmation: Secret
    /// Key of the card's proof.
    let cardConfirmation: Secret
    /// Keys of the commands.
    let hostToCard: DirectionKey
    /// Keys of the answers.
    let cardToHost: DirectionKey

    private let hash: SuiteHash

    /// The user keying material of all key agreements: the first octets of the hash of suite and challenges.
    static func keyingMaterial(
        _ suite: ChannelSuite,
        hostChallenge: [UInt8],
        cardChallenge: [UInt8]
    ) throws(ChannelError) -> [UInt8] {
        let hash = try suite.parameters.hash.hash([suite.rawValue] + hostChallenge + cardChallenge)
        return KeyingMaterial.octets(hash, suite)
    }

    /// The hash over all that both ends have said, and over their static keys.
    static func transcriptHash(
        _ request: SessionRequest,
        _ offer: SessionOffer,
        hostKey: [UInt8],
        cardKey: [UInt8]
    ) throws(ChannelError) -> [UInt8] {
        try request.suite.parameters.hash.hash(request.encoded + offer.unauthenticated + hostKey + cardKey)
    }

    /// `K_ms`, from which all other keys come.
    static func masterKey(
        _ hash: SuiteHash,
        _ agreed: borrowing Secret,
        transcriptHash: [UInt8]
    ) throws(ChannelError) -> Secret {
        var key = try agreed.withBytes { (agreed) throws(ChannelError) in
            try hash.code(agreed, key: transcriptHash.span)
        }
        return Secret(wiping: &key)
    }

    /// The 160 octets that keys are cut from; the last 8 are not used.
    static func material(
        _ hash: SuiteHash,
        _ masterKey: borrowing Secret,
        transcriptHash: [UInt8]
    ) throws(ChannelError) -> Secret {
        try hash.keys(from: masterKey, "HTSC1 session", seed: transcriptHash, count: 160)
    }

    /// Derives the keys.
    ///
    /// - Parameters:
    ///   - suite: The suite of the pairing.
    ///   - agreed: `[ee || es || se] || ss`.
    ///   - transcriptHash: The hash of the handshake's messages.
    /// - Throws: ``ChannelError/Code/cryptography``.
    init(_ suite: ChannelSuite, agreed: borrowing Secret, transcriptHash: [UInt8]) throws(ChannelError) {
        let hash = suite.parameters.hash
        let masterKey = try Self.masterKey(hash, agreed, transcriptHash: transcriptHash)
        let material = try Self.material(hash, masterKey, transcriptHash: transcriptHash)
        self.hash = hash
        hostConfirmation = material.part(0..<32)
        cardConfirmation = material.part(32..<64)
        hostToCard = DirectionKey(root: material.part(64..<96), salt: material.octets(128..<140))
        cardToHost = DirectionKey(root: material.part(96..<128), salt: material.octets(140..<152))
    }

    /// `MAC_T`, the card's proof.
    func cardProof(transcriptHash: [UInt8]) throws(ChannelError) -> [UInt8] {
        try hash.code([0x02] + transcriptHash, key: cardConfirmation)
    }

    /// `MAC_H`, the host's proof.
    func hostProof(transcriptHash: [UInt8], cardProof: [UInt8]) throws(ChannelError) -> [UInt8] {
        try hash.code([0x01] + transcriptHash + cardProof, key: hostConfirmation)
    }
}
