import JetonLibcrypto
import JetonOctets

/// The values that both ends compute from given inputs, for implementers of the channel elsewhere.
///
/// Inputs (octets repeated): d_H `11`, d_T `22`, e_H `33` and e_T `2A`, 32 each; R_H `A0`, R_T `B0`, ID_H `C0`, ID_T
/// `D0`, R'_H `A1`, R'_T `B1` and the password's salt `5A`, 16 each; CTR 7, with ephemeral keys; message 70 from host
/// to card, `VERIFY` of "12345678" without an expected length.
public struct KnownAnswers {
    var lines: [String] = []

    /// The values as text: sections in brackets, and `name=hexadecimal` on each line.
    ///
    /// - Throws: ``ChannelError/Code/cryptography`` without OpenSSL's GOST provider.
    public static func text() throws(ChannelError) -> String {
        var answers = KnownAnswers()
        try answers.addSuite(.legacy)
        try answers.addSuite(.modern)
        try answers.addSuite(.p256)
        try answers.addPassword()
        try answers.addP256Pairing()
        try answers.addKeyTree()
        return answers.lines.map { $0 + "\n" }.joined()
    }

    mutating func add(_ name: String, _ octets: [UInt8]) { lines.append("\(name)=\(Hex.encode(octets))") }

    mutating func add(_ name: String, _ secret: borrowing Secret) {
        add(name, secret.octets(0..<secret.count))
    }

    static func key(_ octet: UInt8, _ suite: ChannelSuite) throws(ChannelError) -> KeyPair {
        var octets = [UInt8](repeating: octet, count: 32)
        return try KeyPair(octets: Secret(wiping: &octets), suite)
    }

    static func challenge(_ octet: UInt8) -> [UInt8] { [UInt8](repeating: octet, count: 16) }

    private mutating func addSuite(_ suite: ChannelSuite) throws(ChannelError) {
        guard let host = ChannelIdentifier(Self.challenge(0xC0)), let card = ChannelIdentifier(Self.challenge(0xD0))
        else { return }
        lines.append("[suite\(String(suite.rawValue, radix: 16))]")
        let hostKeys = try Self.key(0x11, suite)
        let cardKeys = try Self.key(0x22, suite)
        let hostEphemeral = try Self.key(0x33, suite)
        let cardEphemeral = try Self.key(0x2A, suite)
        add("Q_H", hostKeys.publicKey)
        add("Q_T", cardKeys.publicKey)
        add("E_H", hostEphemeral.publicKey)
        add("E_T", cardEphemeral.publicKey)
        let request = SessionRequest(
            suite: suite,
            host: host,
            card: card,
            challenge: Self.challenge(0xA0),
            ephemeralKey: hostEphemeral.publicKey
        )
        let offer = SessionOffer(
            challenge: Self.challenge(0xB0),
            counter: 7,
            ephemeralKey: cardEphemeral.publicKey
        )
        let material = try SessionKeys.keyingMaterial(
            suite,
            hostChallenge: request.challenge,
            cardChallenge: offer.challenge
        )
        if !material.isEmpty { add("UKM", material) }
        let agreed = try SessionAgreement(
            end: .host,
            own: hostKeys,
            ownEphemeral: hostEphemeral,
            peer: cardKeys.point,
            peerEphemeral: cardEphemeral.point,
            material: material
        ).agreed()
        add("Z", agreed)
        let hash = try SessionKeys.transcriptHash(
            request,
            offer,
            hostKey: hostKeys.publicKey,
            cardKey: cardKeys.publicKey
        )
        add("TH", hash)
        let masterKey = try SessionKeys.masterKey(suite.parameters.hash, agreed, transcriptHash: hash)
        add("K_ms", masterKey)
        add("keys", try SessionKeys.material(suite.parameters.hash, masterKey, transcriptHash: hash))
        let keys = try SessionKeys(suite, agreed: agreed, transcriptHash: hash)
        let cardProof = try keys.cardProof(transcriptHash: hash)
        add("MAC_T", cardProof)
        add("MAC_H", try keys.hostProof(transcriptHash: hash, cardProof: cardProof))
        let seed = Self.challenge(0xA1) + Self.challenge(0xB1)
        let next = try MessageDirection.rekeyed(suite, keys.hostToCard, seed: seed)
        add("rekey_HT", next.root.octets(0..<next.root.count) + next.salt)
        try addMessage(keys, suite)
    }

    private mutating func addMessage(_ keys: borrowing SessionKeys, _ suite: ChannelSuite) throws(ChannelError) {
        let number: UInt64 = 70
        let leaf = try MessageKey.octets(suite, keys.hostToCard, leaf: number / MessageDirection.messagesPerLeaf)
        add("K_msg_ssc70", leaf)
        var direction = MessageDirection(suite, keys.hostToCard.clone(), sequenceNumber: number)
        let plaintext = Padding.padded(Array("12345678".utf8), to: suite.parameters.blockLength)
        let sealed = try direction.seal(plaintext, authenticating: [0x0C, 0x20, 0x00, 0x02])
        add("ct", sealed.ciphertext)
        add("tag", sealed.tag)
        switch suite.parameters.cipher {
        case .gost28147: try addLongMessage(leaf, number)
        case .kuznyechikMGM, .aes256GCM: break
        }
    }

    private mutating func addLongMessage(_ leaf: borrowing Secret, _ number: UInt64) throws(ChannelError) {
        // Longer than 1,024 octets, so that keys are meshed.
        let tail: [UInt8]
        let check: [UInt8]
        do throws(LibcryptoError) {
            let message = try GOST28147Message(leaf, number)
            let zeros = [UInt8](repeating: 0, count: 2100)
            tail = try message.counterMode(zeros).suffix(16)
            check = try message.keys.withBytes { (keys) throws(LibcryptoError) in
                try GOST28147.imit(zeros.span.extracting(0..<2096), key: keys.extracting(0..<32))
            }
        } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
        add("cnt_tail", tail)
        add("imit2096", check)
    }

    private mutating func addPassword() throws(ChannelError) {
        lines.append("[pake]")
        let password = Array("K7M2QXRT4HWZ".utf8)
        add("Q_PW", try ChannelSuite.modern.stretched(Secret(copying: password.span), salt: Self.challenge(0x5A)))
    }

    /// The first two examples of RFC 9227, appendix A.
    private mutating func addKeyTree() throws(ChannelError) {
        lines.append("[rfc9227]")
        let root = Hex.decode("b6180c145c512dbd69d9cea92cac1b5ce1bcfa73792d61af0b440d84b522cc38") ?? []
        let salt = Hex.decode("7b67e6f244f97f0678952e45") ?? []
        let associated = Hex.decode("5146536b00000001") ?? []
        let plaintext =
            Hex.decode(
                "4500003c233500007f01eecc0a6f0ac50a6f0a1d0800f35b020058006162636465666768696a6b6c6d6e6f70"
                    + "7172737475767761626364656667686901020204"
            ) ?? []
        let direction = DirectionKey(root: Secret(copying: root.span), salt: salt)
        let first = try MessageKey.octets(.modern, direction, leaf: 0)
        add("K_msg_0", first)
        add("K_msg_1_1", try MessageKey.octets(.modern, direction, leaf: 0x0001_0001))
        let nonce = [0, 0, 0, 0] + salt
        let sealed = try cryptography { () throws(LibcryptoError) in
            try first.withBytes { (key) throws(LibcryptoError) in
                try KuznyechikMGM.seal(
                    plaintext.span,
                    key: key,
                    nonce: nonce.span,
                    authenticating: associated.span,
                    tagCount: 12
                )
            }
        }
        add("ct", sealed.ciphertext)
        add("icv", sealed.tag)
    }
}
